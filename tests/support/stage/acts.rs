//! What a case does to brokers and partitions. Each act returns when the cluster itself has noticed, so that a case tests
//! our client and not the patience of Kafka's controller.

use std::sync::Arc;

use kafka_protocol::messages::{
    AlterPartitionReassignmentsRequest, ElectLeadersRequest,
    alter_partition_reassignments_request::{ReassignablePartition, ReassignableTopic},
    elect_leaders_request::TopicPartitions,
};
use mock_cluster::{Behaviour, Port};
use real_kafka::Kafka;

use super::{Ground, Stage, truth::topic_name};
use crate::{eventually, raw};

impl Stage {
    /// Makes a replica of this partition its leader, by changing the order of preference and electing.
    pub async fn move_leader(&self, topic: &str, partition: i32, to: i32) {
        let address = self.addresses().into_values().next().unwrap();
        let metadata = self.metadata_of(&address, Some(&[topic]), false).await.unwrap();
        let mut partitions: Vec<_> = metadata.topics[0].partitions.iter().collect();
        partitions.sort_by_key(|one| one.partition_index);
        let mut leaders: Vec<i32> = partitions.iter().map(|one| one.leader_id.0).collect();
        let at = usize::try_from(partition).unwrap();
        leaders[at] = to;
        let mut replicas = partitions[at].replica_nodes.clone();
        replicas.sort_by_key(|id| id.0 != to);
        let controller = self.address(self.controller().await);
        let moved =
            ReassignablePartition::default().with_partition_index(partition).with_replicas(Some(replicas));
        let moved = ReassignableTopic::default().with_name(topic_name(topic)).with_partitions(vec![moved]);
        let reassign =
            AlterPartitionReassignmentsRequest::default().with_timeout_ms(20_000).with_topics(vec![moved]);
        let reply = raw::ask(&controller, 0, &reassign).await.unwrap();
        assert_eq!(reply.responses[0].partitions[0].error_code, 0, "{:?}", reply.responses);
        let chosen =
            TopicPartitions::default().with_topic(topic_name(topic)).with_partitions(vec![partition]);
        let elect =
            ElectLeadersRequest::default().with_topic_partitions(Some(vec![chosen])).with_timeout_ms(5_000);
        // A controller that waits for its own metadata may give up on an election that it has held, and one that finds the
        // replica not in sync yet holds none: what counts is who leads in the end.
        eventually("the election", async || {
            let controller = self.address(self.controller().await);
            let reply = raw::ask(&controller, 2, &elect).await?;
            let metadata = self.metadata_of(&controller, Some(&[topic]), false).await?;
            let now = metadata.topics[0].partitions.iter().find(|one| one.partition_index == partition);
            match now {
                Some(one) if one.leader_id.0 == to => Ok(()),
                other => Err(raw::Silence(format!("{reply:?}, {other:?}"))),
            }
        })
        .await;
        self.until_led(topic, &leaders).await;
    }

    /// Ends a broker as a power cut would; returns when the others no longer name it.
    pub async fn kill(&self, id: i32) {
        match &self.ground {
            Ground::Mock(cluster) => cluster.fail_broker(id).await.unwrap(),
            Ground::Real { .. } => self.on_kafka(move |kafka| kafka.kill(id)).await,
        }
        let others: Vec<i32> = self.addresses().into_keys().collect();
        assert!(!others.contains(&id));
        self.until_all_see(&others).await;
        self.until_all_are_led().await;
    }

    /// Lets a broker hand its leaderships over and end; returns when it has ended.
    pub async fn stop(&self, id: i32) {
        match &self.ground {
            Ground::Mock(cluster) => cluster.fail_broker(id).await.unwrap(),
            Ground::Real { .. } => self.on_kafka(move |kafka| kafka.stop(id)).await,
        }
    }

    /// Starts it again at its old address; returns when all brokers name it and it is in sync.
    pub async fn bring_back(&self, id: i32) {
        match &self.ground {
            Ground::Mock(cluster) => {
                cluster.restore_broker(id, Port::Same).await.unwrap();
                cluster.state().catch_up(id).unwrap();
            }
            Ground::Real { .. } => self.on_kafka(move |kafka| kafka.restart(id)).await,
        }
        let all: Vec<i32> = self.brokers().iter().map(|broker| broker.id).collect();
        self.until_all_see(&all).await;
        self.until_all_are_in_sync().await;
    }

    /// Its sockets stay open and nothing answers.
    pub async fn freeze(&self, id: i32) {
        match &self.ground {
            Ground::Mock(cluster) => cluster.behave(id, Behaviour::Mute).unwrap(),
            Ground::Real { .. } => self.on_kafka(move |kafka| kafka.freeze(id)).await,
        }
    }

    /// Goes on; returns when all brokers name it and it is in sync.
    pub async fn thaw(&self, id: i32) {
        match &self.ground {
            Ground::Mock(cluster) => cluster.behave(id, Behaviour::Normal).unwrap(),
            Ground::Real { .. } => self.on_kafka(move |kafka| kafka.thaw(id)).await,
        }
        let all: Vec<i32> = self.brokers().iter().map(|broker| broker.id).collect();
        self.until_all_see(&all).await;
        self.until_all_are_in_sync().await;
    }

    /// Does this to real brokers and returns at once, before the cluster has noticed; nothing on the mock. Everything of
    /// `real-kafka` blocks.
    pub async fn on_kafka(&self, act: impl FnOnce(&Kafka) -> real_kafka::Result<()> + Send + 'static) {
        let Ground::Real { lease, .. } = &self.ground else { return };
        let cluster = Arc::clone(lease.cluster());
        tokio::task::spawn_blocking(move || act(&cluster.kafka)).await.unwrap().unwrap();
    }
}
