//! The rows, in the order of the table. One file each: what is done, by whom, and how it is made fair.

mod engine_page;
mod find_coordinator;
mod full_refresh;
mod growth;
mod look_up;
mod memory;
mod merge;
mod moved;
mod mute_bootstrap;
mod sockets;
mod storm;
mod throughput;
mod whole_application;
mod write_once;

use std::{future::Future, path::PathBuf, time::Duration};

use anyhow::Result;
use tokio::runtime::Runtime;

use crate::row::Row;

/// Brokers of the large clusters: enough that there are a few thousand distinct sets of replicas.
pub const BROKERS: i32 = 50;
/// The large cluster of the rows.
pub const TOPICS: usize = 10_000;
pub const PARTITIONS: i32 = 20;

/// What the rows stand on.
pub struct Ground {
    /// One for all clients that want one, with a thread for each core.
    pub runtime: Runtime,
    /// Fewer rounds, for a look.
    pub quick: bool,
    /// The program with its window, when it was built.
    pub shell: Option<PathBuf>,
}

impl Ground {
    pub fn rounds(&self, usual: usize) -> usize {
        if self.quick { (usual / 8).max(3) } else { usual }
    }

    pub fn wait<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    /// `None`: it did not end in time.
    pub fn within<F: Future>(&self, limit: Duration, future: F) -> Option<F::Output> {
        self.runtime.block_on(async { tokio::time::timeout(limit, future).await.ok() })
    }
}

type Run = fn(&Ground) -> Result<Row>;

pub const ALL: [(u32, &str, Run); 14] = [
    (1, "full refresh", full_refresh::run),
    (2, "one-topic refresh", merge::run),
    (3, "leader look-up", look_up::run),
    (4, "memory", memory::run),
    (5, "metadata storm", storm::run),
    (6, "sockets", sockets::run),
    (7, "mute bootstrap", mute_bootstrap::run),
    (8, "all brokers moved", moved::run),
    (9, "CreateTopics once", write_once::run),
    (10, "FindCoordinator", find_coordinator::run),
    (11, "throughput", throughput::run),
    (12, "engine page", engine_page::run),
    (13, "whole application", whole_application::run),
    (14, "growth", growth::run),
];
