//! AlterReplicaLogDirs: moves replicas of the asked broker to another of its directories; the copy starts empty and is
//! seen as a future replica until it has caught up.

use std::collections::BTreeMap;

use kafka_protocol::messages::alter_replica_log_dirs_response::{
    AlterReplicaLogDirPartitionResult, AlterReplicaLogDirTopicResult,
};
use kafka_protocol::messages::{AlterReplicaLogDirsRequest, AlterReplicaLogDirsResponse};

use super::Call;
use super::text::topic_name;
use crate::code;
use crate::state::{NoSuch, State};

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: AlterReplicaLogDirsRequest,
) -> AlterReplicaLogDirsResponse {
    let mut results: BTreeMap<String, Vec<AlterReplicaLogDirPartitionResult>> = BTreeMap::new();
    for dir in &request.dirs {
        for topic in &dir.topics {
            for &index in &topic.partitions {
                let error = match call.forced {
                    Some(forced) => forced,
                    None => move_one(call.broker, state, &topic.name, index, &dir.path),
                };
                let result = AlterReplicaLogDirPartitionResult::default()
                    .with_partition_index(index)
                    .with_error_code(error);
                results.entry(topic.name.to_string()).or_default().push(result);
            }
        }
    }
    let results = results.into_iter().map(|(topic, partitions)| {
        AlterReplicaLogDirTopicResult::default()
            .with_topic_name(topic_name(&topic))
            .with_partitions(partitions)
    });
    AlterReplicaLogDirsResponse::default().with_results(results.collect())
}

fn move_one(broker: i32, state: &mut State, topic: &str, index: i32, path: &str) -> i16 {
    let dirs = state.broker(broker).map(|broker| broker.log_dirs.clone()).unwrap_or_default();
    if dirs.iter().any(|dir| dir.path == path && dir.spec.offline) {
        return code::KAFKA_STORAGE_ERROR;
    }
    match state.move_replica(topic, index, broker, path) {
        Ok(()) => code::NONE,
        Err(NoSuch::LogDir(..)) => code::LOG_DIR_NOT_FOUND,
        Err(NoSuch::Replica(..)) => code::REPLICA_NOT_AVAILABLE,
        Err(_) => code::UNKNOWN_TOPIC_OR_PARTITION,
    }
}
