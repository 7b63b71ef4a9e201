//! ListPartitionReassignments: the moves that are running, from the controller. A null list means all.

use kafka_protocol::messages::list_partition_reassignments_response::{
    OngoingPartitionReassignment, OngoingTopicReassignment,
};
use kafka_protocol::messages::{ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse};

use super::Call;
use super::text::{brokers, text, topic_name};
use crate::code;
use crate::state::{Partition, State};

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: ListPartitionReassignmentsRequest,
) -> ListPartitionReassignmentsResponse {
    let error = call.controller_code(state);
    if error != code::NONE {
        let refused = ListPartitionReassignmentsResponse::default().with_error_code(error);
        return refused.with_error_message(Some(text(code::sentence(error))));
    }
    let asked = |topic: &str, index: i32| {
        request.topics.as_ref().is_none_or(|topics| {
            topics
                .iter()
                .any(|asked| asked.name.as_str() == topic && asked.partition_indexes.contains(&index))
        })
    };
    let topics = state.topics().filter_map(|topic| {
        let running = topic.partitions.iter().filter(|at| asked(&topic.name, at.index)).filter_map(ongoing);
        let running: Vec<_> = running.collect();
        (!running.is_empty()).then(|| {
            OngoingTopicReassignment::default().with_name(topic_name(&topic.name)).with_partitions(running)
        })
    });
    ListPartitionReassignmentsResponse::default().with_error_message(None).with_topics(topics.collect())
}

fn ongoing(partition: &Partition) -> Option<OngoingPartitionReassignment> {
    let running = partition.reassignment.as_ref()?;
    let all = partition.replicas.iter().map(|replica| replica.broker);
    let ongoing = OngoingPartitionReassignment::default()
        .with_partition_index(partition.index)
        .with_replicas(brokers(all))
        .with_adding_replicas(brokers(running.adding.iter().copied()))
        .with_removing_replicas(brokers(running.removing.iter().copied()));
    Some(ongoing)
}
