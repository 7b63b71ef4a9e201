//! What a case sets up: topics with chosen replicas, records, groups with members or only with offsets. Through the
//! protocol where the mock cluster speaks it, so that the set-up itself compares the two.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use bytes::BytesMut;
use kafka_protocol::{
    messages::{
        BrokerId, CreateTopicsRequest, GroupId, OffsetCommitRequest, ProduceRequest,
        create_topics_request::{CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig},
        offset_commit_request::{OffsetCommitRequestPartition, OffsetCommitRequestTopic},
        produce_request::{PartitionProduceData, TopicProduceData},
    },
    protocol::StrBytes,
    records::{Compression, Record, RecordBatchEncoder, RecordEncodeOptions, TimestampType},
};
use mock_cluster::{Group, GroupKind, Member};

use super::{Ground, Stage, truth::topic_name};
use crate::{
    eventually,
    raw::{self, Silence},
};

fn words(text: &str) -> StrBytes {
    StrBytes::from_string(text.to_owned())
}

const NOT_LEADER: i16 = 6;

/// Bytes of each record's value.
pub const RECORD: usize = 1000;

impl Stage {
    /// A topic with these replicas for each partition, there when all running brokers know its leaders.
    pub async fn topic(&self, name: &str, replicas: &[&[i32]]) {
        self.topic_with(name, replicas, &[]).await;
    }

    /// As `topic`, with configs.
    pub async fn topic_with(&self, name: &str, replicas: &[&[i32]], configs: &[(&str, &str)]) {
        let (code, words) = self.create(name, replicas, configs).await;
        assert_eq!(code, 0, "{name}: {words:?}");
        let leaders: Vec<i32> = replicas.iter().map(|brokers| brokers[0]).collect();
        self.until_led(name, &leaders).await;
    }

    /// What the controller says to a topic with these replicas for each partition.
    pub async fn create(
        &self,
        name: &str,
        replicas: &[&[i32]],
        configs: &[(&str, &str)],
    ) -> (i16, Option<String>) {
        let assigned = (0..).zip(replicas).map(|(index, brokers)| {
            CreatableReplicaAssignment::default()
                .with_partition_index(index)
                .with_broker_ids(brokers.iter().map(|id| BrokerId(*id)).collect())
        });
        let set = configs.iter().map(|(name, value)| {
            CreatableTopicConfig::default().with_name(words(name)).with_value(Some(words(value)))
        });
        let topic = CreatableTopic::default()
            .with_name(topic_name(name))
            .with_num_partitions(-1)
            .with_replication_factor(-1)
            .with_assignments(assigned.collect())
            .with_configs(set.collect());
        let request = CreateTopicsRequest::default().with_topics(vec![topic]).with_timeout_ms(20_000);
        let controller = self.address(self.controller().await);
        let reply = raw::ask(&controller, 5, &request).await.unwrap();
        let made = &reply.topics[0];
        (made.error_code, made.error_message.as_ref().map(|words| words.to_string()))
    }

    /// Waits until all running brokers name these leaders, and full ISRs.
    pub async fn until_led(&self, topic: &str, leaders: &[i32]) {
        let addresses = self.addresses();
        eventually("leaders that all brokers name", async || {
            for address in addresses.values() {
                let reply = self.metadata_of(address, Some(&[topic]), false).await?;
                let mut partitions: Vec<_> = reply.topics[0].partitions.iter().collect();
                partitions.sort_by_key(|one| one.partition_index);
                let led: Vec<i32> = partitions.iter().map(|one| one.leader_id.0).collect();
                let whole = partitions.iter().all(|one| one.isr_nodes.len() == one.replica_nodes.len());
                if led != leaders || !whole {
                    return Err(Silence(format!("{address} names {led:?}, all in sync: {whole}")));
                }
            }
            Ok(())
        })
        .await;
    }

    /// Appends records, acknowledged by all replicas in sync.
    pub async fn records(&self, topic: &str, partition: i32, count: i64) {
        if let Ground::Mock(cluster) = &self.ground {
            cluster.state().grow_offsets(topic, partition, count).unwrap();
            return;
        }
        // Older ones would fall to retention while the case looks at them.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        let now = i64::try_from(now).unwrap();
        let record = |offset: i64| Record {
            transactional: false,
            control: false,
            partition_leader_epoch: -1,
            producer_id: -1,
            producer_epoch: -1,
            timestamp_type: TimestampType::Creation,
            offset,
            // One batch needs them in a row; -1 at its start says that there is no sequence.
            sequence: i32::try_from(offset).unwrap() - 1,
            timestamp: now + offset,
            key: Some(offset.to_string().into()),
            value: Some(vec![b'x'; RECORD].into()),
            headers: Default::default(),
            delete_horizon: false,
        };
        let records: Vec<Record> = (0..count).map(record).collect();
        let options = RecordEncodeOptions { version: 2, compression: Compression::None };
        let mut batch = BytesMut::new();
        RecordBatchEncoder::encode(&mut batch, &records, &options).unwrap();
        let data = PartitionProduceData::default().with_index(partition).with_records(Some(batch.freeze()));
        let data = TopicProduceData::default().with_name(topic_name(topic)).with_partition_data(vec![data]);
        let request =
            ProduceRequest::default().with_acks(-1).with_timeout_ms(20_000).with_topic_data(vec![data]);
        // A leader that has just been made may not know it yet, and then refuses.
        eventually("a leader that takes the records", async || {
            let address = self.addresses().into_values().next().unwrap();
            let metadata = self.metadata_of(&address, Some(&[topic]), false).await?;
            let led = metadata.topics[0].partitions.iter().find(|one| one.partition_index == partition);
            let leader = self.address(led.unwrap().leader_id.0);
            match raw::ask(&leader, 9, &request).await.unwrap().responses[0].partition_responses[0].error_code
            {
                0 => Ok(()),
                NOT_LEADER => Err(Silence("it does not lead".to_owned())),
                code => panic!("code {code}"),
            }
        })
        .await;
    }

    /// A group without members that has committed these offsets of a topic.
    pub async fn committed(&self, group: &str, topic: &str, offsets: &[(i32, i64)]) {
        if let Ground::Mock(cluster) = &self.ground {
            let group = Group::new(group, GroupKind::Classic).with_protocol_type("");
            let with = |group: Group, (partition, offset): &(i32, i64)| {
                group.with_offset(topic, *partition, *offset)
            };
            cluster.state().add_group(offsets.iter().fold(group, with));
            return;
        }
        let partitions = offsets.iter().map(|(partition, offset)| {
            OffsetCommitRequestPartition::default()
                .with_partition_index(*partition)
                .with_committed_offset(*offset)
                .with_committed_metadata(Some(words("")))
        });
        let topics = OffsetCommitRequestTopic::default()
            .with_name(topic_name(topic))
            .with_partitions(partitions.collect());
        let request = OffsetCommitRequest::default()
            .with_group_id(GroupId(words(group)))
            .with_generation_id_or_member_epoch(-1)
            .with_topics(vec![topics]);
        eventually("a commit", async || {
            let coordinator = self.address(self.coordinator(group).await);
            let reply = raw::ask(&coordinator, 8, &request).await?;
            match reply.topics[0].partitions.iter().find(|one| one.error_code != 0) {
                None => Ok(()),
                Some(one) => Err(Silence(format!("code {}", one.error_code))),
            }
        })
        .await;
    }

    /// A consumer that holds both partitions of a topic, until the case is over. `kind` is the type as listed.
    pub async fn consumer(&self, group: &str, topic: &str, kind: &str) {
        match &self.ground {
            Ground::Mock(cluster) => {
                let member = Member::new(format!("{group}-member-1"), format!("{group}-member"));
                let kind = if kind == "consumer" { GroupKind::Consumer } else { GroupKind::Classic };
                let group = Group::new(group, kind).with_state("Stable");
                cluster.state().add_group(group.with_member(member.with_assigned(topic, [0, 1])));
            }
            Ground::Real { lease, .. } => {
                let cluster = Arc::clone(lease.cluster());
                let (group, topic, kind) = (group.to_owned(), topic.to_owned(), kind.to_owned());
                let started =
                    tokio::task::spawn_blocking(move || cluster.kafka.consume(&group, &topic, &kind));
                let program = started.await.unwrap().unwrap();
                self.props.lock().unwrap().push(program);
            }
        }
    }
}
