//! DescribeTopicPartitions: topics in pages, with a cursor where the page ended. Pages hold at most 2000 partitions,
//! whatever the client asks for.

use kafka_protocol::messages::describe_topic_partitions_response::{
    Cursor, DescribeTopicPartitionsResponsePartition, DescribeTopicPartitionsResponseTopic,
};
use kafka_protocol::messages::{BrokerId, DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse};

use super::metadata::is_legal;
use super::text::{brokers, topic_name};
use super::{Call, operations};
use crate::code;
use crate::state::{Partition, State};

const LARGEST_PAGE: i32 = 2000;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeTopicPartitionsRequest,
) -> DescribeTopicPartitionsResponse {
    let mut names: Vec<String> = request.topics.iter().map(|topic| topic.name.to_string()).collect();
    if names.is_empty() {
        names = state.topics().map(|topic| topic.name.clone()).collect();
    }
    names.sort_unstable();
    names.dedup();
    let mut from = 0;
    if let Some(cursor) = &request.cursor {
        names.retain(|name| name.as_str() >= cursor.topic_name.as_str());
        if names.first().is_some_and(|name| name.as_str() == cursor.topic_name.as_str()) {
            from = cursor.partition_index;
        }
    }
    let mut left = request.response_partition_limit.clamp(1, LARGEST_PAGE);
    let mut topics = Vec::new();
    for name in names {
        if left == 0 {
            return page(topics, Some((name, 0)));
        }
        let (topic, more) = describe(call, state, &name, from, &mut left);
        topics.push(topic);
        if let Some(index) = more {
            return page(topics, Some((name, index)));
        }
        from = 0;
    }
    page(topics, None)
}

fn page(
    topics: Vec<DescribeTopicPartitionsResponseTopic>,
    next: Option<(String, i32)>,
) -> DescribeTopicPartitionsResponse {
    let cursor = next.map(|(topic, index)| {
        Cursor::default().with_topic_name(topic_name(&topic)).with_partition_index(index)
    });
    DescribeTopicPartitionsResponse::default().with_topics(topics).with_next_cursor(cursor)
}

/// The topic from that partition on, and the partition at which the page ended, if it did.
fn describe(
    call: &Call,
    state: &State,
    name: &str,
    from: i32,
    left: &mut i32,
) -> (DescribeTopicPartitionsResponseTopic, Option<i32>) {
    let topic = state.topic(name).ok();
    let error = call.code(|| match topic {
        Some(_) => code::NONE,
        None if is_legal(name) => code::UNKNOWN_TOPIC_OR_PARTITION,
        None => code::INVALID_TOPIC_EXCEPTION,
    });
    let described = DescribeTopicPartitionsResponseTopic::default()
        .with_error_code(error)
        .with_name(Some(topic_name(name)))
        .with_topic_authorized_operations(operations::topic(true));
    let Some(topic) = topic.filter(|_| error == code::NONE) else { return (described, None) };
    let wanted = topic.partitions.iter().filter(|partition| partition.index >= from);
    let mut shown = Vec::new();
    let mut more = None;
    for at in wanted {
        if *left == 0 {
            more = Some(at.index);
            break;
        }
        *left -= 1;
        shown.push(partition(state, at));
    }
    let described = described.with_topic_id(topic.id).with_is_internal(topic.internal).with_partitions(shown);
    (described, more)
}

fn partition(state: &State, partition: &Partition) -> DescribeTopicPartitionsResponsePartition {
    let all: Vec<i32> = partition.replicas.iter().map(|replica| replica.broker).collect();
    let offline = all.iter().copied().filter(|&id| state.is_offline(partition, id));
    let error = if partition.leader < 0 { code::LEADER_NOT_AVAILABLE } else { code::NONE };
    DescribeTopicPartitionsResponsePartition::default()
        .with_error_code(error)
        .with_partition_index(partition.index)
        .with_leader_id(BrokerId(partition.leader))
        .with_leader_epoch(partition.leader_epoch)
        .with_offline_replicas(brokers(offline))
        .with_isr_nodes(brokers(partition.isr.iter().copied()))
        .with_eligible_leader_replicas(Some(Vec::new()))
        .with_last_known_elr(Some(Vec::new()))
        .with_replica_nodes(brokers(all))
}
