//! The use cases behind the window: connections that are kept, clusters that are open, and for each page what is known
//! right now, with its age and its sources.
//!
//! Start reading at [`Engine`]: one method for each call of `contract`. None of them waits for a broker, except
//! `send_request`. What asks the brokers runs beside them (`asking`), what it brings is kept with its source and with the
//! failure that came after it (`kept`), and the pages are made of that (`views`). This crate knows neither the window's
//! library nor the codec of the protocol.

mod about;
mod asking;
mod beginning;
mod beside;
mod by_broker;
mod calls;
mod class_names;
mod clock;
mod concealed;
mod copying;
mod demo;
mod doctor;
mod engine;
mod errors;
mod file_format;
mod flights;
mod folder;
mod forwarder;
mod freshness;
mod held;
mod imports;
mod journal;
mod keeping;
mod kept;
mod lag;
mod lazy;
mod liveness;
mod notes;
mod offsets;
mod once;
mod open_cluster;
mod opening;
mod palette;
mod profiles;
mod provenance;
mod readings;
mod requests;
mod road;
mod row_configs;
mod secrets;
mod secured;
mod sizes;
mod tables;
mod tally;
mod updates;
mod verdict;
mod version_inference;
mod views;
mod whole_file;

pub use about::Around;
pub use clock::Clock;
pub use demo::{DemoSource, Starting};
pub use doctor::{Diagnosed, examined, report};
pub use engine::{Engine, Options};
pub use notes::Watcher;
pub use once::{Opened, Which};
pub use port_forward::Programs;
pub use secrets::{Keychain, SecretStores, SystemKeychain};

#[cfg(test)]
mod tests;
