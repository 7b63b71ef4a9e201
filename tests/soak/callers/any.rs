//! What any broker answers: the cluster, topics, configs, the quorum.

use meta::{
    Key, Metadata, Refresh,
    message::{
        config_resource,
        describe_cluster::DescribeCluster,
        describe_configs::{DescribeConfigs, ResourceAsked},
        describe_quorum::DescribeQuorum,
        list_config_resources::ListConfigResources,
    },
};
use rand::{Rng, rngs::StdRng};

use crate::{
    scene::Scene,
    stage_set::{LONELY_PARTITIONS, MOVING_PARTITIONS, ORDERS_PARTITIONS, TOPICS},
};

const CLASS: &str = "any";

pub(crate) struct Caller;

impl super::Caller for Caller {
    fn new(_: u64) -> Caller {
        Caller
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        match chance.random_range(0..8) {
            0 | 1 => cluster(scene).await,
            2 | 3 => view(scene, chance).await,
            4 => configs(scene).await,
            5 => resources(scene).await,
            6 => drop(scene.ask(CLASS, Metadata { what: Refresh::All }, Key::None).await),
            _ => quorum(scene).await,
        }
    }
}

async fn cluster(scene: &Scene) {
    let Ok(answers) = scene.ask(CLASS, DescribeCluster::default(), Key::None).await else { return };
    for part in &answers.parts {
        let reply = &part.reply;
        let known =
            |id: i32, host: &str, port: i32| scene.addresses.get(&id) == Some(&format!("{host}:{port}"));
        let wrong = reply.brokers.iter().find(|one| !known(one.id, &one.host, one.port));
        if let Some(wrong) = wrong {
            scene.ledger.wrong(format!("DescribeCluster told of {wrong:?}"));
        }
        if Some(reply.cluster_id.as_str()) != scene.cluster.snapshot().cluster_id() {
            scene.ledger.wrong(format!("DescribeCluster told cluster id {:?}", reply.cluster_id));
        }
        if reply.brokers.is_empty() {
            // Fact of the broker: one that has just started knows of none yet.
            scene.ledger.note("a broker listed no brokers (DescribeCluster)");
        }
    }
}

/// A refresh of one topic, and then the view that everybody shares.
async fn view(scene: &Scene, chance: &mut StdRng) {
    let name = TOPICS[chance.random_range(0..TOPICS.len())];
    let Some(snapshot) = scene.look(CLASS, name).await else { return };
    if snapshot.brokers().is_empty() {
        scene.ledger.wrong("a view without brokers was believed".to_owned());
    }
    for broker in snapshot.brokers() {
        let at = format!("{}:{}", broker.host, broker.port);
        if scene.addresses.get(&broker.id) != Some(&at) {
            scene.ledger.wrong(format!("the view has broker {} at {at}", broker.id));
        }
    }
    let count = match name {
        "orders" => ORDERS_PARTITIONS,
        "moving" => MOVING_PARTITIONS,
        "lonely" => LONELY_PARTITIONS,
        _ => 1,
    };
    let Some(topic) = snapshot.topic(name) else {
        scene.ledger.wrong(format!("{name} is there, and the view lacks it: {:?}", snapshot.refusal(name)));
        return;
    };
    let id = meta::TopicId::new(scene.ids[name]);
    if topic.id() != id || topic.len() != usize::try_from(count).unwrap() {
        scene.ledger.wrong(format!("{name} has id {:?} and {} partitions", topic.id(), topic.len()));
    }
    for partition in topic.partitions() {
        let within = |id: &i32| partition.replicas.contains(id);
        if partition.leader.is_some_and(|id| !within(&id)) || !partition.isr.iter().all(within) {
            scene.ledger.wrong(format!("{name}: {partition:?} is led or followed by no replica"));
        }
    }
}

async fn configs(scene: &Scene) {
    let resources = TOPICS.iter().map(|name| ResourceAsked {
        kind: config_resource::TOPIC,
        name: (*name).to_owned(),
        keys: Some(vec!["retention.ms".to_owned()]),
    });
    let asked = DescribeConfigs { resources: resources.collect(), ..DescribeConfigs::default() };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    for resource in answers.parts.iter().flat_map(|part| &part.reply.resources) {
        if resource.code.is_none() && resource.configs.len() != 1 {
            scene.ledger.wrong(format!("one setting was asked for: {resource:?}"));
        }
    }
}

async fn resources(scene: &Scene) {
    let asked = ListConfigResources { kinds: vec![config_resource::BROKER] };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    for resource in answers.parts.iter().flat_map(|part| &part.reply.resources) {
        if resource.kind != config_resource::BROKER {
            scene.ledger.wrong(format!("brokers were asked for: {resource:?}"));
        }
    }
}

async fn quorum(scene: &Scene) {
    let Ok(answers) = scene.ask(CLASS, DescribeQuorum, Key::None).await else { return };
    for quorum in answers.parts.iter().filter_map(|part| part.reply.quorum.as_ref()) {
        let mut voters: Vec<i32> = quorum.voters.iter().map(|one| one.id).collect();
        voters.sort_unstable();
        if quorum.code.is_none() && voters != [1, 2, 3] {
            scene.ledger.wrong(format!("the voters are 1, 2 and 3, told were {voters:?}"));
        }
    }
}
