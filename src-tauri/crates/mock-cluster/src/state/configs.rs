//! Configs as a broker resolves them: an override on the topic, then on the broker, then for all brokers, then from its
//! file, then the default. What is decided here is the order and the sources; the names stand in the tables.

mod broker_table;
mod topic_table;

pub(crate) use broker_table::BROKER_CONFIGS;
pub(crate) use topic_table::TOPIC_CONFIGS;

use super::{Broker, State, Topic};

/// One config that a broker knows.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: &'static str,
    pub(crate) kind: ConfigKind,
    pub(crate) default: Option<&'static str>,
    /// The broker's name for a topic config, if it has one; for a broker config its own name, if it can change at run
    /// time.
    pub(crate) synonym: Option<&'static str>,
    /// Whether the broker's config of that name has a default of its own, which then counts as a synonym.
    pub(crate) default_is_synonym: bool,
    pub(crate) doc: &'static str,
}

/// Types by their numbers on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConfigKind {
    Boolean = 1,
    Text = 2,
    Int = 3,
    Short = 4,
    Long = 5,
    Double = 6,
    List = 7,
    Password = 9,
}

impl ConfigKind {
    /// Whether a value of this text may be set.
    pub(crate) fn takes(self, value: &str) -> bool {
        match self {
            Self::Boolean => matches!(value, "true" | "false"),
            Self::Int => value.trim().parse::<i32>().is_ok(),
            Self::Short => value.trim().parse::<i16>().is_ok(),
            Self::Long => value.trim().parse::<i64>().is_ok(),
            Self::Double => value.trim().parse::<f64>().is_ok(),
            Self::Text | Self::List | Self::Password => true,
        }
    }
}

/// Where a value comes from, by its number on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigSource {
    DynamicTopic = 1,
    DynamicBroker = 2,
    DynamicDefaultBroker = 3,
    StaticBroker = 4,
    Default = 5,
}

/// One place where a config has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) source: ConfigSource,
    /// Empty where the value isn't one of the synonyms that are listed.
    pub(crate) name: String,
    pub(crate) value: String,
}

impl State {
    /// All layers of a topic's config as this broker sees them, the effective one first.
    pub(crate) fn topic_layers(&self, broker: i32, topic: &Topic, config: &Definition) -> Vec<Layer> {
        let mut layers = Vec::new();
        if let Some(value) = topic.configs.get(config.name) {
            layers.push(Layer {
                source: ConfigSource::DynamicTopic,
                name: config.name.to_owned(),
                value: value.clone(),
            });
        }
        if let Some(synonym) = config.synonym {
            self.push_broker_layers(broker, synonym, &mut layers);
        }
        push_default(config, config.synonym.unwrap_or_default(), &mut layers);
        layers
    }

    /// All layers of a broker's config, the effective one first; none where it has no value.
    pub(crate) fn broker_layers(&self, broker: i32, config: &Definition) -> Vec<Layer> {
        let mut layers = Vec::new();
        self.push_broker_layers(broker, config.name, &mut layers);
        push_default(config, config.name, &mut layers);
        layers
    }

    fn push_broker_layers(&self, broker: i32, name: &str, layers: &mut Vec<Layer>) {
        let broker = self.brokers.get(&broker);
        let dynamic = broker.and_then(|broker| broker.dynamic_configs.get(name));
        let fixed = broker.and_then(|broker| broker.static_value(name));
        let found = [
            (ConfigSource::DynamicBroker, dynamic.cloned()),
            (ConfigSource::DynamicDefaultBroker, self.default_configs.get(name).cloned()),
            (ConfigSource::StaticBroker, fixed),
        ];
        let layer = |(source, value): (ConfigSource, Option<String>)| {
            value.map(|value| Layer { source, name: name.to_owned(), value })
        };
        layers.extend(found.into_iter().filter_map(layer));
    }
}

fn push_default(config: &Definition, name: &str, layers: &mut Vec<Layer>) {
    let name = if config.default_is_synonym { name.to_owned() } else { String::new() };
    let layer =
        |value: &str| Layer { source: ConfigSource::Default, name: name.clone(), value: value.to_owned() };
    layers.extend(config.default.map(layer));
}

impl Broker {
    /// The value from the broker's file: what a test wrote, or what follows from what the broker is.
    fn static_value(&self, name: &str) -> Option<String> {
        if let Some(value) = self.static_configs.get(name) {
            return Some(value.clone());
        }
        match name {
            "node.id" | "broker.id" => Some(self.id.to_string()),
            "broker.rack" => self.rack.clone(),
            "log.dirs" => {
                let paths: Vec<&str> = self.log_dirs.iter().map(|dir| dir.path.as_str()).collect();
                Some(paths.join(","))
            }
            "cordoned.log.dirs" => {
                let cordoned = self.log_dirs.iter().filter(|dir| dir.spec.cordoned);
                let paths: Vec<&str> = cordoned.map(|dir| dir.path.as_str()).collect();
                (!paths.is_empty()).then(|| paths.join(","))
            }
            "listeners" | "advertised.listeners" => Some(format!("PLAINTEXT://{}:{}", self.host, self.port)),
            _ => None,
        }
    }
}
