//! From what was filled in to a request with its key. Only requests that read can be built here: a mutating one has no
//! variant.

use std::time::Duration;

use admin::{
    ApiKey, Ask, Error, Key, Metadata, Refresh, Snapshot, What,
    message::{
        TopicPartitions,
        api_versions::ApiVersions,
        config_resource::{BROKER, TOPIC},
        consumer_group_describe::ConsumerGroupDescribe,
        describe_acls::DescribeAcls,
        describe_client_quotas::DescribeClientQuotas,
        describe_cluster::DescribeCluster,
        describe_configs::{DescribeConfigs, ResourceAsked},
        describe_groups::DescribeGroups,
        describe_log_dirs::DescribeLogDirs,
        describe_producers::DescribeProducers,
        describe_quorum::DescribeQuorum,
        describe_transactions::DescribeTransactions,
        describe_user_scram_credentials::DescribeUserScramCredentials,
        find_coordinator::{FindCoordinator, Kind},
        list_config_resources::ListConfigResources,
        list_groups::ListGroups,
        list_offsets::{EARLIEST, LATEST, ListOffsets, MAX_TIMESTAMP, PartitionAsked, TopicAsked},
        list_partition_reassignments::ListPartitionReassignments,
        list_transactions::ListTransactions,
        offset_fetch::{GroupAsked, OffsetFetch},
    },
};
use contract::RequestDraft;

/// How long a broker may look for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

macro_rules! offered {
    ($($name:ident),* $(,)?) => {
        /// A request that reads, ready to send.
        #[derive(Clone, Debug)]
        pub(super) enum Built { $($name($name),)* }

        impl Built {
            /// Hands the request to whoever can take any of them.
            pub(super) async fn give_to<G: super::send::Give>(self, to: G) -> G::Out {
                match self { $(Built::$name(request) => Box::pin(to.take(request)).await,)* }
            }
        }

        /// The versions that this program speaks of a request that it sends.
        pub(crate) fn spoken_versions(key: ApiKey) -> Option<(i16, i16)> {
            match key {
                $(ApiKey::$name => Some(versions::<$name>()),)*
                _ => None,
            }
        }
    };
}

offered! {
    ApiVersions, Metadata, DescribeCluster, DescribeQuorum, FindCoordinator, ListOffsets, DescribeConfigs, DescribeLogDirs,
    ListGroups, DescribeGroups, ConsumerGroupDescribe, OffsetFetch, ListTransactions, DescribeTransactions,
    ListPartitionReassignments, DescribeProducers, DescribeAcls, DescribeClientQuotas, DescribeUserScramCredentials,
    ListConfigResources,
}

fn versions<R: Ask>() -> (i16, i16) {
    R::VERSIONS
}

/// What was filled in, by field.
struct Filled<'a>(&'a RequestDraft);

impl Filled<'_> {
    fn text(&self, id: &str) -> Option<&str> {
        let filled = self.0.fields.iter().find(|(field, _)| field == id)?;
        Some(filled.1.trim()).filter(|text| !text.is_empty())
    }

    /// Names separated by commas or white space.
    fn names(&self, id: &str) -> Option<Vec<String>> {
        let text = self.text(id)?;
        let names: Vec<String> =
            text.split([',', ' ', '\n', '\t']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        (!names.is_empty()).then_some(names)
    }

    fn needed(&self, id: &str, what: &str) -> Result<Vec<String>, Error> {
        self.names(id).ok_or_else(|| bad(format!("Fill in {what} first.")))
    }

    fn number<N: std::str::FromStr>(&self, id: &str, what: &str) -> Result<Option<N>, Error> {
        let Some(text) = self.text(id) else { return Ok(None) };
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(bad(format!("\u{201c}{text}\u{201d} is no {what}; type a number."))),
        }
    }

    fn broker_key(&self) -> Result<Key, Error> {
        Ok(self.number("broker", "broker id")?.map_or(Key::None, Key::Broker))
    }

    /// One partition, or all that the snapshot knows of the topic.
    fn partitions(&self, topic: &str, snapshot: &Snapshot) -> Result<Vec<i32>, Error> {
        if let Some(partition) = self.number("partition", "partition")? {
            return Ok(vec![partition]);
        }
        let known = snapshot.topic(topic).ok_or_else(|| {
            bad(format!(
                "The partitions of \u{201c}{topic}\u{201d} are not known here; type the number of one."
            ))
        })?;
        Ok(known.partitions().map(|partition| partition.index).collect())
    }
}

fn bad(message: String) -> Error {
    Error::new(What::BadInput(message))
}

/// Builds what was filled in.
///
/// # Errors
/// Says which field is missing or can't be read, or that the request is not offered.
pub(super) fn build(draft: &RequestDraft, snapshot: &Snapshot) -> Result<(Built, Key), Error> {
    let key = ApiKey::from_code(draft.key);
    let filled = Filled(draft);
    let on_topics = |names: Vec<String>| -> Result<Vec<TopicPartitions>, Error> {
        let of =
            |topic: String| Ok(TopicPartitions { partitions: filled.partitions(&topic, snapshot)?, topic });
        names.into_iter().map(of).collect()
    };
    Ok(match key {
        ApiKey::ApiVersions => (Built::ApiVersions(ApiVersions), filled.broker_key()?),
        ApiKey::Metadata => {
            let what = filled.names("topics").map_or(Refresh::Brokers, Refresh::Topics);
            (Built::Metadata(Metadata { what }), Key::None)
        }
        ApiKey::DescribeCluster => {
            let request = DescribeCluster { include_operations: false, include_fenced: true };
            (Built::DescribeCluster(request), Key::None)
        }
        ApiKey::DescribeQuorum => (Built::DescribeQuorum(DescribeQuorum), Key::None),
        ApiKey::FindCoordinator => {
            let (kind, keys) = match (filled.names("groups"), filled.names("transaction")) {
                (Some(groups), None) => (Kind::Group, groups),
                (None, Some(ids)) => (Kind::Transaction, ids),
                (None, None) => return Err(bad("Fill in a group or a transactional id first.".to_owned())),
                (Some(_), Some(_)) => {
                    return Err(bad(
                        "Fill in groups or transactional ids, not both in one request.".to_owned()
                    ));
                }
            };
            (Built::FindCoordinator(FindCoordinator { kind, keys }), Key::None)
        }
        ApiKey::ListOffsets => {
            let names = filled.needed("topic", "a topic")?;
            let timestamp = moment(filled.text("at"))?;
            let asked = |topic: TopicPartitions| TopicAsked {
                partitions: topic
                    .partitions
                    .iter()
                    .map(|partition| PartitionAsked { partition: *partition, leader_epoch: None, timestamp })
                    .collect(),
                name: topic.topic,
            };
            let topics = on_topics(names)?.into_iter().map(asked).collect();
            (Built::ListOffsets(ListOffsets { committed: false, topics, timeout: PATIENCE }), Key::None)
        }
        ApiKey::DescribeConfigs => (Built::DescribeConfigs(configs(&filled)?), Key::None),
        ApiKey::DescribeLogDirs => {
            let topics = filled.names("topics").map(on_topics).transpose()?;
            (Built::DescribeLogDirs(DescribeLogDirs { topics }), filled.broker_key()?)
        }
        ApiKey::ListGroups => {
            let states = filled.names("states").unwrap_or_default();
            let types = filled.names("types").unwrap_or_default();
            (Built::ListGroups(ListGroups { states, types }), filled.broker_key()?)
        }
        ApiKey::DescribeGroups => {
            let groups = filled.needed("groups", "a group")?;
            (Built::DescribeGroups(DescribeGroups { groups, include_operations: false }), Key::None)
        }
        ApiKey::ConsumerGroupDescribe => {
            let groups = filled.needed("groups", "a group")?;
            let request = ConsumerGroupDescribe { groups, include_operations: false };
            (Built::ConsumerGroupDescribe(request), Key::None)
        }
        ApiKey::OffsetFetch => {
            let groups = filled.needed("groups", "a group")?;
            let groups = groups.into_iter().map(|id| GroupAsked { id, topics: None }).collect();
            (Built::OffsetFetch(OffsetFetch { groups, require_stable: false }), Key::None)
        }
        ApiKey::ListTransactions => {
            let states = filled.names("states").unwrap_or_default();
            let request = ListTransactions { states, producer_ids: Vec::new(), longer_than: None };
            (Built::ListTransactions(request), filled.broker_key()?)
        }
        ApiKey::DescribeTransactions => {
            let ids = filled.needed("transaction", "a transactional id")?;
            (Built::DescribeTransactions(DescribeTransactions { ids }), Key::None)
        }
        ApiKey::ListPartitionReassignments => {
            let request = ListPartitionReassignments { topics: None, timeout: PATIENCE };
            (Built::ListPartitionReassignments(request), Key::None)
        }
        ApiKey::DescribeProducers => {
            let topics = on_topics(filled.needed("topic", "a topic")?)?;
            (Built::DescribeProducers(DescribeProducers { topics }), Key::None)
        }
        ApiKey::DescribeAcls => (Built::DescribeAcls(DescribeAcls::default()), Key::None),
        ApiKey::DescribeClientQuotas => {
            let request = DescribeClientQuotas { components: Vec::new(), strict: false };
            (Built::DescribeClientQuotas(request), Key::None)
        }
        ApiKey::DescribeUserScramCredentials => {
            let request = DescribeUserScramCredentials { users: filled.names("users") };
            (Built::DescribeUserScramCredentials(request), Key::None)
        }
        ApiKey::ListConfigResources => {
            (Built::ListConfigResources(ListConfigResources { kinds: Vec::new() }), Key::None)
        }
        other if admin::could_write(other) => return Err(Error::new(What::ReadOnly).asking(other)),
        other => return Err(bad(format!("{other} can't be sent from here."))),
    })
}

fn configs(filled: &Filled<'_>) -> Result<DescribeConfigs, Error> {
    let keys = filled.names("keys");
    let mut resources: Vec<ResourceAsked> = Vec::new();
    if let Some(broker) = filled.number::<i32>("broker", "broker id")? {
        resources.push(ResourceAsked { kind: BROKER, name: broker.to_string(), keys: keys.clone() });
    }
    let topics = filled.names("topics").unwrap_or_default();
    resources.extend(topics.into_iter().map(|name| ResourceAsked { kind: TOPIC, name, keys: keys.clone() }));
    if resources.is_empty() {
        return Err(bad("Fill in a broker or a topic first.".to_owned()));
    }
    Ok(DescribeConfigs { resources, include_synonyms: true, include_documentation: false })
}

fn moment(text: Option<&str>) -> Result<i64, Error> {
    match text {
        None | Some("latest") => Ok(LATEST),
        Some("earliest") => Ok(EARLIEST),
        Some("max-timestamp") => Ok(MAX_TIMESTAMP),
        Some(text) => match text.parse::<i64>() {
            Ok(moment) if moment >= 0 => Ok(moment),
            _ => Err(bad(format!(
                "\u{201c}{text}\u{201d} is no moment: type latest, earliest, max-timestamp, or milliseconds since 1970."
            ))),
        },
    }
}
