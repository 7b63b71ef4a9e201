//! What the cluster is: brokers, topics, groups, configs and who leads what, in one place behind one lock. Every answer is
//! computed from it and every test changes it by plain methods, so that two brokers never contradict each other unless
//! a test says so.

pub mod acl;
mod broker;
mod configs;
mod coordinators;
mod group;
mod leadership;
mod log_dirs;
mod placement;
mod reassignment;
mod security;
mod topic;
mod topics;
mod transaction;

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

pub use broker::{Broker, LogDir, LogDirSpec};
pub use configs::ConfigSource;
pub(crate) use configs::{BROKER_CONFIGS, ConfigKind, Definition, Layer, TOPIC_CONFIGS};
pub use group::{Committed, Group, GroupKind, Member};
pub use security::{ClientQuota, Mechanism};
pub use topic::{FutureReplica, Partition, Producer, Reassignment, Replica, Topic, TopicSpec};
pub use transaction::Transaction;

use uuid::Uuid;

use crate::sasl::SaslListener;
use crate::versions::Release;

/// Something that a test named and the cluster doesn't have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSuch {
    #[error("no broker {0}")]
    Broker(i32),
    #[error("no topic {0:?}")]
    Topic(String),
    #[error("no partition {1} of topic {0:?}")]
    Partition(String, i32),
    #[error("partition {1} of topic {0:?} has no replica on broker {2}")]
    Replica(String, i32, i32),
    #[error("no log dir {1:?} on broker {0}")]
    LogDir(i32, String),
    #[error("no group {0:?}")]
    Group(String),
}

/// The cluster's state. Get it with [`MockCluster::state`](crate::MockCluster::state), change it, let it go.
#[derive(Debug)]
pub struct State {
    pub cluster_id: String,
    /// KRaft: any broker is named as controller and forwards. ZooKeeper: the true one is named, the others refuse.
    pub kraft: bool,
    /// `auto.create.topics.enable`.
    pub auto_create: bool,
    /// `num.partitions` and `default.replication.factor`, for topics made without a number.
    pub default_partitions: i32,
    pub default_replication: usize,
    /// What the listeners ask of a client; `None`: nothing.
    pub sasl: Option<SaslListener>,
    pub(crate) release: Release,
    /// The active controller: the quorum's leader in KRaft.
    pub(crate) controller: i32,
    pub(crate) controller_epoch: i32,
    /// Nodes of the metadata quorum; the first brokers, as in a combined deployment.
    pub(crate) voters: Vec<i32>,
    /// Nodes that lag behind the metadata log: by how many records, and for how many milliseconds.
    pub(crate) quorum_behind: BTreeMap<i32, (i64, i64)>,
    pub(crate) brokers: BTreeMap<i32, Broker>,
    pub(crate) topics: BTreeMap<String, Topic>,
    /// The names by id; kept in step where topics are made and deleted.
    topic_names: BTreeMap<Uuid, String>,
    pub(crate) groups: BTreeMap<String, Group>,
    /// Coordinators that a test chose, by group or transactional id; the others follow from a hash.
    pub(crate) coordinators: BTreeMap<String, i32>,
    pub(crate) transactions: BTreeMap<String, Transaction>,
    /// Overrides for all brokers (`DYNAMIC_DEFAULT_BROKER_CONFIG`).
    pub(crate) default_configs: BTreeMap<String, String>,
    /// `None`: there is no authorizer.
    pub(crate) acls: Option<Vec<acl::Acl>>,
    pub(crate) client_quotas: Vec<ClientQuota>,
    pub(crate) scram_users: BTreeMap<String, Vec<(Mechanism, i32)>>,
    /// Counts Metadata answers, to name a different live broker as controller each time in KRaft mode.
    pub(crate) asked: usize,
    /// Seeds topic ids, so that two runs of a scene look alike.
    pub(crate) next_topic_id: u128,
    /// Counts replicas placed, so that leaders and directories spread.
    pub(crate) placed: usize,
}

impl State {
    pub(crate) fn new(release: Release) -> Self {
        Self {
            cluster_id: "mOcK-cLuSteR-0000000001".to_owned(),
            kraft: release.is_kraft(),
            auto_create: false,
            default_partitions: 1,
            default_replication: 1,
            sasl: None,
            release,
            controller: 0,
            controller_epoch: 1,
            voters: Vec::new(),
            quorum_behind: BTreeMap::new(),
            brokers: BTreeMap::new(),
            topics: BTreeMap::new(),
            topic_names: BTreeMap::new(),
            groups: BTreeMap::new(),
            coordinators: BTreeMap::new(),
            transactions: BTreeMap::new(),
            default_configs: BTreeMap::new(),
            acls: None,
            client_quotas: Vec::new(),
            scram_users: BTreeMap::new(),
            asked: 0,
            next_topic_id: 1,
            placed: 0,
        }
    }

    pub fn set_auto_create(&mut self, on: bool) {
        self.auto_create = on;
    }

    /// The active controller, whatever Metadata says.
    pub fn controller(&self) -> i32 {
        self.controller
    }

    pub fn move_controller(&mut self, id: i32) -> Result<(), NoSuch> {
        self.broker(id)?;
        self.controller = id;
        self.controller_epoch += 1;
        Ok(())
    }

    /// A node fetches the metadata log and lacks its end: so many records, for so many milliseconds.
    pub fn set_quorum_behind(&mut self, id: i32, records: i64, ms: i64) -> Result<(), NoSuch> {
        self.broker(id)?;
        self.quorum_behind.insert(id, (records, ms));
        Ok(())
    }

    /// Whether this broker may carry out a controller request: in KRaft mode every broker forwards it.
    pub(crate) fn may_control(&self, broker: i32) -> bool {
        self.kraft || self.controller == broker
    }

    /// The controller that Metadata and DescribeCluster name: the true one with ZooKeeper, some live broker with KRaft.
    pub(crate) fn named_controller(&mut self) -> i32 {
        if !self.kraft {
            return if self.is_live(self.controller) { self.controller } else { -1 };
        }
        self.asked = self.asked.wrapping_add(1);
        let live: Vec<i32> = self.live_brokers().collect();
        let turn = self.asked.checked_rem(live.len()).unwrap_or_default();
        live.get(turn).copied().unwrap_or(-1)
    }
}

/// Milliseconds since 1970, as timestamps in answers are.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
