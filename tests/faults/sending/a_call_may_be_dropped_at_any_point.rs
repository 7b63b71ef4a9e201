//! A caller that goes away at any point takes nothing along: no permit, no dial, no refresh, no other caller.
//!
//! Each scene drops the same call at each of its await points. After each drop nothing is in flight any more, somebody
//! else's call beside it and one after it are answered, and the journal has one entry for each piece.

use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use meta::{
    ApiKey, Cluster, Config, ErrorCode, Key, Refresh, What,
    message::{
        create_topics::{CreateTopics, Layout, NewTopic},
        describe_groups::DescribeGroups,
        list_groups::ListGroups,
    },
};
use mock_cluster::{Action, Fault, Group, GroupKind, MockCluster, TopicSpec, key};
use parking_lot::Mutex;
use support::ground::{config, connect_as, latest, three, until, within};

use super::dropping::{Seen, at_each_point, at_point, entries, one_entry_for_each_piece, points, sockets};

async fn mock() -> MockCluster {
    let group = Group::new("g", GroupKind::Classic).with_offset("orders", 0, 7);
    three().topic(TopicSpec::new("other").partitions(1)).group(group).start().await.unwrap()
}

async fn open(mock: &MockCluster) -> (Cluster, Seen) {
    connect_as(Config {
        read_only: false,
        attempt_timeout: Duration::from_millis(150),
        ..config(&mock.bootstrap())
    })
    .await
}

/// Drops a look at all partitions of "orders" at each point; answers how many times it was dropped.
async fn dropping_a_split_read(cluster: &Cluster, record: &Seen) -> usize {
    let before = Mutex::new(entries(record, ApiKey::ListOffsets).len());
    at_each_point(
        cluster,
        |_| cluster.send(latest("orders", 0..6), Key::None),
        |_| async {
            let all = entries(record, ApiKey::ListOffsets);
            let mut before = before.lock();
            one_entry_for_each_piece(&all[*before..]);
            assert!(all.len() - *before <= 3, "there are three leaders");
            *before = all.len();
        },
    )
    .await
}

#[tokio::test]
async fn of_a_split_read_on_a_cluster_that_is_known() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
    let opened = sockets(&mock);
    assert!(dropping_a_split_read(&cluster, &record).await > 2);
    assert_eq!(sockets(&mock), opened, "no drop cost a connection");
}

#[tokio::test]
async fn of_a_split_read_whose_brokers_are_slow() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
    let opened = sockets(&mock);
    mock.fault(Fault::on(key::LIST_OFFSETS), Action::Delay(Duration::from_millis(5)));
    assert!(dropping_a_split_read(&cluster, &record).await > 20);
    assert_eq!(sockets(&mock), opened, "no drop cost a connection");
}

#[tokio::test]
async fn of_a_read_that_is_told_to_go_elsewhere_and_pauses() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    within(cluster.refresh(Refresh::All)).await.unwrap();
    // Not where the caller beside asks: it would take the refusals, pause in this one's stead, and be all that is tested.
    let spared = cluster.snapshot().topic("other").unwrap().partitions().next().unwrap().leader.unwrap();
    let not_here = |mock: &MockCluster| {
        for broker in (1..=3).filter(|broker| *broker != spared) {
            let refusal = Action::ErrorCode(ErrorCode::NOT_LEADER_OR_FOLLOWER.0);
            mock.fault(Fault::on(key::LIST_OFFSETS).broker(broker).times(3), refusal);
        }
    };
    let before = Mutex::new(0);
    let dropped = at_each_point(
        &cluster,
        |_| {
            mock.disarm_all();
            not_here(&mock);
            cluster.send(latest("orders", 0..6), Key::None)
        },
        |_| async {
            let all = entries(&record, ApiKey::ListOffsets);
            let mut before = before.lock();
            one_entry_for_each_piece(&all[*before..]);
            *before = all.len();
        },
    )
    .await;
    assert!(dropped > 20);
}

#[tokio::test]
async fn of_a_read_that_refreshes_first() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    mock.fault(Fault::on(key::METADATA), Action::Delay(Duration::from_millis(4)));
    // Another cold handle each time would hide what a drop leaves behind; a topic that must be looked for each time does not.
    let before = Mutex::new(0);
    let dropped = at_each_point(
        &cluster,
        |turns| cluster.send(latest(&format!("absent-{turns}"), 0..2), Key::None),
        |_| async {
            let all = entries(&record, ApiKey::ListOffsets);
            let mut before = before.lock();
            one_entry_for_each_piece(&all[*before..]);
            *before = all.len();
        },
    )
    .await;
    assert!(dropped > 20);
}

#[tokio::test]
async fn of_the_first_call_to_a_cluster_whose_dials_are_slow() {
    let mock = mock().await;
    mock.fault(Fault::on(key::API_VERSIONS), Action::Delay(Duration::from_millis(4)));
    let mut dropped = 0;
    for turns in points() {
        let (cluster, record) = open(&mock).await;
        let call = cluster.send(latest("orders", 0..6), Key::None);
        let over = at_point(&cluster, turns, call).await;
        one_entry_for_each_piece(&entries(&record, ApiKey::ListOffsets));
        for broker in 1..=3 {
            within(cluster.learn_versions(broker, Duration::from_secs(30))).await.unwrap();
        }
        assert!(cluster.connections().iter().filter(|one| one.state == "ready").count() <= 4);
        if over {
            break;
        }
        dropped += 1;
    }
    assert!(dropped > 20);
}

#[tokio::test]
async fn of_a_question_to_each_broker() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    mock.fault(Fault::on(key::LIST_GROUPS), Action::Delay(Duration::from_millis(3)));
    let before = Mutex::new(0);
    let dropped = at_each_point(
        &cluster,
        |_| cluster.send(ListGroups::default(), Key::None),
        |over| {
            let all = record.of(ApiKey::ListGroups);
            let new = all.len() - std::mem::replace(&mut *before.lock(), all.len());
            async move { assert!(new == 3 || (new == 0 && !over), "{new} entries for three brokers") }
        },
    )
    .await;
    assert!(dropped > 20);
}

#[tokio::test]
async fn of_a_read_that_looks_a_coordinator_up() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    mock.fault(Fault::on(key::FIND_COORDINATOR), Action::Delay(Duration::from_millis(3)));
    let before = Mutex::new(0);
    let dropped = at_each_point(
        &cluster,
        |turns| {
            let groups = vec![format!("g-{turns}")];
            cluster.send(DescribeGroups { groups, include_operations: false }, Key::None)
        },
        |_| async {
            let all = record.of(ApiKey::DescribeGroups).len();
            assert!(all - std::mem::replace(&mut *before.lock(), all) <= 1);
        },
    )
    .await;
    assert!(dropped > 20);
    // The look-ups went on without those who had asked.
    mock.disarm_all();
    let asked = mock.count(key::FIND_COORDINATOR);
    let groups = vec!["g-30".to_owned()];
    within(cluster.send(DescribeGroups { groups, include_operations: false }, Key::None)).await.unwrap();
    assert_eq!(mock.count(key::FIND_COORDINATOR), asked, "what was looked up is known");
}

/// A reply with this throttle time in front.
pub fn throttled(body: &Bytes, milliseconds: i32) -> Bytes {
    let mut changed = BytesMut::with_capacity(body.len());
    changed.put_i32(milliseconds);
    changed.put_slice(&body[4..]);
    changed.freeze()
}

#[tokio::test]
async fn of_a_read_that_a_throttle_holds_back() {
    let mock = mock().await;
    let (cluster, _) = open(&mock).await;
    mock.fault(Fault::on(key::LIST_GROUPS), Action::rewrite(|body| throttled(&body, 6)));
    let dropped = at_each_point(
        &cluster,
        |_| async {
            within(cluster.send(ListGroups::default(), Key::Broker(2))).await.unwrap();
            within(cluster.send(ListGroups::default(), Key::Broker(2))).await.unwrap();
        },
        |_| async {},
    )
    .await;
    assert!(dropped > 5);
}

#[tokio::test]
async fn of_a_read_that_nobody_answers() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    let groups = DescribeGroups { groups: vec!["g".to_owned()], include_operations: false };
    within(cluster.send(groups.clone(), Key::None)).await.unwrap();
    mock.fault(Fault::on(key::DESCRIBE_GROUPS), Action::Skip);
    let before = Mutex::new(record.of(ApiKey::DescribeGroups).len());
    // A connection with an unanswered request ends with its attempt, so that each point takes that long: some will do.
    for turns in [0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 40, 100, 400] {
        at_point(&cluster, turns, cluster.send(groups.clone(), Key::None)).await;
        let all = record.of(ApiKey::DescribeGroups);
        assert!(all.len() - std::mem::replace(&mut *before.lock(), all.len()) <= 1);
    }
}

#[tokio::test]
async fn of_a_change_which_is_unknown_exactly_when_it_had_left() {
    let mock = mock().await;
    let (cluster, record) = open(&mock).await;
    mock.fault(Fault::on(key::CREATE_TOPICS), Action::Delay(Duration::from_millis(4)));
    let change = |turns: usize| {
        let layout = Layout::Counts { partitions: Some(1), replication: Some(1) };
        let new = NewTopic { name: format!("made-{turns}"), layout, configs: Vec::new() };
        CreateTopics { topics: vec![new], ..CreateTopics::default() }
    };
    let (mut unsent, mut unknown) = (0, 0);
    for turns in points() {
        mock.forget_requests();
        let before = record.of(ApiKey::CreateTopics).len();
        let over = at_point(&cluster, turns, cluster.send(change(turns), Key::None)).await;
        let all = record.of(ApiKey::CreateTopics);
        let arrived = mock.count(key::CREATE_TOPICS);
        let said = match &all[before..] {
            [] => None,
            [entry] => Some(entry.outcome.as_ref().map_err(|error| error.what().clone())),
            more => panic!("{more:#?}"),
        };
        match said {
            _ if over => break,
            // Answered at the moment when its caller went.
            Some(Ok(())) => assert_eq!(arrived, 1),
            Some(Err(What::OutcomeUnknown(_))) => {
                assert_eq!(arrived, 1, "after {turns} turns it is said that it left");
                unknown += 1;
            }
            None | Some(Err(What::Cancelled)) => {
                assert_eq!(arrived, 0, "after {turns} turns: {:#?}", &all[before..]);
                unsent += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(unsent > 0 && unknown > 5, "{unsent} {unknown}");
}

#[tokio::test]
async fn of_a_refresh_which_goes_on_for_the_others() {
    let mock = mock().await;
    let (cluster, _) = open(&mock).await;
    mock.fault(Fault::on(key::METADATA), Action::Delay(Duration::from_millis(4)));
    for what in [Refresh::Brokers, Refresh::Topics(vec!["orders".to_owned()]), Refresh::All] {
        let dropped = at_each_point(
            &cluster,
            |_| {
                // One that joins the same flight, from a task of its own.
                let (other, what) = (cluster.clone(), what.clone());
                let joined = tokio::spawn({
                    let what = what.clone();
                    async move { within(other.refresh(what)).await.map(|_| ()) }
                });
                let (cluster, what) = (cluster.clone(), what);
                async move {
                    cluster.refresh(what).await.unwrap();
                    joined.await.unwrap().unwrap();
                }
            },
            |_| async {},
        )
        .await;
        assert!(dropped > 10, "{what:?}");
    }
    until(|| cluster.snapshot().failure().is_none()).await;
}
