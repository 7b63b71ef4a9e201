//! Directories: what is asked for and what is not, what failed, and what is being moved.

use kafka_protocol::messages::alter_replica_log_dirs_request::{AlterReplicaLogDir, AlterReplicaLogDirTopic};
use kafka_protocol::messages::describe_log_dirs_request::DescribableLogDirTopic;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::StrBytes;
use mock_cluster::{LogDirSpec, MockCluster, TopicSpec};

use crate::client::ask;

const FIRST: &str = "/d/a";
const SECOND: &str = "/d/b";

async fn cluster() -> std::io::Result<MockCluster> {
    MockCluster::builder()
        .brokers(2)
        .log_dirs([(FIRST, LogDirSpec::new(1000, 400)), (SECOND, LogDirSpec::new(2000, 800))])
        .topic(TopicSpec::new("orders").records(10).record_bytes(7).assignments([vec![1, 2], vec![2, 1]]))
        .topic(TopicSpec::new("payments").assignments([vec![1]]))
        .start()
        .await
}

fn topic(name: &'static str) -> TopicName {
    TopicName(StrBytes::from_static_str(name))
}

/// Directory, topic, partition, size, lag and whether it is a future replica.
type Held = (String, String, i32, i64, i64, bool);

async fn held(
    cluster: &MockCluster,
    broker: i32,
    request: &DescribeLogDirsRequest,
) -> anyhow::Result<Vec<Held>> {
    let answer = ask(cluster, broker, 4, request).await?;
    let mut held = Vec::new();
    for dir in &answer.results {
        for topic in &dir.topics {
            for at in &topic.partitions {
                let (dir, topic) = (dir.log_dir.to_string(), topic.name.to_string());
                held.push((
                    dir,
                    topic,
                    at.partition_index,
                    at.partition_size,
                    at.offset_lag,
                    at.is_future_key,
                ));
            }
        }
    }
    Ok(held)
}

fn all() -> DescribeLogDirsRequest {
    DescribeLogDirsRequest::default().with_topics(None)
}

#[tokio::test]
async fn a_null_list_means_all_an_empty_one_none_and_a_filter_what_it_names() {
    let cluster = cluster().await.unwrap();
    assert_eq!(held(&cluster, 1, &all()).await.unwrap().len(), 3);
    assert_eq!(held(&cluster, 2, &all()).await.unwrap().len(), 2);
    let none = DescribeLogDirsRequest::default().with_topics(Some(Vec::new()));
    assert!(held(&cluster, 1, &none).await.unwrap().is_empty());
    assert_eq!(ask(&cluster, 1, 4, &none).await.unwrap().results.len(), 2);
    let orders = DescribableLogDirTopic::default().with_topic(topic("orders")).with_partitions(vec![1, 9]);
    let one = DescribeLogDirsRequest::default().with_topics(Some(vec![orders]));
    let found = held(&cluster, 1, &one).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].1.as_str(), found[0].2, found[0].3), ("orders", 1, 70));
}

#[tokio::test]
async fn a_failed_directory_answers_56_and_nothing_else_and_its_replicas_are_offline() {
    let cluster = cluster().await.unwrap();
    let spec = LogDirSpec { offline: true, ..LogDirSpec::new(1000, 400) };
    cluster.state().set_log_dir(1, FIRST, spec).unwrap();
    let answer = ask(&cluster, 1, 4, &all()).await.unwrap();
    let failed = answer.results.iter().find(|dir| &*dir.log_dir == FIRST).unwrap();
    assert_eq!(
        (failed.error_code, failed.topics.len(), failed.total_bytes, failed.usable_bytes),
        (56, 0, -1, -1)
    );
    let healthy = answer.results.iter().find(|dir| &*dir.log_dir == SECOND).unwrap();
    assert_eq!((healthy.error_code, healthy.total_bytes, healthy.usable_bytes), (0, 2000, 800));
    let metadata = ask(&cluster, 2, 12, &MetadataRequest::default().with_topics(None)).await.unwrap();
    let partitions = metadata.topics.iter().flat_map(|topic| &topic.partitions);
    let offline = partitions.filter(|at| at.offline_replicas.contains(&BrokerId(1))).count();
    let shown: usize = healthy.topics.iter().map(|topic| topic.partitions.len()).sum();
    assert_eq!(offline + shown, 3);
    assert!(offline > 0);
}

#[tokio::test]
async fn a_moving_replica_is_a_future_one_until_it_takes_over() {
    let cluster = cluster().await.unwrap();
    let now = held(&cluster, 1, &all()).await.unwrap();
    let from = now.iter().find(|at| at.1 == "orders" && at.2 == 0).unwrap().0.clone();
    let to = if from == FIRST { SECOND } else { FIRST };
    let moves = |path: &'static str| {
        let orders =
            AlterReplicaLogDirTopic::default().with_name(topic("orders")).with_partitions(vec![0, 7]);
        let dir = AlterReplicaLogDir::default()
            .with_path(StrBytes::from_static_str(path))
            .with_topics(vec![orders]);
        AlterReplicaLogDirsRequest::default().with_dirs(vec![dir])
    };
    let codes = |answer: AlterReplicaLogDirsResponse| -> Vec<i16> {
        answer.results[0].partitions.iter().map(|at| at.error_code).collect()
    };
    assert_eq!(codes(ask(&cluster, 1, 2, &moves("/d/nowhere")).await.unwrap()), [57, 57]);
    assert_eq!(codes(ask(&cluster, 1, 2, &moves(to)).await.unwrap()), [0, 3]);
    let both = |held: Vec<Held>| -> Vec<Held> {
        held.into_iter().filter(|at| at.1 == "orders" && at.2 == 0).collect()
    };
    let copies = both(held(&cluster, 1, &all()).await.unwrap());
    assert_eq!(copies.len(), 2);
    let future = copies.iter().find(|at| at.5).unwrap();
    assert_eq!((future.0.as_str(), future.3, future.4), (to, 0, 10));
    cluster.state().progress_move("orders", 0, 1, 0.5).unwrap();
    let copies = both(held(&cluster, 1, &all()).await.unwrap());
    let future = copies.iter().find(|at| at.5).unwrap();
    assert_eq!((future.3, future.4), (35, 5));
    cluster.state().progress_move("orders", 0, 1, 1.0).unwrap();
    let copies = both(held(&cluster, 1, &all()).await.unwrap());
    assert_eq!(copies, [(to.to_owned(), "orders".to_owned(), 0, 70, 0, false)]);
}

#[tokio::test]
async fn sizes_follow_the_offsets_of_replicas_in_sync_and_the_others_lag() {
    let cluster = cluster().await.unwrap();
    cluster.state().set_isr("orders", 0, &[1]).unwrap();
    cluster.state().grow_offsets("orders", 0, 4).unwrap();
    let at =
        |held: Vec<Held>| held.into_iter().find(|at| at.1 == "orders" && at.2 == 0).map(|at| (at.3, at.4));
    assert_eq!(at(held(&cluster, 1, &all()).await.unwrap()), Some((98, 0)));
    assert_eq!(at(held(&cluster, 2, &all()).await.unwrap()), Some((70, 4)));
}
