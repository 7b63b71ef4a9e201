//! Bodies that lie. Whatever a socket brings, reading it ends in a value or in a failure, with memory in proportion to
//! the bytes that came: no panic, no reservation by a number that somebody made up.

use allocation_counter::measure;
use bytes::Bytes;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use super::{super::*, made};
use crate::{Request, decode_reply, message::*};

/// The most memory that one byte of a reply may cost on its way to owned data. An empty string is one byte on the wire,
/// 32 in the codec and 24 with us; structures of empty strings cost the most.
const PER_BYTE: u64 = 250;
/// For the sentence of a failure.
const SENTENCE: u64 = 4096;

/// Reads a reply, and holds the memory that it took against the bytes that it has.
fn read<R: Request>(version: i16, body: &[u8]) -> bool {
    let given = Bytes::copy_from_slice(body);
    let length = u64::try_from(body.len()).unwrap();
    let mut good = false;
    let took = measure(|| good = decode_reply::<R>(version, given).is_ok());
    let most = length * PER_BYTE + SENTENCE;
    assert!(took.bytes_max <= most, "{} v{version} took {} bytes for {body:02x?}", R::KEY, took.bytes_max);
    good
}

fn mutate(rng: &mut StdRng, body: &mut Vec<u8>) {
    for _ in 0..rng.random_range(1..4) {
        let place = rng.random_range(0..=body.len());
        match rng.random_range(0..6) {
            0 if place < body.len() => body[place] = rng.random(),
            1 if place < body.len() => body[place] ^= 1 << rng.random_range(0..8),
            2 => body.truncate(place),
            3 => body.insert(place, rng.random()),
            // Counts and lengths are most often four bytes, or a number of up to five bytes whose last ends it.
            4 if place + 4 <= body.len() => body[place..place + 4].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff]),
            _ => drop(body.splice(place..place, [0xff, 0xff, 0xff, 0xff, 0x0f])),
        }
    }
}

/// Good replies are read, mutated ones end in a value or a failure. How many were refused.
fn withstands<R: Request>() -> usize {
    let shape = shape_of(R::KEY).unwrap();
    let mut refused = 0;
    for version in R::VERSIONS.0..=R::VERSIONS.1 {
        for seed in 0..60 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut body = made::reply(&mut rng, shape, version);
            let code_35 = R::KEY == ApiKey::ApiVersions && body.starts_with(&[0, 35]);
            assert!(code_35 || read::<R>(version, &body), "{} v{version} seed {seed}: {body:02x?}", R::KEY);
            mutate(&mut rng, &mut body);
            refused += usize::from(!read::<R>(version, &body));
        }
    }
    refused
}

/// Every cut of a good reply is refused, and so is a byte too many.
fn wants_all_bytes<R: Request>() {
    let shape = shape_of(R::KEY).unwrap();
    for version in R::VERSIONS.0..=R::VERSIONS.1 {
        let mut body = made::reply(&mut StdRng::seed_from_u64(1), shape, version);
        for length in 0..body.len() {
            assert!(
                !read::<R>(version, &body[..length]),
                "{} v{version} cut at {length}: {body:02x?}",
                R::KEY
            );
        }
        body.push(0);
        assert!(!read::<R>(version, &body), "{} v{version} with a byte too many: {body:02x?}", R::KEY);
    }
}

/// As many as fit of the largest count, at each place of the shortest bodies.
fn refuses_huge_counts<R: Request>() {
    for version in R::VERSIONS.0..=R::VERSIONS.1 {
        for before in 0..16 {
            for count in [[0x7f, 0xff, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xff, 0x0f]] {
                let mut body = vec![0; before];
                body.extend(count);
                read::<R>(version, &body);
            }
        }
    }
}

macro_rules! each_request {
    ($check:ident) => {
        [
            $check::<alter_partition_reassignments::AlterPartitionReassignments>(),
            $check::<alter_replica_log_dirs::AlterReplicaLogDirs>(),
            $check::<api_versions::ApiVersions>(),
            $check::<consumer_group_describe::ConsumerGroupDescribe>(),
            $check::<create_topics::CreateTopics>(),
            $check::<delete_groups::DeleteGroups>(),
            $check::<delete_topics::DeleteTopics>(),
            $check::<describe_acls::DescribeAcls>(),
            $check::<describe_client_quotas::DescribeClientQuotas>(),
            $check::<describe_cluster::DescribeCluster>(),
            $check::<describe_configs::DescribeConfigs>(),
            $check::<describe_groups::DescribeGroups>(),
            $check::<describe_log_dirs::DescribeLogDirs>(),
            $check::<describe_producers::DescribeProducers>(),
            $check::<describe_quorum::DescribeQuorum>(),
            $check::<describe_transactions::DescribeTransactions>(),
            $check::<describe_user_scram_credentials::DescribeUserScramCredentials>(),
            $check::<elect_leaders::ElectLeaders>(),
            $check::<find_coordinator::FindCoordinator>(),
            $check::<incremental_alter_configs::IncrementalAlterConfigs>(),
            $check::<list_config_resources::ListConfigResources>(),
            $check::<list_groups::ListGroups>(),
            $check::<list_offsets::ListOffsets>(),
            $check::<list_partition_reassignments::ListPartitionReassignments>(),
            $check::<list_transactions::ListTransactions>(),
            $check::<offset_fetch::OffsetFetch>(),
            $check::<offset_for_leader_epoch::OffsetForLeaderEpoch>(),
        ]
    };
}

#[test]
fn a_mutated_reply_ends_in_a_value_or_a_failure() {
    let refused: usize = each_request!(withstands).into_iter().sum();
    assert!(refused > 1000, "only {refused} mutations were caught: they no longer hit anything");
}

#[test]
fn a_reply_is_read_to_its_last_byte_and_no_further() {
    each_request!(wants_all_bytes);
}

#[test]
fn nine_bytes_cannot_reserve_400_gigabytes() {
    let nine = [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f];
    assert!(!read::<describe_configs::DescribeConfigs>(4, &nine));
    each_request!(refuses_huge_counts);
}

#[test]
fn more_elements_than_any_broker_has_are_refused() {
    let count = MOST_ELEMENTS + 1;
    let mut body = vec![0; 6];
    // An array of that many empty strings, one byte each.
    let mut number = count + 1;
    while number > 0x7f {
        body.push(u8::try_from(number & 0x7f).unwrap() | 0x80);
        number >>= 7;
    }
    body.push(u8::try_from(number).unwrap());
    body.resize(body.len() + count, 1);
    body.extend([1, 0]);
    let given = Bytes::from(body);
    let mut said = None;
    let took = measure(|| said = Some(decode_reply::<list_transactions::ListTransactions>(1, given)));
    assert!(said.unwrap().unwrap_err().0.contains("elements in one reply"));
    assert!(took.bytes_max <= SENTENCE, "{} bytes", took.bytes_max);
}
