//! A stage: brokers that run, and what a case may do to them, the same on the mock cluster and on real Kafka. A case never
//! asks which of the two it plays on; where releases differ it asks for the release.

mod acts;
mod props;
mod release;
mod truth;

pub use props::RECORD;
pub(crate) use truth::topic_name;

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

use admin::{Address, Cluster, ClusterConfig};
use mock_cluster::{LogDirSpec, MockCluster};
use real_kafka::{Program, Tool, Version};
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard};

use crate::real::{self, Lease};

/// Numbers the names that cases make, so that cases which share a cluster don't meet.
static NUMBER: AtomicU32 = AtomicU32::new(1);

/// What a case needs of the brokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Looks, and makes things of its own.
    Shared,
    /// Kills, freezes or moves brokers.
    Alone,
}

/// A broker as the stage set it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    pub id: i32,
    pub address: String,
    pub rack: String,
    pub log_dirs: Vec<String>,
}

pub struct Stage {
    version: Version,
    /// What runs until the case is over; it ends before the brokers may.
    props: std::sync::Mutex<Vec<Program>>,
    ground: Ground,
}

enum Ground {
    Mock(MockCluster),
    // In the order in which they are let go.
    Real { turn: Turn, lease: Lease },
}

enum Turn {
    Shared { _guard: OwnedRwLockReadGuard<()> },
    Alone { _guard: OwnedRwLockWriteGuard<()> },
}

impl Stage {
    /// Three mock brokers that speak as this version does.
    pub async fn mock(version: Version, _need: Need) -> Stage {
        let dirs = [
            ("/data/disk-1", LogDirSpec::new(1 << 40, 1 << 39)),
            ("/data/disk-2", LogDirSpec::new(1 << 40, 1 << 39)),
        ];
        let cluster = MockCluster::builder()
            .brokers(3)
            .racks(["rack-a", "rack-b", "rack-c"])
            .log_dirs(dirs)
            .release(release::played(version))
            .auto_create(true)
            .start()
            .await
            .unwrap();
        Stage { version, ground: Ground::Mock(cluster), props: Default::default() }
    }

    /// The three real brokers of this version.
    pub async fn real(version: Version, need: Need) -> Stage {
        loop {
            let lease = tokio::task::spawn_blocking(move || real::lease(version)).await.unwrap();
            let turns = Arc::clone(&lease.cluster().turns);
            let turn = match need {
                Need::Shared => Turn::Shared { _guard: turns.read_owned().await },
                Need::Alone => Turn::Alone { _guard: turns.write_owned().await },
            };
            // A case may have left it broken while this one waited for its turn.
            if !lease.cluster().spoiled.load(Ordering::Acquire) {
                return Stage { version, ground: Ground::Real { turn, lease }, props: Default::default() };
            }
        }
    }

    pub fn version(&self) -> Version {
        self.version
    }

    /// The mock cluster, for what only it can tell.
    pub fn as_mock(&self) -> Option<&MockCluster> {
        match &self.ground {
            Ground::Mock(cluster) => Some(cluster),
            Ground::Real { .. } => None,
        }
    }

    /// One of Kafka's own tools; blocks. Only on real brokers.
    pub fn tool(&self, tool: Tool, args: &[&str]) -> String {
        let Ground::Real { lease, .. } = &self.ground else { panic!("a mock cluster has no tools") };
        lease.cluster().kafka.tool(tool, args).unwrap()
    }

    /// All brokers, those that don't run too.
    pub fn brokers(&self) -> Vec<Set> {
        match &self.ground {
            Ground::Mock(cluster) => {
                let state = cluster.state();
                let set = state.brokers().map(|broker| Set {
                    id: broker.id,
                    address: format!("{}:{}", broker.host, broker.port),
                    rack: broker.rack.clone().unwrap(),
                    log_dirs: broker.log_dirs.iter().map(|dir| dir.path.clone()).collect(),
                });
                set.collect()
            }
            Ground::Real { lease, .. } => {
                let brokers = lease.cluster().kafka.brokers().iter().map(|broker| Set {
                    id: broker.id,
                    address: broker.address.clone(),
                    rack: broker.rack.clone(),
                    log_dirs: broker.log_dirs.iter().map(|dir| dir.display().to_string()).collect(),
                });
                brokers.collect()
            }
        }
    }

    /// The addresses of the brokers that run.
    pub fn addresses(&self) -> BTreeMap<i32, String> {
        let running: Vec<i32> = match &self.ground {
            Ground::Mock(cluster) => cluster.broker_addresses().into_keys().collect(),
            Ground::Real { lease, .. } => lease.cluster().kafka.running(),
        };
        let all = self.brokers().into_iter().filter(|broker| running.contains(&broker.id));
        all.map(|broker| (broker.id, broker.address)).collect()
    }

    pub fn address(&self, id: i32) -> String {
        self.brokers().into_iter().find(|broker| broker.id == id).unwrap().address
    }

    pub fn bootstrap(&self) -> String {
        self.brokers().iter().map(|broker| broker.address.as_str()).collect::<Vec<_>>().join(",")
    }

    /// A name that no other case has.
    pub fn fresh(&self, name: &str) -> String {
        format!("{name}-{}", NUMBER.fetch_add(1, Ordering::Relaxed))
    }

    /// Our own client as a profile makes it by default: read-only.
    pub async fn cluster(&self) -> Cluster {
        self.connected(true).await
    }

    /// Our own client with the lock open.
    pub async fn unlocked(&self) -> Cluster {
        self.connected(false).await
    }

    async fn connected(&self, read_only: bool) -> Cluster {
        let mut config = ClusterConfig::new(Address::parse_list(&self.bootstrap()).unwrap());
        config.read_only = read_only;
        Cluster::connect(config).await.unwrap()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Ground::Real { turn: Turn::Alone { .. }, lease } = &self.ground
            && thread::panicking()
        {
            lease.cluster().spoiled.store(true, Ordering::Release);
        }
    }
}
