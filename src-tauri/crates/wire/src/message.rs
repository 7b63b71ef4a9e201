//! The requests that this program sends: one file per api, each with its owned request and its owned reply.
//!
//! They are plain data. The codec's types come in and go out inside these files only, so that nothing above this crate
//! learns that there is a codec, and a version that lacks a field says so (`None`) instead of showing a zero that no
//! broker ever sent.

mod codec;
mod topic_partitions;

pub mod api_versions;
pub mod config_resource;
pub mod consumer_group_describe;
pub mod create_topics;
pub mod describe_cluster;
pub mod describe_configs;
pub mod describe_groups;
pub mod describe_log_dirs;
pub mod describe_quorum;
pub mod find_coordinator;
pub mod list_groups;
pub mod list_offsets;
pub mod metadata;

pub use topic_partitions::TopicPartitions;
