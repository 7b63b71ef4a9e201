//! The cluster that the weather falls on, a stranger with the same names and other figures, and what is true of them at each
//! moment. Each figure tells whose it is and of when, so that an answer to another question can't pass for the right one.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use meta::{Cluster, Config, TopicId};
use mock_cluster::{
    Group, GroupKind, LogDirSpec, MockCluster, Release, State, TopicSpec,
    state::{Topic, Transaction},
};
use parking_lot::Mutex;
use support::ground::{Record, config, connect_as};

pub const BROKERS: i32 = 3;
pub const TOPICS: [&str; 4] = ["orders", "invoices", "clicks", "audit"];
pub const PARTITIONS: i32 = 6;
pub const GROUPS: [&str; 6] = ["g0", "g1", "g2", "g3", "g4", "g5"];
pub const TRANSACTIONS: [&str; 3] = ["t0", "t1", "t2"];
pub const ID: &str = "ours";
/// Added to each figure of the stranger.
const STRANGE: i64 = 1_000_000_000;

pub struct Scene {
    pub mock: MockCluster,
    pub stranger: MockCluster,
    pub cluster: Cluster,
    pub record: Arc<Record>,
    /// Each id that a topic had, the present one last.
    pub lives: Mutex<BTreeMap<&'static str, Vec<String>>>,
    pub over: AtomicBool,
    /// From when on nothing may fail.
    pub fine: AtomicBool,
    pub answers: AtomicU64,
    pub failures: AtomicU64,
    /// How far beyond its time a call ended, at worst, in milliseconds.
    pub overshoot: AtomicU64,
    wrong: Mutex<Vec<String>>,
}

/// The end of a partition in one life of its topic.
pub fn end(topic: &str, life: usize, partition: i32) -> i64 {
    let place = TOPICS.iter().position(|name| *name == topic).unwrap();
    (life as i64 + 1) * 10_000 + (place as i64) * 100 + i64::from(partition) + 1
}

pub fn commit(group: usize) -> i64 {
    5_000 + group as i64
}

pub fn volume(broker: i32) -> i64 {
    1 << 50 | i64::from(broker)
}

/// The id of a topic as the view shows it.
pub fn shown(topic: &Topic) -> String {
    TopicId::new(topic.id).unwrap().to_string()
}

pub fn producer(transaction: usize) -> i64 {
    70 + transaction as i64
}

async fn start(id: &str, release: Release, strange: i64) -> MockCluster {
    let mut builder = MockCluster::builder().brokers(BROKERS).release(release).cluster_id(id);
    for name in ["__consumer_offsets", "__transaction_state"] {
        builder = builder.topic(TopicSpec::new(name).partitions(50).replication(3).internal());
    }
    for name in TOPICS {
        builder = builder.topic(TopicSpec::new(name).partitions(PARTITIONS).replication(3));
    }
    for (at, id) in GROUPS.iter().enumerate() {
        let group = Group::new(*id, GroupKind::Classic);
        builder = builder.group(group.with_offset("orders", 0, commit(at) + strange));
    }
    let mock = builder.start().await.unwrap();
    {
        let mut state = mock.state();
        for name in TOPICS {
            fill(&mut state, name, 0, strange);
        }
        for (at, id) in TRANSACTIONS.iter().enumerate() {
            state.add_transaction(Transaction {
                id: (*id).to_owned(),
                producer_id: producer(at) + strange,
                producer_epoch: 0,
                state: "Ongoing".to_owned(),
                timeout_ms: 60_000,
                started_ms: 1,
                partitions: [("orders".to_owned(), vec![0])].into(),
            });
        }
        for broker in 1..=BROKERS {
            let spec = LogDirSpec::new(volume(broker) + strange, 1);
            state.set_log_dir(broker, "/var/lib/kafka/data-1", spec).unwrap();
        }
    }
    mock
}

fn fill(state: &mut State, topic: &str, life: usize, strange: i64) {
    for partition in 0..PARTITIONS {
        state.grow_offsets(topic, partition, end(topic, life, partition) + strange).unwrap();
    }
}

impl Scene {
    pub async fn open(seed: u64) -> Scene {
        // With ZooKeeper only the true controller takes changes; the others refuse them.
        let release = if seed.is_multiple_of(3) { Release::Kafka28 } else { Release::Kafka44 };
        let mock = start(ID, release, 0).await;
        let stranger = start("not ours", release, STRANGE).await;
        let config = Config {
            read_only: false,
            setup_timeout: Duration::from_millis(600),
            attempt_timeout: Duration::from_millis(400),
            read_timeout: Duration::from_secs(2),
            write_timeout: Duration::from_secs(3),
            ..config(&mock.bootstrap())
        };
        let (cluster, record) = connect_as(config).await;
        let lives = {
            let state = mock.state();
            TOPICS.iter().map(|name| (*name, vec![shown(state.topic(name).unwrap())])).collect()
        };
        Scene {
            mock,
            stranger,
            cluster,
            record,
            lives: Mutex::new(lives),
            over: AtomicBool::new(false),
            fine: AtomicBool::new(false),
            answers: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            overshoot: AtomicU64::new(0),
            wrong: Mutex::default(),
        }
    }

    /// Deletes a topic and makes it again: another id, other ends, leader epochs from the start.
    pub fn make_again(&self, topic: &'static str) {
        let mut state = self.mock.state();
        state.recreate_topic(topic).unwrap();
        let mut lives = self.lives.lock();
        let lives = lives.get_mut(topic).unwrap();
        fill(&mut state, topic, lives.len(), 0);
        lives.push(shown(state.topic(topic).unwrap()));
    }

    /// The present life of a topic. One that is read before a question and after its answer bounds what is right.
    pub fn life(&self, topic: &str) -> usize {
        self.lives.lock()[topic].len() - 1
    }

    pub fn over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub fn wrong(&self, what: String) {
        self.wrong.lock().push(what);
    }

    pub fn wrongs(&self) -> Vec<String> {
        self.wrong.lock().clone()
    }
}

impl Scene {
    /// Whether the release has what came with KRaft: transactions that are described, topic ids, the quorum.
    pub fn kraft(&self) -> bool {
        self.mock.state().kraft
    }
}
