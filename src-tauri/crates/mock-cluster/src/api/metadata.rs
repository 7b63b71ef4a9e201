//! Metadata: brokers, the controller, and topics by name, by id, or all. With auto-creation on, a look-up by a client that
//! allows it makes the topic, as on a real broker; that is the harm that a careful client must avoid.

use std::collections::BTreeSet;

use kafka_protocol::messages::metadata_response::{
    MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use kafka_protocol::messages::{BrokerId, MetadataRequest, MetadataResponse};
use uuid::Uuid;

use super::text::{brokers, maybe, text, topic_name};
use super::{Call, operations};
use crate::code;
use crate::state::{Partition, State, Topic, TopicSpec};

pub(super) fn answer(call: &Call, state: &mut State, request: MetadataRequest) -> MetadataResponse {
    let version = call.version;
    if let Some(response) = refused_ids(version, &request) {
        return response;
    }
    let asked_operations = request.include_topic_authorized_operations;
    let mut response = MetadataResponse::default()
        .with_cluster_id(maybe(Some(&state.cluster_id)))
        .with_controller_id(BrokerId(state.named_controller()))
        .with_brokers(live_brokers(state));
    if (8..=10).contains(&version) {
        let asked = request.include_cluster_authorized_operations;
        response = response.with_cluster_authorized_operations(operations::cluster(asked));
    }
    // Version 13 has a place for a code of the whole answer: for "start over", and where no topic could carry it.
    let brokers_only = request.topics.as_ref().is_some_and(Vec::is_empty);
    let whole = |forced: &i16| version >= 13 && (*forced == code::REBOOTSTRAP_REQUIRED || brokers_only);
    if let Some(forced) = call.forced.filter(whole) {
        return MetadataResponse::default().with_error_code(forced);
    }
    let mut wanted = Vec::new();
    match request.topics {
        // Version 0 has no null array: an empty one means all.
        None => wanted.extend(state.topics().map(|topic| Wanted::Name(topic.name.clone()))),
        Some(named) if named.is_empty() && version == 0 => {
            wanted.extend(state.topics().map(|topic| Wanted::Name(topic.name.clone())));
        }
        Some(named) => {
            let mut met = BTreeSet::new();
            for topic in named {
                let one = match topic.name {
                    Some(name) => Wanted::Name(name.to_string()),
                    None => Wanted::Id(topic.topic_id),
                };
                if met.insert(one.clone()) {
                    wanted.push(one);
                }
            }
        }
    }
    let may_create = state.auto_create && (version < 4 || request.allow_auto_topic_creation);
    let topics = wanted.into_iter().map(|one| {
        let topic = topic(call, state, &one, may_create);
        if version >= 8 {
            topic.with_topic_authorized_operations(operations::topic(asked_operations))
        } else {
            topic
        }
    });
    response.with_topics(topics.collect())
}

/// Versions 10 and 11 have the field of the id, but brokers take ids from version 12 only, and refuse the whole request.
fn refused_ids(version: i16, request: &MetadataRequest) -> Option<MetadataResponse> {
    let topics = request.topics.as_ref().filter(|_| version < 12)?;
    if topics.iter().all(|topic| topic.topic_id.is_nil() && topic.name.is_some()) {
        return None;
    }
    let refused = topics.iter().map(|topic| {
        MetadataResponseTopic::default()
            .with_error_code(code::INVALID_REQUEST)
            .with_name(Some(topic.name.clone().unwrap_or_default()))
            .with_topic_id(topic.topic_id)
    });
    let nobody = MetadataResponse::default().with_cluster_id(None).with_controller_id(BrokerId(-1));
    Some(nobody.with_topics(refused.collect()))
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    Name(String),
    Id(Uuid),
}

fn live_brokers(state: &State) -> Vec<MetadataResponseBroker> {
    let live = state.brokers().filter(|broker| !broker.fenced);
    live.map(|broker| {
        MetadataResponseBroker::default()
            .with_node_id(BrokerId(broker.id))
            .with_host(text(&broker.host))
            .with_port(i32::from(broker.port))
            .with_rack(maybe(broker.rack.as_deref()))
    })
    .collect()
}

fn topic(call: &Call, state: &mut State, wanted: &Wanted, may_create: bool) -> MetadataResponseTopic {
    let found = match wanted {
        Wanted::Name(name) => state.topic(name).ok(),
        Wanted::Id(id) => state.topic_by_id(*id),
    };
    let refused = call.forced.unwrap_or(code::NONE);
    if let Some(topic) = found.filter(|_| refused == code::NONE) {
        return described(call, state, topic);
    }
    match wanted {
        Wanted::Name(name) => {
            let error = if refused != code::NONE {
                refused
            } else if !is_legal(name) {
                code::INVALID_TOPIC_EXCEPTION
            } else if may_create {
                create(state, name)
            } else {
                code::UNKNOWN_TOPIC_OR_PARTITION
            };
            MetadataResponseTopic::default().with_error_code(error).with_name(Some(topic_name(name)))
        }
        Wanted::Id(id) => {
            let error = if refused == code::NONE { code::UNKNOWN_TOPIC_ID } else { refused };
            let unnamed = MetadataResponseTopic::default().with_error_code(error).with_topic_id(*id);
            unnamed.with_name(None)
        }
    }
}

/// Makes the topic and answers what a broker answers while it is not there yet: the client is to ask again.
fn create(state: &mut State, name: &str) -> i16 {
    let spec =
        TopicSpec::new(name).partitions(state.default_partitions).replication(state.default_replication);
    state.create_topic(spec);
    if state.kraft { code::UNKNOWN_TOPIC_OR_PARTITION } else { code::LEADER_NOT_AVAILABLE }
}

/// 1 to 249 of the allowed characters, and neither "." nor "..".
pub(super) fn is_legal(name: &str) -> bool {
    let allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-');
    (1..=249).contains(&name.len()) && name != "." && name != ".." && name.chars().all(allowed)
}

fn described(call: &Call, state: &State, topic: &Topic) -> MetadataResponseTopic {
    let partitions = topic.partitions.iter().map(|partition| described_partition(call, state, partition));
    MetadataResponseTopic::default()
        .with_name(Some(topic_name(&topic.name)))
        .with_topic_id(topic.id)
        .with_is_internal(topic.internal)
        .with_partitions(partitions.collect())
}

fn described_partition(call: &Call, state: &State, partition: &Partition) -> MetadataResponsePartition {
    let all: Vec<i32> = partition.replicas.iter().map(|replica| replica.broker).collect();
    let offline: Vec<i32> = all.iter().copied().filter(|&id| state.is_offline(partition, id)).collect();
    // Version 0 clients can't cope with brokers that they aren't told of, so those are left out and the code says so.
    let hidden = |id: &i32| call.version == 0 && offline.contains(id);
    let shown = |ids: &[i32]| brokers(ids.iter().copied().filter(|id| !hidden(id)));
    let error = match partition.leader {
        leader if leader < 0 => code::LEADER_NOT_AVAILABLE,
        leader if !state.is_live(leader) && call.version >= 6 => code::LISTENER_NOT_FOUND,
        leader if !state.is_live(leader) => code::LEADER_NOT_AVAILABLE,
        _ if call.version == 0 && !offline.is_empty() => code::REPLICA_NOT_AVAILABLE,
        _ => code::NONE,
    };
    let leader = if error == code::LISTENER_NOT_FOUND { -1 } else { partition.leader };
    MetadataResponsePartition::default()
        .with_error_code(error)
        .with_partition_index(partition.index)
        .with_leader_id(BrokerId(leader))
        .with_leader_epoch(partition.leader_epoch)
        .with_replica_nodes(shown(&all))
        .with_isr_nodes(shown(&partition.isr))
        .with_offline_replicas(brokers(offline))
}
