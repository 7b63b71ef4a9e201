//! The stage: brokers with racks, directories and settings, and everything that stands on it before the play begins.

use std::collections::BTreeMap;

use super::{acl_table, groups, topics};
use crate::builder::Builder;
use crate::state::{ClientQuota, LogDirSpec, Mechanism, State};

pub(super) const BROKERS: i32 = 5;
/// Four volumes a broker, 3 TB each.
pub(super) const DIRS: [&str; 4] = ["/data/kafka-0", "/data/kafka-1", "/data/kafka-2", "/data/kafka-3"];
pub(super) const VOLUME: i64 = 3_000_000_000_000;

/// Broker and directory of each sight that the scene has to offer.
pub(super) const OFFLINE: (i32, &str) = (2, "/data/kafka-1");
pub(super) const CORDONED: (i32, &str) = (3, "/data/kafka-2");
pub(super) const NEARLY_FULL: (i32, usize) = (5, 0);
/// Follows the metadata log from afar.
const SLOW_OBSERVER: i32 = 5;

const STATIC: [(&str, &str); 9] = [
    ("auto.create.topics.enable", "false"),
    ("default.replication.factor", "3"),
    ("num.partitions", "6"),
    ("num.io.threads", "16"),
    ("num.network.threads", "8"),
    ("num.replica.fetchers", "4"),
    ("offsets.topic.replication.factor", "3"),
    ("group.initial.rebalance.delay.ms", "3000"),
    ("controlled.shutdown.enable", "true"),
];

pub(super) fn stage() -> State {
    let dirs = DIRS.map(|path| (path, LogDirSpec::new(VOLUME, VOLUME)));
    let mut state = Builder::default()
        .brokers(BROKERS)
        .racks(["eu-west-1a", "eu-west-1b", "eu-west-1c"])
        .log_dirs(dirs)
        .cluster_id("b4kErYsHoP-dEmO-aaaaaw")
        .into_state();
    state.default_partitions = 6;
    state.default_replication = 3;
    state.controller = 3;
    for broker in state.brokers.values_mut() {
        let set = STATIC.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        broker.static_configs.extend(set);
    }
    state.default_configs.insert("min.insync.replicas".to_owned(), "2".to_owned());
    state.default_configs.insert("compression.type".to_owned(), "producer".to_owned());
    if let Some(broker) = state.brokers.get_mut(&NEARLY_FULL.0) {
        broker.dynamic_configs.insert("log.cleaner.threads".to_owned(), "4".to_owned());
    }
    state.quorum_behind.insert(SLOW_OBSERVER, (1_240, 48_000));
    topics::create(&mut state);
    groups::create(&mut state);
    clients(&mut state);
    state.set_acls(Some(acl_table::acls()));
    state
}

fn clients(state: &mut State) {
    let entity = |kind: &str, name: Option<&str>| vec![(kind.to_owned(), name.map(str::to_owned))];
    let rates = |values: &[(&str, f64)]| -> BTreeMap<String, f64> {
        values.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect()
    };
    state.add_client_quota(ClientQuota {
        entity: entity("user", Some("clickstream")),
        values: rates(&[("producer_byte_rate", 52_428_800.0)]),
    });
    state.add_client_quota(ClientQuota {
        entity: entity("user", None),
        values: rates(&[("consumer_byte_rate", 104_857_600.0), ("request_percentage", 200.0)]),
    });
    state.add_client_quota(ClientQuota {
        entity: vec![
            ("user".to_owned(), Some("legacy-reporting".to_owned())),
            ("client-id".to_owned(), Some("nightly".to_owned())),
        ],
        values: rates(&[("consumer_byte_rate", 10_485_760.0), ("controller_mutation_rate", 2.5)]),
    });
    state.add_client_quota(ClientQuota {
        entity: entity("ip", None),
        values: rates(&[("connection_creation_rate", 50.0)]),
    });
    state.add_client_quota(ClientQuota {
        entity: entity("ip", Some("10.20.7.31")),
        values: rates(&[("connection_creation_rate", 5.0)]),
    });
    state.add_client_quota(ClientQuota {
        entity: entity("client-id", Some("lake-compactor")),
        values: rates(&[("consumer_byte_rate", 209_715_200.0)]),
    });
    for user in ["clickstream", "connect", "orders", "payments"] {
        state.add_scram_user(user, Mechanism::Sha512, 8192);
    }
    state.add_scram_user("legacy-reporting", Mechanism::Sha256, 4096);
}
