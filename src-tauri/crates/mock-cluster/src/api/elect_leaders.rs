//! ElectLeaders: the preferred leader, or with an unclean election any live replica. A partition that needs none says so
//! when it was named, and its topic stands there without it when all were asked for.

use std::collections::BTreeMap;

use kafka_protocol::messages::elect_leaders_response::{PartitionResult, ReplicaElectionResult};
use kafka_protocol::messages::{ElectLeadersRequest, ElectLeadersResponse};

use super::Call;
use super::text::{text, topic_name};
use crate::code;
use crate::state::State;

const UNCLEAN: i8 = 1;

pub(super) fn answer(call: &Call, state: &mut State, request: ElectLeadersRequest) -> ElectLeadersResponse {
    let error = call.controller_code(state);
    if error != code::NONE {
        let response = refused(&request, error);
        // Version 0 has no place for a code of the whole answer.
        return if call.version >= 1 { response.with_error_code(error) } else { response };
    }
    let unclean = request.election_type == UNCLEAN;
    let all = request.topic_partitions.is_none();
    let wanted: Vec<(String, i32)> = match request.topic_partitions {
        Some(topics) => topics
            .iter()
            .flat_map(|topic| topic.partitions.iter().map(|&index| (topic.topic.to_string(), index)))
            .collect(),
        None => state
            .topics()
            .flat_map(|topic| topic.partitions.iter().map(|at| (topic.name.clone(), at.index)))
            .collect(),
    };
    let mut results: BTreeMap<String, Vec<PartitionResult>> = BTreeMap::new();
    for (topic, index) in wanted {
        let error = elect(state, &topic, index, unclean);
        let settled = results.entry(topic).or_default();
        if all && error == code::ELECTION_NOT_NEEDED {
            continue;
        }
        let message = (error != code::NONE).then(|| text(code::sentence(error)));
        let result = PartitionResult::default().with_partition_id(index).with_error_code(error);
        settled.push(result.with_error_message(message));
    }
    let results = results.into_iter().map(|(topic, partitions)| {
        ReplicaElectionResult::default().with_topic(topic_name(&topic)).with_partition_result(partitions)
    });
    ElectLeadersResponse::default().with_replica_election_results(results.collect())
}

/// The same code for each partition that the request named.
fn refused(request: &ElectLeadersRequest, error: i16) -> ElectLeadersResponse {
    let named = request.topic_partitions.iter().flatten().map(|topic| {
        let partitions = topic.partitions.iter().map(|&index| {
            let result = PartitionResult::default().with_partition_id(index).with_error_code(error);
            result.with_error_message(Some(text(code::sentence(error))))
        });
        ReplicaElectionResult::default()
            .with_topic(topic.topic.clone())
            .with_partition_result(partitions.collect())
    });
    ElectLeadersResponse::default().with_replica_election_results(named.collect())
}

fn elect(state: &mut State, topic: &str, index: i32, unclean: bool) -> i16 {
    let Ok(partition) = state.partition(topic, index) else { return code::UNKNOWN_TOPIC_OR_PARTITION };
    let online = |id: &i32| !state.is_offline(partition, *id);
    let (heir, missing) = if unclean {
        if partition.leader >= 0 {
            return code::ELECTION_NOT_NEEDED;
        }
        let heir = partition.replicas.iter().map(|replica| replica.broker).find(online);
        (heir, code::ELIGIBLE_LEADERS_NOT_AVAILABLE)
    } else {
        if partition.preferred() == Some(partition.leader) {
            return code::ELECTION_NOT_NEEDED;
        }
        let heir = partition.preferred().filter(|id| partition.isr.contains(id)).filter(online);
        (heir, code::PREFERRED_LEADER_NOT_AVAILABLE)
    };
    let Some(heir) = heir else { return missing };
    if unclean {
        // Whoever leads after an unclean election is alone in sync.
        let _ = state.set_isr(topic, index, &[heir]);
    }
    state.move_leader(topic, index, heir).map_or(missing, |()| code::NONE)
}
