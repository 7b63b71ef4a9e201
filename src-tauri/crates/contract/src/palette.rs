//! The palette: pages, topics, brokers and groups by a few letters.

use serde::{Deserialize, Serialize};

use crate::Place;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaletteHit {
    /// "Topic", "Broker", "Group", "Page"
    pub kind: String,
    pub text: String,
    pub note: String,
    pub place: Place,
}

/// The best hits, and how many there were in all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaletteHits {
    pub hits: Vec<PaletteHit>,
    pub total: u32,
    /// What could not be searched because it is not known yet ("topics are not listed yet").
    pub unknown: Vec<String>,
}
