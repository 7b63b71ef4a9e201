//! Dropping a call at each point of its life, and looking at what that left behind.
//!
//! A call is polled by hand. Between two polls every task of the program (its pieces, the dials, the sockets, the mock
//! brokers) runs once, so that the number of turns walks through their await points too, one by one at first and in
//! strides where nothing but waiting is left.

use std::{collections::BTreeSet, future::Future, pin::Pin, sync::Arc, task::Poll};

use meta::{ApiKey, Cluster, Entry, Key};
use mock_cluster::MockCluster;
use support::ground::{Record, answered, latest, until, within};

/// Polls this so many times, with a turn of everything else after each, and drops it then. True: it was over before.
async fn dropped_after<F: Future>(turns: usize, call: F) -> bool {
    let mut call: Pin<Box<F>> = Box::pin(call);
    for _ in 0..turns {
        let over = std::future::poll_fn(|context| Poll::Ready(call.as_mut().poll(context).is_ready())).await;
        if over {
            return true;
        }
        tokio::task::yield_now().await;
    }
    false
}

/// Where a call is dropped. Beyond the last all that happens is waiting.
pub fn points() -> impl Iterator<Item = usize> {
    let strides = std::iter::successors(Some(80_usize), |turns| Some(turns + turns / 5));
    (0..80).chain(strides.take_while(|turns| *turns < 6000))
}

/// A call that is dropped after so many turns, while somebody else asks, who must get the right answer. True: it was over
/// before.
pub async fn at_point<F: Future>(cluster: &Cluster, turns: usize, call: F) -> bool {
    let other = tokio::spawn(another(cluster.clone()));
    let over = dropped_after(turns, call).await;
    within(other).await.unwrap();
    nothing_is_in_flight(cluster).await;
    // What was stopped is taken away in the next turns.
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    over
}

/// A call that is dropped at each point until it is over before. `left` looks at what each drop left behind.
pub async fn at_each_point<F, L>(
    cluster: &Cluster,
    mut call: impl FnMut(usize) -> F,
    mut left: impl FnMut(bool) -> L,
) -> usize
where
    F: Future,
    L: Future<Output = ()>,
{
    let mut dropped = 0;
    for turns in points() {
        let over = at_point(cluster, turns, call(turns)).await;
        left(over).await;
        if over {
            break;
        }
        dropped += 1;
    }
    // And afterwards.
    another(cluster.clone()).await;
    dropped
}

/// A caller whose answer is known.
async fn another(cluster: Cluster) {
    let answers = within(cluster.send(latest("other", 0..1), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 1);
}

async fn nothing_is_in_flight(cluster: &Cluster) {
    until(|| cluster.connections().iter().all(|connection| connection.in_flight == 0)).await;
}

/// The entries of this request so far, without those of `another`.
pub fn entries(record: &Record, api: ApiKey) -> Vec<Entry> {
    let mut entries = record.of(api);
    entries.retain(|entry| !entry.key.starts_with("partition other-"));
    entries
}

/// That each piece has just one entry.
pub fn one_entry_for_each_piece(entries: &[Entry]) {
    let keys: BTreeSet<(&str, Option<i32>)> =
        entries.iter().map(|entry| (entry.key.as_str(), entry.broker)).collect();
    assert_eq!(keys.len(), entries.len(), "{entries:#?}");
}

/// How many sockets the mock has accepted.
pub fn sockets(mock: &MockCluster) -> u64 {
    (1..=3).map(|broker| mock.connections_opened(broker)).sum()
}

pub type Seen = Arc<Record>;
