//! Cases 18, 19 (sarama#1586, KAFKA-6299, KAFKA-18230): NOT_CONTROLLER came back raw, or the old controller was asked for ever.
//!
//! The active controller is killed, and at that moment a write of each kind is sent. Each is done once, or nobody knows and
//! that is said; what was reported as done is so, and nothing is there that was reported as refused.

use std::time::Duration;

use meta::{
    Answers, ApiKey, Ask, Cluster, Error, Key, What, could_write,
    message::{
        TopicPartitions,
        alter_partition_reassignments::{AlterPartitionReassignments, PartitionMoved, TopicMoved},
        config_resource,
        create_topics::{CreateTopics, Layout, NewTopic},
        delete_groups::DeleteGroups,
        delete_topics::{DeleteTopics, Doomed},
        elect_leaders::{ElectLeaders, Election},
        incremental_alter_configs::{Change, IncrementalAlterConfigs, ResourceAltered},
    },
};
use real_kafka::Version;
use support::{Stage, eventually, ground::within, stage::Need};

use super::ours::unlocked;

const BROKER_WAIT: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn a_write_of_each_kind_is_done_once() {
    kill_it_under_writes(Version::V4_4).await;
}

/// What a write came to, as far as the caller is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    Done,
    Unknown,
    /// The broker said no, for a reason of its own.
    Refused,
}

fn came<R: Ask>(request: &R, result: Result<Answers<R::Reply>, Error>) -> Came {
    let told = |error: &Error| match error.what() {
        What::OutcomeUnknown(_) => Came::Unknown,
        _ => panic!("{}: neither done nor unknown: {error}", R::KEY),
    };
    match result {
        Err(error) => told(&error),
        Ok(answers) => match answers.failed.first() {
            Some(failed) => told(&failed.error),
            None => {
                let codes: Vec<_> =
                    answers.parts.iter().flat_map(|part| request.codes(&part.reply)).collect();
                assert!(!codes.is_empty(), "{}: an answer about nothing", R::KEY);
                match codes.iter().all(|(_, code)| code.is_none()) {
                    true => Came::Done,
                    false => Came::Refused,
                }
            }
        },
    }
}

async fn write<R: Ask>(cluster: &Cluster, request: R) -> Came {
    let result = cluster.send(request.clone(), Key::None).await;
    came(&request, result)
}

pub(super) async fn kill_it_under_writes(version: Version) {
    let stage = Stage::real(version, Need::Alone).await;
    let names: Vec<String> =
        ["made", "doomed", "moved", "led", "set"].iter().map(|name| stage.fresh(name)).collect();
    let [made, doomed, moved, led, set] = &names[..] else { panic!("five names") };
    for name in [doomed, moved, led, set] {
        stage.topic(name, &[&[1, 2, 3]]).await;
    }
    let group = stage.fresh("forgotten");
    stage.committed(&group, led, &[(0, 1)]).await;
    stage.until_all_are_in_sync().await;
    let (cluster, record) = unlocked(&stage).await;
    cluster.refresh(meta::Refresh::All).await.unwrap();
    // The replicas of `moved` in another order: the same brokers, so that it is done without the dead one.
    let dead = stage.controller().await;
    let mut order = vec![1, 2, 3];
    order.retain(|id| *id != dead);
    order.push(dead);
    order.reverse();

    stage.on_kafka(move |kafka| kafka.kill(dead)).await;
    let create = CreateTopics {
        topics: vec![NewTopic {
            name: made.clone(),
            layout: Layout::Counts { partitions: Some(2), replication: Some(2) },
            configs: Vec::new(),
        }],
        timeout: BROKER_WAIT,
        validate_only: false,
    };
    let delete = DeleteTopics { topics: vec![Doomed::Named(doomed.clone())], timeout: BROKER_WAIT };
    let reassign = AlterPartitionReassignments {
        topics: vec![TopicMoved {
            name: moved.clone(),
            partitions: vec![PartitionMoved { partition: 0, replicas: Some(order.clone()) }],
        }],
        timeout: BROKER_WAIT,
        allow_replication_change: true,
    };
    let elect = ElectLeaders {
        election: Election::Preferred,
        topics: Some(vec![TopicPartitions { topic: led.clone(), partitions: vec![0] }]),
        timeout: BROKER_WAIT,
    };
    let alter = IncrementalAlterConfigs {
        resources: vec![ResourceAltered {
            kind: config_resource::TOPIC,
            name: set.clone(),
            changes: vec![("retention.ms".to_owned(), Change::Set("123456789".to_owned()))],
        }],
        validate_only: false,
    };
    let forget = DeleteGroups { groups: vec![group.clone()] };
    let (created, deleted, reassigned, _elected, altered, forgotten) = within(async {
        tokio::join!(
            write(&cluster, create),
            write(&cluster, delete),
            write(&cluster, reassign),
            write(&cluster, elect),
            write(&cluster, alter),
            write(&cluster, forget),
        )
    })
    .await;
    for (came, of) in [
        (created, ApiKey::CreateTopics),
        (deleted, ApiKey::DeleteTopics),
        (reassigned, ApiKey::AlterPartitionReassignments),
        (altered, ApiKey::IncrementalAlterConfigs),
        (forgotten, ApiKey::DeleteGroups),
    ] {
        println!("{version}: {of}: {came:?}");
        // A name that is there already, a topic that is gone already: what a second copy of the write would meet.
        assert_ne!(came, Came::Refused, "{of}: {:?}", record.of(of));
    }
    stage.bring_back(dead).await;
    // Three writes at once may not all be unknown: only what was in the dead broker's hands is.
    let all = stage.topic_names().await;
    assert!(created != Came::Done || all.contains(made), "{made} was made");
    assert!(deleted != Came::Done || !all.contains(doomed), "{doomed} was deleted");
    if reassigned == Came::Done {
        eventually("the new order of replicas", async || {
            let told = stage.metadata_of(&stage.address(1), Some(&[moved]), false).await.map_err(|e| e.0)?;
            let now: Vec<i32> = told.topics[0].partitions[0].replica_nodes.iter().map(|id| id.0).collect();
            if now == order { Ok(()) } else { Err(format!("{now:?}")) }
        })
        .await;
    }
    for entry in all_writes(&record) {
        let sent_before = entry.attempts.iter().rev().skip(1).any(|attempt| {
            let error = attempt.error.as_ref().map(Error::what);
            matches!(error, Some(What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. }))
        });
        assert!(!sent_before, "sent again without an answer: {entry:?}");
    }
    // And the next write goes to the new controller as if nothing had been.
    let after = stage.fresh("after");
    let create = CreateTopics {
        topics: vec![NewTopic {
            name: after.clone(),
            layout: Layout::Counts { partitions: Some(1), replication: Some(3) },
            configs: Vec::new(),
        }],
        timeout: BROKER_WAIT,
        validate_only: false,
    };
    assert_eq!(within(write(&cluster, create)).await, Came::Done);
    assert!(stage.topic_names().await.contains(&after));
}

fn all_writes(record: &support::ground::Record) -> Vec<meta::Entry> {
    let writes = [
        ApiKey::CreateTopics,
        ApiKey::DeleteTopics,
        ApiKey::AlterPartitionReassignments,
        ApiKey::ElectLeaders,
        ApiKey::IncrementalAlterConfigs,
        ApiKey::DeleteGroups,
    ];
    assert!(writes.iter().all(|api| could_write(*api)));
    writes.into_iter().flat_map(|api| record.of(api)).collect()
}
