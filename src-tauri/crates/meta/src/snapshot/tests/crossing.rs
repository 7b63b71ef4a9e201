//! Replies that come in another order than they were asked for: the later question wins, whatever answers last.

use std::time::{Duration, Instant};

use super::{Reply, listed, named, names, source, topic};
use crate::{Refresh, Snapshot, Source};

/// Asked for so many seconds before or after the listing of `listed`.
fn asked(snapshot: &Snapshot, after: i64, at: u64) -> Source {
    let listing = snapshot.listing_source().unwrap().asked;
    let by = Duration::from_secs(after.unsigned_abs());
    let asked: Instant = if after < 0 { listing.checked_sub(by).unwrap() } else { listing + by };
    Source { asked, ..source(at) }
}

fn take(snapshot: &Snapshot, reply: &Reply, what: &Refresh, source: Source) -> Snapshot {
    snapshot.install(reply.read(), what, source).unwrap().snapshot
}

#[test]
fn a_slow_old_answer_does_not_move_a_leader_back() {
    let listed = listed();
    let moved = topic("c", 3).led(0, 3, -1);
    let old = topic("c", 3).led(0, 2, -1);
    let new = take(&listed, &Reply::of_three_brokers().with([moved]), &named(&["c"]), asked(&listed, 9, 110));
    let after = new.install(
        Reply::of_three_brokers().with([old.clone()]).read(),
        &named(&["c"]),
        asked(&listed, 5, 120),
    );
    let after = after.unwrap();
    assert_eq!(after.snapshot.leader("c", 0), Some(3));
    assert_eq!(after.snapshot.topic("c").unwrap().source().at, super::second(110));
    assert!(!after.changed && after.leaders_moved == 0);
    // Asked for later it is believed, although its epochs say nothing.
    let later = take(&new, &Reply::of_three_brokers().with([old]), &named(&["c"]), asked(&listed, 10, 120));
    assert_eq!(later.leader("c", 0), Some(2));
}

#[test]
fn a_slow_old_answer_does_not_bring_brokers_back() {
    let listed = listed();
    let mut moved = Reply::of_three_brokers();
    moved.brokers.retain(|(id, _)| *id != 3);
    moved.controller = 1;
    let new = take(&listed, &moved, &Refresh::Brokers, asked(&listed, 9, 110));
    let old = Reply::of_three_brokers().with([topic("c", 3).led(0, 2, 6)]);
    let installed = new.install(old.read(), &named(&["c"]), asked(&listed, 5, 120)).unwrap();
    let after = &installed.snapshot;
    assert_eq!(after.brokers().iter().map(|broker| broker.id).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((after.controller(), after.brokers_source().unwrap().at), (Some(1), super::second(110)));
    assert!(installed.moved.is_empty() && installed.controller.is_none());
    assert_eq!(after.leader("c", 0), Some(2), "of the topic nobody told anything later");
}

#[test]
fn a_listing_does_not_undo_what_was_asked_for_after_it() {
    let listed = listed();
    let one = Reply::of_three_brokers().with([
        topic("a", 1).led(0, 3, 9),
        topic("c", 0).failing(3),
        topic("made", 2),
    ]);
    let snapshot = take(&listed, &one, &named(&["a", "c", "made"]), asked(&listed, 20, 120));
    assert_eq!(names(&snapshot), ["a", "e", "made"]);
    // The listing was asked for before and comes after: it still tells of c, and not yet of the new topic.
    let slow = Reply::of_three_brokers().with([topic("a", 1).led(0, 2, 9), topic("c", 3), topic("e", 4)]);
    let after = take(&snapshot, &slow, &Refresh::All, asked(&listed, 10, 130));
    assert_eq!(names(&after), ["a", "e", "made"]);
    assert_eq!(after.leader("a", 0), Some(3));
    assert_eq!(after.topic("e").unwrap().len(), 4, "of this one the listing knows best");
    assert_eq!(after.refusal("c").unwrap().code.0, 3);
    assert!(after.topic("made").unwrap().id().is_some_and(|id| after.topic_by_id(id).is_some()));
    // The next listing is later than all of that.
    let next = Reply::of_three_brokers().with([topic("c", 3)]);
    let after = take(&after, &next, &Refresh::All, asked(&listed, 30, 140));
    assert_eq!(names(&after), ["c"]);
    assert!(after.refusal("c").is_none());
}

#[test]
fn an_answer_about_one_topic_does_not_undo_a_later_listing() {
    let listed = listed();
    let old = Reply::of_three_brokers().with([topic("gone", 2), topic("c", 3).led(1, 3, 99)]);
    let installed = listed.install(old.read(), &named(&["gone", "c"]), asked(&listed, -5, 130)).unwrap();
    assert_eq!(names(&installed.snapshot), ["a", "c", "e"]);
    assert_eq!(installed.snapshot.leader("c", 1), Some(2));
    assert!(!installed.changed);
}

#[test]
fn a_listing_does_not_undo_a_later_listing() {
    let listed = listed();
    let old = Reply::of_three_brokers().with([topic("gone", 2)]);
    let after = take(&listed, &old, &Refresh::All, asked(&listed, -5, 130));
    assert_eq!(names(&after), ["a", "c", "e"]);
    assert_eq!(after.listing_source().unwrap().at, super::second(100));
}

#[test]
fn that_a_topic_is_gone_is_not_undone_by_an_older_answer() {
    let listed = listed();
    let gone = Reply::of_three_brokers().with([topic("c", 0).failing(3)]);
    let snapshot = take(&listed, &gone, &named(&["c"]), asked(&listed, 9, 110));
    let old = Reply::of_three_brokers().with([topic("c", 3)]);
    let after = take(&snapshot, &old, &named(&["c"]), asked(&listed, 5, 120));
    assert_eq!(names(&after), ["a", "e"]);
    assert!(after.refusal("c").is_some());
}
