//! The quorum of controllers, node by node, as its leader tells it. How long a node has been behind is worked out from two times of the
//! leader's clock, so that no difference between its clock and ours looks like a delay.

use std::sync::Arc;

use admin::{Quorum, QuorumNode, What};
use contract::{ApiError, Fact, Int64, Level, Page, QuorumRole, QuorumRow, TableQuery, Total, View};

use crate::{
    errors::{no_target, unsupported},
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, grouped, grouped_usize, holds, page, total},
};

/// A node that had all of the log longer ago than this counts as behind. Observers fetch at least every half a second, and the log gets
/// a record about as often.
const BEHIND_MS: i64 = 10_000;

/// From these versions of DescribeQuorum on.
const TIMES: i16 = 1;
const DIRECTORIES: i16 = 2;

/// A node as far as the table sorts and filters it.
struct Entry<'a> {
    node: &'a QuorumNode,
    role: QuorumRole,
    lag: Option<i64>,
    behind_ms: Option<i64>,
}

impl Entry<'_> {
    fn behind(&self) -> bool {
        self.behind_ms.is_some_and(|ms| ms > BEHIND_MS)
    }

    fn word(&self) -> &'static str {
        match self.role {
            QuorumRole::Leader => "leader",
            QuorumRole::Voter => "voter",
            QuorumRole::Observer => "observer",
        }
    }
}

impl Row for Entry<'_> {
    fn matches(&self, needle: &str) -> bool {
        self.word().contains(needle)
            || format!("node {}", self.node.id).contains(needle)
            || self.node.endpoints.iter().any(|endpoint| holds(endpoint, needle))
            || self.node.directory.as_ref().is_some_and(|directory| holds(directory, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "voters" => self.role != QuorumRole::Observer,
            "observers" => self.role == QuorumRole::Observer,
            "behind" => self.behind(),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "id" => SortKey::number(Some(self.node.id)),
            "role" => SortKey::Text(self.word()),
            "log_end_offset" => SortKey::number(self.node.log_end_offset),
            "lag" => SortKey::number(self.lag),
            "behind_ms" => SortKey::number(self.behind_ms),
            "last_fetch" => SortKey::number(self.node.last_fetch),
            "last_caught_up" => SortKey::number(self.node.last_caught_up),
            "directory" => SortKey::text(self.node.directory.as_deref()),
            "endpoints" => SortKey::text(self.node.endpoints.first().map(String::as_str)),
            _ => return None,
        })
    }
}

/// Voters before observers, the leader among the voters.
fn entries(quorum: &Quorum) -> Vec<Entry<'_>> {
    let leader = quorum.voters.iter().find(|voter| Some(voter.id) == quorum.leader);
    let end = leader.and_then(|leader| leader.log_end_offset);
    // The leader has all of its own log at the moment when it answers: this is what its clock says.
    let clock = leader.and_then(|leader| leader.last_caught_up);
    let entry = |node, role| {
        let node: &QuorumNode = node;
        let to = |end: Option<i64>, own: Option<i64>| Some(end?.saturating_sub(own?).max(0));
        Entry { node, role, lag: to(end, node.log_end_offset), behind_ms: to(clock, node.last_caught_up) }
    };
    let voters = quorum.voters.iter().map(|voter| {
        let leads = Some(voter.id) == quorum.leader;
        entry(voter, if leads { QuorumRole::Leader } else { QuorumRole::Voter })
    });
    voters.chain(quorum.observers.iter().map(|node| entry(node, QuorumRole::Observer))).collect()
}

impl OpenCluster {
    /// The quorum page.
    pub(crate) fn quorum_page(self: &Arc<Self>, query: &TableQuery) -> Page<QuorumRow> {
        self.ensure(View::Quorum);
        let kept = self.held.quorum.get();
        let mut freshness = self.freshness_of_one(&View::Quorum, &kept);
        if let (Some(failure), Some(said)) = (&kept.failed, &mut freshness.failed)
            && matches!(failure.error.what(), What::Unsupported { .. })
        {
            said.advice = Some(self.without_quorum());
        }
        let nothing = Quorum {
            leader: None,
            epoch: None,
            high_watermark: None,
            voters: Vec::new(),
            observers: Vec::new(),
        };
        let quorum = kept.value().unwrap_or(&nothing);
        let entries = entries(quorum);
        let of = |role: fn(&Entry<'_>) -> bool| Some(entries.iter().filter(|entry| role(entry)).count());
        let timed = entries.iter().any(|entry| entry.behind_ms.is_some());
        let chips = vec![
            all_chip(entries.len()),
            chip("voters", "Voters", of(|entry| entry.role != QuorumRole::Observer), Level::Plain),
            chip("observers", "Observers", of(|entry| entry.role == QuorumRole::Observer), Level::Plain),
            chip("behind", "Behind", of(|entry| entry.behind()).filter(|_| timed), Level::Warn),
        ];
        let totals = if kept.good.is_some() { totals(quorum) } else { Vec::new() };
        let arranged = arrange(&entries, query);
        page(&arranged, query, Head { chips, totals, freshness }, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(self.quorum_row(index, &kept, entry))
        })
    }

    /// Why there is none to be asked, and who leads instead.
    fn without_quorum(&self) -> String {
        let controller = match self.snapshot().controller() {
            Some(id) => format!(" Metadata names broker {id} as the controller."),
            None => String::new(),
        };
        format!(
            "Only clusters with KRaft have a quorum that can be asked, from Kafka 3.3 on; with ZooKeeper the brokers elect one of them \
             there.{controller}"
        )
    }

    fn quorum_row(&self, index: &mut Index, kept: &Kept<Quorum>, entry: &Entry<'_>) -> QuorumRow {
        let version = kept.good.as_ref().map_or(0, |good| good.source.version);
        let node = entry.node;
        let untold = |what: &str| no_target(what, self.now());
        let since = |from: i16, what: &str| {
            (version < from).then(|| {
                unsupported(format!("The broker speaks DescribeQuorum v{version}: no {what}."), self.now())
            })
        };
        let unseen = || untold("The leader does not know: it has not heard from this node.");
        let leaderless = || untold("The quorum has no leader right now that it could be compared with.");
        let mut told = |value: Option<i64>, how: Option<&str>, old: Option<ApiError>, why: ApiError| {
            let read = |_: &Quorum| match old {
                Some(old) => Err(old),
                None => value.map(Int64).ok_or(why),
            };
            index.told(kept, how.map(str::to_owned), read)
        };
        let times = || since(TIMES, "fetch times");
        let lacking = |value: Option<i64>| if value.is_some() { leaderless() } else { unseen() };
        let log_end_offset = told(node.log_end_offset, None, None, unseen());
        let lag = told(
            entry.lag,
            Some("the leader's log end less this node's"),
            None,
            lacking(node.log_end_offset),
        );
        let behind_ms = told(
            entry.behind_ms,
            Some("since it had all of the log, by the leader's clock at its answer"),
            times(),
            lacking(node.last_caught_up),
        );
        let last_fetch = told(node.last_fetch, Some("by the leader's clock"), times(), unseen());
        let last_caught_up = told(node.last_caught_up, Some("by the leader's clock"), times(), unseen());
        QuorumRow {
            id: node.id,
            role: entry.role,
            log_end_offset,
            lag,
            behind_ms,
            last_fetch,
            last_caught_up,
            directory: self.words(index, kept, node.directory.clone(), || {
                since(DIRECTORIES, "directory ids").unwrap_or_else(|| untold("It has no directory id."))
            }),
            endpoints: self.words(
                index,
                kept,
                (!node.endpoints.is_empty()).then(|| node.endpoints.join(", ")),
                || {
                    since(DIRECTORIES, "endpoints")
                        .unwrap_or_else(|| untold("Endpoints are told of voters only."))
                },
            ),
        }
    }

    fn words(
        &self,
        index: &mut Index,
        kept: &Kept<Quorum>,
        value: Option<String>,
        why: impl FnOnce() -> ApiError,
    ) -> Fact<String> {
        index.told(kept, None, |_| value.ok_or_else(why))
    }
}

fn totals(quorum: &Quorum) -> Vec<Total> {
    let maybe = |value: Option<String>| value.unwrap_or_else(|| "\u{2014}".to_owned());
    let leaderless =
        if quorum.leader.is_none() { "there is none right now" } else { "the active controller" };
    vec![
        total("Leader", maybe(quorum.leader.map(|id| id.to_string())), leaderless),
        total("Epoch", maybe(quorum.epoch.map(|epoch| epoch.to_string())), ""),
        total("High watermark", maybe(quorum.high_watermark.map(grouped)), ""),
        total("Voters", grouped_usize(quorum.voters.len()), ""),
        total("Observers", grouped_usize(quorum.observers.len()), ""),
    ]
}
