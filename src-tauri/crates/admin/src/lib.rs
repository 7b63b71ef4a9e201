//! What an operator asks of a cluster, as owned types: one file for each resource.
//!
//! Every function here builds a request, sends it through the one door of the layer below and hands back what came, with
//! the source of each part and the error of each item beside it. None of them picks a broker, and none of them hides a
//! failure behind a merged answer.

mod acls;
mod brokers;
mod committed;
mod configs;
mod group_descriptions;
mod group_members;
mod groups;
mod log_dirs;
mod offsets;
mod producers;
mod quorum;
mod quotas;
mod reassignments;
mod scram_users;
mod told;
mod transactions;
mod versions;

pub use acls::{
    Acl, Decision, EVERYBODY, Effect, Operation, Pattern, Permission, Question, Resource, decide,
    describe_acls, effect,
};
pub use brokers::{Described, Registered, describe_cluster};
pub use committed::{Commit, Commits, committed};
pub use configs::{Config, ConfigSource, Configs, Synonym, broker_configs, topic_configs};
pub use group_descriptions::{Description, Epochs, Settled, describe_groups};
pub use group_members::{Assigned, Member, Partitions, partitions_in};
pub use groups::{Group, groups_of};
pub use log_dirs::{Dir, Dirs, Listed, Replica, Sums, TopicInDir, each_log_dirs, log_dirs_of};
pub use offsets::{End, Ends, each_topic_ends, topic_ends};
pub use producers::{Producer, producers_of};
pub use quorum::{Quorum, QuorumNode, describe_quorum};
pub use quotas::{Quota, client_quotas};
pub use reassignments::{Move, reassignments};
pub use scram_users::{ScramCredential, ScramUser, scram_users};
pub use told::{Told, each_broker};
pub use transactions::{ListedTransaction, Transaction, describe_transactions, is_open, transactions_of};
pub use versions::{Features, Versions, versions_of};

/// What the layer above may use of the layers below.
pub use meta::{
    Address, Answers, ApiKey, Ask, Attempt, AwsKeys, AwsSource, Broker, By, Class, Cluster,
    Config as ClusterConfig, ConnectionState, Coordinates, Encryption, Entry, Error, ErrorCode, Event,
    Explanation, Failed, Forward, GivenKeys, GivenToken, Hash, Identity, Item, Key, KeyDer, Metadata,
    MetadataReply, NO_KERBEROS, Observer, Offered, Part, Partition, Reach, Refresh, RefreshFailure, Rewrites,
    Rewritten, Roots, Route, Secret, SignIn, Snapshot, Socks5, Source, Spread, Target, Through, Tls, TlsPlan,
    Token, TokenSource, Topic, TopicId, Verify, What, could_write, doctor, message, route,
};

#[cfg(test)]
mod tests;
