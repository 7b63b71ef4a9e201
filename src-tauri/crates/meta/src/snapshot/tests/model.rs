//! Thousands of replies in any order against a model of a few lines: for each topic the latest question counts.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use super::{Reply, source, topic};
use crate::{Refresh, Snapshot, Source};

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Of each topic: when it was asked for, and how many partitions it had; `None`: there was none.
#[derive(Default)]
struct Model {
    known: BTreeMap<&'static str, (u64, Option<usize>)>,
    listed: Option<u64>,
}

impl Model {
    fn about(&mut self, asked: u64, told: &BTreeMap<&'static str, Option<usize>>) {
        for (name, state) in told {
            let known = self.known.get(name);
            let later = known.is_some_and(|(at, _)| *at > asked);
            let listed_later = known.is_none() && self.listed.is_some_and(|at| at > asked);
            if !later && !listed_later {
                self.known.insert(name, (asked, *state));
            }
        }
    }

    fn listing(&mut self, asked: u64, told: &BTreeMap<&'static str, Option<usize>>) {
        if self.listed.is_some_and(|at| at > asked) {
            return;
        }
        self.listed = Some(asked);
        for name in NAMES {
            if self.known.get(name).is_none_or(|(at, _)| *at < asked) {
                self.known.insert(name, (asked, told.get(name).copied().flatten()));
            }
        }
    }

    fn there(&self) -> BTreeMap<&'static str, usize> {
        self.known.iter().filter_map(|(name, (_, state))| Some((*name, (*state)?))).collect()
    }
}

#[test]
fn any_order_of_answers_leaves_what_was_asked_for_last() {
    let origin = Instant::now();
    for seed in 0..300 {
        let mut random = StdRng::seed_from_u64(seed);
        let (mut snapshot, mut model) = (Snapshot::empty(), Model::default());
        let mut asked: Vec<u64> = (1..=20).collect();
        while !asked.is_empty() {
            // Answers come somewhat out of order.
            let at = asked.remove(random.random_range(0..asked.len().min(4)));
            let whole = random.random_bool(0.3);
            let mut told = BTreeMap::new();
            for name in NAMES {
                if whole || random.random_bool(0.4) {
                    told.insert(name, random.random_bool(0.7).then(|| random.random_range(1..9)));
                }
            }
            let topics = told.iter().filter_map(|(name, state)| match state {
                Some(partitions) => Some(alive(name, *partitions)),
                None if whole => None,
                None => Some(topic(name, 0).failing(3)),
            });
            let reply = Reply { topics: topics.collect(), ..Reply::of_three_brokers() };
            let what = match whole {
                true => Refresh::All,
                false => Refresh::Topics(told.keys().map(|name| (*name).to_owned()).collect()),
            };
            let source = Source { asked: origin + Duration::from_secs(at), ..source(100 + at) };
            snapshot = snapshot.install(reply.read(), &what, source).unwrap().snapshot;
            if whole {
                model.listing(at, &told)
            } else {
                model.about(at, &told)
            }
            let there: BTreeMap<&str, usize> =
                snapshot.topics().map(|topic| (topic.name(), topic.len())).collect();
            assert_eq!(there, model.there(), "seed {seed}, question {at}");
            let all_found = there.keys().all(|name| snapshot.topic(name).is_some());
            assert!(all_found, "seed {seed}, question {at}");
            assert!(NAMES.iter().all(|name| there.contains_key(name) || snapshot.topic(name).is_none()));
        }
    }
}

/// With no epochs, so that the moment of the question alone decides.
fn alive(name: &str, partitions: usize) -> super::reply::Topic {
    let mut topic = topic(name, i32::try_from(partitions).unwrap());
    topic.partitions.iter_mut().for_each(|(_, epoch)| *epoch = -1);
    topic
}
