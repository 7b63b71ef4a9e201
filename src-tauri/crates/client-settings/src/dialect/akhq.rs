//! AKHQ: `akhq.connections.<name>.properties`, the settings of a Java client under a name that may have dots in it.

use super::{Asked, Place, client, not_needed, relaxed};
use crate::Format;

pub(super) fn place(asked: &Asked<'_>) -> Option<Place> {
    let rest = relaxed::after(asked.key, "akhq")?;
    let Some(rest) = rest.strip_prefix("connections.") else {
        return Some(Place::Verdict {
            format: None,
            cluster: None,
            verdict: crate::Verdict::NotNeeded("belongs to that UI, not to a connection".to_owned()),
            secret: crate::keys::looks_secret(asked.key),
        });
    };
    if let Some((name, key)) = rest.split_once(".properties.") {
        return Some(client(Format::Akhq, name.to_owned(), 0, key.trim_matches(['[', ']'])));
    }
    let name = rest.split('.').next().unwrap_or_default();
    let why = "belongs to another service of that UI, not to the connection to brokers";
    Some(not_needed(Format::Akhq, name, asked.key, why))
}
