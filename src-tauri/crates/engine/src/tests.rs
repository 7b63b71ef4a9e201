//! The engine against a mock cluster: what the pages say when brokers die, stay silent, tell little or tell very much.

mod connections;
mod demo;
mod faults;
mod groups;
mod honest;
mod large;
mod looking;
mod security;

use std::{future::Future, path::PathBuf, sync::Arc, time::Duration};

use admin::Snapshot;
use contract::{ConnectionState, GetClusterStatus, OpenCluster, Profile, SaveProfile, TableQuery};
use mock_cluster::MockCluster;

use zeroize::Zeroizing;

use crate::{Clock, Engine, Keychain, Options, Programs, SecretStores};

/// No test of these asks the keychain of the machine that it runs on.
struct NoKeychain;

impl Keychain for NoKeychain {
    fn usable(&self) -> Result<(), String> {
        Err("there is none".into())
    }

    fn set(&self, _: &str, _: &[u8]) -> Result<(), String> {
        self.usable()
    }

    fn get(&self, _: &str) -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        self.usable().map(|()| None)
    }

    fn delete(&self, _: &str) -> Result<(), String> {
        self.usable()
    }
}

pub(crate) fn empty_snapshot() -> Snapshot {
    Snapshot::empty()
}

/// An engine with one connection, which lives as long as its folder.
pub(crate) struct Bench {
    pub(crate) engine: Engine,
    pub(crate) id: String,
    _dir: tempfile::TempDir,
}

pub(crate) fn options(dir: PathBuf) -> Options {
    let secrets = SecretStores { keychain: Arc::new(NoKeychain), file_work: 4 };
    Options {
        config_dir: dir,
        demo: None,
        connect: None,
        clock: Clock::machine(),
        secrets,
        programs: Programs::in_folders([]),
    }
}

impl Bench {
    /// Opens a connection to these addresses and does not wait for it.
    pub(crate) async fn opening(bootstrap: &str) -> Bench {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::new(options(dir.path().to_owned()));
        let profile = Profile {
            id: String::new(),
            name: "test".into(),
            color: String::new(),
            bootstrap: bootstrap.into(),
            read_only: true,
            ..Profile::default()
        };
        let id = engine.save_profile(SaveProfile { profile }).await.unwrap().profile.id;
        engine.open_cluster(OpenCluster { id: id.clone() }).await.unwrap();
        Bench { engine, id, _dir: dir }
    }

    /// Opens a connection and waits until a broker answers.
    pub(crate) async fn open(cluster: &MockCluster) -> Bench {
        let bench = Bench::opening(&cluster.bootstrap()).await;
        bench.until("open", async || matches!(bench.state().await, ConnectionState::Open { .. })).await;
        bench
    }

    pub(crate) async fn state(&self) -> ConnectionState {
        self.engine.cluster_status(GetClusterStatus { cluster: self.id.clone() }).await.unwrap().state
    }

    /// Waits until something holds; a minute is for slow machines, not for the program.
    pub(crate) async fn until<F: Future<Output = bool>>(&self, what: &str, mut holds: impl FnMut() -> F) {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
        while !holds().await {
            assert!(tokio::time::Instant::now() < deadline, "never came true: {what}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    pub(crate) fn cluster(&self) -> Arc<crate::open_cluster::OpenCluster> {
        self.engine.cluster(&self.id).unwrap()
    }
}

pub(crate) fn all() -> TableQuery {
    TableQuery { limit: 500, ..TableQuery::default() }
}
