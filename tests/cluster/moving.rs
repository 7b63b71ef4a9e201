//! Leaders, controllers and brokers that move while we look.

use std::sync::Arc;

use kafka_protocol::{
    messages::MetadataResponse,
    protocol::{Decodable as _, Encodable as _},
};
use meta::{
    ApiKey, Config, Event, Key, Refresh,
    message::create_topics::{CreateTopics, Layout, NewTopic},
};
use mock_cluster::{Action, Fault, Port, Release, key};

use support::ground::{answered, config, connect, connect_as, latest, offsets, three, until, within};

/// What ours and the mock settle on.
const METADATA: i16 = 13;

pub(crate) fn topic(name: &str) -> CreateTopics {
    let layout = Layout::Counts { partitions: Some(1), replication: Some(1) };
    let topics = vec![NewTopic { name: name.to_owned(), layout, configs: Vec::new() }];
    CreateTopics { topics, ..CreateTopics::default() }
}

#[tokio::test]
async fn a_moved_leader_is_found_and_the_settled_partitions_are_kept() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    let before = answered(&offsets(&cluster, latest("orders", 0..6)).await);
    let (_, old) = before[0];
    let new = old % 3 + 1;
    mock.state().move_leader("orders", 0, new).unwrap();
    mock.forget_requests();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let after = answered(&answers);
    assert_eq!(after[0], (0, new));
    assert_eq!(after[1..], before[1..]);
    // One question to each leader, one to the new leader for what moved; one refresh of one topic.
    assert_eq!(mock.count(key::LIST_OFFSETS), 4);
    assert_eq!(mock.count(key::METADATA), 1);
    let again = record.of(ApiKey::ListOffsets).into_iter().filter(|entry| entry.attempts.len() > 1);
    assert!(again.count() > 0, "the journal tells why it was asked twice");
    let moved = answers.parts.iter().find(|part| part.source.attempts == 2).unwrap();
    assert_eq!(moved.source.broker, Some(new));
}

#[tokio::test]
async fn a_controller_that_moved_in_a_zookeeper_cluster_is_found_and_asked_once() {
    let mock = three().release(Release::Kafka28).kraft(false).start().await.unwrap();
    let (cluster, record) = connect_as(Config { read_only: false, ..config(&mock.bootstrap()) }).await;
    let old = cluster.snapshot().controller().unwrap();
    let new = old % 3 + 1;
    mock.state().move_controller(new).unwrap();
    let answers = within(cluster.send(topic("invoices"), Key::None)).await.unwrap();
    let part = answers.one().unwrap();
    assert_eq!(part.source.broker, Some(new));
    assert!(part.reply.topics.iter().all(|topic| topic.code.is_none()), "{:?}", part.reply);
    let asked: Vec<i32> = mock.requests(key::CREATE_TOPICS).iter().map(|seen| seen.broker).collect();
    assert_eq!(asked, [old, new]);
    assert_eq!(cluster.snapshot().controller(), Some(new));
    let moved = |event: &Event| matches!(event, Event::ControllerMoved { to: Some(to), .. } if *to == new);
    assert!(record.events().iter().any(moved));
}

#[tokio::test]
async fn a_moved_broker_gets_a_new_socket() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    mock.start_broker(3, Port::New).await.unwrap();
    let address = mock.broker_addresses()[&3].clone();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let part = answers.parts.iter().find(|part| part.source.broker == Some(3)).unwrap();
    assert_eq!(part.source.address, address);
    assert!(record.events().iter().any(|event| matches!(event, Event::BrokerMoved { id: 3, .. })));
    assert!(cluster.connections().iter().all(|state| state.broker != Some(3) || state.address == address));
}

#[tokio::test]
async fn what_is_in_flight_to_a_broker_that_moved_still_gets_its_answer() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    let release = Arc::new(tokio::sync::Notify::new());
    // The answer of broker 2 waits until the cluster was told that it moved.
    mock.fault(
        Fault::on(key::LIST_OFFSETS).broker(2).times(1),
        Action::Delay(std::time::Duration::from_millis(400)),
    );
    let asking = tokio::spawn({
        let (cluster, release) = (cluster.clone(), release.clone());
        async move {
            release.notify_one();
            offsets(&cluster, latest("orders", 0..6)).await
        }
    });
    release.notified().await;
    until(|| mock.requests(key::LIST_OFFSETS).iter().filter(|seen| seen.broker == 2).count() == 2).await;
    mock.state().advertise(2, "127.0.0.1", 1).unwrap();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    let answers = within(asking).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(answers.parts.iter().any(|part| part.source.broker == Some(2) && part.source.attempts == 1));
}

#[tokio::test]
async fn a_topic_that_does_not_exist_is_confirmed_once_and_then_said() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.forget_requests();
    let answers = offsets(&cluster, latest("no-such-topic", [0])).await;
    assert!(answers.parts.is_empty());
    let error = &answers.failed[0].error;
    assert_eq!(error.code(), Some(meta::ErrorCode::UNKNOWN_TOPIC_OR_PARTITION), "{error}");
    assert_eq!(mock.count(key::LIST_OFFSETS), 0, "nobody could be asked");
    assert!(mock.count(key::METADATA) <= 2);
    assert!(mock.state().topic("no-such-topic").is_err(), "looking creates nothing");
}

#[tokio::test]
async fn a_partition_without_leader_fails_for_itself_alone() {
    let mock = three().start().await.unwrap();
    mock.state().lose_leader("orders", 4).unwrap();
    let (cluster, _) = connect(&mock).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert_eq!(answered(&answers).len(), 5);
    assert_eq!(answers.failed.len(), 1);
    assert_eq!(answers.failed[0].items, [meta::Item::Partition("orders".into(), 4)]);
    assert_eq!(answers.failed[0].error.code(), Some(meta::ErrorCode::LEADER_NOT_AVAILABLE));
}

#[tokio::test]
async fn with_kraft_the_broker_that_metadata_calls_controller_is_no_news() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    let mut named = std::collections::BTreeSet::new();
    for _ in 0..6 {
        let snapshot = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
        named.extend(snapshot.controller());
    }
    assert!(named.len() > 1, "each reply names some broker");
    assert!(!record.events().iter().any(|event| matches!(event, Event::ControllerMoved { .. })));
    let same = |event: &&Event| matches!(event, Event::Refreshed { changed: false, .. });
    assert_eq!(record.events().iter().filter(same).count(), 6);
}

/// Brokers learn of each other's coming and going one after another, so that one names a leader which another doesn't list.
#[tokio::test]
async fn a_leader_that_the_list_lacks_for_a_while_is_waited_for() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();
    let without_third = |body: bytes::Bytes| {
        let mut reply = MetadataResponse::decode(&mut body.clone(), METADATA).unwrap();
        reply.brokers.retain(|broker| broker.node_id.0 != 3);
        let mut changed = bytes::BytesMut::new();
        reply.encode(&mut changed, METADATA).unwrap();
        changed.freeze()
    };
    let before = mock.count(key::METADATA);
    mock.fault(Fault::on(key::METADATA).times(5), Action::Rewrite(Arc::new(without_third)));
    let view = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert_eq!(view.brokers().len(), 2);
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
    let looks = mock.count(key::METADATA) - before;
    assert!((6..=9).contains(&looks), "{looks} looks");
}
