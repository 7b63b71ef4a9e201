//! DescribeConfigs: topics, brokers and groups with values, sources, synonyms, types and docs. A broker answers for itself
//! and for the defaults of all, and refuses another broker's name, which is why this request has to be routed.

use kafka_protocol::messages::describe_configs_request::DescribeConfigsResource;
use kafka_protocol::messages::describe_configs_response::{
    DescribeConfigsResourceResult, DescribeConfigsResult, DescribeConfigsSynonym,
};
use kafka_protocol::messages::{DescribeConfigsRequest, DescribeConfigsResponse};

use super::Call;
use super::metadata::is_legal;
use super::text::{maybe, text};
use crate::code;
use crate::state::{BROKER_CONFIGS, ConfigKind, ConfigSource, Definition, Layer, State, TOPIC_CONFIGS};

pub(super) const TOPIC: i8 = 2;
pub(super) const BROKER: i8 = 4;
pub(super) const BROKER_LOGGER: i8 = 8;
pub(super) const CLIENT_METRICS: i8 = 16;
pub(super) const GROUP: i8 = 32;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeConfigsRequest,
) -> DescribeConfigsResponse {
    let wish = Wish {
        version: call.version,
        synonyms: request.include_synonyms,
        docs: request.include_documentation,
    };
    let results = request.resources.iter().map(|resource| describe(call, state, wish, resource));
    DescribeConfigsResponse::default().with_results(results.collect())
}

#[derive(Debug, Clone, Copy)]
struct Wish {
    version: i16,
    synonyms: bool,
    docs: bool,
}

fn describe(
    call: &Call,
    state: &State,
    wish: Wish,
    asked: &DescribeConfigsResource,
) -> DescribeConfigsResult {
    let found = match call.forced {
        Some(forced) => Err((forced, None)),
        None => configs(call, state, asked),
    };
    let result = DescribeConfigsResult::default()
        .with_resource_type(asked.resource_type)
        .with_resource_name(asked.resource_name.clone());
    match found {
        Err((error, message)) => result.with_error_code(error).with_error_message(maybe(message.as_deref())),
        Ok(found) => {
            let wanted = found.into_iter().filter(|(definition, _)| match &asked.configuration_keys {
                Some(keys) => keys.iter().any(|key| key.as_str() == definition.name),
                None => true,
            });
            let entries =
                wanted.map(|(definition, layers)| entry(definition, &layers, asked.resource_type, wish));
            result.with_configs(entries.collect())
        }
    }
}

type Found = Vec<(&'static Definition, Vec<Layer>)>;

fn configs(
    call: &Call,
    state: &State,
    asked: &DescribeConfigsResource,
) -> Result<Found, (i16, Option<String>)> {
    let name = asked.resource_name.as_str();
    match asked.resource_type {
        TOPIC if !is_legal(name) => {
            Err((code::INVALID_TOPIC_EXCEPTION, Some(format!("Topic name is invalid: '{name}'"))))
        }
        TOPIC => {
            let topic =
                state.topic(name).map_err(|_| (code::UNKNOWN_TOPIC_OR_PARTITION, Some(String::new())))?;
            let layers = |definition| (definition, state.topic_layers(call.broker, topic, definition));
            Ok(TOPIC_CONFIGS.iter().map(layers).collect())
        }
        // Without a name: what is set for all brokers, and nothing else.
        BROKER if name.is_empty() => {
            let set = BROKER_CONFIGS.iter().filter_map(|definition| {
                let mut layers = state.broker_layers(call.broker, definition);
                layers.retain(|layer| layer.source == ConfigSource::DynamicDefaultBroker);
                (!layers.is_empty()).then_some((definition, layers))
            });
            Ok(set.collect())
        }
        BROKER => {
            named_broker(call.broker, name).map_err(|message| (code::INVALID_REQUEST, Some(message)))?;
            let layers = |definition| (definition, state.broker_layers(call.broker, definition));
            Ok(BROKER_CONFIGS.iter().map(layers).collect())
        }
        BROKER_LOGGER => {
            named_broker(call.broker, name).map_err(|message| (code::INVALID_REQUEST, Some(message)))?;
            Ok(Vec::new())
        }
        CLIENT_METRICS | GROUP => Ok(Vec::new()),
        other => Err((code::INVALID_REQUEST, Some(format!("Unsupported resource type: {other}")))),
    }
}

/// A broker's name must be its own id.
pub(super) fn named_broker(broker: i32, name: &str) -> Result<(), String> {
    match name.parse::<i32>() {
        Ok(id) if id == broker => Ok(()),
        Ok(id) => Err(format!("This is broker {broker} and can't speak of the configs of broker {id}.")),
        Err(_) => Err(format!("A broker is named by its id, and this is none: {name}")),
    }
}

fn entry(
    definition: &Definition,
    layers: &[Layer],
    resource_type: i8,
    wish: Wish,
) -> DescribeConfigsResourceResult {
    let effective = layers.first();
    let sensitive = definition.kind == ConfigKind::Password;
    let shown = |value: &str| (!sensitive).then(|| text(value));
    let entry = DescribeConfigsResourceResult::default()
        .with_name(text(definition.name))
        .with_value(effective.and_then(|layer| shown(&layer.value)))
        .with_read_only(resource_type == BROKER && definition.synonym.is_none())
        .with_is_sensitive(sensitive)
        .with_config_source(effective.map_or(ConfigSource::Default, |layer| layer.source) as i8);
    let synonyms = layers.iter().filter(|layer| !layer.name.is_empty()).map(|layer| {
        DescribeConfigsSynonym::default()
            .with_name(text(&layer.name))
            .with_value(shown(&layer.value))
            .with_source(layer.source as i8)
    });
    let entry = if wish.synonyms { entry.with_synonyms(synonyms.collect()) } else { entry };
    if wish.version < 3 {
        return entry;
    }
    let doc = wish.docs.then(|| text(definition.doc));
    entry.with_config_type(definition.kind as i8).with_documentation(doc)
}
