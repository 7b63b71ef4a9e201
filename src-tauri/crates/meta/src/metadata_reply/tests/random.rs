//! Random Metadata replies that a broker could send: partitions out of order, holes in their numbers, no leader, lists of
//! all lengths, null and set where both can be, unknown tagged fields.

use bytes::Bytes;
use kafka_protocol::{
    messages::{
        BrokerId, MetadataResponse, TopicName,
        metadata_response::{MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic},
    },
    protocol::StrBytes,
};
use rand::{Rng, rngs::StdRng, seq::SliceRandom as _};
use uuid::Uuid;

pub(super) fn reply(random: &mut StdRng, version: i16) -> MetadataResponse {
    // At least one broker, as a snapshot takes in no reply without.
    let mut ids: Vec<i32> = (0..random.random_range(1..9)).map(|id| id * 3).collect();
    ids.shuffle(random);
    let brokers = ids.iter().map(|id| broker(random, version, *id)).collect();
    let mut names: Vec<String> =
        (0..random.random_range(0..12)).map(|n| format!("{}-{n}", word(random, 1, 40))).collect();
    names.sort();
    names.dedup();
    names.shuffle(random);
    let topics = names.iter().map(|name| a_topic(random, version, name, &ids)).collect();
    let mut reply = MetadataResponse::default()
        .with_brokers(brokers)
        .with_topics(topics)
        .with_controller_id(BrokerId(if version >= 1 { random.random_range(-1..9) } else { -1 }));
    if version >= 2 {
        reply.cluster_id = maybe(random, 1, 30);
    }
    if version >= 3 {
        reply.throttle_time_ms = random.random();
    }
    if (8..=10).contains(&version) {
        reply.cluster_authorized_operations = random.random();
    }
    if version >= 13 {
        reply.error_code = *[0, 0, 0, 129].get(random.random_range(0..4_usize)).unwrap();
    }
    if version >= 9 && random.random_bool(0.3) {
        reply.unknown_tagged_fields.insert(random.random_range(0..300), tagged(random));
    }
    reply
}

fn broker(random: &mut StdRng, version: i16, id: i32) -> MetadataResponseBroker {
    let mut broker = MetadataResponseBroker::default()
        .with_node_id(BrokerId(id))
        .with_host(StrBytes::from_string(word(random, 1, 200)))
        .with_port(random.random_range(1..65536));
    if version >= 1 {
        broker.rack = maybe(random, 0, 9);
    }
    if version >= 9 && random.random_bool(0.2) {
        broker.unknown_tagged_fields.insert(0, tagged(random));
    }
    broker
}

fn a_topic(random: &mut StdRng, version: i16, name: &str, brokers: &[i32]) -> MetadataResponseTopic {
    let failed = random.random_bool(0.1);
    let mut indexes: Vec<i32> = (0..random.random_range(0..30)).collect();
    if random.random_bool(0.3) {
        // Holes and far numbers, and Kafka's own habit: no order.
        indexes.iter_mut().for_each(|index| *index *= random.random_range(1..4));
        indexes.dedup();
        indexes.sort_unstable();
        indexes.dedup();
        indexes.shuffle(random);
    }
    if failed {
        indexes.clear();
    }
    let partitions = indexes.iter().map(|index| partition(random, version, *index, brokers)).collect();
    let mut topic = MetadataResponseTopic::default()
        .with_name(Some(TopicName(StrBytes::from_string(name.to_owned()))))
        .with_partitions(partitions);
    if failed {
        topic.error_code = *[3, 5, 17, 29, 100, -1].get(random.random_range(0..6_usize)).unwrap();
    }
    if version >= 1 {
        topic.is_internal = random.random();
    }
    if version >= 8 {
        topic.topic_authorized_operations = random.random();
    }
    if version >= 10 && random.random_bool(0.9) {
        topic.topic_id = Uuid::from_u128(random.random());
    }
    if version >= 9 && random.random_bool(0.2) {
        topic.unknown_tagged_fields.insert(7, tagged(random));
    }
    topic
}

fn partition(random: &mut StdRng, version: i16, index: i32, brokers: &[i32]) -> MetadataResponsePartition {
    let mut replicas = brokers.to_vec();
    replicas.shuffle(random);
    replicas.truncate(random.random_range(0..6));
    let mut isr = replicas.clone();
    if random.random_bool(0.4) {
        isr.shuffle(random);
        isr.truncate(random.random_range(0..6));
    }
    let leader = if random.random_bool(0.1) { -1 } else { isr.first().copied().unwrap_or(-1) };
    let mut partition = MetadataResponsePartition::default()
        .with_error_code(if leader < 0 { 5 } else { 0 })
        .with_partition_index(index)
        .with_leader_id(BrokerId(leader))
        .with_replica_nodes(replicas.iter().copied().map(BrokerId).collect())
        .with_isr_nodes(isr.iter().copied().map(BrokerId).collect());
    if version >= 5 && random.random_bool(0.2) {
        partition.offline_replicas = replicas.iter().take(2).copied().map(BrokerId).collect();
    }
    if version >= 7 {
        partition.leader_epoch = random.random_range(-1..i32::MAX);
    }
    if version >= 9 && random.random_bool(0.05) {
        partition.unknown_tagged_fields.insert(1, tagged(random));
    }
    partition
}

/// A plain topic with these partitions.
pub(super) fn topic(name: &str, indexes: &[i32]) -> MetadataResponseTopic {
    let partitions = indexes.iter().map(|index| {
        MetadataResponsePartition::default().with_partition_index(*index).with_leader_id(BrokerId(1))
    });
    MetadataResponseTopic::default()
        .with_name(Some(TopicName(StrBytes::from_string(name.to_owned()))))
        .with_partitions(partitions.collect())
}

fn word(random: &mut StdRng, least: usize, most: usize) -> String {
    let letters = ['a', 'b', '.', '_', '-', 'Z', '9', 'é', '漢'];
    (0..random.random_range(least..=most)).map(|_| letters[random.random_range(0..letters.len())]).collect()
}

fn maybe(random: &mut StdRng, least: usize, most: usize) -> Option<StrBytes> {
    random.random_bool(0.7).then(|| StrBytes::from_string(word(random, least, most)))
}

fn tagged(random: &mut StdRng) -> Bytes {
    Bytes::from(vec![0xab; random.random_range(0..200)])
}
