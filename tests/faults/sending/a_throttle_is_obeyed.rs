//! A throttle holds its own connection and no other, counts against the caller's time, and is seen in the journal.
//!
//! A broker mutes a client that goes on regardless, which then looks like a frozen broker. One that names a time beyond
//! reason must not be lost for that long.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::{CreateTopicsRequest, CreateTopicsResponse},
    protocol::{Decodable, Encodable},
};
use meta::{
    ApiKey, Cluster, ErrorCode, Event, Key, What,
    message::{
        create_topics::{CreateTopics, Layout, NewTopic},
        list_groups::ListGroups,
    },
};
use mock_cluster::{Action, Fault, MockCluster, key};
use support::ground::{connect, three, within};

use super::{a_call_may_be_dropped_at_any_point::throttled, changes::unlocked};

async fn groups(cluster: &Cluster, broker: i32) {
    let answers = within(cluster.send(ListGroups::default(), Key::Broker(broker))).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
}

fn throttle_once(mock: &MockCluster, broker: i32, milliseconds: i32) {
    let fault = Fault::on(key::LIST_GROUPS).broker(broker).times(1);
    mock.fault(fault, Action::rewrite(move |body| throttled(&body, milliseconds)));
}

#[tokio::test]
async fn by_its_connection_and_by_no_other_and_the_journal_tells() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    for broker in 1..=3 {
        groups(&cluster, broker).await;
    }
    mock.forget_requests();
    throttle_once(&mock, 2, 900);
    groups(&cluster, 2).await;
    let held = tokio::spawn({
        let cluster = cluster.clone();
        async move { groups(&cluster, 2).await }
    });
    groups(&cluster, 1).await;
    groups(&cluster, 3).await;
    within(held).await.unwrap();
    let arrived = mock.requests(key::LIST_GROUPS);
    let of = |broker: i32| {
        arrived.iter().filter(|seen| seen.broker == broker).map(|seen| seen.at).collect::<Vec<_>>()
    };
    let second = of(2)[1];
    assert!(second.duration_since(of(2)[0]) >= Duration::from_millis(900));
    assert!(of(1)[0] < second && of(3)[0] < second, "the others are not held back");

    let entries = record.of(ApiKey::ListGroups);
    let attempts: Vec<_> = entries.iter().flat_map(|entry| entry.attempts.clone()).collect();
    let asked = attempts.iter().filter(|attempt| attempt.throttle == Duration::from_millis(900)).count();
    assert_eq!(asked, 1, "who was asked to leave the broker alone");
    let held: Vec<_> = attempts.iter().filter(|attempt| !attempt.held.is_zero()).collect();
    assert_eq!(held.len(), 1, "who was held back");
    assert!(held[0].held <= held[0].took);
    let told = |event: &Event| matches!(event, Event::Throttled { broker: Some(2), pause, .. } if *pause == Duration::from_millis(900));
    assert_eq!(record.events().iter().filter(|event| told(event)).count(), 1);
}

#[tokio::test]
async fn and_one_that_is_longer_than_the_callers_time_is_told_at_once() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    for milliseconds in [45_000, i32::MAX] {
        throttle_once(&mock, 2, milliseconds);
        groups(&cluster, 2).await;
        let asked = mock.count(key::LIST_GROUPS);
        let answers = within(cluster.send(ListGroups::default(), Key::Broker(2))).await.unwrap();
        let failed = &answers.failed[0];
        assert!(matches!(failed.error.what(), What::Throttled { .. }), "{}", failed.error);
        assert!(failed.error.to_string().contains("wants to be left alone"), "{}", failed.error);
        assert!(failed.took < Duration::from_secs(20), "it is not slept through: {:?}", failed.took);
        assert_eq!(mock.count(key::LIST_GROUPS), asked, "nothing was sent");
        // A broker that comes back speaks through a new connection, and is heard at once.
        mock.stop_broker(2).await.unwrap();
        mock.start_broker(2, mock_cluster::Port::Same).await.unwrap();
        within(async {
            while cluster.send(ListGroups::default(), Key::Broker(2)).await.unwrap().parts.is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
    }
}

fn two_topics() -> CreateTopics {
    let new = |name: &str| NewTopic {
        name: name.to_owned(),
        layout: Layout::Counts { partitions: Some(1), replication: Some(1) },
        configs: Vec::new(),
    };
    CreateTopics { topics: vec![new("first"), new("second")], validate_only: true, ..CreateTopics::default() }
}

/// The quota is used up after the first topic.
fn one_too_many(body: Bytes, milliseconds: i32) -> Bytes {
    let mut reply = CreateTopicsResponse::decode(&mut body.clone(), 7).unwrap();
    reply.throttle_time_ms = milliseconds;
    reply.topics[1].error_code = ErrorCode::THROTTLING_QUOTA_EXCEEDED.0;
    let mut changed = BytesMut::new();
    reply.encode(&mut changed, 7).unwrap();
    changed.freeze()
}

#[tokio::test]
async fn and_what_a_quota_refused_is_sent_again_after_it_without_what_was_done() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = unlocked(&mock, |_| {}).await;
    let quota = Action::rewrite(|body| one_too_many(body, 700));
    mock.fault(Fault::on(key::CREATE_TOPICS).times(1), quota);
    let answers = within(cluster.send(two_topics(), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let codes: Vec<_> =
        answers.parts.iter().flat_map(|part| part.reply.topics.iter().map(|topic| topic.code)).collect();
    assert_eq!(codes, [ErrorCode::NONE, ErrorCode::NONE]);
    let arrived = mock.requests(key::CREATE_TOPICS);
    assert_eq!(arrived.len(), 2);
    assert!(arrived[1].at.duration_since(arrived[0].at) >= Duration::from_millis(700));
    let again = CreateTopicsRequest::decode(&mut arrived[1].body.clone(), 7).unwrap();
    let names: Vec<_> = again.topics.iter().map(|topic| topic.name.to_string()).collect();
    assert_eq!(names, ["second"], "what was done is not asked for again");
}

#[tokio::test]
async fn and_a_quota_that_lasts_longer_than_the_callers_time_is_the_answer() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = unlocked(&mock, |_| {}).await;
    mock.fault(Fault::on(key::CREATE_TOPICS), Action::rewrite(|body| one_too_many(body, 50_000)));
    let asked = cluster.send_within(two_topics(), Key::None, Duration::from_secs(20));
    let part = within(asked).await.unwrap().one().unwrap();
    let codes: Vec<_> = part.reply.topics.iter().map(|topic| topic.code).collect();
    assert_eq!(codes, [ErrorCode::NONE, ErrorCode::THROTTLING_QUOTA_EXCEEDED]);
    assert_eq!(mock.count(key::CREATE_TOPICS), 1);
}
