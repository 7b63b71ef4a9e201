//! Metadata replies written by hand, for what no mock cluster would say by itself.

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::{
        BrokerId, MetadataResponse, TopicName,
        metadata_response::{MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic},
    },
    protocol::{Encodable as _, StrBytes},
};
use meta::Cluster;
use mock_cluster::{Action, Fault, FaultId, MockCluster, key};

/// The version that brokers of 4.4 are asked in.
pub const VERSION: i16 = 13;

pub fn broker(id: i32, host: &str, port: i32) -> MetadataResponseBroker {
    MetadataResponseBroker::default().with_node_id(BrokerId(id)).with_host(text(host)).with_port(port)
}

pub fn topic(name: &str, partitions: Vec<MetadataResponsePartition>) -> MetadataResponseTopic {
    MetadataResponseTopic::default().with_name(Some(TopicName(text(name)))).with_partitions(partitions)
}

pub fn partition(index: i32, leader: i32) -> MetadataResponsePartition {
    let replicas = vec![BrokerId(leader)];
    MetadataResponsePartition::default()
        .with_partition_index(index)
        .with_leader_id(BrokerId(leader))
        .with_leader_epoch(1)
        .with_isr_nodes(replicas.clone())
        .with_replica_nodes(replicas)
}

/// What this cluster would say of its brokers, and no topic.
pub fn true_brokers(mock: &MockCluster) -> MetadataResponse {
    let brokers = mock.broker_addresses().into_iter().map(|(id, address)| {
        let (host, port) = address.rsplit_once(':').unwrap();
        broker(id, host, port.parse().unwrap())
    });
    MetadataResponse::default()
        .with_brokers(brokers.collect())
        .with_cluster_id(Some(text(&mock.state().cluster_id)))
        .with_controller_id(BrokerId(1))
}

pub fn written(reply: &MetadataResponse) -> Bytes {
    let mut out = BytesMut::new();
    reply.encode(&mut out, VERSION).unwrap();
    out.freeze()
}

/// From now on each broker answers Metadata with this.
pub fn answer(mock: &MockCluster, reply: &MetadataResponse) -> FaultId {
    mock.fault(Fault::on(key::METADATA), Action::RawBody(written(reply)))
}

pub fn text(text: &str) -> StrBytes {
    StrBytes::from_string(text.to_owned())
}

/// All that a screen shows of it, to be compared.
pub fn shown(cluster: &Cluster) -> String {
    let view = cluster.snapshot();
    let topics: Vec<_> = view
        .topics()
        .map(|topic| (topic.name(), topic.source().at, topic.partitions().collect::<Vec<_>>()))
        .collect();
    let at = (view.brokers_source().map(|source| source.at), view.listing_source().map(|source| source.at));
    format!("{:?} {:?} {:?} {at:?} {topics:?}", view.cluster_id(), view.controller(), view.brokers())
}
