//! The partitions of one topic of a reply, on their way into the rows.
//!
//! This loop is the cost of a large listing: it runs 200,000 times for one. So the fields before the lists are checked at
//! once where the version has all of them, and lists that stood before are known by their bytes and not taken apart.

use wire::{Malformed, Reader};

use super::{most, tell::Tell};
use crate::snapshot::{Collector, Health, Lists, Row, put_in_order};

pub(super) const MOST_PARTITIONS: usize = 5_000_000;

/// Reads the partitions of one topic and adds them to `rows`, sorted by index.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    tell: &Tell,
    standings: &mut Collector<'a>,
    rows: &mut Vec<Row>,
) -> Result<Health, Malformed> {
    let count = reader.count(tell.flexible, Tell::least_partition(), "partitions")?;
    most(reader, rows.len().saturating_add(count), MOST_PARTITIONS, "partitions")?;
    rows.reserve(count);
    let start = rows.len();
    let mut health = Health::default();
    let mut previous = -1;
    let mut ascending = true;
    for _ in 0..count {
        let (error, index, leader, epoch) = fixed(reader, tell)?;
        if index < 0 {
            return Err(reader.malformed("partition_index", format_args!("partition {index} is below zero")));
        }
        let from = reader.rest();
        let replicas = reader.i32s(tell.flexible, "replica_nodes")?;
        let isr = reader.i32s(tell.flexible, "isr_nodes")?;
        let offline = match tell.offline {
            true => Some(reader.i32s(tell.flexible, "offline_replicas")?),
            false => None,
        };
        let bytes = from.get(..from.len() - reader.left()).unwrap_or(from);
        reader.skip_tags(tell.flexible)?;
        let offline = offline.as_ref().map_or(&[][..], |offline| offline.raw());
        let lists = Lists { replicas: replicas.raw(), isr: isr.raw(), offline, error };
        let standing = standings.place(bytes, lists);
        if let Some(known) = standings.get(standing) {
            health.count(leader, known);
        }
        ascending &= index > previous;
        previous = index;
        rows.push(Row { index, leader, epoch, standing });
    }
    if !ascending && let Err(twice) = put_in_order(rows.get_mut(start..).unwrap_or_default()) {
        return Err(reader.malformed("partitions", format_args!("partition {twice} twice")));
    }
    Ok(health)
}

/// The fields before the lists: error code, index, leader, leader epoch.
#[inline]
fn fixed(reader: &mut Reader<'_>, tell: &Tell) -> Result<(i16, i32, i32, i32), Malformed> {
    // One check for all four. Where the bytes end early the fields are read one by one, to say which one is missing.
    if tell.leader_epoch
        && let Some([a, b, i, j, k, l, m, n, o, p, e, f, g, h]) = reader.array::<14>()
    {
        return Ok((
            i16::from_be_bytes([*a, *b]),
            i32::from_be_bytes([*i, *j, *k, *l]),
            i32::from_be_bytes([*m, *n, *o, *p]).max(-1),
            i32::from_be_bytes([*e, *f, *g, *h]).max(-1),
        ));
    }
    let error = reader.i16("partition error_code")?;
    let index = reader.i32("partition_index")?;
    let leader = reader.i32("leader_id")?.max(-1);
    let epoch = if tell.leader_epoch { reader.i32("leader_epoch")?.max(-1) } else { -1 };
    Ok((error, index, leader, epoch))
}
