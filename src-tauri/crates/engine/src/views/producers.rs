//! The producers of one topic's partitions. A partition that did not tell has a row that says why: a list without it would say that
//! nobody writes there.

use std::{collections::BTreeMap, sync::Arc, time::SystemTime};

use admin::Producer;
use contract::{ApiError, Int64, Level, Page, ProducerRow, TableQuery, View};

use crate::{
    clock::millis,
    errors::{api_error, no_target},
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, grouped_usize, page, total},
};

/// One producer of a partition, or a partition that did not tell (`at` leads to none).
struct Entry<'a> {
    partition: i32,
    kept: &'a Kept<Vec<Producer>>,
    at: usize,
}

impl Entry<'_> {
    fn producer(&self) -> Option<&Producer> {
        self.kept.value()?.get(self.at)
    }
}

impl Row for Entry<'_> {
    fn matches(&self, needle: &str) -> bool {
        format!("partition {}", self.partition) == needle
            || self.partition.to_string() == needle
            || self.producer().is_some_and(|producer| producer.id.to_string().contains(needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "open" => self.producer().is_some_and(|producer| producer.transaction_start.is_some()),
            "untold" => self.kept.failed.is_some(),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        let producer = self.producer();
        Some(match column {
            "partition" => SortKey::number(Some(self.partition)),
            "producer_id" => SortKey::number(producer.map(|one| one.id)),
            "epoch" => SortKey::number(producer.map(|one| one.epoch)),
            "last_sequence" => SortKey::number(producer.and_then(|one| one.last_sequence)),
            "last_timestamp" => SortKey::number(producer.and_then(|one| one.last_timestamp)),
            "coordinator_epoch" => SortKey::number(producer.and_then(|one| one.coordinator_epoch)),
            "open_since" => SortKey::number(producer.and_then(|one| one.transaction_start)),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// The producers of one topic.
    pub(crate) fn producers_page(
        self: &Arc<Self>,
        name: &str,
        query: &TableQuery,
    ) -> Result<Page<ProducerRow>, ApiError> {
        let view = View::Producers { name: name.to_owned() };
        let snapshot = self.snapshot();
        let Some(topic) = snapshot.topic(name) else {
            // Says why there is none, or that it is being asked for.
            let detail = self.topic_page(name)?;
            let head = Head { chips: Vec::new(), totals: Vec::new(), freshness: detail.freshness };
            return Ok(page(&crate::tables::Arranged::default(), query, head, Index::new(), |_, _| None));
        };
        let all = self.held.producers.all();
        let of: BTreeMap<i32, &Kept<Vec<Producer>>> = all
            .iter()
            .filter(|((topic, _), _)| &**topic == name)
            .map(|((_, partition), kept)| (*partition, kept))
            .collect();
        // Those of the topic before this one were let go.
        if of.is_empty() && !topic.is_empty() {
            self.refresh(view.clone());
        }
        let mut entries = Vec::new();
        for (partition, kept) in &of {
            let told = kept.value().map_or(0, Vec::len);
            let rows = if kept.failed.is_some() { told.max(1) } else { told };
            entries.extend((0..rows).map(|at| Entry { partition: *partition, kept, at }));
        }
        let mut freshness = self.freshness(&view);
        let fresh = of.values().filter(|kept| kept.fresh());
        freshness.oldest = fresh.clone().filter_map(|kept| kept.told_at()).min().map(millis);
        let last_failed: Option<(SystemTime, ApiError)> = of
            .values()
            .filter_map(|kept| kept.failed.as_ref())
            .map(|failure| (failure.at, api_error(&failure.error, millis(failure.at))))
            .max_by_key(|(at, _)| *at);
        let (fresh, partitions) = (fresh.count(), topic.len());
        if fresh == 0 {
            freshness.failed = last_failed.map(|(_, error)| error);
            freshness.oldest = of.values().filter_map(|kept| kept.told_at()).min().map(millis);
        }
        let open = entries.iter().filter(|entry| entry.in_chip("open")).count();
        let untold = of.values().filter(|kept| kept.failed.is_some()).count();
        let mut chips =
            vec![all_chip(entries.len()), chip("open", "Transaction open", Some(open), Level::Plain)];
        if untold > 0 {
            chips.push(chip("untold", "Not told", Some(untold), Level::Warn));
        }
        let producers = entries.iter().filter(|entry| entry.producer().is_some()).count();
        let note = if fresh < partitions {
            format!("from {fresh} of {partitions} partitions")
        } else {
            "as the leaders of its partitions remember".to_owned()
        };
        let totals = vec![
            total("Producers", grouped_usize(producers), note),
            total("Transactions open", grouped_usize(open), ""),
        ];
        let arranged = arrange(&entries, query);
        Ok(page(&arranged, query, Head { chips, totals, freshness }, Index::new(), |index, place| {
            entries.get(place as usize).map(|entry| self.producer_row(index, entry))
        }))
    }

    fn producer_row(&self, index: &mut Index, entry: &Entry<'_>) -> ProducerRow {
        let kept = entry.kept;
        // Nobody was remembered when it last told; it is not known whether that is still so.
        let nobody = || match &kept.failed {
            Some(failure) => api_error(&failure.error, millis(failure.at)),
            None => no_target("No producer is remembered here.", self.now()),
        };
        let at = entry.at;
        let untold = |what: &'static str| move || no_target(what, self.now());
        let mut long = |read: fn(&Producer) -> Option<i64>, why: &'static str| {
            index.told(kept, None, |all: &Vec<Producer>| {
                let producer = all.get(at).ok_or_else(nobody)?;
                read(producer).map(Int64).ok_or_else(untold(why))
            })
        };
        let producer_id = long(|one| Some(one.id), "");
        let last_timestamp = long(|one| one.last_timestamp, "The leader remembers no time.");
        let open_since =
            long(|one| one.transaction_start, "This producer has no transaction open on this partition.");
        let mut short = |read: fn(&Producer) -> Option<i32>, why: &'static str| {
            index.told(kept, None, |all: &Vec<Producer>| {
                let producer = all.get(at).ok_or_else(nobody)?;
                read(producer).ok_or_else(untold(why))
            })
        };
        ProducerRow {
            partition: entry.partition,
            producer_id,
            epoch: short(|one| Some(one.epoch), ""),
            last_sequence: short(|one| one.last_sequence, "It has written nothing but markers here."),
            last_timestamp,
            coordinator_epoch: short(|one| one.coordinator_epoch, "It never had a transaction here."),
            open_since,
        }
    }
}
