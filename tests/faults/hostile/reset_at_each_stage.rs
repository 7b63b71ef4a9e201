//! A peer that resets, hangs up or falls silent at each stage: at accept, in the first words, in the midst of a reply.
//!
//! Broker 2 stands behind a road that ends each connection after n bytes, for n from none to a whole conversation. However
//! far it comes, the other brokers answer, broker 2's failure is its own and says where, and the call ends in its time.

use std::sync::atomic::Ordering;

use meta::What;
use support::ground::{three, within};
use tokio::task::JoinSet;

use super::peers::{End, groups, hurried, road, second_is_at};

/// So many clusters that a busy machine still gives each its turn.
const AT_ONCE: usize = 8;

/// How many bytes a whole conversation has: the offer of versions and a list of groups.
async fn whole() -> usize {
    let mock = three().start().await.unwrap();
    let (port, longest) = road(mock.broker_addresses()[&2].clone(), usize::MAX, End::Close).await;
    let addresses = mock.broker_addresses();
    mock.state().advertise(2, "127.0.0.1", port).unwrap();
    let (cluster, _) = support::ground::connect_as(hurried(&addresses[&1])).await;
    assert_eq!(groups(&cluster).await.0, [1, 2, 3]);
    longest.load(Ordering::Relaxed)
}

/// What is left of a call when broker 2's connections end after so many bytes.
async fn cut_after(bytes: usize, end: End) {
    // The road leads to a broker of another mock, whose answers to these two questions are the same.
    let behind = three().start().await.unwrap();
    let (port, _) = road(behind.broker_addresses()[&2].clone(), bytes, end).await;
    let (_mock, cluster) = second_is_at(port).await;
    let (answered, failed) = groups(&cluster).await;
    assert_eq!(answered, [1, 3], "{end:?} after {bytes}: {failed:?}");
    assert_eq!(failed.len(), 1, "{end:?} after {bytes}: {failed:?}");
    let error = &failed[0].error;
    assert_eq!(failed[0].broker, Some(2), "{error}");
    let named = matches!(error.what(), What::Connect(_) | What::Disconnected { .. } | What::Timeout { .. });
    assert!(named, "{end:?} after {bytes}: {error:?}");
}

async fn everywhere(end: End, step: usize) {
    let whole = whole().await;
    let mut all = JoinSet::new();
    // About the first size and number, before the end, and some places between.
    let places = (0..whole).filter(|n| [0, 1, 3, 4, 7, 8, 9, whole - 1].contains(n) || n % step == 0);
    for bytes in places {
        if AT_ONCE <= all.len() {
            all.join_next().await.unwrap().unwrap();
        }
        all.spawn(within(cut_after(bytes, end)));
    }
    all.join_all().await;
}

#[tokio::test]
async fn a_reset_anywhere_is_that_brokers_failure() {
    everywhere(End::Reset, 31).await;
}

#[tokio::test]
async fn a_hang_up_anywhere_is_that_brokers_failure() {
    everywhere(End::Close, 37).await;
}

#[tokio::test]
async fn a_silence_anywhere_is_that_brokers_failure() {
    everywhere(End::Silence, 61).await;
}
