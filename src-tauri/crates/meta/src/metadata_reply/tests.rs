//! The reader against the codec's own decoder: thousands of random replies of every version, and bytes that lie.

mod random;

use kafka_protocol::{
    messages::{MetadataResponse, metadata_response::MetadataResponseBroker},
    protocol::{Decodable as _, Encodable as _, StrBytes},
};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use super::MetadataReply;
use crate::{Partition, Refresh, Snapshot, Source};

fn written(reply: &MetadataResponse, version: i16) -> Vec<u8> {
    let mut out = bytes::BytesMut::new();
    reply.encode(&mut out, version).unwrap();
    out.to_vec()
}

fn source(version: i16) -> Source {
    Source {
        broker: Some(1),
        address: "one:9092".into(),
        api: wire::ApiKey::Metadata,
        version,
        at: std::time::SystemTime::UNIX_EPOCH,
        took: std::time::Duration::ZERO,
        attempts: 1,
        bytes: 0,
    }
}

fn ids(list: &[kafka_protocol::messages::BrokerId]) -> Vec<i32> {
    list.iter().map(|id| id.0).collect()
}

fn known(number: i32) -> Option<i32> {
    (number >= 0).then_some(number)
}

/// Compares what the codec reads from these bytes with what a snapshot of them says.
fn compare(body: &[u8], version: i16) {
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
            let expected = Partition {
                index: theirs.partition_index,
                leader: known(theirs.leader_id.0),
                leader_epoch: known(theirs.leader_epoch),
                replicas: &ids(&theirs.replica_nodes),
                isr: &ids(&theirs.isr_nodes),
                offline: &ids(&theirs.offline_replicas),
                error: wire::ErrorCode(theirs.error_code),
            };
            assert_eq!(ours, expected);
            assert_eq!(snapshot.leader(name, theirs.partition_index), known(theirs.leader_id.0));
        }
        let leaderless = partitions.iter().filter(|partition| partition.leader_id.0 < 0).count();
        assert_eq!(ours.leaderless() as usize, leaderless);
        let missing =
            |partition: &&kafka_protocol::messages::metadata_response::MetadataResponsePartition| {
                partition.replica_nodes.iter().filter(|id| !partition.isr_nodes.contains(id)).count()
            };
        let out_of_sync: usize = partitions.iter().map(|partition| missing(&partition)).sum();
        assert_eq!(ours.out_of_sync() as usize, out_of_sync);
        let under_replicated = partitions.iter().filter(|partition| missing(partition) > 0).count();
        assert_eq!(ours.under_replicated() as usize, under_replicated);
        let offline: usize = partitions.iter().map(|partition| partition.offline_replicas.len()).sum();
        assert_eq!(ours.offline() as usize, offline);
    }
    assert_eq!(snapshot.topics().len(), shown);
    assert!(snapshot.topics().zip(snapshot.topics().skip(1)).all(|(one, next)| one.name() < next.name()));
}

#[test]
fn thousands_of_random_replies_of_every_version_read_as_the_codec_reads_them() {
    let mut random = StdRng::seed_from_u64(1);
    let mut partitions = 0;
    for version in 0..=13 {
        for _ in 0..400 {
            let reply = random::reply(&mut random, version);
            partitions += reply.topics.iter().map(|topic| topic.partitions.len()).sum::<usize>();
            compare(&written(&reply, version), version);
        }
    }
    assert!(partitions > 50_000, "only {partitions} partitions were compared");
}

#[test]
fn a_reply_cut_anywhere_is_refused() {
    let mut random = StdRng::seed_from_u64(2);
    for version in 0..=13 {
        for _ in 0..6 {
            let body = written(&random::reply(&mut random, version), version);
            let near_the_end = body.len().saturating_sub(40)..body.len();
            for end in near_the_end.chain((0..60).map(|_| random.random_range(0..body.len()))) {
                MetadataReply::read(version, &body[..end]).unwrap_err();
            }
        }
    }
}

#[test]
fn bytes_after_the_end_are_refused() {
    let mut body = written(&random::reply(&mut StdRng::seed_from_u64(3), 12), 12);
    body.push(0);
    MetadataReply::read(12, &body).unwrap_err();
}

#[test]
fn damaged_bytes_are_read_or_refused_and_never_end_the_program() {
    let mut random = StdRng::seed_from_u64(4);
    let (mut refused, mut read) = (0, 0);
    for round in 0..6000 {
        let version = round % 14;
        let mut body = written(&random::reply(&mut random, version), version);
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..body.len());
            body[at] = match random.random_range(0..4) {
                0 => 0xff,
                1 => 0x7f,
                2 => 0,
                _ => random.random(),
            };
        }
        match MetadataReply::read(version, &body) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 500 && read > 500, "{refused} refused, {read} read");
}

#[test]
fn nine_bytes_that_claim_two_thousand_million_brokers_are_refused() {
    // throttle_time_ms, then a compact count of 2^31.
    let body = [0, 0, 0, 0, 0x81, 0x80, 0x80, 0x80, 0x08];
    let why = MetadataReply::read(12, &body).unwrap_err().0;
    assert!(why.contains("brokers"), "{why}");
}

#[test]
fn a_version_that_is_not_known_is_refused() {
    MetadataReply::read(-1, &[]).unwrap_err();
    MetadataReply::read(14, &[]).unwrap_err();
}

fn broker(id: i32, host: &str, port: i32) -> MetadataResponseBroker {
    MetadataResponseBroker::default()
        .with_node_id(id.into())
        .with_host(StrBytes::from_string(host.to_owned()))
        .with_port(port)
}

#[test]
fn brokers_that_cannot_be_are_refused() {
    for (brokers, word) in [
        (vec![broker(1, "a", 9092), broker(1, "b", 9092)], "broker 1 twice"),
        (vec![broker(-2, "a", 9092)], "broker -2 is below zero"),
        (vec![broker(1, "a", 0)], "the port 0"),
        (vec![broker(1, "a", 65536)], "the port 65536"),
        (vec![broker(1, "a", -1)], "the port -1"),
        (vec![broker(1, "", 9092)], "no host"),
    ] {
        let reply = MetadataResponse::default().with_brokers(brokers);
        let why = MetadataReply::read(9, &written(&reply, 9)).unwrap_err().0;
        assert!(why.contains(word), "{why}");
    }
}

#[test]
fn topics_and_partitions_that_cannot_be_are_refused() {
    let one = random::topic("orders", &[0, 1, 2]);
    for (topics, word) in [
        (vec![one.clone(), one.clone()], "\"orders\" twice"),
        (vec![random::topic("", &[0])], "an empty name"),
        (vec![one.clone().with_name(None)], "without a name"),
        (vec![random::topic("orders", &[0, -1])], "partition -1 is below zero"),
        (vec![random::topic("orders", &[2, 0, 2])], "partition 2 twice"),
    ] {
        let reply = MetadataResponse::default().with_topics(topics);
        let why = MetadataReply::read(9, &written(&reply, 9)).unwrap_err().0;
        assert!(why.contains(word), "{why}");
    }
    // From version 12 on a topic that was asked for by id may come back nameless.
    let reply = MetadataResponse::default().with_topics(vec![one.with_name(None)]);
    assert!(MetadataReply::read(12, &written(&reply, 12)).unwrap().topics.is_empty());
}
