//! OffsetForLeaderEpoch: where an epoch of the leader ended, answered by the leader.

use kafka_protocol::messages::offset_for_leader_epoch_request::OffsetForLeaderPartition;
use kafka_protocol::messages::offset_for_leader_epoch_response::{
    EpochEndOffset, OffsetForLeaderTopicResult,
};
use kafka_protocol::messages::{OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse};

use super::Call;
use super::list_offsets::leader_code;
use crate::code;
use crate::state::{Partition, State};

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: OffsetForLeaderEpochRequest,
) -> OffsetForLeaderEpochResponse {
    let topics = request.topics.into_iter().map(|topic| {
        let partitions = topic.partitions.iter().map(|asked| answer_one(call, state, &topic.topic, asked));
        OffsetForLeaderTopicResult::default()
            .with_partitions(partitions.collect())
            .with_topic(topic.topic.clone())
    });
    OffsetForLeaderEpochResponse::default().with_topics(topics.collect())
}

fn answer_one(call: &Call, state: &State, topic: &str, asked: &OffsetForLeaderPartition) -> EpochEndOffset {
    let partition = state.partition(topic, asked.partition).ok();
    let error = call.code(|| leader_code(call.broker, partition, asked.current_leader_epoch));
    let found = partition.filter(|_| error == code::NONE).and_then(|at| end_of(at, asked.leader_epoch));
    let (epoch, end) = found.unwrap_or((-1, -1));
    EpochEndOffset::default()
        .with_partition(asked.partition)
        .with_error_code(error)
        .with_leader_epoch(epoch)
        .with_end_offset(end)
}

/// The largest epoch not above the asked one, and where the next one began. An epoch that has not begun is
/// not known.
fn end_of(partition: &Partition, epoch: i32) -> Option<(i32, i64)> {
    if epoch > partition.leader_epoch {
        return None;
    }
    let (found, _) = *partition.epoch_starts.iter().rev().find(|(at, _)| *at <= epoch)?;
    let next = partition.epoch_starts.iter().find(|(at, _)| *at > epoch);
    Some((found, next.map_or(partition.log_end, |(_, start)| *start)))
}
