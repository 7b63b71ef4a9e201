//! The topics of a reply: their partitions go into the columns as they come, their names are put in order at the end.

use std::sync::Arc;

use wire::{ErrorCode, Malformed, Reader};

use super::{
    Told, most,
    partitions::{self, MOST_PARTITIONS},
    tell::Tell,
};
use crate::{
    TopicId,
    snapshot::{Columns, Health, Interner},
};

const MOST_TOPICS: usize = 1_000_000;

/// What is known of a topic before its name is owned. Names are owned in their order, so that neighbours in the order
/// are neighbours in memory and a search through them stays in few places.
#[derive(Clone, Copy)]
struct Found {
    id: Option<TopicId>,
    internal: bool,
    error: ErrorCode,
    rows: (u32, u32),
    health: Health,
}

/// Reads the topics, sorted by name, with the partitions of all of them.
pub(super) fn read(reader: &mut Reader<'_>, tell: &Tell) -> Result<(Vec<Told>, Columns), Malformed> {
    let count = reader.count(tell.flexible, tell.least_topic(), "topics")?;
    most(reader, count, MOST_TOPICS, "topics")?;
    // A partition with three replicas takes some 42 bytes.
    let mut columns = Columns::with_capacity((reader.left() / 40).min(MOST_PARTITIONS));
    let mut lists = Interner::default();
    let mut rows = Vec::new();
    // Room for what most clusters have; more than that is made as topics really come.
    let mut found: Vec<Found> = Vec::with_capacity(count.min(16_384));
    let mut names: Vec<(&str, usize)> = Vec::with_capacity(count.min(16_384));
    for _ in 0..count {
        let error = reader.error_code("topic error_code")?;
        let name = reader.nullable_string(tell.flexible, "name")?;
        let id = if tell.topic_id { reader.uuid("topic_id")?.and_then(TopicId::new) } else { None };
        let internal = tell.internal && reader.bool("is_internal")?;
        let health = partitions::read(reader, tell, &mut lists, &mut rows)?;
        most(reader, columns.len() + rows.len(), MOST_PARTITIONS, "partitions")?;
        if tell.topic_operations {
            reader.i32("topic_authorized_operations")?;
        }
        reader.skip_tags(tell.flexible)?;
        match name {
            Some("") => return Err(reader.malformed("name", "a topic with an empty name")),
            Some(name) => {
                let start = place(columns.len());
                columns.extend(&rows);
                names.push((name, found.len()));
                found.push(Found { id, internal, error, rows: (start, place(columns.len())), health });
            }
            // The answer to an id that the broker doesn't know. This crate asks by name, so that nobody waits for it.
            None if tell.nameless => {}
            None => return Err(reader.malformed("name", "a topic without a name")),
        }
    }
    columns.finish(lists);
    names.sort_unstable();
    if let Some((twice, _)) = names.iter().zip(names.iter().skip(1)).find(|(one, next)| one.0 == next.0) {
        return Err(reader.malformed("topics", format_args!("{:?} twice", twice.0)));
    }
    let told = |(name, at): (&str, usize)| {
        let Found { id, internal, error, rows, health } = *found.get(at)?;
        Some(Told { name: Arc::from(name), id, internal, error, rows: rows.0..rows.1, health })
    };
    Ok((names.into_iter().filter_map(told).collect(), columns))
}

/// A place in the columns; there are never more than `MOST_PARTITIONS`.
fn place(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
