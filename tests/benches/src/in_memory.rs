//! Ours without a socket: from a reply's bytes to a snapshot, for the rows that tell decoding from reading.

use std::time::{Duration, SystemTime};

use anyhow::Result;
use meta::{ApiKey, MetadataReply, Refresh, Snapshot, Source};

use crate::fake::{Asked, key};

pub const VERSION: i16 = 13;

/// How all topics are asked for: no list of names, and none of the flags.
pub const LISTING: Asked<'static> = Asked { key: key::METADATA, version: VERSION, body: &[0, 0, 0, 0] };

pub fn source() -> Source {
    Source {
        broker: Some(1),
        address: "localhost:9092".into(),
        api: ApiKey::Metadata,
        version: VERSION,
        at: SystemTime::now(),
        asked: std::time::Instant::now(),
        took: Duration::ZERO,
        attempts: 1,
        bytes: 0,
    }
}

pub fn listed(body: &[u8]) -> Result<Snapshot> {
    let reply = MetadataReply::read(VERSION, body)?;
    Ok(Snapshot::empty().install(reply, &Refresh::All, source())?.snapshot)
}

/// The reply to a refresh of this topic, taken in.
pub fn merged(known: &Snapshot, what: &Refresh, body: &[u8]) -> Result<Snapshot> {
    let reply = MetadataReply::read(VERSION, body)?;
    Ok(known.install(reply, what, source())?.snapshot)
}
