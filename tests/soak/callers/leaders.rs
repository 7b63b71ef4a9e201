//! What only the leader of a partition answers: offsets, the ends of epochs, producers. Offsets never go back.

use meta::{
    Key,
    message::{
        TopicPartitions,
        describe_producers::DescribeProducers,
        list_offsets::{EARLIEST, LATEST, ListOffsets, PartitionAsked, TopicAsked},
        offset_for_leader_epoch::{self, OffsetForLeaderEpoch},
    },
};
use rand::{Rng, rngs::StdRng};

use crate::{
    floors::Told,
    scene::Scene,
    stage_set::{LONELY, LONELY_PARTITIONS, MOVING, MOVING_PARTITIONS, ORDERS, ORDERS_PARTITIONS},
};

const CLASS: &str = "partition leader";

pub(crate) struct Caller;

impl super::Caller for Caller {
    fn new(_: u64) -> Caller {
        Caller
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        match chance.random_range(0..8) {
            0 => {
                let partition = chance.random_range(0..ORDERS_PARTITIONS);
                offsets(
                    scene,
                    &[(ORDERS, partition..partition + 1)],
                    Key::Partition(ORDERS.into(), partition),
                )
                .await;
            }
            1 | 2 => offsets(scene, &[(ORDERS, 0..ORDERS_PARTITIONS)], Key::None).await,
            3 => {
                let all = [
                    (ORDERS, 0..ORDERS_PARTITIONS),
                    (MOVING, 0..MOVING_PARTITIONS),
                    (LONELY, 0..LONELY_PARTITIONS),
                ];
                offsets(scene, &all, Key::None).await;
            }
            4 => earliest(scene).await,
            5 => producers(scene).await,
            _ => epochs(scene, chance.random_range(0..ORDERS_PARTITIONS)).await,
        }
    }
}

async fn offsets(scene: &Scene, asked: &[(&'static str, std::ops::Range<i32>)], key: Key) {
    let mut before = Vec::new();
    let mut topics = Vec::new();
    for (name, partitions) in asked {
        before.extend(partitions.clone().map(|index| (*name, index, scene.floors.of(name, index))));
        let partitions = partitions.clone();
        let asked =
            partitions.map(|partition| PartitionAsked { partition, leader_epoch: None, timestamp: LATEST });
        topics.push(TopicAsked { name: (*name).to_owned(), partitions: asked.collect() });
    }
    let request = ListOffsets { topics, ..ListOffsets::default() };
    let Ok(answers) = scene.ask(CLASS, request, key).await else { return };
    for part in &answers.parts {
        for topic in &part.reply.topics {
            for told in topic.partitions.iter().filter(|one| one.code.is_none()) {
                let Some(offset) = told.offset else {
                    scene.ledger.wrong(format!("{} has an end, told was none: {told:?}", topic.name));
                    continue;
                };
                let epoch = told.leader_epoch.unwrap_or(-1);
                let floor =
                    before.iter().find(|(name, index, _)| *name == topic.name && *index == told.partition);
                let Some((_, _, floor)) = floor else { continue };
                match scene.floors.hold(*floor, (epoch, offset)) {
                    Told::Right => scene.floors.raise(&topic.name, told.partition, epoch, offset),
                    Told::Deposed => {
                        scene.ledger.note("an offset told by a leader that was deposed meanwhile")
                    }
                    Told::Wrong => scene.ledger.wrong(format!(
                        "{}-{}: {offset} in epoch {epoch} after {floor:?}, told by broker {:?}",
                        topic.name, told.partition, part.source.broker
                    )),
                }
            }
        }
    }
}

/// Nothing is ever deleted here: every log starts at 0.
async fn earliest(scene: &Scene) {
    let asked = |partition| PartitionAsked { partition, leader_epoch: None, timestamp: EARLIEST };
    let topic =
        TopicAsked { name: ORDERS.to_owned(), partitions: (0..ORDERS_PARTITIONS).map(asked).collect() };
    let request = ListOffsets { topics: vec![topic], ..ListOffsets::default() };
    let Ok(answers) = scene.ask(CLASS, request, Key::None).await else { return };
    for told in answers.parts.iter().flat_map(|part| &part.reply.topics).flat_map(|topic| &topic.partitions) {
        if told.code.is_none() && told.offset != Some(0) {
            scene.ledger.wrong(format!("the log starts at 0, told was {told:?}"));
        }
    }
}

async fn producers(scene: &Scene) {
    let topic = TopicPartitions { topic: ORDERS.to_owned(), partitions: (0..ORDERS_PARTITIONS).collect() };
    let Ok(answers) = scene.ask(CLASS, DescribeProducers { topics: vec![topic] }, Key::None).await else {
        return;
    };
    for told in answers.parts.iter().flat_map(|part| &part.reply.topics).flat_map(|topic| &topic.partitions) {
        if told.code.is_none() && !told.producers.is_empty() {
            scene.ledger.wrong(format!("nobody writes with a producer id here, told was {told:?}"));
        }
    }
}

/// The end of the present epoch is the end of the log.
async fn epochs(scene: &Scene, partition: i32) {
    let floor = scene.floors.of(ORDERS, partition);
    let asked =
        offset_for_leader_epoch::PartitionAsked { partition, current_epoch: None, epoch: floor.0.max(0) };
    let topic = offset_for_leader_epoch::TopicAsked { name: ORDERS.to_owned(), partitions: vec![asked] };
    let request = OffsetForLeaderEpoch { topics: vec![topic] };
    let Ok(answers) = scene.ask(CLASS, request, Key::Partition(ORDERS.to_owned(), partition)).await else {
        return;
    };
    for told in answers.parts.iter().flat_map(|part| &part.reply.topics).flat_map(|topic| &topic.partitions) {
        let sure = told.code.is_none() && told.epoch == Some(floor.0);
        if sure && told.end_offset.is_none_or(|end| end < floor.1) {
            scene.ledger.wrong(format!("the epoch goes to {floor:?} at least, told was {told:?}"));
        }
    }
}
