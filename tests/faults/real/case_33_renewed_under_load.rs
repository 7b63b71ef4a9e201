//! Case 33 (aiokafka#1105, librdkafka#4301, KAFKA-13848): cut each hour without renewal, or renewed amid requests.
//!
//! A real broker with `connections.max.reauth.ms=5000` for SCRAM-SHA-512, fifty callers, and each connection signed in to again at
//! least four times: no request fails and no connection is lost.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use meta::{Config, Event, Hash, Key, Secret, SignIn, message::describe_cluster::DescribeCluster};
use real_kafka::{USERS, Version};
use support::{
    Stage,
    ground::{Record, config, connect_as, latest, until, within},
    stage::Need,
};

use super::ours::closed_addresses;

/// Renewals of each connection: "more than three".
const ENOUGH: u32 = 4;

#[tokio::test(flavor = "multi_thread")]
async fn fifty_callers_and_no_failed_request() {
    renewed(Version::V4_4).await;
}

pub(super) async fn renewed(version: Version) {
    let stage = Stage::real(version, Need::Shared).await;
    let name = stage.fresh("renewed");
    stage.topic(&name, &[&[1, 2], &[2, 3], &[3, 1]]).await;
    let (user, password) = USERS[0];
    let sign_in = Some(SignIn::scram(Hash::Sha512, user, Secret::new(password)));
    let (cluster, record) = connect_as(Config { sign_in, ..config(&closed_addresses(&stage).await) }).await;
    let (over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let callers: Vec<_> = (0..50)
        .map(|caller| {
            let (cluster, name) = (cluster.clone(), name.clone());
            let (over, answered) = (Arc::clone(&over), Arc::clone(&answered));
            tokio::spawn(async move {
                while !over.load(Ordering::Acquire) {
                    if caller % 2 == 0 {
                        let answers = cluster.send(latest(&name, 0..3), Key::None).await.unwrap();
                        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
                    } else {
                        cluster.send(DescribeCluster::default(), Key::None).await.unwrap();
                    }
                    answered.fetch_add(1, Ordering::AcqRel);
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            })
        })
        .collect();
    until(|| {
        let each = renewals(&record);
        each.len() == 3 && each.values().all(|renewals| *renewals >= ENOUGH)
            || callers.iter().any(|caller| caller.is_finished())
    })
    .await;
    over.store(true, Ordering::Release);
    for caller in callers {
        within(caller).await.unwrap();
    }
    let lost = record.events().into_iter().filter(|event| matches!(event, Event::Disconnected { .. }));
    assert_eq!(lost.count(), 0);
    assert!(answered.load(Ordering::Acquire) > 1000, "{answered:?}");
}

fn renewals(record: &Record) -> BTreeMap<String, u32> {
    let mut each = BTreeMap::new();
    for event in record.events() {
        if let Event::SignedIn { address, renewals, .. } = event {
            let most = each.entry(address).or_default();
            *most = renewals.max(*most);
        }
    }
    each
}
