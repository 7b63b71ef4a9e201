//! One topic of a reply against the same topic as it was known: which of the two is believed.
//!
//! Brokers learn of changes one after another. A broker that lags answers with a leader of the past, and believing it
//! would send every request for that partition to the wrong place until the next refresh.

use std::{collections::HashMap, sync::Arc, time::Duration};

use wire::ErrorCode;

use super::{Health, Row, Standings, Telling, Topic, row, same::Same};
use crate::metadata_reply::Told;

/// Brokers are behind each other by seconds. What still tells a lower leader epoch after this long is no laggard: the
/// cluster itself went back (restored from a copy, say), and the old view must not hold on for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// What becomes of a topic of a reply.
pub(super) enum Settled {
    /// The topic as it is believed, and whether it says what was known.
    Topic(Topic, bool),
    /// The broker does not show it.
    Refused(ErrorCode),
}

pub(super) fn settle(
    old: Option<&Topic>,
    told: Told,
    telling: &Arc<Telling>,
    comparison: &mut Same,
) -> Settled {
    let mut same = |old: &Topic, new: &Topic| comparison.of(old, new);
    if told.rows.is_empty() && !told.error.is_none() {
        if hides(told.error) {
            return Settled::Refused(told.error);
        }
        // It exists, and just now the broker can't tell its partitions: those that are known stay, with their own age.
        if let Some(old) = old {
            let kept = Topic { error: told.error, ..old.clone() };
            let same = same(old, &kept);
            return Settled::Topic(kept, same);
        }
    }
    let new = Topic {
        name: told.name,
        id: told.id,
        internal: told.internal,
        error: told.error,
        telling: Arc::clone(telling),
        rows: told.rows,
        health: told.health,
    };
    match old {
        // Most topics of most listings; what is the same lags in nothing.
        Some(old) if same(old, &new) => Settled::Topic(new, true),
        Some(old) if lags(old, &new) => {
            let newest = newest_of_each(old, &new);
            let same = same(old, &newest);
            Settled::Topic(newest, same)
        }
        _ => Settled::Topic(new, false),
    }
}

/// The codes by which a broker says that there is no such topic for this user: it does not exist (3), its name can't be
/// one (17), it may not be seen (29), its id is unknown (100) or belongs to another topic of that name (103).
fn hides(code: ErrorCode) -> bool {
    matches!(code.0, 3 | 17 | 29 | 100 | 103)
}

/// Whether some partition of `new` is told from before what is known. Epochs count within one life of a topic only, so
/// that without ids, which tell a topic from its successor of the same name, the last answer wins.
fn lags(old: &Topic, new: &Topic) -> bool {
    if new.id.is_none() || old.id != new.id {
        return false;
    }
    // A clock that was set back says nothing about who is behind.
    let since = new.source().at.duration_since(old.source().at).unwrap_or(Duration::MAX);
    since <= PATIENCE && new.lags(old)
}

/// Each partition as the later of the two tells it. The whole keeps the older source, as a part of it is that old.
fn newest_of_each(old: &Topic, new: &Topic) -> Topic {
    let mut standings = Standings::default();
    let mut health = Health::default();
    // Where each standing of the two went.
    let mut places: HashMap<(bool, u32), u32> = HashMap::new();
    let believed = new.rows().iter().map(|now| {
        let known = row::find(old.rows(), now.index);
        match known.filter(|known| row::older(now.epoch, known.epoch)) {
            Some(known) => (true, &old.telling, known),
            None => (false, &new.telling, now),
        }
    });
    let rows: Vec<Row> = believed
        .filter_map(|(kept, telling, row)| {
            let standing = telling.standings.get(row.standing)?;
            health.count(row.leader, standing.tally());
            let place = places
                .entry((kept, row.standing))
                .or_insert_with(|| standings.copy(&telling.standings, standing));
            Some(Row { standing: *place, ..*row })
        })
        .collect();
    let names = new.name().to_owned();
    let (name, rows_told) = (0..length(names.len()), 0..length(rows.len()));
    let source = Arc::clone(&old.telling.source);
    let telling = Arc::new(Telling { names, rows, standings, source });
    Topic { telling, name, rows: rows_told, health, ..new.clone() }
}

fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
