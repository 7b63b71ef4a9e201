//! AlterPartitionReassignments: starts a move to other brokers, or with null replicas cancels the running one.

use kafka_protocol::messages::alter_partition_reassignments_request::ReassignablePartition;
use kafka_protocol::messages::alter_partition_reassignments_response::{
    ReassignablePartitionResponse, ReassignableTopicResponse,
};
use kafka_protocol::messages::{AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse};

use super::Call;
use super::text::text;
use crate::code;
use crate::state::State;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: AlterPartitionReassignmentsRequest,
) -> AlterPartitionReassignmentsResponse {
    let error = call.controller_code(state);
    if error != code::NONE {
        let refused = AlterPartitionReassignmentsResponse::default().with_error_code(error);
        return refused.with_error_message(Some(text(code::sentence(error))));
    }
    let may_resize = call.version == 0 || request.allow_replication_factor_change;
    let responses = request.topics.into_iter().map(|topic| {
        let partitions = topic.partitions.iter().map(|asked| {
            let error = reassign(state, &topic.name, asked, may_resize);
            let message =
                (error != code::NONE && asked.replicas.is_some()).then(|| text(code::sentence(error)));
            ReassignablePartitionResponse::default()
                .with_partition_index(asked.partition_index)
                .with_error_code(error)
                .with_error_message(message)
        });
        ReassignableTopicResponse::default()
            .with_partitions(partitions.collect())
            .with_name(topic.name.clone())
    });
    AlterPartitionReassignmentsResponse::default()
        .with_error_message(None)
        .with_responses(responses.collect())
}

fn reassign(state: &mut State, topic: &str, asked: &ReassignablePartition, may_resize: bool) -> i16 {
    let index = asked.partition_index;
    let Ok(partition) = state.partition(topic, index) else { return code::UNKNOWN_TOPIC_OR_PARTITION };
    let running = partition.reassignment.clone().unwrap_or_default();
    let before = partition.replicas.len() - running.adding.len();
    let Some(replicas) = &asked.replicas else {
        return match state.cancel_reassignment(topic, index) {
            Ok(true) => code::NONE,
            _ => code::NO_REASSIGNMENT_IN_PROGRESS,
        };
    };
    let target: Vec<i32> = replicas.iter().map(|id| id.0).collect();
    let mut distinct = target.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let resized = target.len() != before;
    if target.is_empty() || distinct.len() != target.len() || (resized && !may_resize) {
        return code::INVALID_REPLICA_ASSIGNMENT;
    }
    state.reassign(topic, index, &target).map_or(code::INVALID_REPLICA_ASSIGNMENT, |()| code::NONE)
}
