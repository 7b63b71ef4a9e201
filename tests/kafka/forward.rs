//! Brokers behind the user's own `ssh` and `kubectl`: a real sshd, real brokers behind it that advertise names which only the far
//! side could know, and the same with a stand-in for kubectl and names as operators in Kubernetes advertise them.

mod kubectl;
mod real_brokers;
mod sshd;

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use meta::{
    ApiKey, Cluster, Found, Key, Resolve,
    message::{describe_cluster::DescribeCluster, describe_log_dirs::DescribeLogDirs},
};
use support::ground::{Record, within};

/// Knows no name, and counts who asks for one. An address needs no look-up.
#[derive(Debug, Default)]
struct NoNames(AtomicUsize);

impl Resolve for NoNames {
    fn resolve(&self, host: &str, port: u16) -> Found {
        let address = host.parse::<IpAddr>();
        if address.is_err() {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        Box::pin(async move {
            match address {
                Ok(address) => Ok(vec![SocketAddr::new(address, port)]),
                Err(_) => Err(io::Error::new(io::ErrorKind::NotFound, "no such name here")),
            }
        })
    }
}

impl NoNames {
    fn asked(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Each broker answers for itself, and is told of under the address that it advertises.
async fn each_broker_answers(cluster: &Cluster, record: &Arc<Record>, known_as: &[String]) {
    let listed = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    let mut listed: Vec<_> = listed.parts[0]
        .reply
        .brokers
        .iter()
        .map(|broker| format!("{}:{}", broker.host, broker.port))
        .collect();
    listed.sort();
    assert_eq!(listed, known_as);
    let dirs = within(cluster.send(DescribeLogDirs::default(), Key::None)).await.unwrap();
    assert!(dirs.failed.is_empty(), "{:?}", dirs.failed);
    let mut answered: Vec<_> = dirs.parts.iter().map(|part| part.source.address.clone()).collect();
    answered.sort();
    assert_eq!(answered, known_as);
    assert!(dirs.parts.iter().all(|part| part.reply.dirs.len() == 2), "two log dirs each");
    let mut told: Vec<_> =
        record.of(ApiKey::DescribeLogDirs).into_iter().map(|entry| entry.address).collect();
    told.sort();
    assert_eq!(told, known_as, "the journal names brokers as they are known");
    assert!(!record.of(ApiKey::Metadata).is_empty());
}
