//! Whether a reply says of a topic what was known: a listing that only repeats the last one is no news.
//!
//! Two replies number the standings of their partitions differently. That two numbers stand for the same is found out
//! once and kept for the length of a merge; comparing the lists of 200,000 partitions one by one would take longer than
//! reading them. A listing that repeats the last one mostly numbers them alike, and then rows are compared as they are.

use std::{collections::HashMap, sync::Arc};

use super::{Row, Telling, Topic, row};

/// Two tellings, by their addresses; both live as long as the merge.
type Both = (*const Telling, *const Telling);

/// How many rows are compared at a time.
const BLOCK: usize = 32;

/// How the standings of the second telling are numbered in the first.
enum Numbers {
    /// Alike; and which blocks of rows are the same, where the two have as many rows. Topics are gone through in the order
    /// of their names and rows stand in that of the reply: looked at topic by topic, each would be waited for.
    Alike(Vec<bool>),
    /// For each standing of the first the one of the second that is known to be the same, `u32::MAX` where none is known.
    Known(Vec<u32>),
}

/// The comparison of what is told with what was known.
#[derive(Default)]
pub(super) struct Same {
    present: Option<(Both, Numbers)>,
    others: HashMap<Both, Numbers>,
}

impl Same {
    /// Whether `new` says the same as `old`, the time and the source aside.
    pub(super) fn of(&mut self, old: &Topic, new: &Topic) -> bool {
        if old.id != new.id || old.internal != new.internal || old.error != new.error {
            return false;
        }
        let (rows, new_rows) = (old.rows(), new.rows());
        if rows.len() != new_rows.len() {
            return false;
        }
        let (first, second) = (&old.telling, &new.telling);
        match self.numbers(first, second) {
            Numbers::Alike(blocks) => {
                let there = row::places(&old.rows);
                let blocks = blocks.get(there.start / BLOCK..there.end.div_ceil(BLOCK));
                let repeated = blocks.is_some_and(|blocks| blocks.iter().all(|same| *same));
                old.rows == new.rows && repeated || row::all_same(rows, new_rows)
            }
            Numbers::Known(known) => rows.iter().zip(new_rows).all(|(row, new)| {
                let Row { index, leader, epoch, standing } = *row;
                if (index, leader, epoch) != (new.index, new.leader, new.epoch) {
                    return false;
                }
                let Some(same) = known.get_mut(standing as usize) else { return false };
                if *same == new.standing {
                    return true;
                }
                let equal = first.standings.same(standing, &second.standings, new.standing);
                if equal {
                    *same = new.standing;
                }
                equal
            }),
        }
    }

    fn numbers(&mut self, first: &Arc<Telling>, second: &Arc<Telling>) -> &mut Numbers {
        let both = (Arc::as_ptr(first), Arc::as_ptr(second));
        // Nearly always the same two for a whole merge.
        if self.present.as_ref().is_none_or(|(present, _)| *present != both) {
            let next =
                self.others.remove(&both).unwrap_or_else(|| match first.standings == second.standings {
                    true => Numbers::Alike(blocks(&first.rows, &second.rows)),
                    false => Numbers::Known(vec![u32::MAX; first.standings.len()]),
                });
            if let Some((before, numbers)) = self.present.replace((both, next)) {
                self.others.insert(before, numbers);
            }
        }
        &mut self.present.get_or_insert_with(|| (both, Numbers::Known(Vec::new()))).1
    }
}

/// Which blocks of these are the same; none are told where there are more rows in one than in the other.
fn blocks(first: &[Row], second: &[Row]) -> Vec<bool> {
    if first.len() != second.len() {
        return Vec::new();
    }
    let both = first.chunks(BLOCK).zip(second.chunks(BLOCK));
    both.map(|(first, second)| row::all_same(first, second)).collect()
}
