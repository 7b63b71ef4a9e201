//! Groups, merged over all brokers: each coordinator lists only its own.

use serde::{Deserialize, Serialize};

use crate::{Fact, Int64};

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
    /// Over all partitions that it has or has committed; asked for the rows on screen.
    pub lag: Fact<LagSum>,
}

/// The lag of many partitions, with how much of it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LagSum {
    /// Over the known ones. None: none is known, which is not zero.
    pub offsets: Option<Int64>,
    pub known: u32,
    /// Partitions that the group has or has committed.
    pub of: u32,
    pub no_commit: u32,
    pub ahead: u32,
    pub below_start: u32,
}

/// What stands between a commit and its log. Unknown is no state: then the fact itself is missing, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LagState {
    NoCommit,
    /// The log holds nothing, and all of it was read.
    Empty,
    CaughtUp,
    Behind,
    /// The commit is past the log's end.
    Ahead,
    /// The commit is before the log's start: what is between was deleted unread.
    BelowStart,
}

/// The lag of one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lag {
    pub state: LagState,
    /// Log end less commit, with its sign; None where nothing was committed.
    pub offsets: Option<Int64>,
}

/// A group's page, above its tabs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupDetail {
    pub row: GroupRow,
    /// Of the new protocols only.
    pub epoch: Fact<i32>,
    pub assignment_epoch: Fact<i32>,
    /// "orders-3", the partition with the largest lag; missing where none lags.
    pub worst: Fact<String>,
    pub worst_lag: Fact<Int64>,
}

/// A partition that a group has, or has committed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupOffsetRow {
    pub topic: String,
    pub partition: i32,
    /// Id of the member that has it; empty: none has.
    pub member: Fact<String>,
    pub client: Fact<String>,
    pub host: Fact<String>,
    pub committed: Fact<Int64>,
    pub log_start: Fact<Int64>,
    pub log_end: Fact<Int64>,
    pub lag: Fact<Lag>,
    /// Leader epoch that the client committed with.
    pub epoch: Fact<i32>,
    /// What the client wrote beside its offset, verbatim.
    pub metadata: Fact<String>,
}

/// A member of a group. All of it is of one answer, whose source is the page's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupMemberRow {
    pub id: String,
    pub client_id: String,
    pub host: String,
    pub instance_id: Option<String>,
    pub rack: Option<String>,
    /// Of the new protocols only.
    pub epoch: Option<i32>,
    /// None: nobody tells them, and `untold` says why.
    pub partitions: Option<u32>,
    pub untold: Option<String>,
    /// By topic, "0–3, 7".
    pub assigned: Vec<(String, String)>,
    /// The same of what it is to have, where that is something else.
    pub target: Option<Vec<(String, String)>>,
}
