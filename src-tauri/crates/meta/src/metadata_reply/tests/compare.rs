//! One reply read twice: by the codec, and by this crate up to the snapshot that the other layers see.

use kafka_protocol::{
    messages::{BrokerId, MetadataResponse, metadata_response::MetadataResponsePartition},
    protocol::Decodable as _,
};

use crate::{MetadataReply, Partition, Refresh, Snapshot, Source};

fn source(version: i16) -> Source {
    Source {
        broker: Some(1),
        address: "one:9092".into(),
        api: wire::ApiKey::Metadata,
        version,
        at: std::time::SystemTime::UNIX_EPOCH,
        asked: std::time::Instant::now(),
        took: std::time::Duration::ZERO,
        attempts: 1,
        bytes: 0,
    }
}

fn ids(list: &[BrokerId]) -> Vec<i32> {
    list.iter().map(|id| id.0).collect()
}

fn known(number: i32) -> Option<i32> {
    (number >= 0).then_some(number)
}

/// Compares what the codec reads from these bytes with what a snapshot of them says.
pub(super) fn compare(body: &[u8], version: i16) {
    let mut rest = bytes::Bytes::copy_from_slice(body);
    let theirs = MetadataResponse::decode(&mut rest, version).unwrap();
    let ours = MetadataReply::read(version, body).unwrap();
    assert_eq!(ours.error().0, theirs.error_code);
    assert_eq!(ours.cluster_id(), theirs.cluster_id.as_deref());

    // The rest is looked at from outside, through a snapshot, as the other layers do. It refuses a reply with an error.
    let ours = MetadataReply { error: wire::ErrorCode::NONE, ..ours };
    let snapshot = Snapshot::empty().install(ours, &Refresh::All, source(version)).unwrap().snapshot;
    assert_eq!(snapshot.controller(), known(theirs.controller_id.0));
    assert_eq!(snapshot.brokers().len(), theirs.brokers.len());
    for broker in &theirs.brokers {
        let ours = snapshot.broker(broker.node_id.0).unwrap();
        assert_eq!((&*ours.host, i32::from(ours.port)), (broker.host.as_str(), broker.port));
        assert_eq!(ours.rack.as_deref(), broker.rack.as_deref());
    }
    let named = theirs.topics.iter().filter_map(|topic| Some((topic.name.as_ref()?.as_str(), topic)));
    let mut shown = 0;
    let tells_offline = version >= 5;
    for (name, topic) in named {
        let Some(ours) = snapshot.topic(name) else {
            let refusal = snapshot.refusal(name).unwrap();
            assert_eq!(refusal.code.0, topic.error_code);
            continue;
        };
        shown += 1;
        assert_eq!(ours.error().0, topic.error_code);
        assert_eq!(ours.internal(), topic.is_internal);
        assert_eq!(ours.id(), crate::TopicId::new(topic.topic_id));
        if let Some(id) = ours.id() {
            assert_eq!(snapshot.topic_by_id(id).unwrap().name(), name);
        }
        let mut partitions = topic.partitions.clone();
        partitions.sort_by_key(|partition| partition.partition_index);
        assert_eq!(ours.len(), partitions.len());
        for (ours, theirs) in ours.partitions().zip(&partitions) {
            let offline = ids(&theirs.offline_replicas);
            let expected = Partition {
                index: theirs.partition_index,
                leader: known(theirs.leader_id.0),
                leader_epoch: known(theirs.leader_epoch),
                replicas: &ids(&theirs.replica_nodes),
                isr: &ids(&theirs.isr_nodes),
                offline: tells_offline.then_some(offline.as_slice()),
                error: wire::ErrorCode(theirs.error_code),
            };
            assert_eq!(ours, expected);
            assert_eq!(snapshot.leader(name, theirs.partition_index), known(theirs.leader_id.0));
        }
        let leaderless = partitions.iter().filter(|partition| partition.leader_id.0 < 0).count();
        assert_eq!(ours.leaderless() as usize, leaderless);
        let missing = |partition: &&MetadataResponsePartition| {
            partition.replica_nodes.iter().filter(|id| !partition.isr_nodes.contains(id)).count()
        };
        let out_of_sync: usize = partitions.iter().map(|partition| missing(&partition)).sum();
        assert_eq!(ours.out_of_sync() as usize, out_of_sync);
        let under_replicated = partitions.iter().filter(|partition| missing(partition) > 0).count();
        assert_eq!(ours.under_replicated() as usize, under_replicated);
        let offline: usize = partitions.iter().map(|partition| partition.offline_replicas.len()).sum();
        assert_eq!(ours.offline().map(|offline| offline as usize), tells_offline.then_some(offline));
    }
    assert_eq!(snapshot.topics().len(), shown);
    assert!(snapshot.topics().zip(snapshot.topics().skip(1)).all(|(one, next)| one.name() < next.name()));
}
