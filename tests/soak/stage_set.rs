//! What is there before the trouble begins: topics with chosen replicas, groups that only commit, and two consumers of either
//! protocol that read all the while.

use kafka_protocol::{messages::FindCoordinatorRequest, protocol::StrBytes};
use real_kafka::Version;
use support::{Stage, eventually, raw, stage::Need};

/// Twelve partitions on all brokers, written to all the time.
pub(crate) const ORDERS: &str = "orders";
pub(crate) const ORDERS_PARTITIONS: i32 = 12;
/// Six partitions with two replicas each, whose replicas are moved about.
pub(crate) const MOVING: &str = "moving";
pub(crate) const MOVING_PARTITIONS: i32 = 6;
/// One replica each: whose broker is away is led by nobody.
pub(crate) const LONELY: &str = "lonely";
pub(crate) const LONELY_PARTITIONS: i32 = 3;
/// Its configs are written to.
pub(crate) const SETTINGS: &str = "settings";
pub(crate) const TOPICS: [&str; 4] = [ORDERS, MOVING, LONELY, SETTINGS];

/// Consumers that hold partitions, by the type of their group.
pub(crate) const CONSUMERS: [(&str, &str); 2] = [("reading-classic", "classic"), ("reading-new", "consumer")];
/// Groups of callers that commit offsets: `commits-0` and so on.
pub(crate) const COMMITTERS: u64 = 30;
/// Transactional ids of callers that fence their predecessors: `writes-0` and so on.
pub(crate) const FENCERS: u64 = 12;

pub(crate) fn committer(number: u64) -> String {
    format!("commits-{number}")
}

pub(crate) fn fencer(number: u64) -> String {
    format!("writes-{number}")
}

pub(crate) async fn set() -> Stage {
    let stage = Stage::real(Version::V4_4, Need::Alone).await;
    let all: [&[i32]; 3] = [&[1, 2, 3], &[2, 3, 1], &[3, 1, 2]];
    let two: [&[i32]; 3] = [&[1, 2], &[2, 3], &[3, 1]];
    let of = |sets: &[&'static [i32]; 3], count: i32| -> Vec<&'static [i32]> {
        sets.iter().copied().cycle().take(usize::try_from(count).unwrap()).collect()
    };
    stage.topic(ORDERS, &of(&all, ORDERS_PARTITIONS)).await;
    stage.topic(MOVING, &of(&two, MOVING_PARTITIONS)).await;
    stage.topic(LONELY, &[&[1], &[2], &[3]]).await;
    stage.topic(SETTINGS, &[&[1, 2, 3]]).await;
    for partition in 0..ORDERS_PARTITIONS {
        stage.records(ORDERS, partition, 3).await;
    }
    for (group, kind) in CONSUMERS {
        stage.consumer(group, ORDERS, kind).await;
    }
    for number in 0..COMMITTERS {
        stage.committed(&committer(number), ORDERS, &[(i32::try_from(number % 12).unwrap(), 0)]).await;
    }
    // No look-up of ours would make the topic behind transactions, nor should it: the first of their users does.
    let first = FindCoordinatorRequest::default().with_key(StrBytes::from_string(fencer(0))).with_key_type(1);
    let address = stage.address(1);
    eventually("a coordinator of transactions", async || {
        match raw::ask(&address, 3, &first).await?.error_code {
            0 => Ok(()),
            code => Err(raw::Silence(format!("code {code}"))),
        }
    })
    .await;
    // The coordinators' topics too, before the first broker goes.
    stage.until_all_are_in_sync().await;
    stage
}
