//! The partitions of one topic of a reply, on their way into the columns.

use wire::{Malformed, Reader};

use super::{most, tell::Tell};
use crate::snapshot::{Health, Interner, Row};

pub(super) const MOST_PARTITIONS: usize = 5_000_000;

/// Reads the partitions of one topic into `rows`, sorted by index.
pub(super) fn read(
    reader: &mut Reader<'_>,
    tell: &Tell,
    lists: &mut Interner,
    rows: &mut Vec<Row>,
) -> Result<Health, Malformed> {
    let count = reader.count(tell.flexible, Tell::least_partition(), "partitions")?;
    most(reader, count, MOST_PARTITIONS, "partitions")?;
    rows.clear();
    rows.reserve(count);
    let mut health = Health::default();
    let mut previous = -1;
    let mut ascending = true;
    for _ in 0..count {
        let error = reader.i16("partition error_code")?;
        let index = reader.i32("partition_index")?;
        if index < 0 {
            return Err(reader.malformed("partition_index", format_args!("partition {index} is below zero")));
        }
        let leader = reader.i32("leader_id")?.max(-1);
        let epoch = if tell.leader_epoch { reader.i32("leader_epoch")?.max(-1) } else { -1 };
        let replicas = reader.i32s(tell.flexible, "replica_nodes")?;
        let isr = reader.i32s(tell.flexible, "isr_nodes")?;
        let replica_list = lists.place(replicas.raw());
        let isr_list = if isr.raw() == replicas.raw() { replica_list } else { lists.place(isr.raw()) };
        let (offline, offline_count) = if tell.offline {
            let offline = reader.i32s(tell.flexible, "offline_replicas")?;
            (lists.place(offline.raw()), offline.len())
        } else {
            (0, 0)
        };
        reader.skip_tags(tell.flexible)?;
        health.count(leader, replicas.raw(), isr.raw(), offline_count);
        ascending &= index > previous;
        previous = index;
        rows.push(Row { index, leader, epoch, replicas: replica_list, isr: isr_list, offline, error });
    }
    if !ascending {
        rows.sort_unstable_by_key(|row| row.index);
        if let Some((twice, _)) =
            rows.iter().zip(rows.iter().skip(1)).find(|(one, next)| one.index == next.index)
        {
            return Err(reader.malformed("partitions", format_args!("partition {} twice", twice.index)));
        }
    }
    Ok(health)
}
