//! The short way to a leader says what the long way says, whatever came since the listing it was made with.

use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use super::{Reply, listed, named, source, topic};
use crate::{Refresh, Snapshot};

/// Of the lengths that topics have, and one that no block holds.
fn name(number: usize) -> String {
    match number % 10 {
        9 => format!("{number}-{}", "long".repeat(70)),
        few => format!("topic-{number}{}", ".orders".repeat(few)),
    }
}

fn told(random: &mut StdRng, number: usize, brokers: i32) -> super::reply::Topic {
    let mut topic = topic(&name(number), random.random_range(1..90));
    // Without epochs the last answer counts.
    topic.partitions.iter_mut().for_each(|of| *of = (random.random_range(-1..brokers), -1));
    topic
}

fn same_either_way(snapshot: &Snapshot, what: &str) {
    for name in (0..130).map(name) {
        for partition in [-1, 0, 1, 2, 20, 45, 88, 89, 100, i32::MAX] {
            let long = snapshot.topic(&name).and_then(|topic| topic.leader(partition));
            assert_eq!(snapshot.leader(&name, partition), long, "{what}: {name} {partition}");
        }
    }
}

#[test]
fn a_leader_found_by_name_is_the_one_its_topic_tells() {
    // With a thousand brokers not every leader has a code.
    for (seed, brokers) in [(1, 3), (2, 50), (3, 1_000)] {
        let mut random = StdRng::seed_from_u64(seed);
        let mut snapshot = Snapshot::empty();
        for round in 0..60 {
            let (topics, what) = if round % 20 == 0 {
                let topics = (0..100).filter(|_| random.random_bool(0.9)).collect::<Vec<_>>();
                (topics.into_iter().map(|number| told(&mut random, number, brokers)).collect(), Refresh::All)
            } else {
                let number = random.random_range(0..130);
                let gone = random.random_bool(0.4);
                let one = if gone {
                    topic(&name(number), 0).failing(3)
                } else {
                    told(&mut random, number, brokers)
                };
                (vec![one], named(&[&name(number)]))
            };
            let reply = Reply { topics, ..Reply::of_three_brokers() };
            snapshot = snapshot.install(reply.read(), &what, source(100 + round)).unwrap().snapshot;
            same_either_way(&snapshot, &format!("seed {seed}, round {round}"));
        }
    }
}

#[test]
fn topics_that_were_listed_take_the_short_way_until_they_are_told_anew() {
    let snapshot = listed();
    let short = |snapshot: &Snapshot, name: &str, partition| {
        let (number, leader) = snapshot.topics.leaders.find(name, partition)?;
        snapshot.topics.tree.is_as_made(number).then_some(leader)
    };
    assert_eq!((short(&snapshot, "c", 2), short(&snapshot, "c", 3)), (Some(3), None));
    assert_eq!(
        (short(&snapshot, "a", 0), short(&snapshot, "a", -1), short(&snapshot, "b", 0)),
        (Some(1), None, None)
    );

    let moved = Reply::of_three_brokers().with([topic("c", 3).led(2, 1, 6)]);
    let after = snapshot.install(moved.read(), &named(&["c"]), source(101)).unwrap().snapshot;
    assert_eq!((short(&after, "c", 2), after.leader("c", 2)), (None, Some(1)));
    assert_eq!(short(&after, "e", 4), Some(2), "only the topic that was told");
    assert_eq!(short(&snapshot, "c", 2), Some(3), "nor in the snapshot before");
}
