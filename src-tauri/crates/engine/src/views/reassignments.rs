//! Partitions that are being moved between brokers, and how far their new copies have come by the log dirs of both sides. A copy whose
//! broker has not told is unknown, and so is every sum that it belongs to.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use admin::{Dirs, Move, Source};
use contract::{ApiError, CopyUnderWay, Fact, Int64, Level, Page, ReassignmentRow, TableQuery, View};

use super::metadata_fact;
use crate::{
    clock::millis,
    copying::{CopyOf, Pace},
    errors::{api_error, no_target},
    kept::{Kept, Shelf},
    open_cluster::OpenCluster,
    provenance::Index,
    readings::total_size,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, grouped_usize, holds, page, total},
};

/// Sizes of the replicas of partitions that are being moved.
pub(crate) type Copies = HashMap<CopyOf, i64>;

/// A figure of one broker's log dirs.
#[derive(Clone)]
struct Measured {
    value: i64,
    source: Arc<Source>,
    /// That broker has failed since.
    failed: Option<ApiError>,
}

/// Why there is none.
#[derive(Clone)]
enum Lacking {
    Asking,
    Why(ApiError),
}

type Figure = Result<Measured, Lacking>;

/// What is known of one new copy.
struct Copy {
    broker: i32,
    in_sync: bool,
    bytes: Figure,
    left: Figure,
    rate: Figure,
}

/// One move with its figures.
struct Entry<'a> {
    of: &'a Move,
    size: Figure,
    copies: Vec<Copy>,
    copied: Figure,
    left: Figure,
    rate: Figure,
}

fn value(figure: &Figure) -> Option<i64> {
    figure.as_ref().ok().map(|measured| measured.value)
}

impl Entry<'_> {
    /// Something is left, and nothing came between two looks.
    fn stands_still(&self) -> bool {
        value(&self.rate) == Some(0) && value(&self.left).is_some_and(|left| left > 0)
    }
}

impl Row for Entry<'_> {
    fn matches(&self, needle: &str) -> bool {
        holds(&format!("{}-{}", self.of.topic, self.of.partition), needle)
            || needle.strip_prefix("broker").is_some_and(|broker| {
                broker.trim().parse().is_ok_and(|broker: i32| self.of.replicas.contains(&broker))
            })
    }

    fn in_chip(&self, chip: &str) -> bool {
        chip == "still" && self.stands_still()
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "topic" => SortKey::Text(&self.of.topic),
            "partition" => SortKey::number(Some(self.of.partition)),
            // By how many there are.
            "replicas" => SortKey::number(i64::try_from(self.of.replicas.len()).ok()),
            "adding" => SortKey::number(i64::try_from(self.of.adding.len()).ok()),
            "removing" => SortKey::number(i64::try_from(self.of.removing.len()).ok()),
            "size" => SortKey::number(value(&self.size)),
            "copied" => SortKey::number(value(&self.copied)),
            "left" => SortKey::number(value(&self.left)),
            "rate" => SortKey::number(value(&self.rate)),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// The reassignments page.
    pub(crate) fn reassignments_page(self: &Arc<Self>, query: &TableQuery) -> Page<ReassignmentRow> {
        self.ensure(View::Reassignments);
        let kept = self.held.moves.get();
        let moves = kept.value().map(Vec::as_slice).unwrap_or_default();
        let dirs = self.held.log_dirs.all();
        let told = kept.told_at().map_or(0, |at| millis(at).0.unsigned_abs());
        let sizes = self.held.copies.get_or((dirs.version, told), || sizes(moves, &dirs));
        let entries: Vec<Entry<'_>> = moves.iter().map(|one| self.entry(one, &dirs, &sizes)).collect();
        let mut freshness = self.freshness_of_one(&View::Reassignments, &kept);
        freshness.loading |= !moves.is_empty() && self.flights.under_way(&View::LogDirs);
        let still = entries.iter().filter(|entry| entry.stands_still()).count();
        let paced = entries.is_empty() || entries.iter().any(|entry| entry.rate.is_ok());
        let chips =
            vec![all_chip(entries.len()), chip("still", "Not growing", paced.then_some(still), Level::Warn)];
        let totals = if kept.good.is_some() {
            vec![
                total("Partitions", grouped_usize(entries.len()), ""),
                sum("Copied", entries.iter().map(|entry| &entry.copied), ""),
                sum("Left", entries.iter().map(|entry| &entry.left), ""),
                sum("Rate", entries.iter().map(|entry| &entry.rate), "/s"),
            ]
        } else {
            Vec::new()
        };
        let arranged = arrange(&entries, query);
        page(&arranged, query, Head { chips, totals, freshness }, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(self.reassignment_row(index, &kept, entry))
        })
    }

    fn entry<'a>(&self, of: &'a Move, dirs: &Shelf<i32, Dirs>, sizes: &Copies) -> Entry<'a> {
        let snapshot = self.snapshot();
        let partition = snapshot.topic(&of.topic).and_then(|topic| topic.partition(of.partition));
        let leader = partition.as_ref().and_then(|partition| partition.leader);
        let measured = |broker: i32| {
            let size = sizes.get(&(Arc::clone(&of.topic), of.partition, broker)).copied();
            self.measured(dirs, broker, size)
        };
        let size = match leader {
            Some(leader) => measured(leader),
            None => {
                Err(Lacking::Why(no_target("There is no leader whose copy could be measured.", self.now())))
            }
        };
        let copy = |broker: &i32| {
            let bytes = measured(*broker);
            let in_sync = partition.as_ref().is_some_and(|partition| partition.isr.contains(broker));
            let left = if in_sync {
                bytes.clone().map(|measured| Measured { value: 0, ..measured })
            } else {
                both(&size, &bytes, |size, bytes| size.saturating_sub(bytes).max(0))
            };
            let rate = self.rate(&bytes, &(Arc::clone(&of.topic), of.partition, *broker));
            Copy { broker: *broker, in_sync, bytes, left, rate }
        };
        let copies: Vec<Copy> = of.adding.iter().map(copy).collect();
        let all = |figure: fn(&Copy) -> &Figure| {
            let nothing = || Lacking::Why(no_target("No replica is added to this partition.", self.now()));
            let first = copies.first().map_or_else(|| Err(nothing()), |copy| figure(copy).clone());
            copies.iter().skip(1).fold(first, |sum, copy| both(&sum, figure(copy), i64::saturating_add))
        };
        Entry {
            of,
            size,
            copied: all(|copy| &copy.bytes),
            left: all(|copy| &copy.left),
            rate: all(|copy| &copy.rate),
            copies,
        }
    }

    fn measured(&self, dirs: &Shelf<i32, Dirs>, broker: i32, size: Option<i64>) -> Figure {
        let kept = dirs.get(&broker).cloned().unwrap_or_default();
        let failed = kept.failed.as_ref().map(|failure| api_error(&failure.error, millis(failure.at)));
        match (kept.good, failed, size) {
            (None, None, _) => Err(Lacking::Asking),
            (None, Some(why), _) => Err(Lacking::Why(why)),
            (Some(_), _, None) => Err(Lacking::Why(no_target(
                format!("Broker {broker} does not list this partition in its log dirs."),
                self.now(),
            ))),
            (Some(good), failed, Some(value)) => Ok(Measured { value, source: good.source, failed }),
        }
    }

    fn rate(&self, bytes: &Figure, copy: &CopyOf) -> Figure {
        let measured = bytes.clone()?;
        let why = match self.held.copying.pace(copy) {
            Some(Pace::Grew { rate, .. }) => return Ok(Measured { value: rate, ..measured }),
            Some(Pace::Shrank) => "The copy became smaller between the last two looks at its log dir.",
            Some(Pace::SeenOnce) | None => "A rate takes two looks at the log dirs; there was one.",
        };
        Err(Lacking::Why(no_target(why, self.now())))
    }

    fn reassignment_row(
        &self,
        index: &mut Index,
        kept: &Kept<Vec<Move>>,
        entry: &Entry<'_>,
    ) -> ReassignmentRow {
        let of = entry.of;
        let copies = entry.copies.iter().map(|copy| self.copy_row(index, of, copy)).collect();
        let paced = |copy: &CopyOf| match self.held.copying.pace(copy) {
            Some(Pace::Grew { over, .. }) => {
                format!("from two looks at log dirs, {:.1} s apart", over.as_secs_f64())
            }
            _ => String::new(),
        };
        let first = entry.copies.first().map(|copy| (Arc::clone(&of.topic), of.partition, copy.broker));
        ReassignmentRow {
            topic: of.topic.to_string(),
            partition: of.partition,
            replicas: index.fact(kept, |_| ids(&of.replicas)),
            adding: index.fact(kept, |_| ids(&of.adding)),
            removing: index.fact(kept, |_| ids(&of.removing)),
            size: fact(index, &entry.size, None),
            copied: fact(index, &entry.copied, many(entry, "sum over the brokers that are added")),
            left: fact(index, &entry.left, Some("the leader's copy less the new ones".to_owned())),
            rate: fact(index, &entry.rate, first.map(|first| paced(&first))),
            copies,
        }
    }

    fn copy_row(&self, index: &mut Index, of: &Move, copy: &Copy) -> CopyUnderWay {
        let snapshot = self.snapshot();
        let topic = snapshot.topic(&of.topic).filter(|_| copy.in_sync);
        let left = match topic {
            Some(topic) => {
                let failure = snapshot.topic_failure(&of.topic);
                metadata_fact(index, Int64(0), topic.source(), Some("it is in the ISR".to_owned()), failure)
            }
            None => fact(index, &copy.left, Some("the leader's copy less this one".to_owned())),
        };
        CopyUnderWay {
            broker: copy.broker,
            bytes: fact(index, &copy.bytes, None),
            left,
            rate: fact(index, &copy.rate, Some("from two looks at log dirs".to_owned())),
        }
    }
}

fn many(entry: &Entry<'_>, how: &str) -> Option<String> {
    (entry.copies.len() > 1).then(|| how.to_owned())
}

fn ids(brokers: &[i32]) -> String {
    brokers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Worked out of two figures; as old as the older one, and unknown where either is.
fn both(one: &Figure, other: &Figure, of: impl FnOnce(i64, i64) -> i64) -> Figure {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            let older = if one.source.at <= other.source.at { one } else { other };
            Ok(Measured {
                value: of(one.value, other.value),
                source: Arc::clone(&older.source),
                failed: one.failed.clone().or_else(|| other.failed.clone()),
            })
        }
        (Err(Lacking::Why(why)), _) | (_, Err(Lacking::Why(why))) => Err(Lacking::Why(why.clone())),
        (Err(Lacking::Asking), _) | (_, Err(Lacking::Asking)) => Err(Lacking::Asking),
    }
}

fn fact(index: &mut Index, figure: &Figure, how: Option<String>) -> Fact<Int64> {
    match figure {
        Ok(Measured { value, source, failed: None }) => index.known(Int64(*value), source, how),
        Ok(Measured { value, source, failed: Some(why) }) => {
            index.stale(Int64(*value), source, how, why.clone())
        }
        Err(Lacking::Asking) => Fact::Asking,
        Err(Lacking::Why(why)) => index.missing(why.clone()),
    }
}

/// For the status line, with how many it leaves out.
fn sum<'a>(label: &str, figures: impl Iterator<Item = &'a Figure>, unit: &str) -> contract::Total {
    let (mut known, mut all, mut bytes) = (0_usize, 0_usize, 0_i64);
    for figure in figures {
        all += 1;
        if let Some(value) = value(figure) {
            known += 1;
            bytes = bytes.saturating_add(value);
        }
    }
    match known {
        0 if all > 0 => total(label, "\u{2014}", "not known yet"),
        known if known < all => {
            total(label, format!("{}{unit}", total_size(bytes)), format!("{known} of {all} partitions"))
        }
        _ => total(label, format!("{}{unit}", total_size(bytes)), ""),
    }
}

/// The replicas of moved partitions in all log dirs; the one being moved inside of its broker gives way to the one in use.
fn sizes(moves: &[Move], dirs: &Shelf<i32, Dirs>) -> Copies {
    let mut sizes = Copies::new();
    if moves.is_empty() {
        return sizes;
    }
    let moved: HashSet<(&str, i32)> = moves.iter().map(|one| (&*one.topic, one.partition)).collect();
    let topics: HashSet<&str> = moves.iter().map(|one| &*one.topic).collect();
    for (broker, dirs) in dirs.iter().filter_map(|(broker, kept)| Some((*broker, kept.value()?))) {
        let listed = dirs.dirs.iter().flat_map(|dir| dir.listed.topics());
        for topic in listed.filter(|topic| topics.contains(&**topic.name)) {
            for replica in topic.replicas.iter().filter(|replica| !replica.future) {
                if moved.contains(&(&**topic.name, replica.partition)) {
                    sizes.insert((Arc::clone(topic.name), replica.partition, broker), replica.bytes);
                }
            }
        }
    }
    sizes
}
