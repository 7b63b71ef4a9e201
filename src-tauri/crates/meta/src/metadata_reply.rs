//! Reading a Metadata reply, of every version, in one pass into columns.
//!
//! The bytes come from the other side and are believed in nothing: each length is held against what is left, a broker
//! that is named twice or can't be dialled, a partition below zero or named twice makes the whole reply unreadable, and
//! there is a most of everything. What passed here needs no checking later.

mod tell;

use std::{sync::Arc, time::Duration};

use wire::{ErrorCode, Malformed, Reader};

use crate::{
    Broker, TopicId,
    snapshot::{Columns, Health, Interner, Row},
};
use tell::Tell;

/// Above these a reply is no cluster that anybody runs, and reading on would only fill the memory.
const MOST_BROKERS: usize = 100_000;
const MOST_TOPICS: usize = 2_000_000;
const MOST_PARTITIONS: usize = 5_000_000;

/// A Metadata reply, read and checked, not yet part of a snapshot.
#[derive(Debug)]
pub struct MetadataReply {
    /// Sorted by id.
    pub(crate) brokers: Vec<Broker>,
    pub(crate) cluster_id: Option<Arc<str>>,
    pub(crate) controller: Option<i32>,
    /// Sorted by name.
    pub(crate) topics: Vec<Told>,
    /// The partitions of all topics.
    pub(crate) columns: Arc<Columns>,
    error: ErrorCode,
    throttle: Duration,
}

/// One topic of a reply; its partitions are rows of the reply's columns.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) name: Arc<str>,
    pub(crate) id: Option<TopicId>,
    pub(crate) internal: bool,
    pub(crate) error: ErrorCode,
    pub(crate) rows: std::ops::Range<u32>,
    pub(crate) health: Health,
}

impl MetadataReply {
    /// What the broker said of the request as a whole.
    #[must_use]
    pub fn error(&self) -> ErrorCode {
        self.error
    }

    /// The cluster's id, when the broker tells it.
    #[must_use]
    pub fn cluster_id(&self) -> Option<&str> {
        self.cluster_id.as_deref()
    }

    /// How long the broker wants to be left alone.
    #[must_use]
    pub fn throttle(&self) -> Duration {
        self.throttle
    }

    /// Reads the body (no header) of a reply of this version.
    ///
    /// # Errors
    /// Says which field can't be so, and where it stands.
    pub fn read(version: i16, body: &[u8]) -> Result<MetadataReply, Malformed> {
        let tell = Tell::of(version)?;
        let mut reader = Reader::new(body);
        let throttle = if tell.throttle { reader.i32("throttle_time_ms")? } else { 0 };
        let throttle = Duration::from_millis(u64::try_from(throttle).unwrap_or(0));
        let brokers = read_brokers(&mut reader, &tell)?;
        let cluster_id = match tell.cluster_id {
            true => reader.nullable_string(tell.flexible, "cluster_id")?.map(Arc::from),
            false => None,
        };
        let controller = if tell.controller { reader.i32("controller_id")? } else { -1 };
        let (topics, columns) = read_topics(&mut reader, &tell)?;
        if tell.cluster_operations {
            reader.i32("cluster_authorized_operations")?;
        }
        let error = if tell.error { reader.error_code("error_code")? } else { ErrorCode::NONE };
        reader.skip_tags(tell.flexible)?;
        reader.finish()?;
        let controller = (controller >= 0).then_some(controller);
        Ok(MetadataReply {
            brokers,
            cluster_id,
            controller,
            topics,
            columns: Arc::new(columns),
            error,
            throttle,
        })
    }
}

fn read_brokers(reader: &mut Reader<'_>, tell: &Tell) -> Result<Vec<Broker>, Malformed> {
    let count = reader.count(tell.flexible, tell.least_broker(), "brokers")?;
    most(reader, count, MOST_BROKERS, "brokers")?;
    let mut brokers = Vec::with_capacity(count);
    for _ in 0..count {
        let id = reader.i32("node_id")?;
        if id < 0 {
            return Err(reader.malformed("node_id", format_args!("broker {id} is below zero")));
        }
        let host = reader.string(tell.flexible, "host")?;
        let port = reader.i32("port")?;
        let port = match u16::try_from(port) {
            Ok(port) if port > 0 => port,
            _ => return Err(reader.malformed("port", format_args!("broker {id} has the port {port}"))),
        };
        if host.is_empty() {
            return Err(reader.malformed("host", format_args!("broker {id} has no host")));
        }
        let rack = match tell.rack {
            true => reader.nullable_string(tell.flexible, "rack")?,
            false => None,
        };
        reader.skip_tags(tell.flexible)?;
        brokers.push(Broker { id, host: Arc::from(host), port, rack: rack.map(Arc::from) });
    }
    brokers.sort_unstable_by_key(|broker| broker.id);
    match brokers.iter().zip(brokers.iter().skip(1)).find(|(one, next)| one.id == next.id) {
        Some((twice, _)) => Err(reader.malformed("brokers", format_args!("broker {} twice", twice.id))),
        None => Ok(brokers),
    }
}

fn read_topics(reader: &mut Reader<'_>, tell: &Tell) -> Result<(Vec<Told>, Columns), Malformed> {
    let count = reader.count(tell.flexible, tell.least_topic(), "topics")?;
    most(reader, count, MOST_TOPICS, "topics")?;
    // A partition with three replicas takes some 42 bytes.
    let mut columns = Columns::with_capacity((reader.left() / 40).min(MOST_PARTITIONS));
    let mut lists = Interner::default();
    let mut scratch = Vec::new();
    let mut topics = Vec::with_capacity(count);
    for _ in 0..count {
        let error = reader.error_code("topic error_code")?;
        let name = reader.nullable_string(tell.flexible, "name")?;
        let id = if tell.topic_id { reader.uuid("topic_id")?.and_then(TopicId::new) } else { None };
        let internal = tell.internal && reader.bool("is_internal")?;
        let start = columns.len();
        let health = read_partitions(reader, tell, &mut lists, &mut scratch)?;
        most(reader, start + scratch.len(), MOST_PARTITIONS, "partitions")?;
        if tell.topic_operations {
            reader.i32("topic_authorized_operations")?;
        }
        reader.skip_tags(tell.flexible)?;
        match name {
            Some("") => return Err(reader.malformed("name", "a topic with an empty name")),
            Some(name) => {
                columns.extend(&scratch);
                let rows = places(start)..places(columns.len());
                topics.push(Told { name: Arc::from(name), id, internal, error, rows, health });
            }
            // The answer to an id that the broker doesn't know. This crate asks by name, so that nobody waits for it.
            None if tell.nameless => {}
            None => return Err(reader.malformed("name", "a topic without a name")),
        }
    }
    columns.finish(lists);
    topics.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    match topics.iter().zip(topics.iter().skip(1)).find(|(one, next)| one.name == next.name) {
        Some((twice, _)) => Err(reader.malformed("topics", format_args!("{:?} twice", twice.name))),
        None => Ok((topics, columns)),
    }
}

/// Reads the partitions of one topic into `rows`, sorted by index.
fn read_partitions(
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

fn most(reader: &Reader<'_>, count: usize, most: usize, field: &str) -> Result<(), Malformed> {
    if count <= most {
        return Ok(());
    }
    Err(reader.malformed(field, format_args!("{count} of them; this program takes in {most}")))
}

/// A place in the columns or a count of their rows; `most` keeps them far below 32 bits.
fn places(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
