//! The log-dirs table: a row for each broker and directory, and a row with its reason for a broker that never told any.

use std::{collections::BTreeMap, sync::Arc};

use admin::{Dir, Dirs};
use contract::{ApiError, Fact, Int64, Level, LogDirRow, LogDirState, Page, TableQuery, View};

use crate::{
    clock::millis,
    errors::{api_error, code_error, unsupported},
    kept::{Kept, Shelf},
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, count, grouped_usize, holds, page, total},
};

/// From this part of the volume in use on, a directory is in the chip of the full ones.
pub(crate) const FULL: f64 = 85.0;

/// A directory as told, with its sums.
pub(crate) struct DirEntry {
    pub(crate) broker: i32,
    host: String,
    rack: Option<String>,
    pub(crate) kept: Kept<Dirs>,
    /// Its place in the answer; `None`: the broker never told one.
    place: Option<usize>,
    pub(crate) kafka: i64,
    pub(crate) replicas: u32,
    pub(crate) future: u32,
    pub(crate) worst_lag: i64,
    leaders: Option<u32>,
    /// Kafka's bytes in all directories of the same volume.
    on_volume: i64,
    pub(crate) shared_volume: bool,
}

impl DirEntry {
    pub(crate) fn dir(&self) -> Option<&Dir> {
        self.kept.value()?.dirs.get(self.place?)
    }

    pub(crate) fn offline(&self) -> bool {
        self.kept.failed.is_none() && self.dir().is_some_and(|dir| !dir.code.is_none())
    }

    /// How much of the volume is in use, by whomever, in percent.
    pub(crate) fn used_percent(&self) -> Option<f64> {
        let dir = self.dir().filter(|dir| dir.code.is_none())?;
        let (volume, usable) = (dir.volume?, dir.usable?);
        (volume > 0).then(|| (volume.saturating_sub(usable)) as f64 / volume as f64 * 100.0)
    }

    pub(crate) fn full(&self) -> bool {
        self.used_percent().is_some_and(|used| used >= FULL)
    }

    /// Whether the broker gave no answer the last time it was asked.
    pub(crate) fn unanswered(&self) -> bool {
        self.kept.failed.is_some()
    }

    fn readable(&self) -> Option<&Dir> {
        self.dir().filter(|dir| dir.code.is_none())
    }
}

impl Row for DirEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&format!("broker {}", self.broker), needle)
            || holds(&self.host, needle)
            || self.rack.as_deref().is_some_and(|rack| holds(rack, needle))
            || self.dir().is_some_and(|dir| holds(&dir.path, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "offline" => self.offline(),
            "full" => self.full(),
            "moving" => self.future > 0,
            "cordoned" => self.dir().is_some_and(|dir| dir.cordoned == Some(true)),
            "unanswered" => self.unanswered(),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        let dir = self.readable();
        Some(match column {
            "broker" => SortKey::number(Some(self.broker)),
            "path" | "directory" => SortKey::text(self.dir().map(|dir| dir.path.as_str())),
            "volume" => SortKey::number(dir.and_then(|dir| dir.volume)),
            "usable" => SortKey::number(dir.and_then(|dir| dir.usable)),
            "kafka" => SortKey::number(dir.map(|_| self.kafka)),
            "other" => SortKey::number(dir.and_then(|dir| other(dir, self.on_volume))),
            "kafka_percent" => SortKey::fraction(dir.and_then(|dir| percent(dir, self.kafka))),
            "replicas" => SortKey::number(dir.map(|_| self.replicas)),
            "leaders" => SortKey::number(dir.and(self.leaders)),
            "future" => SortKey::number(dir.map(|_| self.future)),
            "worst_lag" => SortKey::number(dir.map(|_| self.worst_lag)),
            "told" | "age" => SortKey::number(self.kept.told_at().map(|at| millis(at).0)),
            _ => return None,
        })
    }
}

/// What takes the rest of the volume. Files that are sparse can make it a little less than nothing, which means nothing.
fn other(dir: &Dir, kafka_on_volume: i64) -> Option<i64> {
    let used = dir.volume?.saturating_sub(dir.usable?);
    Some(used.saturating_sub(kafka_on_volume).max(0))
}

fn percent(dir: &Dir, kafka: i64) -> Option<f64> {
    let volume = dir.volume?;
    (volume > 0).then(|| kafka as f64 / volume as f64 * 100.0)
}

impl OpenCluster {
    /// All directories, by broker and as each broker orders them.
    pub(crate) fn dir_entries(&self, kept: &Shelf<i32, Dirs>) -> Vec<DirEntry> {
        let snapshot = self.snapshot();
        let leaders = self.dir_leaders(kept);
        let mut entries = Vec::new();
        for broker in self.known_brokers() {
            let kept = kept.get(&broker).cloned().unwrap_or_default();
            let known = snapshot.broker(broker);
            let row = DirEntry {
                broker,
                host: known.map_or_else(String::new, |known| format!("{}:{}", known.host, known.port)),
                rack: known.and_then(|known| known.rack.as_deref().map(str::to_owned)),
                kept,
                place: None,
                kafka: 0,
                replicas: 0,
                future: 0,
                worst_lag: 0,
                leaders: None,
                on_volume: 0,
                shared_volume: false,
            };
            let dirs = row.kept.value().map_or(0, |dirs| dirs.dirs.len());
            if dirs == 0 {
                entries.push(row);
                continue;
            }
            let mut of_broker: Vec<DirEntry> = (0..dirs).filter_map(|place| summed(&row, place)).collect();
            share_volumes(&mut of_broker);
            for entry in &mut of_broker {
                let path = entry.dir().map(|dir| dir.path.clone()).unwrap_or_default();
                entry.leaders =
                    leaders.as_ref().map(|leaders| leaders.get(&(broker, path)).copied().unwrap_or(0));
            }
            entries.extend(of_broker);
        }
        entries
    }

    /// Replicas that lead, by directory; `None` while the topics are not listed.
    fn dir_leaders(&self, kept: &Shelf<i32, Dirs>) -> Option<Arc<BTreeMap<(i32, String), u32>>> {
        let snapshot = self.snapshot();
        snapshot.listing_source()?;
        let versions = (kept.version, snapshot.generation());
        let count = || {
            let mut leaders = BTreeMap::new();
            for (broker, dirs) in kept.iter().filter_map(|(broker, kept)| Some((*broker, kept.value()?))) {
                for dir in &dirs.dirs {
                    let mut leading = 0_u32;
                    for topic in &dir.topics {
                        let Some(known) = snapshot.topic(&topic.name) else { continue };
                        let leads = |partition: i32| {
                            known.partition(partition).is_some_and(|known| known.leader == Some(broker))
                        };
                        let all = topic.replicas.iter();
                        leading += crate::tables::count(
                            all.filter(|replica| !replica.future && leads(replica.partition)).count(),
                        );
                    }
                    leaders.insert((broker, dir.path.clone()), leading);
                }
            }
            leaders
        };
        Some(self.held.leaders.get_or(versions, count))
    }

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
            chip("moving", "Moving", number(|entry| entry.future > 0), Level::Plain),
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
            kafka: figure(index, entry, Some("sum of the replicas in this directory"), |_| Ok(entry.kafka))
                .map(Int64),
            other: figure(
                index,
                entry,
                Some("volume \u{2212} usable \u{2212} Kafka on that volume"),
                |dir| other(dir, entry.on_volume).ok_or_else(|| not_told("volume sizes", 4)),
            )
            .map(Int64),
            kafka_percent: figure(index, entry, Some("Kafka \u{00f7} volume"), |dir| {
                percent(dir, entry.kafka).ok_or_else(|| not_told("volume sizes", 4))
            }),
            replicas: figure(index, entry, None, |_| Ok(entry.replicas)),
            leaders: self.leaders_figure(index, entry),
            future: figure(index, entry, None, |_| Ok(entry.future)),
            worst_lag: figure(index, entry, None, |_| Ok(entry.worst_lag)).map(Int64),
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
                figure(index, entry, Some(how), |_| Ok(leaders))
            }
            None => match self.snapshot().failure() {
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

/// The entry of one directory of this broker.
fn summed(of: &DirEntry, place: usize) -> Option<DirEntry> {
    let mut entry = DirEntry {
        broker: of.broker,
        host: of.host.clone(),
        rack: of.rack.clone(),
        kept: of.kept.clone(),
        place: Some(place),
        kafka: 0,
        replicas: 0,
        future: 0,
        worst_lag: 0,
        leaders: None,
        on_volume: 0,
        shared_volume: false,
    };
    let dirs = of.kept.good.as_ref().map(|good| Arc::clone(&good.value))?;
    for replica in dirs.dirs.get(place)?.topics.iter().flat_map(|topic| &topic.replicas) {
        entry.kafka = entry.kafka.saturating_add(replica.bytes);
        entry.replicas += 1;
        entry.future += u32::from(replica.future);
        entry.worst_lag = entry.worst_lag.max(replica.lag);
    }
    entry.on_volume = entry.kafka;
    Some(entry)
}

/// Finds directories of one broker that tell the very same volume figures: most likely they share it.
fn share_volumes(entries: &mut [DirEntry]) {
    let mut volumes: BTreeMap<(i64, i64), (usize, i64)> = BTreeMap::new();
    let figures = |entry: &DirEntry| entry.readable().and_then(|dir| Some((dir.volume?, dir.usable?)));
    for entry in entries.iter() {
        if let Some(key) = figures(entry) {
            let volume = volumes.entry(key).or_default();
            volume.0 += 1;
            volume.1 = volume.1.saturating_add(entry.kafka);
        }
    }
    for entry in entries {
        if let Some((sharers, kafka)) = figures(entry).and_then(|key| volumes.get(&key).copied()) {
            entry.shared_volume = sharers > 1;
            entry.on_volume = kafka;
        }
    }
}

fn totals(entries: &[DirEntry], brokers: usize) -> Vec<contract::Total> {
    let directories = entries.iter().filter(|entry| entry.place.is_some()).count();
    let answering: std::collections::BTreeSet<i32> =
        entries.iter().filter(|entry| entry.kept.fresh()).map(|entry| entry.broker).collect();
    let fresh = || entries.iter().filter(|entry| entry.kept.fresh());
    let note = if answering.len() == brokers {
        String::new()
    } else {
        format!("from {} of {} brokers", answering.len(), brokers)
    };
    let kafka = fresh().fold(0_i64, |sum, entry| sum.saturating_add(entry.kafka));
    let mut seen = std::collections::BTreeSet::new();
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

impl OpenCluster {
    /// Bytes of all replicas on brokers that ever answered, with whether each answer still stands.
    pub(crate) fn stored(&self, kept: &BTreeMap<i32, Kept<Dirs>>) -> (i64, u32) {
        let mut bytes = 0_i64;
        let mut answered = 0_usize;
        for dirs in kept.values().filter(|kept| kept.fresh()).filter_map(Kept::value) {
            answered += 1;
            bytes = bytes.saturating_add(bytes_of(dirs));
        }
        (bytes, count(answered))
    }
}

/// Bytes of all replicas of a broker.
pub(crate) fn bytes_of(dirs: &Dirs) -> i64 {
    let replicas = dirs.dirs.iter().flat_map(|dir| &dir.topics).flat_map(|topic| &topic.replicas);
    replicas.fold(0, |sum, replica| sum.saturating_add(replica.bytes))
}

/// Size and free space of a broker's volumes, those with equal figures counted once.
pub(crate) fn volumes_of(dirs: &Dirs) -> Option<(i64, i64)> {
    let readable = dirs.dirs.iter().filter(|dir| dir.code.is_none());
    let volumes: std::collections::BTreeSet<(i64, i64)> =
        readable.filter_map(|dir| Some((dir.volume?, dir.usable?))).collect();
    let sum = |of: fn(&(i64, i64)) -> i64| volumes.iter().map(of).fold(0_i64, i64::saturating_add);
    (!volumes.is_empty()).then(|| (sum(|volume| volume.0), sum(|volume| volume.1)))
}
