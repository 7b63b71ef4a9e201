//! The brokers of a reply: each can be dialled and is named once, or the reply is not believed.

use std::sync::Arc;

use wire::{Malformed, Reader};

use super::{most, tell::Tell};
use crate::Broker;

const MOST_BROKERS: usize = 100_000;

/// Reads the brokers, sorted by id.
pub(super) fn read(reader: &mut Reader<'_>, tell: &Tell) -> Result<Vec<Broker>, Malformed> {
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
