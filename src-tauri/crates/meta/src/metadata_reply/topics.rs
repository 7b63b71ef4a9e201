//! The topics of a reply: their partitions become rows as they come, their names are put in order at the end.

use wire::{ErrorCode, Malformed, Reader};

use super::{
    Listing, Told,
    lengths::Lengths,
    most,
    order::by_name,
    partitions::{self, MOST_PARTITIONS},
    tell::Tell,
};
use crate::{
    TopicId,
    snapshot::{Collector, Health},
};

const MOST_TOPICS: usize = 1_000_000;

/// What is known of a topic before its name is owned. Names are owned in their order, so that neighbours in the order
/// are neighbours in memory and a walk over them stays in few places.
struct Found {
    id: Option<TopicId>,
    internal: bool,
    error: ErrorCode,
    rows: (u32, u32),
    health: Health,
}

/// Reads the topics, sorted by name, with the partitions of all of them.
pub(super) fn read(reader: &mut Reader<'_>, tell: &Tell) -> Result<Listing, Malformed> {
    let count = reader.count(tell.flexible, tell.least_topic(), "topics")?;
    most(reader, count, MOST_TOPICS, "topics")?;
    // A partition with three replicas takes some 42 bytes.
    let mut rows = Vec::with_capacity((reader.left() / 40).min(MOST_PARTITIONS));
    let (mut lengths, mut standings) = (Lengths::default(), Collector::default());
    // Room for what most clusters have; more than that is made as topics really come.
    let mut found: Vec<Found> = Vec::with_capacity(count.min(16_384));
    // The names side by side: putting them in order where they lie, each far from the next, would wait for memory.
    let mut heard = String::new();
    let mut ends: Vec<(usize, u32)> = Vec::with_capacity(count.min(16_384));
    for _ in 0..count {
        let error = reader.error_code("topic error_code")?;
        let name = reader.nullable_string(tell.flexible, "name")?;
        let id = if tell.topic_id { reader.uuid("topic_id")?.and_then(TopicId::new) } else { None };
        let internal = tell.internal && reader.bool("is_internal")?;
        let start = rows.len();
        let health = partitions::read(reader, tell, &mut lengths, &mut standings, &mut rows)?;
        if tell.topic_operations {
            reader.i32("topic_authorized_operations")?;
        }
        reader.skip_tags(tell.flexible)?;
        match name {
            Some("") => return Err(reader.malformed("name", "a topic with an empty name")),
            Some(name) => {
                heard.push_str(name);
                ends.push((heard.len(), place(found.len())));
                found.push(Found { id, internal, error, rows: (place(start), place(rows.len())), health });
            }
            // The answer to an id that the broker doesn't know. This crate asks by name, so that nobody waits for it.
            None if tell.nameless => rows.truncate(start),
            None => return Err(reader.malformed("name", "a topic without a name")),
        }
    }
    // The room was guessed. A guess that was far off is given back, as a snapshot may live for long.
    if rows.capacity() > rows.len() + rows.len() / 8 {
        rows.shrink_to_fit();
    }
    let mut start = 0;
    let name = |(end, at): (usize, u32)| {
        let name = heard.get(start..end).unwrap_or_default();
        start = end;
        (name, at)
    };
    let mut names: Vec<(&str, u32)> = ends.into_iter().map(name).collect();
    by_name(&mut names);
    if let Some((twice, _)) = names.iter().zip(names.iter().skip(1)).find(|(one, next)| one.0 == next.0) {
        return Err(reader.malformed("topics", format_args!("{:?} twice", twice.0)));
    }
    let mut owned = String::with_capacity(heard.len());
    let mut topics = Vec::with_capacity(names.len());
    for (name, at) in names {
        let Some(Found { id, internal, error, rows, health }) = found.get(at as usize) else { continue };
        let start = place(owned.len());
        owned.push_str(name);
        let name = start..place(owned.len());
        let (internal, error) = (*internal, *error);
        topics.push(Told { name, id: *id, internal, error, rows: rows.0..rows.1, health: *health });
    }
    Ok(Listing { topics, names: owned, rows, standings: standings.finish() })
}

/// A place in the arrays; a reply has fewer bytes than four bytes can count.
fn place(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
