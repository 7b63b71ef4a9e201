//! Putting the topics of a reply among those that are known, by copying pointers.
//!
//! A refresh of one topic on a cluster of ten thousand must not copy the ten thousand, nor make them look as fresh as
//! the one: each topic is shared with the old snapshot unless the reply tells it.

use std::{sync::Arc, time::SystemTime};

use super::{
    Columns, Refusal, Topic, Topics,
    by_name::ByName,
    same::Same,
    settle::{Settled, settle},
};
use crate::{Source, TopicId, metadata_reply::Told};

/// Refusals beyond this many are forgotten, oldest first: they come from what people type.
const MOST_REFUSALS: usize = 256;

/// Topics with a reply put in, and whether that made a difference.
pub(super) struct Merged {
    pub(super) topics: Topics,
    pub(super) changed: bool,
    pub(super) leaders_moved: usize,
}

impl Topics {
    /// The topics after this reply. `whole`: it lists all topics, so that those it leaves out are gone.
    pub(super) fn merged(
        old: &Topics,
        told: Vec<Told>,
        columns: &Arc<Columns>,
        source: &Arc<Source>,
        whole: bool,
    ) -> Merged {
        let mut all = Vec::with_capacity(if whole { told.len() } else { old.all.len() + told.len() });
        let mut refusals = if whole { Vec::new() } else { old.refusals.clone() };
        let (mut changed, mut leaders_moved) = (whole && old.listing.is_none(), 0);
        // While nothing comes or goes, each name keeps its place; while no id changes either, so does each id.
        let (mut same_names, mut same_ids) = (true, true);
        let mut comparison = Same::default();
        let mut rest = old.all.as_slice();
        for told in told {
            let (before, found, after) = around(rest, &told.name);
            rest = after;
            if whole {
                let gone = !before.is_empty();
                changed |= gone;
                same_names &= !gone;
            } else {
                all.extend_from_slice(before);
                refusals.retain(|refusal| refusal.name != told.name);
            }
            match settle(found, told, columns, source) {
                Settled::Topic(topic) => {
                    let same = found.is_some_and(|old| comparison.of(old, &topic));
                    changed |= !same;
                    same_names &= found.is_some();
                    same_ids &= found.is_some_and(|old| old.id == topic.id);
                    if let Some(old) = found
                        && !same
                    {
                        leaders_moved += moved(old, &topic);
                    }
                    all.push(Arc::new(topic));
                }
                Settled::Refused { name, code } => {
                    changed |= found.is_some();
                    same_names &= found.is_none();
                    refusals.push(Arc::new(Refusal { name, code, source: Arc::clone(source) }));
                }
            }
        }
        if whole {
            changed |= !rest.is_empty();
            same_names &= rest.is_empty();
        } else {
            all.extend_from_slice(rest);
        }
        refusals.drain(..refusals.len().saturating_sub(MOST_REFUSALS));
        let listing = if whole { Some(Arc::clone(source)) } else { old.listing.clone() };
        let topics = Topics {
            by_name: if same_names { Arc::clone(&old.by_name) } else { Arc::new(ByName::of(&all)) },
            by_id: if same_names && same_ids { Arc::clone(&old.by_id) } else { Arc::new(by_id(&all)) },
            oldest: oldest(&all, listing.as_deref(), if whole { None } else { old.oldest }),
            all,
            listing,
            refusals,
        };
        Merged { topics, changed, leaders_moved }
    }
}

/// Topics that follow each other.
type Run<'a> = &'a [Arc<Topic>];

/// The topics before this name, the one of this name, and those after it.
fn around<'a>(topics: Run<'a>, name: &str) -> (Run<'a>, Option<&'a Arc<Topic>>, Run<'a>) {
    // A listing mostly repeats the last one: the next topic is the one.
    let place = match topics.first() {
        Some(next) if next.name() == name => 0,
        _ => topics.partition_point(|topic| topic.name() < name),
    };
    let (before, from) = topics.split_at_checked(place).unwrap_or((topics, &[]));
    match from.split_first() {
        Some((found, after)) if found.name() == name => (before, Some(found), after),
        _ => (before, None, from),
    }
}

fn moved(old: &Topic, new: &Topic) -> usize {
    new.partitions()
        .filter(|now| old.partition(now.index).is_some_and(|before| before.leader != now.leader))
        .count()
}

fn by_id(all: &[Arc<Topic>]) -> Vec<(TopicId, u32)> {
    let mut ids: Vec<(TopicId, u32)> =
        all.iter().zip(0..).filter_map(|(topic, place)| Some((topic.id?, place))).collect();
    ids.sort_unstable();
    ids
}

/// The time of the oldest part. None can be older than the oldest before, so that the search ends where it meets it.
fn oldest(all: &[Arc<Topic>], listing: Option<&Source>, before: Option<SystemTime>) -> Option<SystemTime> {
    let mut oldest = listing.map(|source| source.at);
    for topic in all {
        if oldest.is_some() && oldest == before {
            break;
        }
        oldest = Some(oldest.map_or(topic.source.at, |at| at.min(topic.source.at)));
    }
    oldest
}
