//! DescribeQuorum: the metadata quorum, whose leader is the true controller in KRaft mode. Only the one partition of
//! `__cluster_metadata` exists for it.

use kafka_protocol::messages::describe_quorum_request::PartitionData as Asked;
use kafka_protocol::messages::describe_quorum_response::{
    Listener, Node, PartitionData, ReplicaState, TopicData,
};
use kafka_protocol::messages::{BrokerId, DescribeQuorumRequest, DescribeQuorumResponse};
use uuid::Uuid;

use super::Call;
use super::text::text;
use crate::code;
use crate::state::{State, now_ms};

const METADATA_TOPIC: &str = "__cluster_metadata";

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeQuorumRequest,
) -> DescribeQuorumResponse {
    let topics = request.topics.into_iter().map(|topic| {
        let partitions =
            topic.partitions.iter().map(|asked| partition(call, state, &topic.topic_name, asked));
        TopicData::default().with_partitions(partitions.collect()).with_topic_name(topic.topic_name.clone())
    });
    let response = DescribeQuorumResponse::default()
        .with_error_code(call.forced.unwrap_or(code::NONE))
        .with_topics(topics.collect());
    let whole =
        response.topics.iter().flat_map(|topic| &topic.partitions).all(|at| at.error_code == code::NONE);
    if call.version >= 2 && whole { response.with_nodes(nodes(state)) } else { response }
}

fn partition(call: &Call, state: &State, topic: &str, asked: &Asked) -> PartitionData {
    let index = asked.partition_index;
    let error = call.code(|| {
        if topic == METADATA_TOPIC && index == 0 { code::NONE } else { code::UNKNOWN_TOPIC_OR_PARTITION }
    });
    let data = PartitionData::default().with_partition_index(index).with_error_code(error);
    if error != code::NONE {
        let message = (call.version >= 2).then(|| text(code::sentence(error)));
        return if message.is_some() { data.with_error_message(message) } else { data };
    }
    // The log of the metadata partition gets a record about twice a second (the controller's no-op), whatever else happens.
    let end = now_ms() / 500 % 1_000_000_000;
    // One reading of the clock for all, as the leader answers at one moment.
    let now = now_ms();
    let voters = state.voters.iter().map(|&id| replica(call, state, id, end, now));
    let observers = state.brokers().filter(|broker| !state.voters.contains(&broker.id));
    let observers = observers.map(|broker| replica(call, state, broker.id, end, now));
    data.with_leader_id(BrokerId(state.controller))
        .with_leader_epoch(state.controller_epoch)
        .with_high_watermark(end)
        .with_current_voters(voters.collect())
        .with_observers(observers.collect())
}

fn replica(call: &Call, state: &State, id: i32, end: i64, now: i64) -> ReplicaState {
    let (behind, fetched, caught_up) = match (state.is_live(id), state.quorum_behind.get(&id)) {
        (false, _) => (1000, now - 60_000, now - 60_000),
        (true, None) => (0, now, now),
        (true, Some((records, ms))) => (*records, now, now - ms),
    };
    let replica = ReplicaState::default().with_replica_id(BrokerId(id)).with_log_end_offset(end - behind);
    let replica = if call.version >= 1 {
        replica.with_last_fetch_timestamp(fetched).with_last_caught_up_timestamp(caught_up)
    } else {
        replica
    };
    if call.version >= 2 { replica.with_replica_directory_id(directory_id(id)) } else { replica }
}

/// One fixed id per node's metadata directory.
fn directory_id(id: i32) -> Uuid {
    let mixed = (u128::from(id.cast_unsigned()) + 1).wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15);
    uuid::Builder::from_random_bytes(mixed.to_be_bytes()).into_uuid()
}

fn nodes(state: &State) -> Vec<Node> {
    let voters = state.voters.iter().filter_map(|&id| state.broker(id).ok());
    voters
        .map(|broker| {
            let listener = Listener::default()
                .with_name(text("CONTROLLER"))
                .with_host(text(&broker.host))
                .with_port(broker.port);
            Node::default().with_node_id(BrokerId(broker.id)).with_listeners(vec![listener])
        })
        .collect()
}
