//! One topic of a reply against the same topic as it was known: which of the two is believed.
//!
//! Brokers learn of changes one after another. A broker that lags answers with a leader of the past, and believing it
//! would send every request for that partition to the wrong place until the next refresh.

use std::{sync::Arc, time::Duration};

use wire::ErrorCode;

use super::{Columns, Health, Interner, Row, Topic};
use crate::{Source, metadata_reply::Told};

/// Brokers are behind each other by seconds. What still tells a lower leader epoch after this long is no laggard: the
/// cluster itself went back (restored from a copy, say), and the old view must not hold on for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// What becomes of a topic of a reply.
pub(super) enum Settled {
    Topic(Topic),
    /// The broker does not show it.
    Refused {
        name: Arc<str>,
        code: ErrorCode,
    },
}

pub(super) fn settle(
    old: Option<&Arc<Topic>>,
    told: Told,
    columns: &Arc<Columns>,
    source: &Arc<Source>,
) -> Settled {
    if told.rows.is_empty() && !told.error.is_none() {
        if hides(told.error) {
            return Settled::Refused { name: told.name, code: told.error };
        }
        // It exists, and just now the broker can't tell its partitions: those that are known stay, with their own age.
        if let Some(old) = old {
            return Settled::Topic(Topic { error: told.error, ..Topic::clone(old) });
        }
    }
    let new = Topic {
        name: told.name,
        id: told.id,
        internal: told.internal,
        error: told.error,
        source: Arc::clone(source),
        columns: Arc::clone(columns),
        rows: told.rows,
        health: told.health,
    };
    match old {
        Some(old) if lags(old, &new) => Settled::Topic(newest_of_each(old, &new)),
        _ => Settled::Topic(new),
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
    let since = new.source.at.duration_since(old.source.at).unwrap_or(Duration::MAX);
    since <= PATIENCE && new.lags(old)
}

fn older(old: &Topic, index: i32, epoch: Option<i32>) -> bool {
    let known = old.partition(index).and_then(|known| known.leader_epoch);
    matches!((epoch, known), (Some(epoch), Some(known)) if epoch < known)
}

/// Each partition as the later of the two tells it. The whole keeps the older source, as a part of it is that old.
fn newest_of_each(old: &Topic, new: &Topic) -> Topic {
    let mut lists = Interner::default();
    let mut health = Health::default();
    let rows: Vec<Row> = new
        .partitions()
        .map(|now| {
            let kept = older(old, now.index, now.leader_epoch);
            let believed = if kept { old.partition(now.index).unwrap_or(now) } else { now };
            let [replicas, isr, offline] = [believed.replicas, believed.isr, believed.offline]
                .map(|list| list.iter().map(|id| id.to_be_bytes()).collect::<Vec<_>>());
            let leader = believed.leader.unwrap_or(-1);
            health.count(leader, &replicas, &isr, offline.len());
            Row {
                index: believed.index,
                leader,
                epoch: believed.leader_epoch.unwrap_or(-1),
                replicas: lists.place(&replicas),
                isr: lists.place(&isr),
                offline: lists.place(&offline),
                error: believed.error.0,
            }
        })
        .collect();
    let mut columns = Columns::with_capacity(rows.len());
    columns.extend(&rows);
    columns.finish(lists);
    Topic {
        source: Arc::clone(&old.source),
        columns: Arc::new(columns),
        rows: 0..u32::try_from(rows.len()).unwrap_or(u32::MAX),
        health,
        ..new.clone()
    }
}
