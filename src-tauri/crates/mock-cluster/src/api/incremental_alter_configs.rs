//! IncrementalAlterConfigs: single configs set, removed, appended to or taken from; a broker's own only at that broker.

use std::collections::BTreeMap;

use kafka_protocol::messages::incremental_alter_configs_request::{AlterConfigsResource, AlterableConfig};
use kafka_protocol::messages::incremental_alter_configs_response::AlterConfigsResourceResponse;
use kafka_protocol::messages::{IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse};

use super::Call;
use super::describe_configs::{BROKER, TOPIC, named_broker};
use super::text::maybe;
use crate::code;
use crate::state::{BROKER_CONFIGS, ConfigKind, Definition, State, TOPIC_CONFIGS};

const SET: i8 = 0;
const DELETE: i8 = 1;
const APPEND: i8 = 2;
const SUBTRACT: i8 = 3;

type Refusal = (i16, Option<String>);

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: IncrementalAlterConfigsRequest,
) -> IncrementalAlterConfigsResponse {
    let responses = request.resources.iter().map(|resource| {
        let (error, message) = match alter(call, state, resource, request.validate_only) {
            Ok(()) => (code::NONE, None),
            Err(refusal) => refusal,
        };
        AlterConfigsResourceResponse::default()
            .with_error_code(error)
            .with_error_message(maybe(message.as_deref()))
            .with_resource_type(resource.resource_type)
            .with_resource_name(resource.resource_name.clone())
    });
    IncrementalAlterConfigsResponse::default().with_responses(responses.collect())
}

fn alter(
    call: &Call,
    state: &mut State,
    resource: &AlterConfigsResource,
    validate_only: bool,
) -> Result<(), Refusal> {
    if let Some(forced) = call.forced {
        return Err((forced, None));
    }
    let name = resource.resource_name.as_str();
    let (known, mut changed) = match resource.resource_type {
        // Without a KRaft controller each broker alters a topic's configs by itself: this is no request for the controller.
        TOPIC => {
            let topic = state.topic(name).map_err(|_| {
                let message = format!("There is no topic '{name}'.");
                (code::UNKNOWN_TOPIC_OR_PARTITION, Some(message))
            })?;
            (TOPIC_CONFIGS, topic.configs.clone())
        }
        BROKER if name.is_empty() => (BROKER_CONFIGS, state.default_configs.clone()),
        BROKER => {
            named_broker(call.broker, name).map_err(|message| (code::INVALID_REQUEST, Some(message)))?;
            let broker = state.broker(call.broker).map_err(|_| (code::UNKNOWN_SERVER_ERROR, None))?;
            (BROKER_CONFIGS, broker.dynamic_configs.clone())
        }
        other => return Err((code::INVALID_REQUEST, Some(format!("Unknown resource type {other}")))),
    };
    for config in &resource.configs {
        change(known, &mut changed, config)?;
    }
    if validate_only {
        return Ok(());
    }
    // Each was found above under this lock.
    match resource.resource_type {
        TOPIC => {
            if let Ok(topic) = state.topic_mut(name) {
                topic.configs = changed;
            }
        }
        _ if name.is_empty() => state.default_configs = changed,
        _ => {
            if let Ok(broker) = state.broker_mut(call.broker) {
                broker.dynamic_configs = changed;
            }
        }
    }
    Ok(())
}

fn change(
    known: &'static [Definition],
    values: &mut BTreeMap<String, String>,
    config: &AlterableConfig,
) -> Result<(), Refusal> {
    let name = config.name.as_str();
    let invalid = |message: String| Err((code::INVALID_CONFIG, Some(message)));
    let Some(definition) = known.iter().find(|definition| definition.name == name) else {
        return invalid(format!("Unknown config name: {name}"));
    };
    // A topic's configs can all be changed, a broker's only where they have a name of their own to change.
    if definition.synonym.is_none() && std::ptr::eq(known, BROKER_CONFIGS) {
        return Err((code::INVALID_REQUEST, Some(format!("Can't be changed while the broker runs: {name}"))));
    }
    if config.config_operation != DELETE && config.value.is_none() {
        return Err((code::INVALID_REQUEST, Some(format!("No value is given for {name}"))));
    }
    let value = config.value.as_ref().map(|value| value.as_str()).unwrap_or_default();
    let current = values.get(name).map(String::as_str).or(definition.default).unwrap_or_default();
    let items = |list: &str| -> Vec<String> {
        list.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
    };
    let list = definition.kind == ConfigKind::List;
    match config.config_operation {
        SET if definition.kind.takes(value) => {
            values.insert(name.to_owned(), value.to_owned());
        }
        SET => return invalid(format!("{value} is not a value for {name}")),
        DELETE => {
            values.remove(name);
        }
        APPEND if list => {
            let mut all = items(current);
            all.extend(items(value).into_iter().filter(|item| !items(current).contains(item)));
            values.insert(name.to_owned(), all.join(","));
        }
        SUBTRACT if list => {
            let gone = items(value);
            let left: Vec<String> = items(current).into_iter().filter(|item| !gone.contains(item)).collect();
            values.insert(name.to_owned(), left.join(","));
        }
        _ => return invalid(format!("Can't append to or subtract from {name}: it isn't a list")),
    }
    Ok(())
}
