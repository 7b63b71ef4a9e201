//! Rows of the contract to rows of the table: columns and what each cell says, one file for each kind.

pub mod acls;
pub mod brokers;
pub mod configs;
pub mod group_members;
pub mod group_offsets;
pub mod groups;
pub mod journal;
pub mod log_dirs;
pub mod partitions;
pub mod producers;
pub mod quorum;
pub mod quotas;
pub mod reassignments;
pub mod replicas;
pub mod scram_users;
pub mod sockets;
pub mod topics;
pub mod transactions;
pub mod versions;
