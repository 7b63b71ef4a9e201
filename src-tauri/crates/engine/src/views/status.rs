//! What frame and sidebar show of a cluster.

use contract::{BrokerState, ConnectionState, Level};

use super::dirs::DirEntry;
use crate::{
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{grouped, grouped_usize},
};

impl OpenCluster {
    /// "Kafka 4.4 · 5 brokers", as far as it is known.
    pub(crate) fn summary(&self) -> Option<String> {
        self.snapshot().brokers_source()?;
        let brokers = self.known_brokers().len();
        let brokers =
            if brokers == 1 { "1 broker".to_owned() } else { format!("{} brokers", grouped_usize(brokers)) };
        match self.kafka_version_fact(&mut Index::new()).value() {
            Some(version) => Some(format!("Kafka {version} \u{00b7} {brokers}")),
            None => Some(brokers),
        }
    }

    /// Notes beside the pages' names.
    pub(crate) fn sidebar(&self) -> Vec<(String, String, Level)> {
        let mut notes = Vec::new();
        let mut note = |page: &str, text: String, level| notes.push((page.to_owned(), text, level));
        let snapshot = self.snapshot();
        if snapshot.brokers_source().is_some() {
            let known = self.known_brokers();
            let up = known.iter().filter(|id| self.broker_state(**id) == BrokerState::Up).count();
            match (self.state(), up == known.len()) {
                (ConnectionState::Failed { .. }, _) => {
                    note("brokers", format!("0 / {}", known.len()), Level::Bad)
                }
                (_, true) => note("brokers", known.len().to_string(), Level::Plain),
                (_, false) => note("brokers", format!("{up} / {}", known.len()), Level::Warn),
            }
        }
        let kept = self.held.log_dirs.all();
        let entries = self.dir_entries(&kept);
        let offline = entries.iter().filter(|entry| entry.offline()).count();
        let full = entries.iter().filter(|entry| entry.full()).count();
        if offline > 0 {
            note("log_dirs", format!("{offline} off"), Level::Bad);
        } else if full > 0 {
            note("log_dirs", format!("{full} full"), Level::Warn);
        } else if entries.iter().any(|entry| entry.dir().is_some()) {
            let told = entries.iter().filter(|entry: &&DirEntry| entry.dir().is_some()).count();
            note("log_dirs", told.to_string(), Level::Plain);
        }
        if snapshot.listing_source().is_some() {
            let tally = self.tally();
            let level = if tally.leaderless > 0 { Level::Bad } else { Level::Plain };
            note("topics", grouped(i64::from(tally.topics)), level);
        }
        let groups = self.held.groups.all();
        if groups.values().any(|kept| kept.good.is_some()) {
            note("groups", grouped_usize(self.group_ids(&groups).len()), Level::Plain);
        }
        // Of these only what needs a look: nobody asks for them before their pages are opened.
        if let Some(moves) = self.held.moves.get().value().filter(|moves| !moves.is_empty()) {
            note("reassignments", grouped_usize(moves.len()), Level::Plain);
        }
        if let Some(hanging @ 1..) = self.hanging() {
            note("transactions", format!("{hanging} hung"), Level::Bad);
        }
        notes
    }
}
