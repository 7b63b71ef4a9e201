//! The producers that the leader of each partition remembers: idempotent ones and transactional ones, and whether one has a
//! transaction open there. That is the other side of a transaction: a coordinator may have forgotten what a partition still waits for.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use meta::{
    Answers, Cluster, Error, Failed, Item, Key, What,
    message::{
        TopicPartitions,
        describe_producers::{DescribeProducers, Reply},
    },
};

use crate::told::Told;

pub use meta::message::describe_producers::Producer;

type Settled = BTreeMap<i32, Result<Told<Vec<Producer>>, Error>>;

/// Asks the leaders of these partitions for their producers. Each partition has its own outcome.
pub async fn producers_of(cluster: &Cluster, topic: &str, partitions: &[i32], limit: Duration) -> Settled {
    if partitions.is_empty() {
        return Settled::new();
    }
    let asked = TopicPartitions { topic: topic.to_owned(), partitions: partitions.to_vec() };
    let request = DescribeProducers { topics: vec![asked] };
    settle(topic, partitions, cluster.send_within(request, Key::None, limit).await)
}

fn settle(topic: &str, partitions: &[i32], answers: Result<Answers<Reply>, Error>) -> Settled {
    let answers = match answers {
        Ok(answers) => answers,
        Err(error) => return partitions.iter().map(|partition| (*partition, Err(error.clone()))).collect(),
    };
    let mut found = Settled::new();
    for part in answers.parts {
        let source = Arc::new(part.source);
        let told = part.reply.topics.into_iter().filter(|told| told.name == topic);
        for one in told.flat_map(|told| told.partitions) {
            let outcome = if one.code.is_none() {
                Ok(Told { value: one.producers, source: Arc::clone(&source) })
            } else {
                Err(Error::from_code(one.code, one.words).at(source.address.clone()).asking(source.api))
            };
            found.insert(one.partition, outcome);
        }
    }
    for partition in partitions {
        found.entry(*partition).or_insert_with(|| Err(untold(topic, *partition, &answers.failed)));
    }
    found
}

fn untold(topic: &str, partition: i32, failed: &[Failed]) -> Error {
    let names = |one: &&Failed| {
        one.items.iter().any(
            |item| matches!(item, Item::Partition(named, index) if &**named == topic && *index == partition),
        )
    };
    match failed.iter().find(names) {
        Some(failed) => failed.error.clone(),
        None => Error::new(What::NoTarget(format!("No broker's answer names {topic}-{partition}."))),
    }
}
