//! OffsetFetch: committed offsets of one group before version 8, of many from then on. A group or partition that has none
//! answers -1 and no error.

use std::collections::BTreeMap;

use kafka_protocol::messages::offset_fetch_response::{
    OffsetFetchResponseGroup, OffsetFetchResponsePartition, OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic, OffsetFetchResponseTopics,
};
use kafka_protocol::messages::{OffsetFetchRequest, OffsetFetchResponse};

use super::Call;
use super::describe_groups::coordinator_code;
use super::text::{text, topic_name};
use crate::code;
use crate::state::{Committed, State};

type Wanted = Vec<(String, Vec<i32>)>;
type Found = Vec<(String, Vec<(i32, Option<Committed>)>)>;

pub(super) fn answer(call: &Call, state: &mut State, request: OffsetFetchRequest) -> OffsetFetchResponse {
    if call.version < 8 {
        let topics = request.topics.map(|topics| {
            topics.into_iter().map(|topic| (topic.name.to_string(), topic.partition_indexes)).collect()
        });
        return one_group(call, state, &request.group_id, topics);
    }
    let groups = request.groups.into_iter().map(|group| {
        let topics = group.topics.map(|topics| {
            topics.into_iter().map(|topic| (topic.name.to_string(), topic.partition_indexes)).collect()
        });
        let error = call.code(|| coordinator_code(call.broker, state, &group.group_id));
        let answer = OffsetFetchResponseGroup::default().with_error_code(error);
        let answer = if error == code::NONE {
            let found = find(state, &group.group_id, topics);
            answer.with_topics(found.into_iter().map(new_topic).collect())
        } else {
            answer
        };
        answer.with_group_id(group.group_id)
    });
    OffsetFetchResponse::default().with_groups(groups.collect())
}

/// Version 1 has no code at the top: it stands at each partition.
fn one_group(call: &Call, state: &State, group: &str, topics: Option<Wanted>) -> OffsetFetchResponse {
    let error = call.code(|| coordinator_code(call.broker, state, group));
    let found = if error == code::NONE {
        find(state, group, topics)
    } else if call.version == 1 {
        let nothing = |(topic, partitions): (String, Vec<i32>)| {
            (topic, partitions.into_iter().map(|index| (index, None)).collect())
        };
        topics.unwrap_or_default().into_iter().map(nothing).collect()
    } else {
        Vec::new()
    };
    let topics = found.into_iter().map(|topic| old_topic(topic, error, call.version));
    let response = OffsetFetchResponse::default().with_topics(topics.collect());
    if call.version >= 2 { response.with_error_code(error) } else { response }
}

fn find(state: &State, group: &str, wanted: Option<Wanted>) -> Found {
    let offsets = state.group(group).map(|group| &group.offsets).ok();
    let committed = |topic: &str, index: i32| {
        offsets.and_then(|offsets| offsets.get(&(topic.to_owned(), index))).cloned()
    };
    match wanted {
        Some(wanted) => wanted
            .into_iter()
            .map(|(topic, partitions)| {
                let found = partitions.into_iter().map(|index| (index, committed(&topic, index))).collect();
                (topic, found)
            })
            .collect(),
        None => {
            let mut all: BTreeMap<String, Vec<(i32, Option<Committed>)>> = BTreeMap::new();
            for ((topic, index), committed) in offsets.into_iter().flatten() {
                all.entry(topic.clone()).or_default().push((*index, Some(committed.clone())));
            }
            all.into_iter().collect()
        }
    }
}

fn old_topic(
    (topic, partitions): (String, Vec<(i32, Option<Committed>)>),
    error: i16,
    version: i16,
) -> OffsetFetchResponseTopic {
    let partitions = partitions.into_iter().map(|(index, committed)| {
        let (offset, epoch, metadata) = fields(committed);
        let partition = OffsetFetchResponsePartition::default()
            .with_partition_index(index)
            .with_committed_offset(offset)
            .with_metadata(Some(text(&metadata)))
            .with_error_code(error);
        if version >= 5 { partition.with_committed_leader_epoch(epoch) } else { partition }
    });
    OffsetFetchResponseTopic::default().with_name(topic_name(&topic)).with_partitions(partitions.collect())
}

fn new_topic((topic, partitions): (String, Vec<(i32, Option<Committed>)>)) -> OffsetFetchResponseTopics {
    let partitions = partitions.into_iter().map(|(index, committed)| {
        let (offset, epoch, metadata) = fields(committed);
        OffsetFetchResponsePartitions::default()
            .with_partition_index(index)
            .with_committed_offset(offset)
            .with_committed_leader_epoch(epoch)
            .with_metadata(Some(text(&metadata)))
    });
    OffsetFetchResponseTopics::default().with_name(topic_name(&topic)).with_partitions(partitions.collect())
}

fn fields(committed: Option<Committed>) -> (i64, i32, String) {
    committed.map_or((-1, -1, String::new()), |at| (at.offset, at.leader_epoch, at.metadata))
}
