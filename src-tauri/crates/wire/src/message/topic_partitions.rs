//! A topic with some of its partitions: how most requests name what they are about.

/// Partitions of one topic, by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicPartitions {
    pub topic: String,
    pub partitions: Vec<i32>,
}
