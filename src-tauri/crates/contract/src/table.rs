//! Pages, not worlds: the core filters, sorts and slices; the window shows a slice and says how much it left out.

use serde::{Deserialize, Serialize};

use crate::{ApiError, BrokerFailure, Millis, Provenance};

/// Which slice of a table the window wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct TableQuery {
    /// Substring, case-insensitive, of the row's names; empty means all.
    pub search: String,
    /// Id of the chosen chip; empty means all.
    pub chip: String,
    /// Column id; empty means the table's own order.
    pub sort: String,
    pub descending: bool,
    pub offset: u32,
    /// At most this many rows; the core may give fewer to stay under 64 KiB.
    pub limit: u32,
}

/// A filter above the table, with how many rows it would show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chip {
    pub id: String,
    pub label: String,
    /// None while it can't be counted yet.
    pub count: Option<u32>,
    pub level: Level,
}

/// How bad: shown by colour and always by a word too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    #[default]
    Plain,
    Warn,
    Bad,
}

/// How old what is shown is, and whether asking for it again works.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Freshness {
    /// This machine's clock when the reply was made: ages count on from here.
    pub now: Millis,
    /// When the oldest part was told. None: nothing has been told yet.
    pub oldest: Option<Millis>,
    /// Past this age the view calls itself old.
    pub limit_ms: u32,
    /// Brokers that gave their part, of those asked. Both 0 for a view that asks only one broker.
    pub answered: u32,
    pub asked: u32,
    /// A refresh is under way.
    pub loading: bool,
    /// The last refresh failed as a whole; what is shown is from before.
    pub failed: Option<ApiError>,
    /// Brokers whose part failed.
    pub failures: Vec<BrokerFailure>,
}

/// A slice of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page<T> {
    pub rows: Vec<T>,
    /// Where the slice begins, within the filtered rows.
    pub offset: u32,
    /// Rows that pass search and chip.
    pub shown: u32,
    /// All rows.
    pub total: u32,
    pub chips: Vec<Chip>,
    /// For the status line: totals with what they leave out ("Kafka 4,143.3 GiB from 4 of 5 brokers").
    pub totals: Vec<Total>,
    pub freshness: Freshness,
    pub provenance: Provenance,
}

/// A figure of the status line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// "Kafka"
    pub label: String,
    /// "4,143.3 GiB", or "—"
    pub value: String,
    /// "from 4 of 5 brokers", or empty
    pub note: String,
}

/// One thing with its age and sources, for pages that are no table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stamped<T> {
    pub value: T,
    pub freshness: Freshness,
    pub provenance: Provenance,
}
