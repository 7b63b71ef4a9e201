//! Each client as its own documentation says to use it, with its fastest sensible settings, and with its background work
//! off where that can be said: a refresh that somebody else asked for would be counted as the caller's.

pub mod kafka_meta;
pub mod ours;
pub mod rdkafka;
pub mod rdkafka_groups;
pub mod rskafka;
