//! One topic's page, above its tabs. A look-up of a name that does not exist creates nothing and says so.

use std::{collections::BTreeSet, sync::Arc};

use contract::{ApiError, BrokerState, Fact, Stamped, TopicDetail, TopicRow, View};

use crate::{
    clock::millis,
    errors::{api_error, code_error, no_target, not_found, unsupported},
    open_cluster::OpenCluster,
    provenance::Index,
};

impl OpenCluster {
    /// The page of one topic. While nothing is known of it the row is empty and the page says that it is being asked for.
    pub(crate) fn topic_page(self: &Arc<Self>, name: &str) -> Result<Stamped<TopicDetail>, ApiError> {
        let view = View::Topic { name: name.to_owned() };
        self.ensure(view.clone());
        let snapshot = self.snapshot();
        let Some(topic) = snapshot.topic(name) else { return self.absent_topic(name, &view) };
        let mut index = Index::new();
        let log_dirs = self.held.log_dirs.all();
        let row = self.topic_row(&mut index, topic, &log_dirs, &self.held.sizes.of(&log_dirs));
        let replicas: BTreeSet<i32> =
            topic.partitions().flat_map(|partition| partition.replicas).copied().collect();
        let brokers: Vec<i32> = replicas.into_iter().collect();
        let brokers_down =
            brokers.iter().copied().filter(|id| self.broker_state(*id) != BrokerState::Up).collect();
        let configs = self.held.topic_configs.get(name);
        let version = topic.source().version;
        let value = TopicDetail {
            row,
            id: match topic.id() {
                Some(id) => index.known(id.to_string(), topic.source(), None),
                None => index.missing(unsupported(
                    format!("The broker speaks Metadata v{version}: no topic ids."),
                    self.now(),
                )),
            },
            min_insync: index.told(&configs, None, |configs| {
                let config = configs.iter().find(|config| config.name == "min.insync.replicas");
                config.and_then(|config| config.value.clone()).ok_or_else(|| {
                    no_target("The broker tells no min.insync.replicas for this topic.", self.now())
                })
            }),
            brokers,
            brokers_down,
            overrides: index.fact(&configs, |configs| {
                let set = configs.iter().filter(|config| config.source == admin::ConfigSource::Topic);
                crate::tables::count(set.count())
            }),
        };
        let mut freshness = self.topic_freshness(name, &view);
        freshness.oldest = index.oldest_with(freshness.oldest);
        Ok(Stamped { value, freshness, provenance: index.finish() })
    }

    /// The age of this topic alone: a refresh of one topic does not make others fresh, nor they it.
    pub(crate) fn topic_freshness(&self, name: &str, view: &View) -> contract::Freshness {
        let snapshot = self.snapshot();
        let mut freshness = self.freshness_of_metadata(view);
        freshness.oldest = snapshot.topic(name).map(|topic| millis(topic.source().at));
        freshness
    }

    fn absent_topic(&self, name: &str, view: &View) -> Result<Stamped<TopicDetail>, ApiError> {
        let snapshot = self.snapshot();
        if let Some(refusal) = snapshot.refusal(name) {
            return Err(ApiError {
                advice: Some("Nothing was created by looking. It may have been deleted; the list of topics is up to date after a refresh.".to_owned()),
                kind: if refusal.code.0 == 3 { contract::ErrorKind::NotFound } else { code_error(refusal.code, &refusal.source).kind },
                ..code_error(refusal.code, &refusal.source)
            });
        }
        if let Some(failure) = snapshot.topic_failure(name).or(snapshot.failure())
            && !self.flights.under_way(view)
        {
            return Err(api_error(&failure.error, millis(failure.at)));
        }
        if self.held.ended(view).is_some() && !self.flights.under_way(view) {
            return Err(not_found(format!("No broker names a topic \u{201c}{name}\u{201d}."), self.now()));
        }
        let row = TopicRow {
            name: name.to_owned(),
            internal: false,
            error: None,
            partitions: 0,
            leaderless: 0,
            replication: 0,
            out_of_sync: 0,
            offset_span: Fact::Asking,
            size: Fact::Asking,
            cleanup: Fact::Asking,
            retention: Fact::Asking,
            source: None,
        };
        let value = TopicDetail {
            row,
            id: Fact::Asking,
            min_insync: Fact::Asking,
            brokers: Vec::new(),
            brokers_down: Vec::new(),
            overrides: Fact::Asking,
        };
        let freshness = contract::Freshness { loading: true, ..self.freshness(view) };
        Ok(Stamped { value, freshness, provenance: Index::new().finish() })
    }
}
