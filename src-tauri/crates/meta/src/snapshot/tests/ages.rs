//! How old each part says it is.

use std::{sync::Arc, time::Duration};

use super::{Reply, listed, named, second, source, topic};
use crate::{Refresh, Snapshot};

#[test]
fn one_fresh_topic_does_not_make_the_rest_look_fresh() {
    let before = listed();
    let reply = Reply::of_three_brokers().with([topic("c", 3)]);
    let after = before.install(reply.read(), &named(&["c"]), source(170)).unwrap().snapshot;
    assert_eq!(after.topic("c").unwrap().source().at, second(170));
    assert_eq!(after.topic("a").unwrap().source().at, second(100));
    assert_eq!(after.listing_source().unwrap().at, second(100));
    assert_eq!(after.brokers_source().unwrap().at, second(170));
    assert_eq!(after.age(second(180)), Some(Duration::from_secs(80)));
}

#[test]
fn a_merge_shares_every_other_topic_with_the_old_snapshot() {
    let before = listed();
    let reply = Reply::of_three_brokers().with([topic("c", 3)]);
    let after = before.install(reply.read(), &named(&["c"]), source(170)).unwrap().snapshot;
    for name in ["a", "e"] {
        assert!(std::ptr::eq(before.topic(name).unwrap().name(), after.topic(name).unwrap().name()));
    }
    assert!(!std::ptr::eq(before.topic("c").unwrap().name(), after.topic("c").unwrap().name()));
    assert!(Arc::ptr_eq(&before.topics.by_name, &after.topics.by_name));
}

#[test]
fn a_brokers_only_refresh_leaves_the_topics_alone() {
    let before = listed();
    let reply = Reply::of_three_brokers();
    let after = before.install(reply.read(), &Refresh::Brokers, source(170)).unwrap().snapshot;
    assert!(Arc::ptr_eq(&before.topics, &after.topics));
    assert_eq!(after.age(second(170)), Some(Duration::from_secs(70)));
}

#[test]
fn a_full_listing_makes_all_of_it_new() {
    let reply = Reply::of_three_brokers().with([topic("a", 1), topic("c", 3)]);
    let after = listed().install(reply.read(), &Refresh::All, source(170)).unwrap().snapshot;
    assert_eq!(after.age(second(171)), Some(Duration::from_secs(1)));
}

#[test]
fn the_oldest_of_topics_that_were_only_asked_by_name_counts() {
    let asked = |snapshot: &Snapshot, name: &str, at: u64| {
        let reply = Reply::of_three_brokers().with([topic(name, 2)]);
        snapshot.install(reply.read(), &named(&[name]), source(at)).unwrap().snapshot
    };
    let snapshot = asked(&asked(&asked(&Snapshot::empty(), "x", 10), "y", 20), "z", 30);
    assert_eq!(snapshot.age(second(40)), Some(Duration::from_secs(30)));
    let snapshot = asked(&snapshot, "x", 35);
    assert_eq!(snapshot.age(second(40)), Some(Duration::from_secs(20)));
    assert!(snapshot.listing_source().is_none());
}

#[test]
fn a_clock_that_was_set_back_gives_no_negative_age() {
    assert_eq!(listed().age(second(1)), Some(Duration::ZERO));
}
