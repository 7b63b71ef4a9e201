//! The demo: one scene of a company's cluster, played on real sockets, so that somebody without a Kafka sees ages, stale
//! cells and partial answers as they look in earnest. Five brokers in three racks; one has lost a directory, one is
//! nearly full, replicas move, and every three minutes a broker goes away for a while.
//!
//! [`start`] plays by the clock. A paused scene stands still until it is moved by hand, which is what a test of the
//! window wants.

mod acl_table;
mod brokers;
mod chance;
mod group_table;
mod groups;
mod moves;
mod play;
mod script;
mod topic_table;
mod topics;

use std::io;
use std::sync::Arc;

use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use crate::cluster::{MockCluster, Port};
use crate::state::NoSuch;
use play::Play;

/// Starts the scene and plays it by the clock. Needs a running tokio runtime.
pub async fn start() -> io::Result<Demo> {
    scene().start().await
}

/// The scene, to be started.
pub fn scene() -> Scene {
    Scene { paused: false }
}

#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Scene {
    paused: bool,
}

impl Scene {
    /// Nothing changes by itself.
    pub fn paused(mut self) -> Self {
        self.paused = true;
        self
    }

    pub async fn start(self) -> io::Result<Demo> {
        // Counters only: the demo runs for hours.
        let cluster = MockCluster::open(brokers::stage(), 0).await?;
        let play = Arc::new(Mutex::new(Play::new(&mut cluster.state())));
        let clock = (!self.paused).then(|| {
            let (cluster, play) = (cluster.clone(), Arc::clone(&play));
            tokio::spawn(async move { play::by_the_clock(&cluster, &play).await })
        });
        Ok(Demo { cluster, play, clock })
    }
}

/// A running scene; dropping it ends the play, and with the last handle of its cluster the brokers.
#[derive(Debug)]
pub struct Demo {
    cluster: MockCluster,
    /// Shared between the clock and the hand, so that a second is never played twice at once.
    play: Arc<Mutex<Play>>,
    clock: Option<JoinHandle<()>>,
}

impl Demo {
    pub fn cluster(&self) -> &MockCluster {
        &self.cluster
    }

    /// Plays this many seconds of the script at once.
    pub async fn advance(&self, seconds: u64) {
        let mut play = self.play.lock().await;
        for _ in 0..seconds {
            play.second(&self.cluster).await;
        }
    }

    /// A broker stops listening, its leaderships move and ISRs shrink, out of turn.
    pub async fn broker_goes_away(&self, id: i32) -> Result<(), NoSuch> {
        self.cluster.fail_broker(id).await
    }

    /// It listens again, and its replicas are in sync at once.
    pub async fn broker_comes_back(&self, id: i32) -> io::Result<()> {
        self.cluster.restore_broker(id, Port::Same).await?;
        self.cluster.state().catch_up(id).map_err(io::Error::other)
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        if let Some(clock) = &self.clock {
            clock.abort();
        }
    }
}
