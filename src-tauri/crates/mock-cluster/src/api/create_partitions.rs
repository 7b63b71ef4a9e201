//! CreatePartitions: a topic grows at its end and never shrinks.

use kafka_protocol::messages::create_partitions_request::CreatePartitionsTopic;
use kafka_protocol::messages::create_partitions_response::CreatePartitionsTopicResult;
use kafka_protocol::messages::{CreatePartitionsRequest, CreatePartitionsResponse};

use super::Call;
use super::text::maybe;
use crate::code;
use crate::state::State;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: CreatePartitionsRequest,
) -> CreatePartitionsResponse {
    let results = request.topics.iter().map(|topic| {
        let error = call.code(|| check(call, state, topic));
        if error == code::NONE && !request.validate_only {
            // The check found the topic under this lock.
            let _ = state.grow_partitions(&topic.name, topic.count);
        }
        let message = match error {
            code::NONE | code::UNKNOWN_TOPIC_OR_PARTITION => None,
            code::INVALID_PARTITIONS => {
                Some(format!("{} partitions would be no more than there are.", topic.count))
            }
            other => Some(code::sentence(other).to_owned()),
        };
        CreatePartitionsTopicResult::default()
            .with_name(topic.name.clone())
            .with_error_code(error)
            .with_error_message(maybe(message.as_deref()))
    });
    CreatePartitionsResponse::default().with_results(results.collect())
}

fn check(call: &Call, state: &State, topic: &CreatePartitionsTopic) -> i16 {
    if !state.may_control(call.broker) {
        return code::NOT_CONTROLLER;
    }
    let Ok(found) = state.topic(&topic.name) else { return code::UNKNOWN_TOPIC_OR_PARTITION };
    let count = usize::try_from(topic.count).unwrap_or_default();
    if count <= found.partitions.len() {
        return code::INVALID_PARTITIONS;
    }
    match &topic.assignments {
        Some(given) if given.len() != count - found.partitions.len() => code::INVALID_REPLICA_ASSIGNMENT,
        _ => code::NONE,
    }
}
