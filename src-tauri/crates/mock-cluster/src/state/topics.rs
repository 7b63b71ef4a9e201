//! Making, growing and removing topics. A topic made again under the same name gets a new id, which is how a client can
//! tell it from the old one.

use uuid::Uuid;

use super::{NoSuch, Partition, State, Topic, TopicSpec, now_ms};

impl State {
    pub fn topic(&self, name: &str) -> Result<&Topic, NoSuch> {
        self.topics.get(name).ok_or_else(|| NoSuch::Topic(name.to_owned()))
    }

    pub fn topic_mut(&mut self, name: &str) -> Result<&mut Topic, NoSuch> {
        self.topics.get_mut(name).ok_or_else(|| NoSuch::Topic(name.to_owned()))
    }

    pub fn topics(&self) -> impl Iterator<Item = &Topic> {
        self.topics.values()
    }

    pub fn topic_by_id(&self, id: Uuid) -> Option<&Topic> {
        self.topic_names.get(&id).and_then(|name| self.topics.get(name))
    }

    pub fn partition(&self, topic: &str, index: i32) -> Result<&Partition, NoSuch> {
        self.topic(topic)?.partition(index).ok_or_else(|| NoSuch::Partition(topic.to_owned(), index))
    }

    pub fn partition_mut(&mut self, topic: &str, index: i32) -> Result<&mut Partition, NoSuch> {
        self.topic_mut(topic)?.partition_mut(index).ok_or_else(|| NoSuch::Partition(topic.to_owned(), index))
    }

    /// Makes a topic, or replaces the one of that name by a new one with a new id.
    pub fn create_topic(&mut self, spec: TopicSpec) -> Uuid {
        let id = self.new_topic_id();
        let assignments = match &spec.assignments {
            Some(brokers) => brokers.clone(),
            None => (0..spec.partitions).map(|_| self.next_assignment(spec.replication)).collect(),
        };
        let mut topic = Topic {
            id,
            name: spec.name.clone(),
            internal: spec.internal,
            partitions: Vec::with_capacity(assignments.len()),
            configs: spec.configs,
            record_bytes: spec.record_bytes,
        };
        for (index, brokers) in (0..).zip(&assignments) {
            topic.partitions.push(self.new_partition(index, brokers, spec.records, spec.record_bytes));
        }
        self.topic_names.insert(id, spec.name.clone());
        if let Some(old) = self.topics.insert(spec.name, topic) {
            self.topic_names.remove(&old.id);
        }
        id
    }

    pub fn delete_topic(&mut self, name: &str) -> Result<(), NoSuch> {
        let old = self.topics.remove(name).ok_or_else(|| NoSuch::Topic(name.to_owned()))?;
        self.topic_names.remove(&old.id);
        Ok(())
    }

    /// Deletes a topic and makes it again, empty, with the same shape and a new id.
    pub fn recreate_topic(&mut self, name: &str) -> Result<Uuid, NoSuch> {
        let old = self.topic(name)?;
        let mut spec = TopicSpec::new(name).record_bytes(old.record_bytes);
        spec.configs = old.configs.clone();
        spec.internal = old.internal;
        spec.assignments = Some(
            old.partitions
                .iter()
                .map(|partition| partition.replicas.iter().map(|replica| replica.broker).collect())
                .collect(),
        );
        self.delete_topic(name)?;
        Ok(self.create_topic(spec))
    }

    /// Adds partitions at the end, up to `total`.
    pub fn grow_partitions(&mut self, name: &str, total: i32) -> Result<(), NoSuch> {
        let topic = self.topic(name)?;
        let replication = topic.partitions.first().map_or(1, |partition| partition.replicas.len());
        let (from, record_bytes) = (topic.partitions.len(), topic.record_bytes);
        for index in i32::try_from(from).unwrap_or(i32::MAX)..total {
            let brokers = self.next_assignment(replication);
            let partition = self.new_partition(index, &brokers, 0, record_bytes);
            self.topic_mut(name)?.partitions.push(partition);
        }
        Ok(())
    }

    /// Appends records to a partition: offsets, timestamps and the sizes of replicas in sync follow.
    pub fn grow_offsets(&mut self, topic: &str, index: i32, records: i64) -> Result<(), NoSuch> {
        let record_bytes = self.topic(topic)?.record_bytes;
        let partition = self.partition_mut(topic, index)?;
        if partition.log_end == partition.log_start {
            partition.first_timestamp = now_ms();
        }
        partition.log_end += records;
        partition.high_watermark = partition.log_end;
        partition.last_stable = partition.log_end;
        partition.last_timestamp = now_ms();
        let held = partition.log_end - partition.log_start;
        for replica in &mut partition.replicas {
            if partition.isr.contains(&replica.broker) {
                replica.size += records * record_bytes;
            } else {
                // A follower can be no further behind than the log is long.
                replica.offset_lag = (replica.offset_lag + records).min(held);
            }
        }
        Ok(())
    }

    pub(crate) fn new_topic_id(&mut self) -> Uuid {
        let counter = self.next_topic_id;
        self.next_topic_id += 1;
        // Spread over all bits, so that ids look and sort like the random ones of a real cluster.
        let mixed = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        uuid::Builder::from_random_bytes(mixed.to_be_bytes()).into_uuid()
    }
}
