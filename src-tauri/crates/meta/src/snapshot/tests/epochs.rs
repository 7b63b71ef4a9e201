//! A broker that lags behind the others, and topics that were made again.

use super::{Reply, listed, named, second, source, topic};

#[test]
fn a_partition_told_from_before_an_election_is_not_believed() {
    let behind = topic("c", 3).led(0, 3, 4).led(1, 1, 6);
    let reply = Reply::of_three_brokers().with([behind]);
    let installed = listed().install(reply.read(), &named(&["c"]), source(110)).unwrap();
    let c = installed.snapshot.topic("c").unwrap();
    let partition = c.partition(0).unwrap();
    assert_eq!((partition.leader, partition.leader_epoch), (Some(1), Some(5)));
    assert_eq!(partition.replicas, [1, 2, 3]);
    assert_eq!(c.partition(1).unwrap().leader, Some(1));
    assert_eq!(c.partition(2).unwrap().leader, Some(3));
    assert_eq!(c.source().at, second(100), "a part of it is as old as that");
    assert_eq!(installed.leaders_moved, 1);
}

#[test]
fn epochs_that_stay_low_are_believed_in_the_end() {
    let reply = Reply::of_three_brokers().with([topic("c", 3).led(0, 3, 4)]);
    let snapshot = listed().install(reply.read(), &named(&["c"]), source(161)).unwrap().snapshot;
    assert_eq!(snapshot.leader("c", 0), Some(3));
}

#[test]
fn a_clock_that_was_set_back_does_not_freeze_the_leaders() {
    let reply = Reply::of_three_brokers().with([topic("c", 3).led(0, 3, 4)]);
    let snapshot = listed().install(reply.read(), &named(&["c"]), source(50)).unwrap().snapshot;
    assert_eq!(snapshot.leader("c", 0), Some(3));
}

#[test]
fn a_topic_that_was_made_again_starts_over() {
    let mut again = topic("c", 2).led(0, 3, 0).led(1, 3, 0);
    again.id = 77;
    let reply = Reply::of_three_brokers().with([again]);
    let old = listed();
    let installed = old.install(reply.read(), &named(&["c"]), source(110)).unwrap();
    let c = installed.snapshot.topic("c").unwrap();
    assert_eq!((c.len(), c.partition(0).unwrap().leader), (2, Some(3)));
    assert!(installed.changed);
    let gone = old.topic("c").unwrap().id().unwrap();
    assert!(installed.snapshot.topic_by_id(gone).is_none());
    assert_eq!(installed.snapshot.topic_by_id(c.id().unwrap()).unwrap().name(), "c");
}

#[test]
fn without_ids_the_last_answer_wins() {
    let mut first = topic("c", 3);
    first.id = 0;
    let reply = Reply::of_three_brokers().with([first.clone()]);
    let snapshot = listed().install(reply.read(), &named(&["c"]), source(101)).unwrap().snapshot;
    let reply = Reply::of_three_brokers().with([first.led(0, 3, 0)]);
    let snapshot = snapshot.install(reply.read(), &named(&["c"]), source(102)).unwrap().snapshot;
    assert_eq!(snapshot.leader("c", 0), Some(3));
    assert_eq!(snapshot.topic("c").unwrap().id(), None);
}
