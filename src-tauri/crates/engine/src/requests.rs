//! The request panel: every request of the protocol with where it goes; those that only read can be sent.
//!
//! What is offered is decided here by a list, and the gate below decides again: a mutating request has no way to be
//! built in this file, so the panel can't send one whatever it is told.

mod answers;
mod build;
mod commands;
mod fields;
mod send;

use admin::ApiKey;
use contract::RequestKind;

use crate::class_names;
pub(crate) use build::spoken_versions;
pub(crate) use commands::{quoted, server};

/// The catalogue, by number.
pub(crate) fn kinds() -> Vec<RequestKind> {
    let kind = |key: &ApiKey| {
        let route = admin::route(*key);
        let fields = fields::of(*key);
        RequestKind {
            key: key.code(),
            name: key.to_string(),
            versions: spoken_versions(*key),
            class: class_names::class(route),
            spread: class_names::spread(route),
            could_write: admin::could_write(*key),
            offered: fields.is_some(),
            fields: fields.unwrap_or_default(),
        }
    };
    ApiKey::ALL.iter().map(kind).collect()
}
