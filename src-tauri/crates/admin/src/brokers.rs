//! The brokers as the controller's log has them: what Metadata leaves out are those that are registered but fenced.

use std::time::Duration;

use meta::{Cluster, Error, Key, message::describe_cluster::DescribeCluster};

use crate::told::{Told, one};

/// The cluster as DescribeCluster tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    pub cluster_id: String,
    /// With ZooKeeper the controller; with KRaft some broker.
    pub controller: Option<i32>,
    pub brokers: Vec<Registered>,
}

/// A broker that is registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    pub id: i32,
    pub host: String,
    pub port: i32,
    pub rack: Option<String>,
    /// `None`: the broker's version does not tell it.
    pub fenced: Option<bool>,
}

/// Asks for all brokers, fenced ones too where that can be told.
///
/// # Errors
/// No broker answered, or it does not know the request (before Kafka 2.8).
pub async fn describe_cluster(cluster: &Cluster, limit: Duration) -> Result<Told<Described>, Error> {
    let request = DescribeCluster { include_operations: false, include_fenced: true };
    let told = one(cluster, request, Key::None, limit).await?;
    Ok(told.map(|reply| Described {
        cluster_id: reply.cluster_id,
        controller: reply.controller,
        brokers: reply
            .brokers
            .into_iter()
            .map(|broker| Registered {
                id: broker.id,
                host: broker.host,
                port: broker.port,
                rack: broker.rack,
                fenced: broker.fenced,
            })
            .collect(),
    }))
}
