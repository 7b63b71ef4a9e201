//! The reader against the codec's own decoder: thousands of random replies of every version, and bytes that lie.

mod compare;
mod random;
mod untold;

use kafka_protocol::{
    messages::{MetadataResponse, metadata_response::MetadataResponseBroker},
    protocol::{Encodable as _, StrBytes},
};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use super::MetadataReply;
use compare::compare;

fn written(reply: &MetadataResponse, version: i16) -> Vec<u8> {
    let mut out = bytes::BytesMut::new();
    reply.encode(&mut out, version).unwrap();
    out.to_vec()
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
    assert!(MetadataReply::read(12, &written(&reply, 12)).unwrap().listing.topics.is_empty());
}
