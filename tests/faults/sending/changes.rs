//! Every request that could change a cluster, ready to be sent: those that have a type here as such, and each key of the
//! table once more as bare bytes, so that "every key that could write" is the table and not a choice.

use std::{future::Future, pin::Pin, time::Duration};

use bytes::{BufMut, Bytes, BytesMut};
use meta::{
    ApiKey, Ask, Cluster, Config, Error, ErrorCode, Key, Malformed, could_write,
    message::{
        TopicPartitions, alter_partition_reassignments, alter_replica_log_dirs, config_resource,
        create_topics, delete_groups, delete_topics, elect_leaders, incremental_alter_configs,
    },
    route,
};
use mock_cluster::{Group, GroupKind, MockCluster, Release, TopicSpec, state::Transaction};
use support::ground::{config, three, within};

/// What came of a change: the error of all of it, or of its only piece.
pub type Outcome = Result<(), Error>;
type Sending = Pin<Box<dyn Future<Output = Outcome> + Send>>;

pub struct Change {
    pub api: ApiKey,
    /// What its unknown outcome has to name.
    pub about: &'static str,
    /// Whether it is made of bare bytes, which the mock cluster does not know.
    pub bare: bool,
    send: Box<dyn Fn(Cluster, Option<Duration>) -> Sending + Send + Sync>,
}

impl Change {
    pub async fn send(&self, cluster: &Cluster) -> Outcome {
        within((self.send)(cluster.clone(), None)).await
    }

    pub async fn send_within(&self, cluster: &Cluster, limit: Duration) -> Outcome {
        within((self.send)(cluster.clone(), Some(limit))).await
    }

    pub fn name(&self) -> String {
        format!("{}{}", self.api, if self.bare { " (bare)" } else { "" })
    }
}

fn change<R: Ask + Sync>(about: &'static str, bare: bool, key: Key, request: R) -> Change {
    let send = move |cluster: Cluster, limit: Option<Duration>| -> Sending {
        let (request, key) = (request.clone(), key.clone());
        Box::pin(async move {
            let answers = match limit {
                Some(limit) => cluster.send_within(request, key, limit).await,
                None => cluster.send(request, key).await,
            }?;
            assert!(answers.parts.len() + answers.failed.len() == 1, "{:?}", answers.failed);
            answers.failed.into_iter().next().map_or(Ok(()), |failed| Err(failed.error))
        })
    };
    Change { api: R::KEY, about, bare, send: Box::new(send) }
}

/// A request of this key with nothing in it. Its reply is an error code and nothing else.
#[derive(Clone)]
struct Bare<const KEY: i16>;

impl<const KEY: i16> wire::Request for Bare<KEY> {
    type Reply = ErrorCode;
    const KEY: ApiKey = ApiKey::from_code(KEY);
    const VERSIONS: (i16, i16) = (0, i16::MAX);
    const BOUNDS_ITSELF: bool = true;

    fn encode(&self, _: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        out.put_slice(b"do it");
        Ok(())
    }

    fn decode(_: i16, body: Bytes) -> Result<ErrorCode, Malformed> {
        match <[u8; 6]>::try_from(&body[..]) {
            Ok([0, 0, 0, 0, high, low]) => Ok(ErrorCode(i16::from_be_bytes([high, low]))),
            _ => Err(Malformed("no code".to_owned())),
        }
    }

    fn top_code(reply: &ErrorCode) -> ErrorCode {
        *reply
    }
}

impl<const KEY: i16> Ask for Bare<KEY> {}

/// The reply to a bare request, behind a throttle time of zero where there is one.
pub fn bare_reply(code: ErrorCode) -> Bytes {
    let mut body = BytesMut::new();
    body.put_i32(0);
    body.put_i16(code.0);
    body.freeze()
}

macro_rules! bare {
    ($($key:literal)*) => {
        vec![$(change(key_for(ApiKey::from_code($key)).0, true, key_for(ApiKey::from_code($key)).1, Bare::<$key>),)*]
    };
}

/// A key of the kind that the table asks for, and what is said of it.
fn key_for(api: ApiKey) -> (&'static str, Key) {
    use meta::{By, Class, Coordinates};
    match route(api).class {
        Class::Any | Class::Controller => ("", Key::None),
        Class::Coordinator(Coordinates::Group) => ("group g", Key::Group("g".to_owned())),
        Class::Coordinator(Coordinates::Transaction) => {
            ("transactional id t", Key::Transaction("t".to_owned()))
        }
        Class::Specific(By::Caller) => ("broker 2", Key::Broker(2)),
        Class::Specific(By::PartitionLeader) => {
            ("partition orders-0", Key::Partition("orders".to_owned(), 0))
        }
    }
}

/// Each key once, without anything in it.
pub fn bare() -> Vec<Change> {
    bare! {
        0 8 11 12 13 14 19 20 21 22 24 25 26 27 28 30 31 33 34 37 38 39 40 42 43 44 45 47 49 51 57 64 68 71 72 76
        78 79 80 81 88 91 92 93 94
    }
}

/// Those that have a type here, each about one thing.
pub fn typed() -> Vec<Change> {
    let orders = || vec![TopicPartitions { topic: "orders".to_owned(), partitions: vec![0] }];
    let timeout = Duration::from_secs(5);
    let layout = create_topics::Layout::Counts { partitions: Some(1), replication: Some(1) };
    let new = create_topics::NewTopic { name: "invoices".to_owned(), layout, configs: Vec::new() };
    let altered = incremental_alter_configs::ResourceAltered {
        kind: config_resource::TOPIC,
        name: "orders".to_owned(),
        changes: vec![(
            "retention.ms".to_owned(),
            incremental_alter_configs::Change::Set("86400000".to_owned()),
        )],
    };
    let moved = alter_partition_reassignments::PartitionMoved { partition: 0, replicas: None };
    vec![
        change(
            "topic invoices",
            false,
            Key::None,
            create_topics::CreateTopics { topics: vec![new], timeout, validate_only: false },
        ),
        change(
            "topic orders",
            false,
            Key::None,
            delete_topics::DeleteTopics {
                topics: vec![delete_topics::Doomed::Named("orders".to_owned())],
                timeout,
            },
        ),
        change("group g", false, Key::None, delete_groups::DeleteGroups { groups: vec!["g".to_owned()] }),
        change(
            "partition orders-0",
            false,
            Key::None,
            elect_leaders::ElectLeaders {
                election: elect_leaders::Election::Preferred,
                topics: Some(orders()),
                timeout,
            },
        ),
        change(
            "partition orders-0",
            false,
            Key::None,
            alter_partition_reassignments::AlterPartitionReassignments {
                topics: vec![alter_partition_reassignments::TopicMoved {
                    name: "orders".to_owned(),
                    partitions: vec![moved],
                }],
                timeout,
                allow_replication_change: true,
            },
        ),
        change(
            "partition orders-0",
            false,
            Key::Broker(2),
            alter_replica_log_dirs::AlterReplicaLogDirs {
                dirs: vec![alter_replica_log_dirs::Dir {
                    path: "/var/lib/kafka/data-2".to_owned(),
                    topics: orders(),
                }],
            },
        ),
        change(
            "topic orders",
            false,
            Key::None,
            incremental_alter_configs::IncrementalAlterConfigs {
                resources: vec![altered],
                validate_only: false,
            },
        ),
    ]
}

/// A cluster on which each of them has somewhere to go.
pub async fn cluster(release: Release) -> MockCluster {
    let mut group = Group::new("g", GroupKind::Classic);
    group = group.with_offset("orders", 0, 7);
    let mock = three().topic(TopicSpec::new("other")).group(group).release(release).start().await.unwrap();
    {
        let mut state = mock.state();
        state.add_transaction(Transaction {
            id: "t".to_owned(),
            producer_id: 1,
            producer_epoch: 0,
            state: "Ongoing".to_owned(),
            timeout_ms: 60_000,
            started_ms: 1,
            partitions: [("orders".to_owned(), vec![0])].into(),
        });
        // A broker offers these two when telemetry is set up.
        for broker in (1..=3).filter(|_| release == Release::Kafka44) {
            for key in [ApiKey::GetTelemetrySubscriptions, ApiKey::PushTelemetry] {
                state.advertise_versions(broker, key.code(), 0, 0).unwrap();
            }
        }
    }
    mock
}

/// A handle that may write, with sockets of its own.
pub async fn unlocked(
    mock: &MockCluster,
    change: impl FnOnce(&mut Config),
) -> (Cluster, std::sync::Arc<support::ground::Record>) {
    let mut config = Config { read_only: false, ..config(&mock.bootstrap()) };
    change(&mut config);
    let (cluster, record) = support::ground::connect_as(config).await;
    // So that the leader of what some of them are about is known.
    within(cluster.refresh(meta::Refresh::Topics(vec!["orders".to_owned()]))).await.unwrap();
    (cluster, record)
}

/// Whether brokers of this release offer it.
pub fn offered(change: &Change, release: Release) -> bool {
    release == Release::Kafka44 || release.ranges().contains_key(&change.api.code())
}

#[test]
fn the_bare_ones_are_every_key_of_the_table_that_could_write_and_is_sent() {
    let all = ApiKey::ALL.iter().copied().filter(|api| could_write(*api) && route(*api).sent);
    assert_eq!(bare().iter().map(|change| change.api).collect::<Vec<_>>(), all.collect::<Vec<_>>());
}
