//! Rows of the contract to rows of the table: columns and what each cell says, one file for each kind.

pub mod brokers;
pub mod configs;
pub mod group_members;
pub mod group_offsets;
pub mod groups;
pub mod journal;
pub mod log_dirs;
pub mod partitions;
pub mod replicas;
pub mod sockets;
pub mod topics;
pub mod versions;
