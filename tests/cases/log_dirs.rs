//! The directories of each broker and the replicas in them.

use std::time::Duration;

use admin::{Cluster, Key, log_dirs_of, message::describe_log_dirs::DescribeLogDirs};

use crate::{Stage, stage::RECORD};

const LIMIT: Duration = Duration::from_secs(20);

pub async fn every_replica_lies_in_one_directory_of_its_broker(stage: &Stage) {
    let name = stage.fresh("lying");
    let given: [&[i32]; 3] = [&[1, 2], &[2, 3], &[3, 1]];
    stage.topic(&name, &given).await;
    for partition in 0..3 {
        stage.records(&name, partition, 10 * i64::from(partition + 1)).await;
    }
    let cluster = stage.cluster().await;
    let mut found = Vec::new();
    for broker in stage.brokers() {
        let told = log_dirs_of(&cluster, broker.id, LIMIT).await.unwrap();
        assert_eq!(told.source.broker, Some(broker.id));
        let mut paths: Vec<_> = told.value.dirs.iter().map(|dir| dir.path.clone()).collect();
        paths.sort();
        assert_eq!(paths, broker.log_dirs);
        for dir in &told.value.dirs {
            assert!(dir.code.is_none());
            for topic in dir.listed.topics().filter(|topic| **topic.name == *name) {
                for replica in topic.replicas {
                    assert!(!replica.future);
                    assert_eq!(replica.lag(), Some(0));
                    found.push((replica.partition, broker.id, replica.bytes));
                }
            }
        }
    }
    found.sort_unstable();
    let places: Vec<_> = found.iter().map(|(partition, broker, _)| (*partition, *broker)).collect();
    assert_eq!(places, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 1), (2, 3)]);
    let bytes = |partition: i32| -> Vec<i64> {
        found.iter().filter(|one| one.0 == partition).map(|one| one.2).collect()
    };
    for partition in 0..3 {
        let sizes = bytes(partition);
        assert_eq!(sizes[0], sizes[1], "leader and follower hold the same");
        let least = if stage.as_mock().is_some() { 10 } else { 10 * RECORD as i64 };
        assert!(sizes[0] >= least * i64::from(partition + 1), "{sizes:?}");
    }
    assert!(bytes(0)[0] < bytes(1)[0] && bytes(1)[0] < bytes(2)[0]);
}

pub async fn volumes_are_told_from_version_four_on(stage: &Stage) {
    let cluster = stage.cluster().await;
    for broker in stage.brokers() {
        for dir in log_dirs_of(&cluster, broker.id, LIMIT).await.unwrap().value.dirs {
            assert_eq!(dir.volume.is_some(), stage.tells_volumes());
            assert_eq!(dir.usable.is_some(), stage.tells_volumes());
            if let (Some(volume), Some(usable)) = (dir.volume, dir.usable) {
                assert!(0 < usable && usable <= volume, "{usable} of {volume}");
            }
            assert_eq!(dir.cordoned, stage.tells_cordoned().then_some(false));
        }
    }
}

pub async fn a_filter_for_an_unknown_topic_finds_nothing(stage: &Stage) {
    let (there, missing) = (stage.fresh("filtered"), stage.fresh("missing"));
    stage.topic(&there, &[&[1, 2, 3]]).await;
    let cluster = stage.cluster().await;
    assert_eq!(found(&cluster, Some(&there), 3).await, [(1, 1), (2, 1), (3, 1)]);
    assert_eq!(found(&cluster, Some(&missing), 3).await, [(1, 0), (2, 0), (3, 0)]);
}

/// How many replicas each broker finds, by broker.
async fn found(cluster: &Cluster, topic: Option<&str>, brokers: usize) -> Vec<(i32, usize)> {
    let topics = topic.map(|name| {
        let asked = admin::message::TopicPartitions { topic: name.to_owned(), partitions: vec![0] };
        vec![asked]
    });
    let answers = cluster.send_within(DescribeLogDirs { topics }, Key::None, LIMIT).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answers.parts.len(), brokers);
    let count = |part: &admin::Part<admin::message::describe_log_dirs::Reply>| {
        assert!(part.reply.code.is_none());
        assert!(part.reply.dirs.iter().all(|dir| dir.code.is_none()));
        let replicas = part.reply.dirs.iter().flat_map(|dir| &dir.topics).map(|topic| topic.replicas.len());
        (part.source.broker.unwrap(), replicas.sum())
    };
    let mut found: Vec<_> = answers.parts.iter().map(count).collect();
    found.sort_unstable();
    found
}
