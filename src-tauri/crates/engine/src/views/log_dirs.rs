//! The log-dirs table: a row for each broker and directory, and a row with its reason for a broker that never told any.

use std::{collections::BTreeSet, sync::Arc};

use admin::Dir;
use contract::{ApiError, Fact, Int64, Level, LogDirRow, LogDirState, Page, TableQuery, Total, View};

use super::dirs::DirEntry;
use crate::{
    clock::millis,
    errors::{api_error, code_error, no_target, unsupported},
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    tables::{Head, all_chip, arrange, chip, grouped_usize, page, total},
};

impl OpenCluster {
    /// The log-dirs page.
    pub(crate) fn log_dirs_page(self: &Arc<Self>, query: &TableQuery) -> Page<LogDirRow> {
        self.ensure(View::LogDirs);
        let kept = self.held.log_dirs.all();
        let entries = self.dir_entries(&kept);
        let brokers = self.known_brokers();
        let freshness = self.freshness_of_brokers(&View::LogDirs, &kept, &brokers);
        let number = |of: fn(&DirEntry) -> bool| Some(entries.iter().filter(|entry| of(entry)).count());
        let chips = vec![
            all_chip(entries.len()),
            chip("offline", "Offline", number(DirEntry::offline), Level::Bad),
            chip("full", "Over 85 % full", number(DirEntry::full), Level::Warn),
            chip("moving", "Moving", number(DirEntry::moving), Level::Plain),
            chip("unanswered", "Did not answer", number(DirEntry::unanswered), Level::Bad),
        ];
        let totals = totals(&entries, brokers.len());
        let arranged = arrange(&entries, query);
        let controller = self.controller_id();
        let head = Head { chips, totals, freshness };
        page(&arranged, query, head, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(self.log_dir_row(index, entry, controller))
        })
    }

    fn log_dir_row(&self, index: &mut Index, entry: &DirEntry, controller: Option<i32>) -> LogDirRow {
        let version = entry.kept.good.as_ref().map_or(0, |good| good.source.version);
        let too_old = |what: &str| {
            let message = format!("Broker {} speaks DescribeLogDirs v{version}: no {what}.", entry.broker);
            unsupported(message, self.now())
        };
        let not_told = |what: &str, least: i16| {
            if version < least {
                too_old(what)
            } else {
                unsupported(
                    format!("Broker {} can't tell the {what} of this directory.", entry.broker),
                    self.now(),
                )
            }
        };
        let told = entry.kept.told_at();
        let state = match (entry.dir(), told, &entry.kept.failed) {
            (Some(_), Some(at), Some(_)) => LogDirState::LastSeen { at: millis(at) },
            (Some(dir), _, _) if !dir.code.is_none() => LogDirState::Offline {
                code: dir.code.0,
                name: dir.code.name().to_owned(),
                sentence: dir.code.sentence().to_owned(),
            },
            (Some(_), _, _) => LogDirState::Online,
            (None, _, _) => LogDirState::Unknown,
        };
        LogDirRow {
            broker: entry.broker,
            host: entry.host.clone(),
            rack: entry.rack.clone(),
            controller: controller == Some(entry.broker),
            broker_failed: entry
                .kept
                .failed
                .as_ref()
                .map(|failure| api_error(&failure.error, millis(failure.at))),
            path: entry.dir().map(|dir| dir.path.clone()),
            state,
            volume: figure(index, entry, None, |dir| dir.volume.ok_or_else(|| not_told("volume sizes", 4)))
                .map(Int64),
            usable: figure(index, entry, None, |dir| dir.usable.ok_or_else(|| not_told("volume sizes", 4)))
                .map(Int64),
            kafka: figure(index, entry, Some("sum of the replicas in this directory"), |_| {
                Ok(entry.sums.bytes)
            })
            .map(Int64),
            other: figure(index, entry, Some("volume \u{2212} usable \u{2212} Kafka on that volume"), |_| {
                entry.other().ok_or_else(|| not_told("volume sizes", 4))
            })
            .map(Int64),
            kafka_percent: figure(index, entry, Some("Kafka \u{00f7} volume"), |_| {
                entry.kafka_percent().ok_or_else(|| not_told("volume sizes", 4))
            }),
            replicas: figure(index, entry, None, |_| Ok(entry.sums.replicas)),
            leaders: self.leaders_figure(index, entry),
            future: figure(index, entry, None, |_| Ok(entry.sums.future)),
            worst_lag: figure(index, entry, None, |_| match (entry.sums.worst_lag, entry.sums.replicas) {
                (Some(lag), _) => Ok(lag),
                (None, 0) => Ok(0),
                (None, _) => Err(no_target("The broker tells no lag of these replicas.", self.now())),
            })
            .map(Int64),
            cordoned: figure(index, entry, None, |dir| {
                dir.cordoned.ok_or_else(|| not_told("word on whether a directory is cordoned", 5))
            }),
            shared_volume: entry.shared_volume,
            told: told.map(millis),
        }
    }

    fn leaders_figure(&self, index: &mut Index, entry: &DirEntry) -> Fact<u32> {
        match entry.leaders {
            Some(leaders) => {
                let how = "replicas here that Metadata names as leaders";
                let told = figure(index, entry, Some(how), |_| Ok(leaders));
                match (told, self.snapshot().listing_failure()) {
                    // The log dirs are new, the metadata is not.
                    (Fact::Known { v, s }, Some(failure)) => {
                        let why = index.reason(api_error(&failure.error, millis(failure.at)));
                        Fact::Stale { v, s, why }
                    }
                    (told, _) => told,
                }
            }
            // Without its directories nobody can say what of them leads, for the same reason as everything else of this row.
            None if entry.dir().is_none() => figure(index, entry, None, |_| Ok(0)),
            None => match self.snapshot().listing_failure() {
                Some(failure) => index.missing(api_error(&failure.error, millis(failure.at))),
                None => Fact::Asking,
            },
        }
    }
}

/// A figure of a directory; an offline one has none but its error.
fn figure<T>(
    index: &mut Index,
    entry: &DirEntry,
    derived: Option<&str>,
    read: impl FnOnce(&Dir) -> Result<T, ApiError>,
) -> Fact<T> {
    let source = entry.kept.good.as_ref().map(|good| Arc::clone(&good.source));
    index.told(&entry.kept, derived.map(str::to_owned), |dirs| {
        let dir = entry.place.and_then(|place| dirs.dirs.get(place));
        match (dir, source) {
            (Some(dir), Some(source)) if !dir.code.is_none() => Err(code_error(dir.code, &source)),
            (Some(dir), _) => read(dir),
            (None, source) => Err(unsupported(
                "The broker told no directory. Before version 3 of the request that is how a missing right looks.",
                source.map_or(Int64(0), |source| millis(source.at)),
            )),
        }
    })
}

fn totals(entries: &[DirEntry], brokers: usize) -> Vec<Total> {
    let directories = entries.iter().filter(|entry| entry.place.is_some()).count();
    let answering: BTreeSet<i32> =
        entries.iter().filter(|entry| entry.kept.fresh()).map(|entry| entry.broker).collect();
    let fresh = || entries.iter().filter(|entry| entry.kept.fresh());
    let note = if answering.len() == brokers {
        String::new()
    } else {
        format!("from {} of {} brokers", answering.len(), brokers)
    };
    let kafka = fresh().fold(0_i64, |sum, entry| sum.saturating_add(entry.sums.bytes));
    let mut seen = BTreeSet::new();
    let mut usable = 0_i64;
    let mut told = false;
    for entry in fresh() {
        if let Some((volume, free)) = entry.readable().and_then(|dir| Some((dir.volume?, dir.usable?))) {
            told = true;
            if seen.insert((entry.broker, volume, free)) {
                usable = usable.saturating_add(free);
            }
        }
    }
    let dash = || "\u{2014}".to_owned();
    let shared = entries.iter().any(|entry| entry.shared_volume);
    vec![
        total("Directories", grouped_usize(directories), format!("on {brokers} brokers")),
        total("Kafka", if answering.is_empty() { dash() } else { total_size(kafka) }, note),
        total(
            "Usable",
            if told { total_size(usable) } else { dash() },
            if shared { "directories with equal figures are counted as one volume" } else { "" },
        ),
    ]
}
