//! What a snapshot does with replies, one after another.

mod ages;
mod changes;
mod crossing;
mod epochs;
mod leaders;
mod model;
mod reply;
mod views;

use std::time::{Duration, SystemTime};

use wire::{ErrorCode, What};

use super::{RefreshFailure, Snapshot};
use crate::{Refresh, Source};
use reply::{Reply, topic};

/// A moment, in seconds.
fn second(at: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(at)
}

fn source(at: u64) -> Source {
    Source {
        broker: Some(1),
        address: "one:9092".into(),
        api: wire::ApiKey::Metadata,
        version: 13,
        at: second(at),
        asked: std::time::Instant::now(),
        took: Duration::from_millis(3),
        attempts: 1,
        bytes: 100,
    }
}

/// Asked for now, failed at that second.
fn failed(what: Refresh, at: u64) -> RefreshFailure {
    let error = wire::Error::new(What::Connect("refused".into()));
    RefreshFailure { what, at: second(at), asked: std::time::Instant::now(), error }
}

fn named(names: &[&str]) -> Refresh {
    Refresh::Topics(names.iter().map(|name| (*name).to_owned()).collect())
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.topics().map(|topic| topic.name()).collect()
}

/// Three brokers and the topics a, c and e, listed at second 100.
fn listed() -> Snapshot {
    let reply = Reply::of_three_brokers().with([topic("c", 3), topic("a", 1), topic("e", 5)]);
    Snapshot::empty().install(reply.read(), &Refresh::All, source(100)).unwrap().snapshot
}

#[test]
fn never_listed_is_not_an_empty_listing() {
    let empty = Snapshot::empty();
    assert!(empty.brokers_source().is_none() && empty.listing_source().is_none());
    assert_eq!(empty.age(second(5)), None);
    let brokers =
        empty.install(Reply::of_three_brokers().read(), &Refresh::Brokers, source(1)).unwrap().snapshot;
    assert!(brokers.brokers_source().is_some() && brokers.listing_source().is_none());
    let listed = brokers.install(Reply::of_three_brokers().read(), &Refresh::All, source(2)).unwrap();
    assert!(listed.changed, "knowing that there are no topics is news");
    assert_eq!(listed.snapshot.listing_source().unwrap().at, second(2));
    assert_eq!(listed.snapshot.topics().len(), 0);
}

#[test]
fn topics_are_found_by_name_by_id_and_by_partition() {
    let snapshot = listed();
    assert_eq!(names(&snapshot), ["a", "c", "e"]);
    let c = snapshot.topic("c").unwrap();
    assert_eq!((c.len(), c.internal(), c.error()), (3, false, ErrorCode::NONE));
    assert_eq!(snapshot.topic_by_id(c.id().unwrap()).unwrap().name(), "c");
    assert_eq!(snapshot.leader("c", 2), Some(3));
    assert_eq!(snapshot.leader("c", 3), None);
    assert_eq!(snapshot.leader("b", 0), None);
    assert_eq!(c.partition(1).unwrap().replicas, [2, 3, 1]);
    assert_eq!(snapshot.controller(), Some(2));
    assert_eq!(snapshot.cluster_id(), Some("cluster-one"));
    assert_eq!(snapshot.brokers().iter().map(|broker| broker.id).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(snapshot.broker(2).unwrap().rack.as_deref(), Some("r2"));
    assert!(snapshot.broker(4).is_none());
}

#[test]
fn a_failed_refresh_marks_the_view_and_empties_nothing() {
    let before = listed();
    let marked = before.marked(failed(Refresh::All, 130));
    assert_eq!(marked.failure().unwrap().at, second(130));
    assert_eq!(names(&marked), ["a", "c", "e"]);
    assert_eq!(marked.generation(), before.generation());
    assert_eq!(marked.age(second(150)), Some(Duration::from_secs(50)));
    let after =
        marked.install(Reply::of_three_brokers().read(), &Refresh::Brokers, source(160)).unwrap().snapshot;
    assert!(after.failure().is_none());
    assert_eq!(after.generation(), before.generation() + 1);
}

#[test]
fn a_listing_that_failed_stays_marked_until_one_works() {
    let marked = listed().marked(failed(Refresh::All, 130));
    let take = |snapshot: &Snapshot, what: &Refresh, told: &[&str], at: u64| {
        let topics = told.iter().map(|name| topic(name, 2)).collect();
        let reply = Reply { topics, ..Reply::of_three_brokers() };
        snapshot.install(reply.read(), what, source(at)).unwrap().snapshot
    };
    let brokers = take(&marked, &Refresh::Brokers, &[], 140);
    assert_eq!(brokers.listing_failure().map(|failure| failure.at), Some(second(130)));
    let one = take(&brokers, &named(&["c"]), &["c"], 150);
    assert_eq!(one.listing_failure().map(|failure| failure.at), Some(second(130)));
    assert!(one.topic_failure("c").is_none(), "it was told since");
    assert_eq!(one.topic_failure("a").map(|failure| failure.at), Some(second(130)));
    let all = take(&one, &Refresh::All, &["a", "c"], 160);
    assert!(all.listing_failure().is_none() && all.topic_failure("a").is_none());
}

#[test]
fn a_topic_that_could_not_be_asked_for_is_marked_and_the_others_are_not() {
    let marked = listed().marked(failed(named(&["c"]), 130));
    let later =
        marked.install(Reply::of_three_brokers().read(), &Refresh::Brokers, source(140)).unwrap().snapshot;
    assert_eq!(later.topic_failure("c").map(|failure| failure.at), Some(second(130)));
    assert!(later.topic_failure("a").is_none() && later.listing_failure().is_none());
}

/// Whichever way the wall clock goes meanwhile.
#[test]
fn a_refresh_that_fails_late_says_nothing_of_what_a_later_question_was_told() {
    for told_at in [120, 125, 140] {
        let early = RefreshFailure { at: second(125), ..failed(named(&["a", "c"]), 0) };
        let told = Reply::of_three_brokers().with([topic("c", 3)]);
        let told = listed().install(told.read(), &named(&["c"]), source(told_at)).unwrap().snapshot;
        // The listing of this view was asked for later than the failure too, in this order.
        let marked = told.marked(early.clone());
        assert!(marked.topic_failure("c").is_none() && marked.topic_failure("a").is_none());
        assert!(marked.failure().is_none(), "the brokers were told since, whatever became of the topics");
        let late = failed(named(&["a", "c"]), told_at);
        let marked = told.marked(late);
        assert!(marked.topic_failure("c").is_some() && marked.topic_failure("a").is_some());
        assert!(marked.failure().is_some());
    }
}

#[test]
fn a_listing_that_was_asked_for_before_a_failure_does_not_end_its_mark() {
    let slow = source(100);
    let marked = listed().marked(failed(named(&["c"]), 130));
    let reply = Reply::of_three_brokers().with([topic("c", 3), topic("a", 1)]);
    let after = marked.install(reply.read(), &Refresh::All, slow).unwrap().snapshot;
    assert!(after.topic_failure("c").is_some(), "it was asked for after the listing and not told");
    assert!(after.topic_failure("a").is_none());
}

#[test]
fn a_reply_without_brokers_is_a_failed_refresh() {
    let error = listed().install(Reply::default().read(), &Refresh::All, source(200)).unwrap_err();
    assert!(matches!(error.what(), What::NoTarget(_)), "{error}");
    assert_eq!((error.address(), error.broker()), (Some("one:9092"), Some(1)));
}

#[test]
fn a_reply_with_an_error_of_its_own_is_a_failed_refresh() {
    let mut reply = Reply::of_three_brokers();
    reply.error = 129;
    let error = listed().install(reply.read(), &Refresh::All, source(200)).unwrap_err();
    assert_eq!(error.code(), Some(ErrorCode(129)));
}

#[test]
fn a_reply_of_another_cluster_is_not_merged() {
    let mut reply = Reply::of_three_brokers();
    reply.cluster_id = Some("cluster-two".into());
    let error = listed().install(reply.read(), &Refresh::All, source(200)).unwrap_err();
    let expected = What::OtherCluster { was: "cluster-one".into(), now: "cluster-two".into() };
    assert_eq!(error.what(), &expected);
}

#[test]
fn a_reply_that_tells_no_cluster_id_leaves_the_known_one() {
    let mut reply = Reply::of_three_brokers();
    reply.cluster_id = None;
    let installed = listed().install(reply.read(), &Refresh::Brokers, source(200)).unwrap();
    assert_eq!(installed.snapshot.cluster_id(), Some("cluster-one"));
    assert!(!installed.changed);
}

#[test]
fn a_topic_that_does_not_exist_is_refused_and_not_listed() {
    let missing = topic("b", 0).failing(3);
    let reply = Reply::of_three_brokers().with([missing]);
    let installed = listed().install(reply.read(), &named(&["b"]), source(200)).unwrap();
    assert!(!installed.changed);
    assert_eq!(names(&installed.snapshot), ["a", "c", "e"]);
    let refusal = installed.snapshot.refusal("b").unwrap();
    assert_eq!((refusal.code, refusal.source.at), (ErrorCode(3), second(200)));
    // Once it exists the refusal is gone.
    let reply = Reply::of_three_brokers().with([topic("b", 2)]);
    let installed = installed.snapshot.install(reply.read(), &named(&["b"]), source(210)).unwrap();
    assert!(installed.changed && installed.snapshot.refusal("b").is_none());
    assert_eq!(names(&installed.snapshot), ["a", "b", "c", "e"]);
}

#[test]
fn refusals_do_not_pile_up() {
    let mut snapshot = listed();
    for n in 0..600 {
        let reply = Reply::of_three_brokers().with([topic(&format!("typo-{n}"), 0).failing(3)]);
        snapshot = snapshot.install(reply.read(), &named(&["typo"]), source(200)).unwrap().snapshot;
    }
    assert!(snapshot.refusal("typo-599").is_some() && snapshot.refusal("typo-0").is_none());
    assert_eq!(snapshot.topics.refusals.len(), 256);
}

#[test]
fn a_topic_that_is_gone_leaves_the_listing_when_asked_by_name() {
    let reply = Reply::of_three_brokers().with([topic("c", 0).failing(3)]);
    let installed = listed().install(reply.read(), &named(&["c"]), source(200)).unwrap();
    assert!(installed.changed);
    assert_eq!(names(&installed.snapshot), ["a", "e"]);
    let e = installed.snapshot.topic("e").unwrap();
    assert_eq!(installed.snapshot.topic_by_id(e.id().unwrap()).unwrap().name(), "e");
}

#[test]
fn a_topic_whose_partitions_cannot_be_told_now_keeps_those_that_are_known() {
    let reply = Reply::of_three_brokers().with([topic("c", 0).failing(5), topic("new", 0).failing(5)]);
    let snapshot = listed().install(reply.read(), &named(&["c", "new"]), source(200)).unwrap().snapshot;
    let c = snapshot.topic("c").unwrap();
    assert_eq!((c.len(), c.error(), c.source().at), (3, ErrorCode(5), second(100)));
    let new = snapshot.topic("new").unwrap();
    assert_eq!((new.len(), new.error(), new.source().at), (0, ErrorCode(5), second(200)));
}
