//! Groups, merged over all brokers: each coordinator lists only its own.

use serde::{Deserialize, Serialize};

use crate::Fact;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupRow {
    pub id: String,
    /// "classic", "consumer", "share", "streams", or the broker's own word for a kind that we do not know.
    pub kind: Fact<String>,
    /// "Stable", "Empty", … verbatim.
    pub state: Fact<String>,
    /// "consumer", "connect", … verbatim; empty for a simple group.
    pub protocol: Fact<String>,
    /// The broker that listed it.
    pub coordinator: Fact<i32>,
    /// Asked for the rows on screen.
    pub members: Fact<u32>,
    /// Assignor, asked for with the members.
    pub assignor: Fact<String>,
}
