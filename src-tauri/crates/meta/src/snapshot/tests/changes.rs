//! What an installed reply is said to have changed.

use super::{Reply, listed, named, names, source, topic};
use crate::{Installed, Refresh};

fn all(reply: &Reply) -> Installed {
    listed().install(reply.read(), &Refresh::All, source(200)).unwrap()
}

fn same() -> Reply {
    Reply::of_three_brokers().with([topic("a", 1), topic("c", 3), topic("e", 5)])
}

#[test]
fn the_same_reply_again_changes_nothing() {
    let installed = all(&same());
    assert!(!installed.changed && installed.moved.is_empty() && installed.controller.is_none());
    assert_eq!(installed.leaders_moved, 0);
}

#[test]
fn topics_that_came_and_went_are_a_change() {
    let gone = all(&Reply::of_three_brokers().with([topic("a", 1), topic("e", 5)]));
    assert!(gone.changed);
    assert_eq!(names(&gone.snapshot), ["a", "e"]);
    let last_gone = all(&Reply::of_three_brokers().with([topic("a", 1), topic("c", 3)]));
    assert!(last_gone.changed);
    let mut more = same();
    more.topics.push(topic("b", 1));
    assert!(all(&more).changed);
}

#[test]
fn every_topic_is_found_by_its_id_after_others_came_and_went() {
    let before = listed();
    let reply = Reply::of_three_brokers().with([topic("0", 1), topic("b", 1), topic("e", 5), topic("z", 1)]);
    for what in [Refresh::All, named(&["0", "b", "e", "z"])] {
        let after = before.install(reply.read(), &what, source(200)).unwrap().snapshot;
        assert!(after.topics().len() >= 4);
        for topic in after.topics() {
            assert_eq!(after.topic_by_id(topic.id().unwrap()).unwrap().name(), topic.name());
        }
    }
}

#[test]
fn a_moved_leader_is_counted() {
    let mut reply = same();
    reply.topics[1] = topic("c", 3).led(0, 2, 6).led(2, 1, 6);
    let installed = all(&reply);
    assert!(installed.changed);
    assert_eq!(installed.leaders_moved, 2);
    assert_eq!(installed.snapshot.leader("c", 0), Some(2));
}

#[test]
fn one_moved_leader_among_many_topics_is_told_in_whatever_order_the_topics_come() {
    let many = |moved: Option<usize>| {
        let topics: [_; 40] = std::array::from_fn(|n| match moved == Some(n) {
            true => topic(&format!("t{n:02}"), 7).led(6, 2, 6),
            false => topic(&format!("t{n:02}"), 7),
        });
        Reply::of_three_brokers().with(topics)
    };
    let before = listed().install(many(None).read(), &Refresh::All, source(200)).unwrap().snapshot;
    for turned in [false, true] {
        for moved in [None, Some(0), Some(4), Some(17), Some(39)] {
            let mut reply = many(moved);
            if turned {
                reply.topics.reverse();
            }
            let after = before.install(reply.read(), &Refresh::All, source(300)).unwrap();
            assert_eq!((after.changed, after.leaders_moved), (moved.is_some(), usize::from(moved.is_some())));
            for n in 0..40 {
                let leader = if moved == Some(n) { 2 } else { 1 };
                assert_eq!(after.snapshot.leader(&format!("t{n:02}"), 6), Some(leader));
            }
        }
    }
}

#[test]
fn a_broker_with_another_address_is_told_before_and_after() {
    let mut reply = same();
    reply.brokers[0] = (3, "elsewhere".into());
    let installed = all(&reply);
    assert!(installed.changed);
    let [(before, after)] = installed.moved.as_slice() else { panic!("{:?}", installed.moved) };
    assert_eq!((before.id, &*before.host, &*after.host), (3, "host-3", "elsewhere"));
}

#[test]
fn a_broker_that_left_is_a_change_and_not_a_move() {
    let mut reply = same();
    reply.brokers.remove(0);
    let installed = all(&reply);
    assert!(installed.changed && installed.moved.is_empty());
    // Its partitions still name it: the leader is known, its address is not.
    assert_eq!(installed.snapshot.leader("c", 2), Some(3));
    assert!(installed.snapshot.broker(3).is_none());
}

#[test]
fn a_moved_controller_is_told() {
    let mut reply = same();
    reply.controller = 3;
    assert_eq!(all(&reply).controller, Some((Some(2), Some(3))));
    reply.controller = -1;
    let installed = all(&reply);
    assert_eq!(installed.controller, Some((Some(2), None)));
    assert_eq!(installed.snapshot.controller(), None);
}

#[test]
fn topics_that_come_and_go_within_one_reply_leave_every_other_as_it_is() {
    let mut snapshot = listed();
    for round in 0..300 {
        let (gone, made) = (format!("t{}", round - 3), format!("t{round}"));
        let last = if round % 2 == 0 { "0" } else { "z" };
        // Enough comes and goes for the topics to be numbered anew, now before and now after a topic that stays.
        let reply = Reply::of_three_brokers().with([
            topic(&gone, 0).failing(3),
            topic("c", 3),
            topic(&made, 2),
            topic("a", 1),
            topic(last, 1),
        ]);
        let asked = named(&[&gone, "c", &made, "a", last]);
        snapshot = snapshot.install(reply.read(), &asked, source(200 + round as u64)).unwrap().snapshot;
        let mut right: Vec<String> =
            (round - 2..=round).filter(|n| *n >= 0).map(|n| format!("t{n}")).collect();
        right.extend(["0", "a", "c", "e", "z"].map(str::to_owned));
        right.retain(|name| round > 0 || name != "z");
        right.sort();
        assert_eq!(names(&snapshot), right, "round {round}");
        for name in &right {
            assert_eq!(snapshot.topic(name).map(|topic| topic.name()), Some(&**name), "round {round}");
        }
        assert!(snapshot.topic(&gone).is_none(), "round {round}: {gone} is gone");
        assert_eq!(snapshot.topic("c").map(|topic| topic.len()), Some(3));
        assert_eq!(snapshot.topic("e").map(|topic| topic.len()), Some(5));
    }
}
