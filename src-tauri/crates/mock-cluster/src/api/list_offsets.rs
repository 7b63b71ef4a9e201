//! ListOffsets: earliest, latest, by time and the later sentinels, answered by the partition's leader only.

use kafka_protocol::messages::list_offsets_request::ListOffsetsPartition;
use kafka_protocol::messages::list_offsets_response::{
    ListOffsetsPartitionResponse, ListOffsetsTopicResponse,
};
use kafka_protocol::messages::{ListOffsetsRequest, ListOffsetsResponse};

use super::Call;
use crate::code;
use crate::state::{Partition, State};

const LATEST: i64 = -1;
const EARLIEST: i64 = -2;
const MAX_TIMESTAMP: i64 = -3;
const EARLIEST_LOCAL: i64 = -4;
const LATEST_TIERED: i64 = -5;
const EARLIEST_PENDING_UPLOAD: i64 = -6;
const READ_COMMITTED: i8 = 1;
/// The answer's fields when there is no such record.
const NOTHING: i64 = -1;

pub(super) fn answer(call: &Call, state: &mut State, request: ListOffsetsRequest) -> ListOffsetsResponse {
    let committed = request.isolation_level == READ_COMMITTED;
    let topics = request.topics.into_iter().map(|topic| {
        let partitions =
            topic.partitions.iter().map(|asked| answer_one(call, state, &topic.name, asked, committed));
        ListOffsetsTopicResponse::default()
            .with_partitions(partitions.collect())
            .with_name(topic.name.clone())
    });
    ListOffsetsResponse::default().with_topics(topics.collect())
}

fn answer_one(
    call: &Call,
    state: &State,
    topic: &str,
    asked: &ListOffsetsPartition,
    committed: bool,
) -> ListOffsetsPartitionResponse {
    let partition = state.partition(topic, asked.partition_index).ok();
    let error = call.code(|| {
        let led = leader_code(call.broker, partition, asked.current_leader_epoch);
        if led == code::NONE && !is_supported(call.version, asked.timestamp) {
            return code::UNSUPPORTED_VERSION;
        }
        led
    });
    let response = ListOffsetsPartitionResponse::default()
        .with_partition_index(asked.partition_index)
        .with_error_code(error);
    let Some(partition) = partition.filter(|_| error == code::NONE) else {
        return response.with_offset(NOTHING).with_timestamp(NOTHING);
    };
    let (offset, timestamp) = find(partition, asked.timestamp, committed);
    let response = response.with_offset(offset).with_timestamp(timestamp);
    if call.version >= 4 && offset >= 0 {
        response.with_leader_epoch(partition.leader_epoch)
    } else {
        response
    }
}

/// What a broker says to a request that only the leader answers; an epoch of -1 is not checked.
pub(super) fn leader_code(broker: i32, partition: Option<&Partition>, epoch: i32) -> i16 {
    match partition {
        None => code::UNKNOWN_TOPIC_OR_PARTITION,
        Some(at) if at.replica(broker).is_none() || at.leader != broker => code::NOT_LEADER_OR_FOLLOWER,
        Some(at) if 0 <= epoch && epoch < at.leader_epoch => code::FENCED_LEADER_EPOCH,
        Some(at) if at.leader_epoch < epoch => code::UNKNOWN_LEADER_EPOCH,
        Some(_) => code::NONE,
    }
}

fn is_supported(version: i16, timestamp: i64) -> bool {
    match timestamp {
        MAX_TIMESTAMP => version >= 7,
        EARLIEST_LOCAL => version >= 8,
        LATEST_TIERED => version >= 9,
        EARLIEST_PENDING_UPLOAD => version >= 11,
        other => other >= EARLIEST,
    }
}

fn find(partition: &Partition, timestamp: i64, committed: bool) -> (i64, i64) {
    match timestamp {
        LATEST if committed => (partition.last_stable, NOTHING),
        LATEST => (partition.high_watermark, NOTHING),
        // Nothing is tiered here: what is local is all there is.
        EARLIEST | EARLIEST_LOCAL => (partition.log_start, NOTHING),
        LATEST_TIERED | EARLIEST_PENDING_UPLOAD => (NOTHING, NOTHING),
        MAX_TIMESTAMP if partition.high_watermark > partition.log_start => {
            (partition.high_watermark - 1, partition.last_timestamp)
        }
        MAX_TIMESTAMP => (NOTHING, NOTHING),
        time => partition.offset_at(time).unwrap_or((NOTHING, NOTHING)),
    }
}
