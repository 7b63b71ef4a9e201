//! Describes a cluster before it starts: brokers, racks, directories, topics, groups and the release that it plays.

use std::collections::BTreeMap;
use std::io;

use crate::cluster::MockCluster;
use crate::sasl::SaslListener;
use crate::state::{Broker, Group, LogDir, LogDirSpec, State, TopicSpec};
use crate::versions::Release;

/// Requests kept in the record unless told otherwise.
const KEPT: usize = 65_536;

/// Three brokers (1 to 3) without racks, two healthy directories each, no topic, speaking as 4.4.0 in KRaft mode.
#[derive(Debug, Clone)]
#[must_use]
pub struct Builder {
    brokers: i32,
    first_id: i32,
    racks: Vec<String>,
    log_dirs: Vec<(String, LogDirSpec)>,
    topics: Vec<TopicSpec>,
    groups: Vec<Group>,
    release: Release,
    kraft: Option<bool>,
    auto_create: bool,
    cluster_id: Option<String>,
    sasl: Option<SaslListener>,
    kept: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            brokers: 3,
            first_id: 1,
            racks: Vec::new(),
            log_dirs: vec![
                ("/var/lib/kafka/data-1".to_owned(), LogDirSpec::default()),
                ("/var/lib/kafka/data-2".to_owned(), LogDirSpec::default()),
            ],
            topics: Vec::new(),
            groups: Vec::new(),
            release: Release::default(),
            kraft: None,
            auto_create: false,
            cluster_id: None,
            sasl: None,
            kept: KEPT,
        }
    }
}

impl Builder {
    pub fn brokers(mut self, count: i32) -> Self {
        self.brokers = count;
        self
    }

    /// Ids count up from here.
    pub fn first_id(mut self, id: i32) -> Self {
        self.first_id = id;
        self
    }

    /// Racks in turn over the brokers.
    pub fn racks(mut self, racks: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.racks = racks.into_iter().map(Into::into).collect();
        self
    }

    /// The directories of every broker.
    pub fn log_dirs(mut self, dirs: impl IntoIterator<Item = (impl Into<String>, LogDirSpec)>) -> Self {
        self.log_dirs = dirs.into_iter().map(|(path, spec)| (path.into(), spec)).collect();
        self
    }

    pub fn topic(mut self, spec: TopicSpec) -> Self {
        self.topics.push(spec);
        self
    }

    pub fn group(mut self, group: Group) -> Self {
        self.groups.push(group);
        self
    }

    /// What the brokers advertise; it also decides between KRaft and ZooKeeper.
    pub fn release(mut self, release: Release) -> Self {
        self.release = release;
        self
    }

    /// KRaft or ZooKeeper, whatever the release.
    pub fn kraft(mut self, on: bool) -> Self {
        self.kraft = Some(on);
        self
    }

    pub fn auto_create(mut self, on: bool) -> Self {
        self.auto_create = on;
        self
    }

    pub fn cluster_id(mut self, id: impl Into<String>) -> Self {
        self.cluster_id = Some(id.into());
        self
    }

    /// Every listener asks for a sign-in.
    pub fn sasl(mut self, listener: SaslListener) -> Self {
        self.sasl = Some(listener);
        self
    }

    /// How many requests the record keeps; 0 keeps counters only.
    pub fn kept_requests(mut self, count: usize) -> Self {
        self.kept = count;
        self
    }

    /// Starts the brokers on free loopback ports. Needs a running tokio runtime.
    pub async fn start(self) -> io::Result<MockCluster> {
        let kept = self.kept;
        MockCluster::open(self.into_state(), kept).await
    }

    pub(crate) fn into_state(self) -> State {
        let mut state = State::new(self.release);
        if let Some(id) = self.cluster_id {
            state.cluster_id = id;
        }
        state.kraft = self.kraft.unwrap_or(state.kraft);
        state.auto_create = self.auto_create;
        state.sasl = self.sasl;
        let mut racks = self.racks.iter().cycle();
        for id in self.first_id..self.first_id + self.brokers {
            let log_dirs = self.log_dirs.iter();
            let broker = Broker {
                id,
                host: "127.0.0.1".to_owned(),
                port: 0,
                rack: racks.next().cloned(),
                fenced: false,
                log_dirs: log_dirs
                    .map(|(path, spec)| LogDir { path: path.clone(), spec: spec.clone() })
                    .collect(),
                static_configs: BTreeMap::new(),
                dynamic_configs: BTreeMap::new(),
                versions: self.release.ranges(),
                turn: 0,
            };
            state.brokers.insert(id, broker);
        }
        state.voters = state.brokers.keys().copied().take(3).collect();
        for broker in state.brokers.values_mut().filter(|_| state.kraft) {
            let votes = state.voters.contains(&broker.id);
            let roles = if votes { "broker,controller" } else { "broker" };
            broker.static_configs.insert("process.roles".to_owned(), roles.to_owned());
        }
        state.controller = self.first_id;
        for topic in self.topics {
            state.create_topic(topic);
        }
        for group in self.groups {
            state.add_group(group);
        }
        state
    }
}
