//! The requests that this program sends: one file per api, each with its owned request and its owned reply.
//!
//! They are plain data. The codec's types come in and go out inside these files only, so that nothing above this crate
//! learns that there is a codec, and a version that lacks a field says so (`None`) instead of showing a zero that no
//! broker ever sent.

mod by_hand;
mod codec;
mod topic_partitions;

pub mod alter_partition_reassignments;
pub mod alter_replica_log_dirs;
pub mod api_versions;
pub mod config_resource;
pub mod consumer_group_describe;
pub mod consumer_protocol;
pub mod create_topics;
pub mod delete_groups;
pub mod delete_topics;
pub mod describe_acls;
pub mod describe_client_quotas;
pub mod describe_cluster;
pub mod describe_configs;
pub mod describe_groups;
pub mod describe_log_dirs;
pub mod describe_producers;
pub mod describe_quorum;
pub mod describe_transactions;
pub mod describe_user_scram_credentials;
pub mod elect_leaders;
pub mod find_coordinator;
pub mod incremental_alter_configs;
pub mod list_config_resources;
pub mod list_groups;
pub mod list_offsets;
pub mod list_partition_reassignments;
pub mod list_transactions;
pub mod metadata;
pub mod offset_fetch;
pub mod offset_for_leader_epoch;
pub mod sasl_authenticate;
pub mod sasl_handshake;

pub use topic_partitions::TopicPartitions;

#[cfg(test)]
mod tests;
