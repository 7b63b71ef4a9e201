//! DescribeProducers: who writes to a partition with an idempotent or transactional producer. Any replica may be asked;
//! a broker without one refuses.

use kafka_protocol::messages::describe_producers_response::{
    PartitionResponse, ProducerState, TopicResponse,
};
use kafka_protocol::messages::{DescribeProducersRequest, DescribeProducersResponse, ProducerId};

use super::Call;
use super::text::text;
use crate::code;
use crate::state::{Producer, State};

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeProducersRequest,
) -> DescribeProducersResponse {
    let topics = request.topics.into_iter().map(|topic| {
        let partitions =
            topic.partition_indexes.iter().map(|&index| describe(call, state, &topic.name, index));
        TopicResponse::default().with_partitions(partitions.collect()).with_name(topic.name.clone())
    });
    DescribeProducersResponse::default().with_topics(topics.collect())
}

fn describe(call: &Call, state: &State, topic: &str, index: i32) -> PartitionResponse {
    let partition = state.partition(topic, index).ok();
    let error = call.code(|| match partition {
        None => code::UNKNOWN_TOPIC_OR_PARTITION,
        Some(at) if at.replica(call.broker).is_none() => code::NOT_LEADER_OR_FOLLOWER,
        Some(_) => code::NONE,
    });
    let response = PartitionResponse::default().with_partition_index(index).with_error_code(error);
    match partition.filter(|_| error == code::NONE) {
        Some(partition) => response.with_active_producers(partition.producers.iter().map(active).collect()),
        None if state.topic(topic).is_ok() => response,
        None => response.with_error_message(Some(text(code::sentence(error)))),
    }
}

fn active(producer: &Producer) -> ProducerState {
    ProducerState::default()
        .with_producer_id(ProducerId(producer.id))
        .with_producer_epoch(producer.epoch)
        .with_last_sequence(producer.last_sequence)
        .with_last_timestamp(producer.last_timestamp)
        .with_coordinator_epoch(producer.coordinator_epoch)
        .with_current_txn_start_offset(producer.transaction_start)
}
