//! What a version leaves out is not told: never zero, never "none of them".

use std::time::{Duration, Instant, SystemTime};

use kafka_protocol::messages::{BrokerId, MetadataResponse};

use super::{MetadataReply, broker, random, written};
use crate::{Refresh, Snapshot, Source};

fn taken(reply: &MetadataResponse, version: i16) -> Snapshot {
    let source = Source {
        broker: Some(1),
        address: "one:9092".into(),
        api: wire::ApiKey::Metadata,
        version,
        at: SystemTime::UNIX_EPOCH,
        asked: Instant::now(),
        took: Duration::ZERO,
        attempts: 1,
        bytes: 0,
    };
    let read = MetadataReply::read(version, &written(reply, version)).unwrap();
    Snapshot::empty().install(read, &Refresh::All, source).unwrap().snapshot
}

#[test]
fn each_field_is_told_from_the_version_on_that_has_it() {
    for version in 4..=13 {
        let mut orders = random::topic("orders", &[0, 1]);
        for partition in &mut orders.partitions {
            partition.leader_epoch = if version >= 7 { 3 } else { -1 };
        }
        if version >= 10 {
            orders.topic_id = uuid::Uuid::from_u128(9);
        }
        let reply = MetadataResponse::default()
            .with_brokers(vec![broker(1, "a", 9092)])
            .with_controller_id(BrokerId(-1))
            .with_topics(vec![orders]);
        let view = taken(&reply, version);
        let topic = view.topic("orders").unwrap();
        let partition = topic.partition(0).unwrap();
        assert_eq!(partition.offline.is_some(), version >= 5, "version {version}");
        assert_eq!(topic.offline().is_some(), version >= 5, "version {version}");
        assert_eq!(partition.leader_epoch, (version >= 7).then_some(3), "version {version}");
        assert_eq!(topic.id().is_some(), version >= 10, "version {version}");
        assert_eq!(
            (view.cluster_id(), view.controller()),
            (None, None),
            "version {version}: it told neither"
        );
        assert_eq!(view.broker(1).unwrap().rack, None, "version {version}");
    }
}
