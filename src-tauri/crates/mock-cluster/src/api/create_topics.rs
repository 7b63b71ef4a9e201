//! CreateTopics: each topic is checked as a controller checks it, and made unless the request only validates.

use std::collections::BTreeSet;

use kafka_protocol::messages::create_topics_request::CreatableTopic;
use kafka_protocol::messages::create_topics_response::{CreatableTopicConfigs, CreatableTopicResult};
use kafka_protocol::messages::{CreateTopicsRequest, CreateTopicsResponse};

use super::Call;
use super::metadata::is_legal;
use super::text::{maybe, text};
use crate::code;
use crate::state::{State, TOPIC_CONFIGS, TopicSpec};

/// In the request: let the broker choose.
const BROKER_CHOOSES: i32 = -1;

pub(super) fn answer(call: &Call, state: &mut State, request: CreateTopicsRequest) -> CreateTopicsResponse {
    let names: Vec<String> = request.topics.iter().map(|topic| topic.name.to_string()).collect();
    // A name that comes twice is answered once.
    let mut answered = BTreeSet::new();
    let once = request.topics.iter().filter(|topic| answered.insert(topic.name.to_string()));
    let topics = once.map(|topic| {
        let twice = names.iter().filter(|name| name.as_str() == topic.name.as_str()).count() > 1;
        match check(call, state, topic, twice) {
            Err((error, message)) => CreatableTopicResult::default()
                .with_error_code(error)
                .with_error_message(maybe(message.as_deref()))
                .with_num_partitions(-1)
                .with_replication_factor(-1),
            Ok(spec) => created(call, state, spec, request.validate_only).with_error_message(None),
        }
        .with_name(topic.name.clone())
    });
    CreateTopicsResponse::default().with_topics(topics.collect())
}

fn check(
    call: &Call,
    state: &State,
    topic: &CreatableTopic,
    twice: bool,
) -> Result<TopicSpec, (i16, Option<String>)> {
    let refused = call.controller_code(state);
    if refused != code::NONE {
        return Err((refused, None));
    }
    let name = topic.name.as_str();
    let because = |code: i16, message: String| Err((code, Some(message)));
    if twice {
        return because(code::INVALID_REQUEST, "The request has this name more than once.".to_owned());
    }
    if !is_legal(name) {
        return because(code::INVALID_TOPIC_EXCEPTION, format!("Topic name is invalid: '{name}'"));
    }
    if state.topic(name).is_ok() {
        return because(code::TOPIC_ALREADY_EXISTS, format!("There is a topic '{name}' already."));
    }
    let mut spec = TopicSpec::new(name);
    for config in &topic.configs {
        let known = TOPIC_CONFIGS.iter().find(|known| known.name == config.name.as_str());
        let value = config.value.as_ref().map(|value| value.as_str()).unwrap_or_default();
        match known {
            None => {
                return because(code::INVALID_CONFIG, format!("Unknown topic config name: {}", config.name));
            }
            Some(known) if !known.kind.takes(value) => {
                let message = format!("{value} is not a value for {}", known.name);
                return because(code::INVALID_CONFIG, message);
            }
            Some(_) => spec = spec.config(config.name.as_str(), value),
        }
    }
    if !topic.assignments.is_empty() {
        if topic.num_partitions != BROKER_CHOOSES || topic.replication_factor != -1 {
            let message = "A replica assignment excludes a number of partitions and a replication factor.";
            return because(code::INVALID_REQUEST, message.to_owned());
        }
        let mut assigned: Vec<_> = topic.assignments.iter().collect();
        assigned.sort_by_key(|one| one.partition_index);
        let brokers = assigned.iter().map(|one| one.broker_ids.iter().map(|id| id.0).collect::<Vec<i32>>());
        let known = brokers.clone().flatten().all(|id| state.broker(id).is_ok());
        let gapless = (0..).zip(&assigned).all(|(at, one)| one.partition_index == at);
        let twice = |ids: &Vec<i32>| ids.iter().collect::<BTreeSet<_>>().len() != ids.len();
        let factor = brokers.clone().next().map(|ids| ids.len());
        let uneven = |ids: &Vec<i32>| ids.is_empty() || factor != Some(ids.len());
        if !known || !gapless || brokers.clone().any(|ids| uneven(&ids) || twice(&ids)) {
            return because(code::INVALID_REPLICA_ASSIGNMENT, "The manual assignment is invalid.".to_owned());
        }
        return Ok(spec.assignments(brokers));
    }
    let partitions = match topic.num_partitions {
        BROKER_CHOOSES => state.default_partitions,
        count if count > 0 => count,
        _ => {
            return because(code::INVALID_PARTITIONS, "A topic needs at least one partition.".to_owned());
        }
    };
    let live = state.live_brokers().count();
    let replication = match i32::from(topic.replication_factor) {
        BROKER_CHOOSES => state.default_replication,
        factor => usize::try_from(factor).unwrap_or_default(),
    };
    if replication == 0 || replication > live {
        let message = format!("{replication} replicas can't be placed on {live} live brokers.");
        return because(code::INVALID_REPLICATION_FACTOR, message);
    }
    Ok(spec.partitions(partitions).replication(replication))
}

fn created(call: &Call, state: &mut State, spec: TopicSpec, validate_only: bool) -> CreatableTopicResult {
    let partitions =
        spec.assignments.as_ref().map_or(spec.partitions, |all| i32::try_from(all.len()).unwrap_or(i32::MAX));
    let replication =
        spec.assignments.as_ref().and_then(|all| all.first()).map_or(spec.replication, Vec::len);
    let configs = TOPIC_CONFIGS.iter().map(|known| {
        let set = spec.configs.get(known.name);
        CreatableTopicConfigs::default()
            .with_name(text(known.name))
            .with_value(Some(text(set.map(String::as_str).or(known.default).unwrap_or_default())))
            .with_config_source(if set.is_some() { 1 } else { 5 })
    });
    let result = CreatableTopicResult::default();
    let result = if call.version >= 5 {
        result
            .with_num_partitions(partitions)
            .with_replication_factor(i16::try_from(replication).unwrap_or(i16::MAX))
            .with_configs(Some(configs.collect()))
    } else {
        result
    };
    // Also a topic that is only validated gets an id, which then belongs to nobody.
    let id = if validate_only { state.new_topic_id() } else { state.create_topic(spec) };
    if call.version >= 7 { result.with_topic_id(id) } else { result }
}
