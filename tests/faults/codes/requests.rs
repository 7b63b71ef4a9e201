//! Every request that can be sent, each with two or more things to ask of one broker, ready to meet an error code.

use std::{future::Future, pin::Pin, time::Duration};

use meta::{
    ApiKey, Ask, Cluster, Error, ErrorCode, Failed, Item, Key, Metadata, Refresh,
    message::{
        TopicPartitions, alter_partition_reassignments, alter_replica_log_dirs,
        api_versions::ApiVersions,
        config_resource,
        consumer_group_describe::ConsumerGroupDescribe,
        create_topics,
        delete_groups::DeleteGroups,
        delete_topics,
        describe_acls::DescribeAcls,
        describe_client_quotas::DescribeClientQuotas,
        describe_cluster::DescribeCluster,
        describe_configs,
        describe_groups::DescribeGroups,
        describe_log_dirs::DescribeLogDirs,
        describe_producers::DescribeProducers,
        describe_quorum::DescribeQuorum,
        describe_transactions::DescribeTransactions,
        describe_user_scram_credentials::DescribeUserScramCredentials,
        elect_leaders,
        find_coordinator::{FindCoordinator, Kind},
        incremental_alter_configs,
        list_config_resources::ListConfigResources,
        list_groups::ListGroups,
        list_partition_reassignments::ListPartitionReassignments,
        list_transactions::ListTransactions,
        offset_fetch, offset_for_leader_epoch,
    },
};
use mock_cluster::{
    Group, GroupKind, MockCluster, Release, TopicSpec,
    state::{Mechanism, Transaction},
};
use support::ground::{latest, three};

/// Where a request goes, as the routing table should have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Anywhere,
    Controller,
    Coordinator,
    Leader,
    Named,
    /// To each broker; the code is met at broker 2.
    Each,
}

/// What came back, whatever the request was.
#[derive(Debug, Default)]
pub struct Told {
    pub parts: usize,
    pub codes: Vec<(Item, ErrorCode)>,
    pub failed: Vec<Failed>,
    pub whole: Option<Error>,
}

type Sending = Pin<Box<dyn Future<Output = Told> + Send>>;

/// One request.
pub struct Asked {
    pub name: &'static str,
    pub api: ApiKey,
    pub write: bool,
    pub versions: (i16, i16),
    pub place: Place,
    /// What has to come back.
    pub items: Vec<Item>,
    send: Box<dyn Fn(Cluster) -> Sending + Send + Sync>,
}

impl Asked {
    pub fn send(&self, cluster: Cluster) -> Sending {
        (self.send)(cluster)
    }

    /// The version that it is sent in to brokers of this release; `None` where they don't offer it.
    pub fn version(&self, release: Release) -> Option<i16> {
        let (low, high) = *release.ranges().get(&self.api.code())?;
        let version = self.versions.1.min(high);
        (low.max(self.versions.0) <= version).then_some(version)
    }
}

fn asked<R: Ask + Sync>(place: Place, key: Key, request: R) -> Asked {
    let name = std::any::type_name::<R>().rsplit("::").next().unwrap();
    let (items, write) = (request.items(), request.could_write());
    let send = move |cluster: Cluster| -> Sending {
        let (request, key) = (request.clone(), key.clone());
        Box::pin(async move {
            match cluster.send_within(request.clone(), key, Duration::from_secs(20)).await {
                Ok(answers) => {
                    let codes = answers.parts.iter().flat_map(|part| request.codes(&part.reply));
                    let codes = codes.map(|(item, code)| named(&request.items(), item, code)).collect();
                    Told { parts: answers.parts.len(), codes, failed: answers.failed, whole: None }
                }
                Err(error) => Told { whole: Some(error), ..Told::default() },
            }
        })
    };
    Asked { name, api: R::KEY, write, versions: R::VERSIONS, place, items, send: Box::new(send) }
}

/// An old version names nothing where one thing is asked for.
fn named(asked: &[Item], item: Item, code: ErrorCode) -> (Item, ErrorCode) {
    match (item, asked) {
        (Item::Rest, [only]) => (only.clone(), code),
        (item, _) => (item, code),
    }
}

fn pair(one: &str, other: &str) -> Vec<String> {
    vec![one.to_owned(), other.to_owned()]
}

fn orders() -> Vec<TopicPartitions> {
    vec![TopicPartitions { topic: "orders".to_owned(), partitions: vec![0, 1] }]
}

fn new_topic(name: &str) -> create_topics::NewTopic {
    let layout = create_topics::Layout::Counts { partitions: Some(1), replication: Some(1) };
    create_topics::NewTopic { name: name.to_owned(), layout, configs: Vec::new() }
}

/// All of them. Below the version that carries many, a request is for one group or key.
pub fn requests(release: Release) -> Vec<Asked> {
    let many = release != Release::Kafka28;
    let groups = if many { pair("g1", "g2") } else { vec!["g1".to_owned()] };
    let group_asked = |id: &String| offset_fetch::GroupAsked { id: id.clone(), topics: Some(orders()) };
    let epoch_asked =
        |partition| offset_for_leader_epoch::PartitionAsked { partition, current_epoch: None, epoch: 0 };
    let moved = |partition| alter_partition_reassignments::PartitionMoved { partition, replicas: None };
    let topic_config = |name: &str| describe_configs::ResourceAsked {
        kind: config_resource::TOPIC,
        name: name.to_owned(),
        keys: None,
    };
    let topic_altered = |name: &str| incremental_alter_configs::ResourceAltered {
        kind: config_resource::TOPIC,
        name: name.to_owned(),
        changes: vec![(
            "retention.ms".to_owned(),
            incremental_alter_configs::Change::Set("86400000".to_owned()),
        )],
    };
    let all_acls = DescribeAcls {
        resource_type: 1,
        resource_name: None,
        pattern_type: 1,
        principal: None,
        host: None,
        operation: 1,
        permission: 1,
    };
    let all_quotas = DescribeClientQuotas { components: Vec::new(), strict: false };
    vec![
        asked(Place::Leader, Key::None, latest("orders", 0..2)),
        asked(
            Place::Leader,
            Key::None,
            offset_for_leader_epoch::OffsetForLeaderEpoch {
                topics: vec![offset_for_leader_epoch::TopicAsked {
                    name: "orders".to_owned(),
                    partitions: vec![epoch_asked(0), epoch_asked(1)],
                }],
            },
        ),
        asked(Place::Leader, Key::None, DescribeProducers { topics: orders() }),
        asked(
            Place::Coordinator,
            Key::None,
            offset_fetch::OffsetFetch {
                groups: groups.iter().map(group_asked).collect(),
                require_stable: many,
            },
        ),
        asked(
            Place::Coordinator,
            Key::None,
            DescribeGroups { groups: pair("g1", "g2"), include_operations: false },
        ),
        asked(
            Place::Coordinator,
            Key::None,
            ConsumerGroupDescribe { groups: pair("c1", "c2"), include_operations: false },
        ),
        asked(Place::Coordinator, Key::None, DescribeTransactions { ids: pair("t1", "t2") }),
        asked(Place::Coordinator, Key::None, DeleteGroups { groups: pair("g1", "g2") }),
        asked(Place::Anywhere, Key::None, FindCoordinator { kind: Kind::Group, keys: groups }),
        asked(Place::Anywhere, Key::None, Metadata { what: Refresh::Topics(pair("orders", "invoices")) }),
        asked(
            Place::Anywhere,
            Key::None,
            describe_configs::DescribeConfigs {
                resources: vec![topic_config("orders"), topic_config("invoices")],
                ..describe_configs::DescribeConfigs::default()
            },
        ),
        asked(
            Place::Anywhere,
            Key::None,
            incremental_alter_configs::IncrementalAlterConfigs {
                resources: vec![topic_altered("orders"), topic_altered("invoices")],
                validate_only: true,
            },
        ),
        asked(Place::Anywhere, Key::None, all_acls),
        asked(Place::Anywhere, Key::None, all_quotas),
        asked(Place::Anywhere, Key::None, DescribeCluster::default()),
        asked(Place::Anywhere, Key::None, DescribeQuorum),
        asked(Place::Anywhere, Key::None, DescribeUserScramCredentials { users: Some(pair("alice", "bob")) }),
        asked(
            Place::Anywhere,
            Key::None,
            ListConfigResources {
                kinds: if many { vec![config_resource::CLIENT_METRICS] } else { Vec::new() },
            },
        ),
        asked(Place::Each, Key::None, ApiVersions),
        asked(Place::Each, Key::None, ListGroups::default()),
        asked(
            Place::Each,
            Key::None,
            ListTransactions { states: Vec::new(), producer_ids: Vec::new(), longer_than: None },
        ),
        asked(Place::Each, Key::None, DescribeLogDirs { topics: None }),
        asked(
            Place::Named,
            Key::Broker(2),
            alter_replica_log_dirs::AlterReplicaLogDirs {
                dirs: vec![alter_replica_log_dirs::Dir {
                    path: "/var/lib/kafka/data-2".to_owned(),
                    topics: orders(),
                }],
            },
        ),
        asked(
            Place::Controller,
            Key::None,
            create_topics::CreateTopics {
                topics: vec![new_topic("new-1"), new_topic("new-2")],
                timeout: Duration::from_secs(5),
                validate_only: true,
            },
        ),
        asked(
            Place::Controller,
            Key::None,
            delete_topics::DeleteTopics {
                topics: vec![
                    delete_topics::Doomed::Named("orders".to_owned()),
                    delete_topics::Doomed::Named("invoices".to_owned()),
                ],
                timeout: Duration::from_secs(5),
            },
        ),
        asked(
            Place::Controller,
            Key::None,
            elect_leaders::ElectLeaders {
                election: elect_leaders::Election::Preferred,
                topics: Some(orders()),
                timeout: Duration::from_secs(5),
            },
        ),
        asked(
            Place::Controller,
            Key::None,
            alter_partition_reassignments::AlterPartitionReassignments {
                topics: vec![alter_partition_reassignments::TopicMoved {
                    name: "orders".to_owned(),
                    partitions: vec![moved(0), moved(1)],
                }],
                timeout: Duration::from_secs(5),
                allow_replication_change: true,
            },
        ),
        asked(
            Place::Controller,
            Key::None,
            ListPartitionReassignments { topics: None, timeout: Duration::from_secs(5) },
        ),
    ]
}

/// A cluster on which all of them have something to answer, with broker 2 in charge of all that is asked for.
pub async fn cluster_of(release: Release) -> MockCluster {
    let groups = [("g1", GroupKind::Classic), ("g2", GroupKind::Classic)];
    let consumers = [("c1", GroupKind::Consumer), ("c2", GroupKind::Consumer)];
    let mut builder = three().topic(TopicSpec::new("invoices").partitions(1).replication(3)).release(release);
    for (id, kind) in groups.into_iter().chain(consumers) {
        builder = builder.group(Group::new(id, kind).with_offset("orders", 0, 7).with_offset("orders", 1, 8));
    }
    let mock = builder.start().await.unwrap();
    {
        let mut state = mock.state();
        for id in ["t1", "t2"] {
            state.add_transaction(Transaction {
                id: id.to_owned(),
                producer_id: 1,
                producer_epoch: 0,
                state: "Ongoing".to_owned(),
                timeout_ms: 60_000,
                started_ms: 1,
                partitions: [("orders".to_owned(), vec![0])].into(),
            });
        }
        for id in ["g1", "g2", "c1", "c2", "t1", "t2"] {
            state.move_coordinator(id, 2).unwrap();
        }
        (0..2).for_each(|partition| state.move_leader("orders", partition, 2).unwrap());
        for user in ["alice", "bob"] {
            state.add_scram_user(user, Mechanism::Sha256, 4096);
        }
    }
    mock
}
