//! Transactional ids, merged over all brokers and once each: those that hang first, then what is open, then the rest. An id is said to
//! hang by what its coordinator described and nothing else; one that was not described is not judged.

use std::{collections::BTreeMap, sync::Arc};

use admin::{ListedTransaction, Source, Transaction};
use contract::{Chip, Level, Page, TableQuery, TransactionRow, View};

use crate::{
    asking::transactions::OPEN_MOST,
    clock::millis,
    kept::{Failure, Kept},
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, chip, grouped_usize, holds, page, slice, total},
};

/// Coordinators look for what is over its timeout every ten seconds (transaction.abort.timed.out.transaction.cleanup.interval.ms) and
/// then have markers to write: before that nothing hangs.
const GRACE_MS: i64 = 20_000;

/// The transactional ids of all brokers, each once, and how many there are of each sort.
pub(crate) struct TransactionList {
    pub(super) entries: Vec<TransactionEntry>,
    chips: Vec<Chip>,
    hanging: usize,
    undescribed: usize,
}

/// A transactional id as one broker listed it.
pub(super) struct TransactionEntry {
    pub(super) listed: ListedTransaction,
    pub(super) coordinator: i32,
    pub(super) source: Arc<Source>,
    /// Its broker did not answer since.
    pub(super) failed: Option<Failure>,
    pub(super) described: Kept<Transaction>,
}

impl TransactionEntry {
    pub(super) fn open(&self) -> bool {
        self.listed.open()
    }

    /// How long it had been open when it was described.
    pub(super) fn open_ms(&self) -> Option<i64> {
        let good = self.described.good.as_ref()?;
        Some(millis(good.source.at).0.saturating_sub(good.value.started?).max(0))
    }

    pub(super) fn timeout_ms(&self) -> Option<i64> {
        i64::try_from(self.described.value()?.timeout.as_millis()).ok()
    }

    /// Open for longer than its own timeout, and than it takes a coordinator to notice.
    pub(super) fn hangs(&self) -> bool {
        let over = |(open, timeout): (i64, i64)| open > timeout.saturating_add(GRACE_MS);
        let described_open = self.described.value().is_some_and(|described| admin::is_open(&described.state));
        self.open() && described_open && self.open_ms().zip(self.timeout_ms()).is_some_and(over)
    }

    fn rank(&self) -> u8 {
        match (self.hangs(), self.open()) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        }
    }

    fn partitions(&self) -> Option<i64> {
        let described = self.described.value()?;
        i64::try_from(described.partitions.iter().map(|(_, partitions)| partitions.len()).sum::<usize>()).ok()
    }
}

impl Row for TransactionEntry {
    fn matches(&self, needle: &str) -> bool {
        let topics = || self.described.value().into_iter().flat_map(|described| &described.partitions);
        holds(&self.listed.id, needle)
            || holds(&format!("broker {}", self.coordinator), needle)
            || self.listed.producer_id.to_string() == needle
            || topics().any(|(topic, _)| holds(topic, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "hanging" => self.hangs(),
            "open" => self.open(),
            _ => chip.strip_prefix("state:") == Some(self.listed.state.as_str()),
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        let described = self.described.value();
        Some(match column {
            "id" => SortKey::Text(&self.listed.id),
            "state" => SortKey::Text(&self.listed.state),
            "hanging" => SortKey::number(Some(i32::from(self.hangs()))),
            "producer_id" => SortKey::number(Some(self.listed.producer_id)),
            "coordinator" => SortKey::number(Some(self.coordinator)),
            "producer_epoch" => SortKey::number(described.map(|described| described.producer_epoch)),
            "started" => SortKey::number(described.and_then(|described| described.started)),
            "open_ms" => SortKey::number(self.open_ms()),
            "timeout_ms" => SortKey::number(self.timeout_ms()),
            "partitions" => SortKey::number(self.partitions()),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// Each id once, as the broker lists it that spoke last and is not failing.
    fn transaction_list(&self) -> Arc<TransactionList> {
        let kept = self.held.transactions.all();
        let details = self.held.transaction_details.all();
        self.held.transaction_list.get_or((kept.version, details.version), || {
            let mut entries: BTreeMap<Arc<str>, TransactionEntry> = BTreeMap::new();
            for (broker, kept) in kept.iter() {
                let Some(good) = &kept.good else { continue };
                for listed in good.value.iter() {
                    let better = entries.get(&listed.id).is_none_or(|known| {
                        let known = (known.failed.is_none(), known.source.at);
                        known < (kept.failed.is_none(), good.source.at)
                    });
                    if better {
                        let entry = TransactionEntry {
                            listed: listed.clone(),
                            coordinator: *broker,
                            source: Arc::clone(&good.source),
                            failed: kept.failed.clone(),
                            described: details.get(&listed.id).cloned().unwrap_or_default(),
                        };
                        entries.insert(Arc::clone(&listed.id), entry);
                    }
                }
            }
            TransactionList::of(entries.into_values().collect())
        })
    }

    /// The transactions page.
    pub(crate) fn transactions_page(self: &Arc<Self>, query: &TableQuery) -> Page<TransactionRow> {
        self.ensure(View::Transactions);
        let kept = self.held.transactions.all();
        let versions = vec![kept.version, self.held.transaction_details.version()];
        let list = self.transaction_list();
        let entries = &list.entries;
        let arranged = self.held.transaction_order.arrange_ready(versions, "", query, entries);
        let freshness = self.freshness_of_brokers(&View::Transactions, &kept, &self.known_brokers());
        let note = if freshness.answered == freshness.asked {
            "that this user may describe; brokers leave out the others".to_owned()
        } else {
            format!(
                "from {} of {} brokers; an id is listed by its coordinator alone",
                freshness.answered, freshness.asked
            )
        };
        let mut totals = vec![total("Transactional ids", grouped_usize(entries.len()), note)];
        if list.hanging > 0 {
            let means = "read_committed consumers of their partitions wait";
            totals.push(total("Hanging", grouped_usize(list.hanging), means));
        }
        if list.undescribed > OPEN_MOST {
            let note = format!("open ones are judged only when on screen, past the first {OPEN_MOST}");
            totals.push(total("Not judged", grouped_usize(list.undescribed), note));
        }
        let head = Head { chips: list.chips.clone(), totals, freshness };
        let (_, on_screen) = slice(&arranged, query);
        let on_screen = on_screen.iter().filter_map(|place| entries.get(*place as usize));
        self.want_transactions(on_screen.map(|entry| Arc::clone(&entry.listed.id)));
        page(&arranged, query, head, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(self.transaction_row(index, entry))
        })
    }

    /// How many transactions hang, as far as that is known; `None`: nobody looked yet.
    pub(super) fn hanging(&self) -> Option<usize> {
        (!self.held.transactions.is_empty()).then(|| self.transaction_list().hanging)
    }

    /// The transactional ids that were listed.
    pub(crate) fn listed_transactions(&self) -> Vec<Arc<str>> {
        if self.held.transactions.is_empty() {
            return Vec::new();
        }
        self.transaction_list().entries.iter().map(|entry| Arc::clone(&entry.listed.id)).collect()
    }
}

impl TransactionList {
    fn of(mut entries: Vec<TransactionEntry>) -> TransactionList {
        entries.sort_by(|a, b| (a.rank(), &a.listed.id).cmp(&(b.rank(), &b.listed.id)));
        let open = entries.iter().filter(|entry| entry.open());
        let undescribed = open.filter(|entry| entry.described.good.is_none()).count();
        let hanging = entries.iter().filter(|entry| entry.hangs()).count();
        TransactionList { chips: chips(&entries, hanging), hanging, undescribed, entries }
    }
}

/// A chip for what hangs, for what is open, and for each state.
fn chips(entries: &[TransactionEntry], hanging: usize) -> Vec<Chip> {
    let mut states: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        *states.entry(&entry.listed.state).or_default() += 1;
    }
    let open = entries.iter().filter(|entry| entry.open()).count();
    let mut chips = vec![
        all_chip(entries.len()),
        chip("hanging", "Hanging", Some(hanging), Level::Bad),
        chip("open", "Open", Some(open), Level::Plain),
    ];
    chips.extend(
        states.iter().map(|(state, rows)| chip(&format!("state:{state}"), state, Some(*rows), Level::Plain)),
    );
    chips
}
