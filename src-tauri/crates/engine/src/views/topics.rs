//! The topics table. Names and partitions come from the listing, sizes from the log dirs; offsets and configs are asked for
//! the rows on screen only.

use std::{collections::HashMap, sync::Arc};

use admin::{Dirs, Topic};
use contract::{Level, Page, TableQuery, TopicRow, View};

use super::topic_rows::{Sizes, replication};
use crate::{
    clock::millis,
    kept::{Kept, Shelf},
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    tables::{Head, Row, SortKey, all_chip, chip, grouped, holds, page, slice, total},
    tally::MinIsrTally,
};

/// A topic as far as the table sorts and filters it.
struct TopicEntry<'a> {
    topic: &'a Topic,
    at_min_isr: bool,
    size: Option<i64>,
    span: Option<i64>,
    configs: Kept<crate::row_configs::RowConfigs>,
}

impl Row for TopicEntry<'_> {
    fn matches(&self, needle: &str) -> bool {
        holds(self.topic.name(), needle)
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "out_of_sync" => self.topic.out_of_sync() > 0,
            "leaderless" => self.topic.leaderless() > 0,
            "at_min_isr" => self.at_min_isr,
            "internal" => self.topic.internal(),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        let configs = self.configs.value();
        Some(match column {
            "name" => SortKey::Text(self.topic.name()),
            "partitions" => SortKey::number(i64::try_from(self.topic.len()).ok()),
            "leaderless" => SortKey::number(Some(self.topic.leaderless())),
            "replication" => SortKey::number(Some(replication(self.topic))),
            "out_of_sync" => SortKey::number(Some(self.topic.out_of_sync())),
            "offset_span" => SortKey::number(self.span),
            "size" => SortKey::number(self.size),
            "cleanup" => SortKey::text(configs.and_then(|configs| configs.cleanup.as_deref())),
            "retention" => SortKey::number(
                configs
                    .and_then(|configs| configs.retention)
                    .map(|retention| if retention < 0 { i64::MAX } else { retention }),
            ),
            "age" | "source" => SortKey::Number(millis(self.topic.source().at).0),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// The topics page.
    pub(crate) fn topics_page(self: &Arc<Self>, query: &TableQuery) -> Page<TopicRow> {
        if self.snapshot().listing_source().is_none() {
            self.ensure(View::Topics);
        }
        self.ensure(View::LogDirs);
        let snapshot = self.snapshot();
        let topics: Vec<&Topic> = snapshot.topics().collect();
        let tally = self.tally();
        let min_isr = self.min_isr_tally();
        let log_dirs = self.held.log_dirs.all();
        let versions = vec![
            snapshot.generation(),
            log_dirs.version,
            self.held.offsets.version(),
            self.held.row_configs.version(),
        ];
        let arranged = self
            .held
            .topic_order
            .arrange(versions, "", query, || self.topic_entries(&topics, query, &min_isr));
        let listed = snapshot.listing_source().is_some();
        let counted = |rows: u32| listed.then_some(rows as usize);
        let chips = vec![
            all_chip(topics.len()),
            chip("out_of_sync", "Out of sync", counted(tally.out_of_sync_topics), Level::Warn),
            chip("leaderless", "Without leader", counted(tally.leaderless_topics), Level::Bad),
            chip(
                "at_min_isr",
                "At min ISR",
                (listed && min_isr.unknown_topics == 0).then_some(min_isr.topics.len()),
                Level::Warn,
            ),
            chip("internal", "Internal", counted(tally.internal), Level::Plain),
        ];
        let mut freshness = self.freshness_of_metadata(&View::Topics);
        freshness.loading |= self.flights.under_way(&View::Cluster);
        if !listed {
            freshness.oldest = None;
        }
        let head = Head { chips, totals: self.topic_totals(&log_dirs), freshness };
        let (_, on_screen) = slice(&arranged, query);
        let names = on_screen.iter().filter_map(|place| topics.get(*place as usize));
        self.want_topics(names.map(|topic| topic.shared_name()));
        let sizes = self.topic_sizes(&log_dirs);
        page(&arranged, query, head, Index::new(), |index, place| {
            let topic = topics.get(place as usize)?;
            Some(self.topic_row(index, topic, &log_dirs, &sizes))
        })
    }

    fn topic_entries<'a>(
        &self,
        topics: &[&'a Topic],
        query: &TableQuery,
        min_isr: &MinIsrTally,
    ) -> Vec<TopicEntry<'a>> {
        // Only what this question needs: a search over ten thousand names sums no sizes.
        let sizes =
            if query.sort == "size" { self.topic_sizes(&self.held.log_dirs.all()) } else { Arc::default() };
        let spans = if query.sort == "offset_span" { self.held.offsets.spans() } else { HashMap::new() };
        let configs = if matches!(query.sort.as_str(), "cleanup" | "retention") {
            self.held.row_configs.all()
        } else {
            Default::default()
        };
        let entry = |topic: &&'a Topic| TopicEntry {
            at_min_isr: min_isr.topics.contains(topic.name()),
            size: sizes
                .get(topic.name())
                .map(|size| size.values().fold(0_i64, |sum, stored| sum.saturating_add(stored.bytes))),
            span: spans.get(topic.name()).copied(),
            configs: configs.get(topic.name()).cloned().unwrap_or_default(),
            topic,
        };
        topics.iter().map(entry).collect()
    }

    /// Bytes of each topic by broker, from the log dirs.
    pub(crate) fn topic_sizes(&self, log_dirs: &Shelf<i32, Dirs>) -> Arc<Sizes> {
        self.held.sizes.get_or(log_dirs.version, || {
            let mut sizes = Sizes::new();
            for (broker, dirs) in log_dirs.iter().filter_map(|(broker, kept)| Some((*broker, kept.value()?)))
            {
                for topic in dirs.dirs.iter().flat_map(|dir| &dir.topics) {
                    let of_topic = sizes.entry(Arc::clone(&topic.name)).or_default();
                    let of_broker = of_topic.entry(broker).or_default();
                    for replica in &topic.replicas {
                        of_broker.bytes = of_broker.bytes.saturating_add(replica.bytes);
                        of_broker.replicas += usize::from(!replica.future);
                    }
                }
            }
            sizes
        })
    }

    fn topic_totals(&self, log_dirs: &Shelf<i32, Dirs>) -> Vec<contract::Total> {
        let snapshot = self.snapshot();
        if snapshot.listing_source().is_none() {
            return vec![total("Topics", "\u{2014}", "not listed yet")];
        }
        let tally = self.tally();
        let (bytes, from) = self.stored(log_dirs);
        let known = self.known_brokers().len();
        let note = if from as usize == known {
            "all replicas".to_owned()
        } else {
            format!("all replicas, from {from} of {known} brokers")
        };
        let size = if from == 0 { "\u{2014}".to_owned() } else { total_size(bytes) };
        vec![
            total("Topics", grouped(i64::from(tally.topics)), ""),
            total("Partitions", grouped(i64::from(tally.partitions)), ""),
            total("Size", size, note),
        ]
    }
}
