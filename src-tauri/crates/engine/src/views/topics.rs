//! The topics table. Names and partitions come from the listing, sizes from the log dirs; offsets and configs are asked for
//! the rows on screen only.

use std::sync::Arc;

use admin::{Dirs, Snapshot, Topic};
use contract::{Level, Page, TableQuery, TopicRow, View};

use crate::{
    beside::Beside,
    clock::millis,
    kept::{Kept, Shelf},
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    row_configs::RowConfigs,
    tables::{Arranged, Head, SortKey, all_chip, chip, count, grouped, holds, page, sorted, total, unsorted},
    tally::MinIsrTally,
};

/// A topic with its place in the listing.
type Placed<'a> = (u32, &'a Topic);

/// What a topic is sorted by in one column.
type Keyed<'a> = Vec<(SortKey<'a>, u32)>;

impl OpenCluster {
    /// The topics page.
    pub(crate) fn topics_page(self: &Arc<Self>, query: &TableQuery) -> Page<TopicRow> {
        if self.snapshot().listing_source().is_none() {
            self.ensure(View::Topics);
        }
        self.ensure(View::LogDirs);
        let snapshot = self.snapshot();
        let log_dirs = self.held.log_dirs.all();
        let versions = self.versions_of_topics(&snapshot, &log_dirs, query);
        let tally = self.tally();
        let min_isr = self.min_isr_tally();
        let arranged = self
            .held
            .topic_order
            .arrange_by(versions, "", query, || self.arrange_topics(&snapshot, &log_dirs, query, &min_isr));
        let listed = snapshot.listing_source().is_some();
        let counted = |rows: u32| listed.then_some(rows as usize);
        let chips = vec![
            all_chip(snapshot.topics().len()),
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
        let sizes = self.held.sizes.of(&log_dirs);
        let page = page(&arranged, query, head, Index::new(), |index, place| {
            let topic = snapshot.topic_at(place)?;
            Some(self.topic_row(index, topic, &log_dirs, &sizes))
        });
        // Of the rows that came: a page is cut by its size, and what did not fit is on no screen.
        self.want_topics(page.rows.iter().map(|row| Arc::from(row.name.as_str())));
        page
    }

    /// Of all that the order depends on, and of nothing else: offsets and configs come in all the time while one scrolls, and
    /// an order by partitions stays as it is. To be read before what they are the versions of.
    fn versions_of_topics(
        &self,
        snapshot: &Snapshot,
        log_dirs: &Shelf<i32, Dirs>,
        query: &TableQuery,
    ) -> Vec<u64> {
        let mut versions = vec![snapshot.generation()];
        match query.sort.as_str() {
            "size" => versions.push(log_dirs.version),
            "offset_span" => versions.push(self.held.offsets.version()),
            "cleanup" | "retention" => versions.push(self.held.row_configs.version()),
            _ => {}
        }
        if query.chip == "at_min_isr" {
            versions.push(self.held.row_configs.version());
        }
        versions
    }

    /// Filters on the listing as it stands, and looks figures up for the topics that are left.
    fn arrange_topics(
        &self,
        snapshot: &Snapshot,
        log_dirs: &Shelf<i32, Dirs>,
        query: &TableQuery,
        min_isr: &MinIsrTally,
    ) -> Arranged {
        let needle = query.search.trim().to_lowercase();
        let mut shown: Vec<Placed<'_>> = Vec::with_capacity(snapshot.topics().len());
        shown.extend((0_u32..).zip(snapshot.topics()).filter(|(_, topic)| {
            (needle.is_empty() || holds(topic.name(), &needle))
                && (query.chip.is_empty() || in_chip(topic, &query.chip, min_isr))
        }));
        let total = count(snapshot.topics().len());
        let configs = self.held.row_configs.all();
        let by_config = |read: fn(&RowConfigs) -> SortKey<'_>| {
            let mut configs = Beside::new(configs.iter().map(|(name, kept)| (&**name, kept)));
            keyed(&shown, |topic| {
                configs.find(topic.name()).and_then(Kept::value).map_or(SortKey::Unknown, read)
            })
        };
        let keys = match query.sort.as_str() {
            "name" => keyed(&shown, |topic| SortKey::Text(topic.name())),
            "partitions" => keyed(&shown, |topic| SortKey::number(i64::try_from(topic.len()).ok())),
            "leaderless" => keyed(&shown, |topic| SortKey::number(Some(topic.leaderless()))),
            "replication" => keyed(&shown, |topic| SortKey::number(Some(count(topic.fewest_replicas())))),
            "out_of_sync" => keyed(&shown, |topic| SortKey::number(Some(topic.out_of_sync()))),
            "age" | "source" => keyed(&shown, |topic| SortKey::Number(millis(topic.source().at).0)),
            "size" => {
                let sizes = self.held.sizes.of(log_dirs);
                let mut size = sizes.by_name();
                keyed(&shown, |topic| SortKey::number(size(topic.name())))
            }
            "offset_span" => {
                let offsets = self.held.offsets.all();
                let mut offsets =
                    Beside::new(offsets.by_topic.iter().map(|(name, offsets)| (&**name, offsets.sum.span)));
                keyed(&shown, |topic| SortKey::number(offsets.find(topic.name()).flatten()))
            }
            "cleanup" => by_config(|configs| SortKey::text(configs.cleanup.as_deref())),
            "retention" => by_config(|configs| {
                SortKey::number(configs.retention.map(|kept| if kept < 0 { i64::MAX } else { kept }))
            }),
            _ => return unsorted(shown.iter().map(|(place, _)| *place).collect(), total, query),
        };
        sorted(keys, total, query)
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

fn keyed<'a>(shown: &[Placed<'a>], mut key: impl FnMut(&'a Topic) -> SortKey<'a>) -> Keyed<'a> {
    shown.iter().map(|(place, topic)| (key(topic), *place)).collect()
}

fn in_chip(topic: &Topic, chip: &str, min_isr: &MinIsrTally) -> bool {
    match chip {
        "out_of_sync" => topic.out_of_sync() > 0,
        "leaderless" => topic.leaderless() > 0,
        "at_min_isr" => min_isr.topics.contains(topic.name()),
        "internal" => topic.internal(),
        _ => false,
    }
}
