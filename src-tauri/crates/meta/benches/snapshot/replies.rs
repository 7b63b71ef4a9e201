//! Metadata replies of a large cluster, written by the codec.

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::{
        BrokerId, MetadataResponse, TopicName,
        metadata_response::{MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic},
    },
    protocol::{Encodable as _, StrBytes},
};
use uuid::Uuid;

pub(crate) const VERSION: i16 = 12;
const BROKERS: i32 = 12;

/// A name of 30 letters, with the long common beginnings that real names have.
pub(crate) fn name(topic: usize) -> String {
    format!("team-{:02}.orders.events.v1.{topic:06}", topic % 40)
}

/// The full listing.
pub(crate) fn listing(topics: usize, partitions: i32) -> Bytes {
    written((0..topics).map(|number| topic(number, partitions)).collect())
}

/// The reply to a refresh of one topic.
pub(crate) fn one_topic(number: usize, partitions: i32) -> Bytes {
    written(vec![topic(number, partitions)])
}

fn topic(number: usize, partitions: i32) -> MetadataResponseTopic {
    let seed = i32::try_from(number).unwrap();
    let partition = |index: i32| {
        let replicas: Vec<BrokerId> =
            (0..3).map(|replica| BrokerId((seed + index + replica * (1 + index % 3)) % BROKERS)).collect();
        MetadataResponsePartition::default()
            .with_partition_index(index)
            .with_leader_id(replicas[0])
            .with_leader_epoch(index)
            .with_isr_nodes(replicas.clone())
            .with_replica_nodes(replicas)
    };
    MetadataResponseTopic::default()
        .with_name(Some(TopicName(text(name(number)))))
        // Ids are random in real clusters; so that they come in no order.
        .with_topic_id(Uuid::from_u128(
            (number as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835),
        ))
        .with_partitions((0..partitions).map(partition).collect())
}

fn written(topics: Vec<MetadataResponseTopic>) -> Bytes {
    let broker = |id: i32| {
        MetadataResponseBroker::default()
            .with_node_id(BrokerId(id))
            .with_host(text(format!("broker-{id}.example")))
            .with_port(9092)
            .with_rack(Some(text(format!("rack-{}", id % 3))))
    };
    let reply = MetadataResponse::default()
        .with_brokers((0..BROKERS).map(broker).collect())
        .with_cluster_id(Some(text("bench".to_owned())))
        .with_controller_id(BrokerId(1))
        .with_topics(topics);
    let mut out = BytesMut::new();
    reply.encode(&mut out, VERSION).unwrap();
    out.freeze()
}

fn text(text: String) -> StrBytes {
    StrBytes::from_string(text)
}
