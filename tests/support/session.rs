//! The engine with one connection, as the window has it: what the pages say is asked here, and waited for as the window
//! waits, by asking again.

use std::{future::Future, path::Path, sync::Arc};

use contract::{
    BrokerRow, ClusterStatus, ConnectionState, GetClusterStatus, GetOverview, JournalRow, ListBrokers,
    ListGroups, ListJournal, ListLogDirs, ListProducers, ListProfiles, ListQuorum, ListReassignments,
    ListTopics, ListTransactions, LogDirRow, OpenCluster, Overview, Page, ProducerRow, Profile, Profiles,
    QuorumRow, ReassignmentRow, Refresh, SaveProfile, Stamped, TableQuery, TopicRow, TransactionRow, View,
};
use engine::{Clock, Engine, Options, Programs, SecretStores};

use crate::{eventually, keychain::MemoryKeychain};

pub struct Session {
    pub engine: Engine,
    /// Of the connection.
    pub id: String,
    pub folder: tempfile::TempDir,
}

/// The whole table, as far as it fits on a page.
pub fn all() -> TableQuery {
    TableQuery { limit: 500, ..TableQuery::default() }
}

/// The rows that a search finds.
pub fn found(search: &str) -> TableQuery {
    TableQuery { search: search.to_owned(), limit: 100, ..TableQuery::default() }
}

/// How large it is on its way to the window.
pub fn json_bytes(value: &impl serde::Serialize) -> usize {
    serde_json::to_vec(value).unwrap().len()
}

/// An engine that keeps its connections in this folder.
pub fn engine_in(folder: &Path) -> Engine {
    engine_with(folder, MemoryKeychain::new())
}

/// The same, with this keychain: no test asks that of the machine which it runs on.
pub fn engine_with(folder: &Path, keychain: MemoryKeychain) -> Engine {
    engine_among(folder, keychain, Programs::on_path())
}

/// The same, with the user's programs of these folders.
pub fn engine_among(folder: &Path, keychain: MemoryKeychain, programs: Programs) -> Engine {
    let config_dir = folder.to_owned();
    // Opening the file is made cheap: what a guess costs is no matter of these tests.
    let secrets = SecretStores { keychain: Arc::new(keychain), file_work: 4 };
    Engine::new(Options { config_dir, demo: None, connect: None, clock: Clock::machine(), secrets, programs })
}

impl Session {
    /// Keeps a connection to these addresses, opens it and does not wait for it.
    pub async fn opening(bootstrap: &str, read_only: bool) -> Session {
        let profile = Profile { bootstrap: bootstrap.to_owned(), read_only, ..Profile::default() };
        Session::opening_as(profile).await
    }

    /// The same with all settings.
    pub async fn opening_as(profile: Profile) -> Session {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine_in(folder.path());
        let profile = Profile { name: "suite".to_owned(), ..profile };
        let id = engine.save_profile(SaveProfile { profile }).await.unwrap().profile.id;
        engine.open_cluster(OpenCluster { id: id.clone() }).await.unwrap();
        Session { engine, id, folder }
    }

    /// The same, and waits until a broker has answered.
    pub async fn open(bootstrap: &str) -> Session {
        let session = Session::opening(bootstrap, true).await;
        session
            .until("an open connection", async || match session.state().await {
                ConnectionState::Open { .. } => Ok(()),
                other => Err(other),
            })
            .await;
        session
    }

    pub async fn until<T, E: std::fmt::Debug, F: Future<Output = Result<T, E>>>(
        &self,
        what: &str,
        ask: impl FnMut() -> F,
    ) -> T {
        eventually(what, ask).await
    }

    pub async fn status(&self) -> ClusterStatus {
        self.engine.cluster_status(GetClusterStatus { cluster: self.id.clone() }).await.unwrap()
    }

    pub async fn state(&self) -> ConnectionState {
        self.status().await.state
    }

    pub async fn profiles(&self) -> Profiles {
        self.engine.list_profiles(ListProfiles {}).await.unwrap()
    }

    /// Starts a refresh; when one of this view is under way, after it, for that one may have asked too early.
    pub async fn refresh(&self, view: View) {
        self.settled(view.clone()).await;
        self.engine.refresh(Refresh { cluster: self.id.clone(), view }).await.unwrap();
    }

    /// Waits until no refresh of this view is under way; of the views whose pages this type asks for.
    pub async fn settled(&self, view: View) {
        self.until("the end of a refresh", async || {
            let loading = match view {
                View::Cluster => self.overview().await.freshness.loading,
                View::LogDirs => self.log_dirs().await.freshness.loading,
                View::Groups => self.groups(all()).await.freshness.loading,
                View::Quorum => self.quorum().await.freshness.loading,
                View::Reassignments => self.reassignments().await.freshness.loading,
                View::Transactions => self.transactions(all()).await.freshness.loading,
                View::Producers { ref name } => self.producers(name).await.freshness.loading,
                _ => false,
            };
            if loading { Err(()) } else { Ok(()) }
        })
        .await;
    }

    pub async fn overview(&self) -> Stamped<Overview> {
        self.engine.overview(GetOverview { cluster: self.id.clone() }).await.unwrap()
    }

    pub async fn brokers(&self) -> Page<BrokerRow> {
        let call = ListBrokers { cluster: self.id.clone(), query: all() };
        self.engine.brokers(call).await.unwrap()
    }

    pub async fn log_dirs(&self) -> Page<LogDirRow> {
        let call = ListLogDirs { cluster: self.id.clone(), query: all() };
        self.engine.log_dirs(call).await.unwrap()
    }

    pub async fn topics(&self, query: TableQuery) -> Page<TopicRow> {
        self.engine.topics(ListTopics { cluster: self.id.clone(), query }).await.unwrap()
    }

    pub async fn groups(&self, query: TableQuery) -> Page<contract::GroupRow> {
        self.engine.groups(ListGroups { cluster: self.id.clone(), query }).await.unwrap()
    }

    pub async fn quorum(&self) -> Page<QuorumRow> {
        self.engine.quorum(ListQuorum { cluster: self.id.clone(), query: all() }).await.unwrap()
    }

    pub async fn reassignments(&self) -> Page<ReassignmentRow> {
        let call = ListReassignments { cluster: self.id.clone(), query: all() };
        self.engine.reassignments(call).await.unwrap()
    }

    pub async fn transactions(&self, query: TableQuery) -> Page<TransactionRow> {
        self.engine.transactions(ListTransactions { cluster: self.id.clone(), query }).await.unwrap()
    }

    pub async fn producers(&self, topic: &str) -> Page<ProducerRow> {
        let call = ListProducers { cluster: self.id.clone(), topic: topic.to_owned(), query: all() };
        self.engine.producers(call).await.unwrap()
    }

    pub async fn journal(&self, query: TableQuery) -> Page<JournalRow> {
        self.engine.journal(ListJournal { cluster: self.id.clone(), query }).await.unwrap()
    }
}
