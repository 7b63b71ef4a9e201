//! What is true of the brokers, asked of each of them by the raw client. A case compares what our client says with this.

use kafka_protocol::{
    messages::{
        DescribeQuorumRequest, FindCoordinatorRequest, MetadataRequest, MetadataResponse, TopicName,
        describe_quorum_request::{PartitionData, TopicData},
        metadata_request::MetadataRequestTopic,
        metadata_response::MetadataResponsePartition,
    },
    protocol::StrBytes,
};

use super::Stage;
use crate::{
    eventually,
    raw::{self, Silence},
};

/// The newest version that all three releases speak; it tells topic ids.
const METADATA: i16 = 10;

pub(crate) fn topic_name(name: &str) -> TopicName {
    TopicName(StrBytes::from_string(name.to_owned()))
}

impl Stage {
    /// Metadata as this broker has it; `None` asks for all topics. Creates nothing unless `may_create`.
    pub async fn metadata_of(
        &self,
        address: &str,
        topics: Option<&[&str]>,
        may_create: bool,
    ) -> Result<MetadataResponse, Silence> {
        let named = |name: &&str| MetadataRequestTopic::default().with_name(Some(topic_name(name)));
        let request = MetadataRequest::default()
            .with_topics(topics.map(|topics| topics.iter().map(named).collect()))
            .with_allow_auto_topic_creation(may_create);
        raw::ask(address, METADATA, &request).await
    }

    /// The names of all topics that any running broker knows.
    pub async fn topic_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for address in self.addresses().values() {
            let reply = self.metadata_of(address, None, false).await.unwrap();
            names.extend(reply.topics.iter().map(|topic| topic.name.as_ref().unwrap().to_string()));
        }
        names.sort();
        names.dedup();
        names
    }

    /// A topic's id as a broker tells it.
    pub async fn topic_id(&self, name: &str) -> uuid::Uuid {
        let address = self.addresses().into_values().next().unwrap();
        let reply = self.metadata_of(&address, Some(&[name]), false).await.unwrap();
        reply.topics[0].topic_id
    }

    /// The active controller, once all running brokers agree on it and it runs.
    pub async fn controller(&self) -> i32 {
        let addresses = self.addresses();
        eventually("a controller that all brokers name", async || {
            let mut named = Vec::new();
            for address in addresses.values() {
                named.push(self.controller_by(address).await?);
            }
            named.dedup();
            match named[..] {
                [one] if addresses.contains_key(&one) => Ok(one),
                _ => Err(Silence(format!("they name {named:?}"))),
            }
        })
        .await
    }

    async fn controller_by(&self, address: &str) -> Result<i32, Silence> {
        if !self.is_kraft() {
            return Ok(self.metadata_of(address, Some(&[]), false).await?.controller_id.0);
        }
        let log = TopicData::default()
            .with_topic_name(topic_name("__cluster_metadata"))
            .with_partitions(vec![PartitionData::default()]);
        let request = DescribeQuorumRequest::default().with_topics(vec![log]);
        let reply = raw::ask(address, 0, &request).await?;
        let partition = reply.topics.first().and_then(|topic| topic.partitions.first());
        partition.map(|one| one.leader_id.0).ok_or_else(|| Silence(format!("{address} names no leader")))
    }

    /// The coordinator of a group, once all running brokers agree on one that runs.
    pub async fn coordinator(&self, group: &str) -> i32 {
        let addresses = self.addresses();
        let request = FindCoordinatorRequest::default().with_key(StrBytes::from_string(group.to_owned()));
        eventually("a coordinator that all brokers name", async || {
            let mut named = Vec::new();
            for address in addresses.values() {
                let reply = raw::ask(address, 3, &request).await?;
                if reply.error_code != 0 {
                    return Err(Silence(format!("{address} says code {}", reply.error_code)));
                }
                named.push(reply.node_id.0);
            }
            named.dedup();
            match named[..] {
                [one] if addresses.contains_key(&one) => Ok(one),
                _ => Err(Silence(format!("they name {named:?}"))),
            }
        })
        .await
    }

    /// Waits until every running broker names a running leader for each partition that has a running replica.
    pub async fn until_all_are_led(&self) {
        let running = self.addresses();
        self.until_no_partition("is led by nobody who runs", |one| {
            !running.contains_key(&one.leader_id.0)
                && one.replica_nodes.iter().any(|id| running.contains_key(&id.0))
        })
        .await;
    }

    /// Waits until all replicas are in sync as every running broker sees it: the next broker may go.
    pub async fn until_all_are_in_sync(&self) {
        self.until_no_partition("has replicas that are not in sync", |one| {
            one.leader_id.0 < 0 || one.isr_nodes.len() < one.replica_nodes.len()
        })
        .await;
    }

    async fn until_no_partition(&self, trouble: &str, troubled: impl Fn(&MetadataResponsePartition) -> bool) {
        let addresses = self.addresses();
        eventually("every partition as it should be", async || {
            for address in addresses.values() {
                let reply = self.metadata_of(address, None, false).await?;
                for topic in &reply.topics {
                    if let Some(one) = topic.partitions.iter().find(|one| troubled(one)) {
                        let name = topic.name.as_ref().map(|name| name.to_string());
                        let place = format!("{} of {name:?}", one.partition_index);
                        return Err(Silence(format!("{address} says that partition {place} {trouble}")));
                    }
                }
            }
            Ok(())
        })
        .await;
    }

    /// Waits until every running broker names these brokers and no others.
    pub async fn until_all_see(&self, brokers: &[i32]) {
        let addresses = self.addresses();
        eventually("the brokers that run, as each of them sees them", async || {
            for address in addresses.values() {
                let reply = self.metadata_of(address, Some(&[]), false).await?;
                let mut seen: Vec<i32> = reply.brokers.iter().map(|broker| broker.node_id.0).collect();
                seen.sort_unstable();
                if seen != brokers {
                    return Err(Silence(format!("{address} sees {seen:?}")));
                }
            }
            Ok(())
        })
        .await;
    }
}
