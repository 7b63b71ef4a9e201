//! What a thread keeps from one view to the next, and what it must not keep.

use std::sync::Arc;

use arc_swap::ArcSwap;

use super::{Reply, listed, named, source, topic};
use crate::{
    Snapshot,
    view::{Stamp, View},
};

/// The present snapshot with those before it, as a cluster has them.
struct Ground {
    present: ArcSwap<Snapshot>,
    stamp: Stamp,
    replaced: Vec<Arc<Snapshot>>,
}

impl Ground {
    fn new() -> Ground {
        Ground { present: ArcSwap::from_pointee(listed()), stamp: Stamp::new(), replaced: Vec::new() }
    }

    fn put(&mut self, next: Snapshot) {
        let next = Arc::new(next);
        self.stamp.withdraw();
        self.replaced.push(self.present.swap(Arc::clone(&next)));
        self.replaced.retain(|snapshot| Arc::strong_count(snapshot) > 1);
        self.stamp.renew(&next, &self.replaced);
    }

    /// How many of these views of the present snapshot it takes until the thread keeps a share of it.
    fn views_until_kept(&self) -> Option<usize> {
        let before = Arc::strong_count(&self.present.load_full());
        (1..=200).find(|_| {
            drop(View::of(&self.present, &self.stamp));
            Arc::strong_count(&self.present.load_full()) > before
        })
    }

    fn next(&self) -> Snapshot {
        let reply = Reply::of_three_brokers().with([topic("c", 3).led(0, 3, 9)]);
        self.present.load().install(reply.read(), &named(&["c"]), source(101)).unwrap().snapshot
    }
}

#[test]
fn who_looks_often_keeps_a_share_and_is_shown_the_next_snapshot_at_once() {
    let mut ground = Ground::new();
    assert!(ground.views_until_kept().is_some_and(|views| views > 10), "a few looks keep nothing");
    assert_eq!(View::of(&ground.present, &ground.stamp).leader("c", 0), Some(1));
    ground.put(ground.next());
    assert_eq!(View::of(&ground.present, &ground.stamp).leader("c", 0), Some(3));
    assert!(Arc::strong_count(&ground.replaced[0]) == 1, "the look let go of the one before");
    assert!(ground.views_until_kept().is_some());
    ground.put(ground.next());
    let early = View::of(&ground.present, &ground.stamp);
    ground.put(ground.next());
    assert_eq!(early.generation() + 1, View::of(&ground.present, &ground.stamp).generation());
}

#[test]
fn views_of_two_clusters_are_not_mistaken_for_each_other() {
    let (one, mut other) = (Ground::new(), Ground::new());
    other.put(other.next());
    for _ in 0..300 {
        assert_eq!(View::of(&one.present, &one.stamp).leader("c", 0), Some(1));
        assert_eq!(View::of(&other.present, &other.stamp).leader("c", 0), Some(3));
    }
    assert!(one.views_until_kept().is_some() && other.views_until_kept().is_some());
    assert_eq!(View::of(&one.present, &one.stamp).leader("c", 0), Some(1));
}

#[test]
fn while_old_listings_are_held_nobody_keeps_another() {
    let mut ground = Ground::new();
    let mut held = Vec::new();
    for _ in 0..3 {
        assert!(ground.views_until_kept().is_some());
        held.push(ground.present.load_full());
        ground.put(listed());
    }
    assert_eq!(ground.views_until_kept(), None);
    held.clear();
    ground.put(listed());
    assert!(ground.views_until_kept().is_some(), "they were let go");
}

#[test]
fn refreshes_of_single_topics_hold_little_and_end_no_keeping() {
    let mut ground = Ground::new();
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(ground.present.load_full());
        ground.put(ground.next());
    }
    assert!(ground.replaced.len() == 20 && ground.views_until_kept().is_some());
}
