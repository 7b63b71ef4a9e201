//! The numbers that say what kind of thing a configuration belongs to, shared by reading, listing and altering.
//!
//! Kept as numbers, because a newer broker may name a kind that we don't know, and its number is then still told.

pub const TOPIC: i8 = 2;
pub const BROKER: i8 = 4;
pub const BROKER_LOGGER: i8 = 8;
pub const CLIENT_METRICS: i8 = 16;
pub const GROUP: i8 = 32;
