//! Writes to the controller that move things: one caller moves replicas from broker to broker, one has leaders elected. They
//! go on while brokers come and go, so that leaders move for two reasons at once.

use std::time::Duration;

use meta::{
    Key,
    message::{
        TopicPartitions,
        alter_partition_reassignments::{AlterPartitionReassignments, PartitionMoved, TopicMoved},
        elect_leaders::{ElectLeaders, Election},
    },
};
use rand::{Rng, rngs::StdRng, seq::SliceRandom};

use crate::{
    scene::Scene,
    stage_set::{MOVING, MOVING_PARTITIONS, ORDERS, ORDERS_PARTITIONS},
};

const CLASS: &str = "controller, write";

pub(crate) struct Caller {
    elects: bool,
}

impl super::Caller for Caller {
    fn new(number: u64) -> Caller {
        Caller { elects: number % 2 == 1 }
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        match self.elects {
            true => elect(scene).await,
            false => move_replicas(scene, chance).await,
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

async fn move_replicas(scene: &Scene, chance: &mut StdRng) {
    let partition = chance.random_range(0..MOVING_PARTITIONS);
    let mut to = vec![1, 2, 3];
    to.shuffle(chance);
    to.truncate(2);
    let moved = PartitionMoved { partition, replicas: Some(to.clone()) };
    let asked = AlterPartitionReassignments {
        topics: vec![TopicMoved { name: MOVING.to_owned(), partitions: vec![moved] }],
        timeout: Duration::from_secs(20),
        allow_replication_change: true,
    };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    let mut codes = answers.parts.iter().flat_map(|part| &part.reply.topics).flat_map(|one| &one.partitions);
    if !codes.all(|one| one.code.is_none()) {
        return;
    }
    let what = || format!("{MOVING}-{partition} was to be moved to {to:?}, and that is not seen");
    scene
        .eventually(what, async || {
            let Some(snapshot) = scene.look("any", MOVING).await else { return false };
            let Some(topic) = snapshot.topic(MOVING) else { return false };
            topic.partition(partition).is_some_and(|one| one.replicas == to)
        })
        .await;
}

async fn elect(scene: &Scene) {
    let all = TopicPartitions { topic: ORDERS.to_owned(), partitions: (0..ORDERS_PARTITIONS).collect() };
    let asked = ElectLeaders {
        election: Election::Preferred,
        topics: Some(vec![all]),
        timeout: Duration::from_secs(20),
    };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    for told in answers.parts.iter().flat_map(|part| &part.reply.topics) {
        if told.name != ORDERS || told.partitions.iter().any(|one| one.partition >= ORDERS_PARTITIONS) {
            scene.ledger.wrong(format!("leaders of {ORDERS} were asked for, told was {told:?}"));
        }
    }
}
