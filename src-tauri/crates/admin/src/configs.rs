//! Configs of topics and brokers, with where each value comes from. Topics are asked in batches; each has its own outcome.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use meta::{
    Cluster, Error, Item, Key, Source, What,
    message::{
        config_resource::{BROKER, TOPIC},
        describe_configs::{self, DescribeConfigs, Resource, ResourceAsked},
    },
};

use crate::told::Told;

/// All configs of one thing.
pub type Configs = Vec<Config>;

/// One config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub name: String,
    /// `None`: unset, or not told because it is sensitive.
    pub value: Option<String>,
    pub source: ConfigSource,
    pub read_only: bool,
    pub sensitive: bool,
    pub doc: Option<String>,
    /// Where the value comes from, in the order in which they are looked at.
    pub synonyms: Vec<Synonym>,
}

/// One place that could give a config its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synonym {
    pub source: ConfigSource,
    pub name: String,
    pub value: Option<String>,
}

/// Where a config's value is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConfigSource {
    Topic,
    DynamicBroker,
    DynamicDefault,
    StaticBroker,
    Default,
    DynamicBrokerLogger,
    ClientMetrics,
    Group,
    /// The protocol's number, when this build has no name for it.
    Other(i8),
}

impl ConfigSource {
    fn from_number(number: i8) -> ConfigSource {
        match number {
            1 => ConfigSource::Topic,
            2 => ConfigSource::DynamicBroker,
            3 => ConfigSource::DynamicDefault,
            4 => ConfigSource::StaticBroker,
            5 => ConfigSource::Default,
            6 => ConfigSource::DynamicBrokerLogger,
            7 => ConfigSource::ClientMetrics,
            8 => ConfigSource::Group,
            other => ConfigSource::Other(other),
        }
    }
}

/// Asks for all configs of one broker; only that broker knows them.
///
/// # Errors
/// That broker's failure.
pub async fn broker_configs(cluster: &Cluster, broker: i32, limit: Duration) -> Result<Told<Configs>, Error> {
    let asked = ResourceAsked { kind: BROKER, name: broker.to_string(), keys: None };
    let request =
        DescribeConfigs { resources: vec![asked], include_synonyms: true, include_documentation: true };
    let part = cluster.send_within(request, Key::None, limit).await?.one()?;
    let source = Arc::new(part.source);
    match part.reply.resources.into_iter().next() {
        Some(resource) => owned(resource, &source),
        None => Err(Error::new(What::Decode("it names no resource".to_owned())).on_broker(broker)),
    }
}

/// Asks for configs of these topics in one request; `keys` limits which. The full form brings synonyms and documentation.
pub async fn topic_configs(
    cluster: &Cluster,
    topics: &[Arc<str>],
    keys: Option<&[&str]>,
    limit: Duration,
) -> BTreeMap<Arc<str>, Result<Told<Configs>, Error>> {
    let asked = |name: &Arc<str>| ResourceAsked {
        kind: TOPIC,
        name: name.to_string(),
        keys: keys.map(|keys| keys.iter().map(|key| (*key).to_owned()).collect()),
    };
    let full = keys.is_none();
    let request = DescribeConfigs {
        resources: topics.iter().map(asked).collect(),
        include_synonyms: full,
        include_documentation: full,
    };
    let answers = match cluster.send_within(request, Key::None, limit).await {
        Ok(answers) => answers,
        Err(error) => return topics.iter().map(|name| (Arc::clone(name), Err(error.clone()))).collect(),
    };
    let mut told = HashMap::new();
    for part in answers.parts {
        let source = Arc::new(part.source);
        for resource in part.reply.resources {
            told.insert(resource.name.clone(), owned(resource, &source));
        }
    }
    let unanswered = |name: &Arc<str>| {
        let names = |item: &Item| matches!(item, Item::Resource(_, topic) if topic == name);
        let failed =
            answers.failed.iter().find(|failed| failed.items.is_empty() || failed.items.iter().any(names));
        let why = || Error::new(What::NoTarget(format!("No broker's answer names the configs of {name}.")));
        failed.map_or_else(why, |failed| failed.error.clone())
    };
    let outcome = |name: &Arc<str>| told.remove(&**name).unwrap_or_else(|| Err(unanswered(name)));
    let mut outcome = outcome;
    topics.iter().map(|name| (Arc::clone(name), outcome(name))).collect()
}

fn owned(resource: Resource, source: &Arc<Source>) -> Result<Told<Configs>, Error> {
    if !resource.code.is_none() {
        let error = Error::from_code(resource.code, resource.words);
        return Err(error.at(source.address.clone()).asking(source.api));
    }
    let value = resource.configs.into_iter().map(config).collect();
    Ok(Told { value, source: Arc::clone(source) })
}

fn config(config: describe_configs::Config) -> Config {
    let synonym = |synonym: describe_configs::Synonym| Synonym {
        source: ConfigSource::from_number(synonym.source),
        name: synonym.name,
        value: synonym.value,
    };
    Config {
        name: config.name,
        value: config.value,
        source: ConfigSource::from_number(config.source),
        read_only: config.read_only,
        sensitive: config.sensitive,
        doc: config.documentation,
        synonyms: config.synonyms.into_iter().map(synonym).collect(),
    }
}
