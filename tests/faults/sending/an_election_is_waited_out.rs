//! A read that needs an election goes on until its time is up; what no election cures is told early.
//!
//! An election takes six to ten seconds. Other clients' callers see "not the leader" after a second or two, or wait a
//! minute for a cluster that is switched off.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::{BrokerId, MetadataResponse},
    protocol::{Decodable, Encodable},
};
use meta::{ErrorCode, Item, Key, What};
use mock_cluster::{Action, Fault, Release, key};
use support::ground::{answered, connect, latest, offsets, three, until, within};

use super::changes::{typed, unlocked};

#[tokio::test]
async fn however_often_it_is_said_that_the_leader_is_elsewhere() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let not_here = Action::ErrorCode(ErrorCode::NOT_LEADER_OR_FOLLOWER.0);
    mock.fault(Fault::on(key::LIST_OFFSETS).times(9), not_here);
    let answers = offsets(&cluster, latest("orders", [0])).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answers.parts[0].source.attempts, 10);
    assert!(mock.count(key::METADATA) <= 12, "one look for each refusal");
}

#[tokio::test]
async fn while_the_old_leader_refuses_connections_and_nobody_knows_yet() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let before = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    let (_, old) = before[0];
    mock.forget_requests();
    mock.stop_broker(old).await.unwrap();
    let asking = tokio::spawn({
        let cluster = cluster.clone();
        async move { offsets(&cluster, latest("orders", 0..6)).await }
    });
    // More looks than the four that it would stand if nothing could change.
    until(|| mock.count(key::METADATA) > 6).await;
    mock.state().fence(old).unwrap();
    let answers = within(asking).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
}

#[tokio::test]
async fn and_its_callers_time_ends_it_with_what_was_said_last() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.fault(Fault::on(key::LIST_OFFSETS), Action::ErrorCode(ErrorCode::NOT_LEADER_OR_FOLLOWER.0));
    let asked = cluster.send_within(latest("orders", [0]), Key::None, Duration::from_millis(1500));
    let answers = within(asked).await.unwrap();
    let code = answers.parts[0].reply.topics[0].partitions[0].code;
    assert_eq!(code, ErrorCode::NOT_LEADER_OR_FOLLOWER, "not: it took too long");
    assert!(answers.parts[0].source.attempts > 3);
}

#[tokio::test]
async fn a_cluster_that_is_switched_off_is_told_early_with_attempts_and_time() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    for broker in 1..=3 {
        mock.stop_broker(broker).await.unwrap();
    }
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    let items: usize = answers.failed.iter().map(|failed| failed.items.len()).sum();
    assert_eq!((answers.parts.len(), items), (0, 6));
    for failed in &answers.failed {
        let told = matches!(failed.error.what(), What::Connect(_) | What::Disconnected { .. });
        assert!(told, "{}", failed.error);
        assert!(failed.took < Duration::from_secs(25), "the caller's thirty seconds are not used up");
        assert_eq!(failed.error.tries().unwrap().0, failed.attempts);
    }
}

#[tokio::test]
async fn a_partition_that_nobody_leads_is_told_after_one_look() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.state().lose_leader("orders", 2).unwrap();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert_eq!(answered(&answers).len(), 5);
    assert_eq!(answers.failed[0].items, [Item::Partition("orders".into(), 2)]);
    assert_eq!(answers.failed[0].error.code(), Some(ErrorCode::LEADER_NOT_AVAILABLE));
}

/// What a broker says while ZooKeeper has no controller.
fn nobody_elected(body: Bytes) -> Bytes {
    let mut reply = MetadataResponse::decode(&mut body.clone(), 11).unwrap();
    reply.controller_id = BrokerId(-1);
    let mut changed = BytesMut::new();
    reply.encode(&mut changed, 11).unwrap();
    changed.freeze()
}

#[tokio::test]
async fn a_change_waits_while_a_zookeeper_cluster_names_no_controller() {
    let mock = super::changes::cluster(Release::Kafka28).await;
    let (cluster, _) = unlocked(&mock, |_| {}).await;
    let old = cluster.snapshot().controller().unwrap();
    let new = old % 3 + 1;
    mock.forget_requests();
    mock.fault(Fault::on(key::METADATA).times(7), Action::rewrite(nobody_elected));
    mock.state().move_controller(new).unwrap();
    mock.stop_broker(old).await.unwrap();
    typed().remove(0).send(&cluster).await.unwrap();
    assert!(mock.count(key::METADATA) >= 8, "asked on while nobody was named");
    let asked: Vec<i32> = mock.requests(key::CREATE_TOPICS).iter().map(|seen| seen.broker).collect();
    assert_eq!(asked, [new]);
}
