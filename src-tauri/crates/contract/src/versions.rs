//! Which request versions each broker offers.

use serde::{Deserialize, Serialize};

use crate::Fact;

/// The matrix: a row for each request, a column for each broker, or for the one that was asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VersionMatrix {
    pub brokers: Vec<VersionColumn>,
    /// Brokers whose columns would not have fitted; each has its own page.
    pub left_out: u32,
    pub rows: Vec<VersionRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VersionColumn {
    pub broker: i32,
    /// "4.4" by what it offers.
    pub kafka_version: Fact<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VersionRow {
    pub key: i16,
    /// "Metadata", or "api key 123" for one that this build does not know.
    pub name: String,
    /// What this program speaks; None: it never sends it.
    pub ours: Option<(i16, i16)>,
    /// In the columns' order. Known(None): the broker does not offer it.
    pub ranges: Vec<Fact<Option<(i16, i16)>>>,
    /// The brokers differ, those that are left out included.
    pub differs: bool,
}
