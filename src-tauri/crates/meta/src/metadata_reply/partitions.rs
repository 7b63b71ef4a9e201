//! The partitions of one topic of a reply, on their way into the rows.
//!
//! This loop is the cost of a large listing: it runs 200,000 times for one. So the fields before the lists are checked at
//! once where the version has all of them, lists are as long as those before them until they turn out not to be, and lists
//! that stood before are known by their bytes and not taken apart.

use wire::{Malformed, Reader};

use super::{lengths::Lengths, most, tell::Tell};
use crate::snapshot::{Collector, Health, Key, Lists, Row, put_in_order};

/// The fields before the lists: error code, index, leader, leader epoch.
const HEAD: usize = 14;
pub(super) const MOST_PARTITIONS: usize = 5_000_000;

/// Reads the partitions of one topic and adds them to `rows`, sorted by index.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    tell: &Tell,
    lengths: &mut Lengths,
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
    let (mut guess, mut rest) = (*lengths, reader.rest());
    for _ in 0..count {
        let found = match alike(&guess, rest) {
            Some((found, behind)) => {
                rest = behind;
                found
            }
            None => {
                reader.take(reader.left() - rest.len(), "partitions")?;
                let found = field_by_field(reader, tell, lengths)?;
                (guess, rest) = (*lengths, reader.rest());
                found
            }
        };
        let Found { error, index, leader, epoch, from, lists } = found;
        let key = Key::of(from, &guess.mask, error);
        let (standing, tally) = standings.place(&key, lists, || taken_apart(lists, tell, error))?;
        health.count(leader, tally);
        ascending &= index > previous;
        previous = index;
        rows.push(Row { index, leader, epoch, standing });
    }
    reader.take(reader.left() - rest.len(), "partitions")?;
    if !ascending && let Err(twice) = put_in_order(rows.get_mut(start..).unwrap_or_default()) {
        return Err(reader.malformed("partitions", format_args!("partition {twice} twice")));
    }
    Ok(health)
}

/// A partition in the reply.
struct Found<'a> {
    error: i16,
    index: i32,
    leader: i32,
    epoch: i32,
    /// The bytes from the lists on, and of the lists alone.
    from: &'a [u8],
    lists: &'a [u8],
}

/// The partition that begins here and what is behind it, where it is as long as the guess.
#[inline]
fn alike<'a>(guess: &Lengths, rest: &'a [u8]) -> Option<(Found<'a>, &'a [u8])> {
    let (bytes, from) = rest.split_first_chunk::<HEAD>()?;
    let (lists, behind) = guess.confirm(from)?;
    let (error, index, leader, epoch) = head(bytes);
    // What can't be so is left to the slow way, which says where it stands.
    (index >= 0).then_some((Found { error, index, leader, epoch, from, lists }, behind))
}

fn field_by_field<'a>(
    reader: &mut Reader<'a>,
    tell: &Tell,
    lengths: &mut Lengths,
) -> Result<Found<'a>, Malformed> {
    let (error, index, leader, epoch) = fixed(reader, tell)?;
    if index < 0 {
        return Err(reader.malformed("partition_index", format_args!("partition {index} is below zero")));
    }
    let from = reader.rest();
    let passed = |reader: &Reader<'_>| from.len() - reader.left();
    reader.i32s(tell.flexible, "replica_nodes")?;
    let isr = passed(reader);
    reader.i32s(tell.flexible, "isr_nodes")?;
    let offline = passed(reader);
    if tell.offline {
        reader.i32s(tell.flexible, "offline_replicas")?;
    }
    let lists = from.get(..passed(reader)).unwrap_or(from);
    reader.skip_tags(tell.flexible)?;
    lengths.learn(lists, isr, offline, tell.flexible);
    Ok(Found { error, index, leader, epoch, from, lists })
}

/// The lists that these bytes are, which have been read before.
fn taken_apart<'a>(lists: &'a [u8], tell: &Tell, error: i16) -> Result<Lists<'a>, Malformed> {
    let mut reader = Reader::new(lists);
    let replicas = reader.i32s(tell.flexible, "replica_nodes")?.raw();
    let isr = reader.i32s(tell.flexible, "isr_nodes")?.raw();
    let offline = if tell.offline { reader.i32s(tell.flexible, "offline_replicas")?.raw() } else { &[] };
    Ok(Lists { replicas, isr, offline, error })
}

/// The fields before the lists.
fn fixed(reader: &mut Reader<'_>, tell: &Tell) -> Result<(i16, i32, i32, i32), Malformed> {
    // One check for all four. Where the bytes end early the fields are read one by one, to say which one is missing.
    if tell.leader_epoch
        && let Some(bytes) = reader.array::<HEAD>()
    {
        return Ok(head(bytes));
    }
    let error = reader.i16("partition error_code")?;
    let index = reader.i32("partition_index")?;
    let leader = reader.i32("leader_id")?.max(-1);
    let epoch = if tell.leader_epoch { reader.i32("leader_epoch")?.max(-1) } else { -1 };
    Ok((error, index, leader, epoch))
}

/// Error code, index, leader, leader epoch.
#[inline]
fn head(bytes: &[u8; HEAD]) -> (i16, i32, i32, i32) {
    let [a, b, i, j, k, l, m, n, o, p, e, f, g, h] = *bytes;
    (
        i16::from_be_bytes([a, b]),
        i32::from_be_bytes([i, j, k, l]),
        i32::from_be_bytes([m, n, o, p]).max(-1),
        i32::from_be_bytes([e, f, g, h]).max(-1),
    )
}
