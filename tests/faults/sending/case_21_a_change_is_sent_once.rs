//! Case 21 (KAFKA-4857, librdkafka): a change whose answer was lost was made again; its own success came back failed.
//!
//! Ours sends it once, whatever becomes of the connection, and says that its outcome is unknown: at which broker, since
//! when, and what to read to find out. Over every key of the table that could write, on KRaft and on ZooKeeper.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use meta::{Error, ErrorCode, What, find_out};
use mock_cluster::{Action, Fault, MockCluster, Release};
use tokio::task::JoinSet;

use super::changes::{Change, bare, bare_reply, cluster, offered, typed, unlocked};

/// What becomes of the connection, or of the answer.
type Fate = fn() -> Action;

fn silence() -> Action {
    Action::Silence
}

/// For those that the mock cluster does not know: a reply that says "done".
fn with_answer(change: &Change, fate: Action) -> Action {
    let done = change.bare && !matches!(fate, Action::CutAt(_));
    if done { Action::All(vec![Action::RawBody(bare_reply(ErrorCode::NONE)), fate]) } else { fate }
}

/// That this is said of a change that may have been made.
fn tells_all(change: &Change, error: &Error, began: SystemTime) {
    let name = change.name();
    assert!(matches!(error.what(), What::OutcomeUnknown(_)), "{name}: {error}");
    assert_eq!(error.api(), Some(change.api), "{name}");
    assert!(error.broker().is_some() && error.address().is_some(), "{name}: {error}");
    let left = error.left_at().unwrap_or_else(|| panic!("{name}: it does not say when it left"));
    assert!(began <= left && left <= SystemTime::now(), "{name}");
    assert_eq!(error.tries().unwrap().0, 1, "{name}");
    let told = error.find_out().unwrap_or_else(|| panic!("{name}: it does not say how to find out"));
    if let Some(read) = find_out(change.api).unwrap().read {
        assert!(told.contains(&format!("read {read}")), "{told}");
        assert!(told.contains(change.about), "{told}");
    }
}

async fn each_is_sent_once(fate: Fate, limit: Option<Duration>) {
    assert_eq!(bare().len() + typed().len(), 52);
    let mut running = JoinSet::new();
    for release in [Release::Kafka44, Release::Kafka28] {
        // The counters are by key, so the two of one key have a cluster each.
        for set in [bare(), typed()] {
            let mock = cluster(release).await;
            for change in set.into_iter().filter(|change| offered(change, release)) {
                mock.fault(Fault::on(change.api.code()), with_answer(&change, fate()));
                running.spawn(is_sent_once(mock.clone(), change, limit));
            }
        }
    }
    while let Some(done) = running.join_next().await {
        done.unwrap();
    }
}

/// The time is enough for a look-up and a dial on a machine that does a lot besides.
async fn is_sent_once(mock: MockCluster, change: Change, limit: Option<Duration>) {
    let (cluster, record) = unlocked(&mock, |config| config.write_timeout = Duration::from_secs(8)).await;
    let began = SystemTime::now();
    let outcome = match limit {
        Some(limit) => change.send_within(&cluster, limit).await,
        None => change.send(&cluster).await,
    };
    tells_all(&change, &outcome.expect_err(&change.name()), began);
    assert_eq!(mock.count(change.api.code()), 1, "{}", change.name());
    let entries = record.of(change.api);
    assert_eq!(entries.len(), 1, "{}", change.name());
    let said = entries[0].outcome.as_ref().expect_err(&change.name());
    assert!(matches!(said.what(), What::OutcomeUnknown(_)), "{}: {said}", change.name());
}

#[tokio::test]
async fn when_the_connection_dies_in_the_midst_of_the_request() {
    each_is_sent_once(|| Action::CutAt(6), None).await;
}

#[tokio::test]
async fn when_the_connection_dies_after_the_whole_request() {
    each_is_sent_once(|| Action::DropBefore, None).await;
}

#[tokio::test]
async fn when_the_connection_dies_before_the_answer() {
    each_is_sent_once(|| Action::DropAfter, None).await;
}

#[tokio::test]
async fn when_the_connection_dies_in_the_midst_of_the_answer() {
    each_is_sent_once(|| Action::TruncateAt(7), None).await;
}

#[tokio::test]
async fn when_the_broker_is_mute() {
    each_is_sent_once(silence, None).await;
}

#[tokio::test]
async fn when_the_callers_time_is_up() {
    each_is_sent_once(silence, Some(Duration::from_secs(5))).await;
}

#[tokio::test]
async fn when_the_answer_is_another_requests() {
    each_is_sent_once(|| Action::Correlation(1), None).await;
}

#[tokio::test]
async fn when_the_answer_can_not_be_read() {
    each_is_sent_once(|| Action::Rewrite(Arc::new(|_| Bytes::from_static(b"\0\0\0\0\xff\xff\xff"))), None)
        .await;
}

#[tokio::test]
async fn what_was_refused_before_any_effect_goes_again_for_every_code_that_says_so() {
    let mock = cluster(Release::Kafka44).await;
    let codes: Vec<ErrorCode> = ErrorCode::all().filter(|code| code.refused_before_effect()).collect();
    assert!(codes.len() > 15);
    let mut running = JoinSet::new();
    for (index, change) in bare().into_iter().enumerate() {
        // Each code with some of the keys, each key with some of the codes; in three rounds the table is walked through.
        let codes: Vec<ErrorCode> = (0..3).map(|round| codes[(index + round * 7) % codes.len()]).collect();
        let mock = mock.clone();
        running.spawn(async move {
            let (cluster, _) = unlocked(&mock, |_| {}).await;
            for (round, code) in codes.into_iter().enumerate() {
                let api = change.api.code();
                mock.fault(Fault::on(api).times(1), Action::RawBody(bare_reply(code)));
                mock.fault(Fault::on(api).times(1), Action::RawBody(bare_reply(ErrorCode::NONE)));
                change
                    .send(&cluster)
                    .await
                    .unwrap_or_else(|error| panic!("{} {code}: {error}", change.name()));
                assert_eq!(mock.count(api), 2 * (round as u64 + 1), "{} {code}", change.name());
            }
        });
    }
    while let Some(done) = running.join_next().await {
        done.unwrap();
    }
}

#[tokio::test]
async fn a_change_of_which_no_byte_left_goes_again_through_a_new_connection() {
    let mock = cluster(Release::Kafka44).await;
    let mut ready = Vec::new();
    for change in bare() {
        mock.fault(Fault::on(change.api.code()), Action::RawBody(bare_reply(ErrorCode::NONE)));
        let (cluster, _) = unlocked(&mock, |_| {}).await;
        change.send(&cluster).await.unwrap();
        ready.push((change, cluster));
    }
    for broker in 1..=3 {
        mock.stop_broker(broker).await.unwrap();
    }
    for broker in 1..=3 {
        mock.start_broker(broker, mock_cluster::Port::Same).await.unwrap();
    }
    for (change, cluster) in ready {
        change.send(&cluster).await.unwrap_or_else(|error| panic!("{}: {error}", change.name()));
        assert_eq!(mock.count(change.api.code()), 2, "{}", change.name());
    }
}
