//! A transactional id's row: what its coordinator listed and described of it, and where it hangs, what that means and how to look
//! further.

use admin::Transaction;
use contract::{Fact, Hanging, Int64, TransactionRow};

use super::transactions::TransactionEntry;
use crate::{
    clock::millis,
    errors::{api_error, no_target},
    open_cluster::OpenCluster,
    provenance::Index,
    readings::duration,
    requests::{quoted, server},
    tables::count,
};

/// A row names this many topics, and this many partitions of each: a transaction can span thousands.
const TOPICS_MOST: usize = 12;
const PARTITIONS_MOST: usize = 40;

impl OpenCluster {
    pub(super) fn transaction_row(&self, index: &mut Index, entry: &TransactionEntry) -> TransactionRow {
        let described = &entry.described;
        let none_open = || no_target("No transaction is open under this id.", self.now());
        let clocks = || Some("by the coordinator's clock and this machine's".to_owned());
        TransactionRow {
            id: entry.listed.id.to_string(),
            state: listed(index, entry, entry.listed.state.clone()),
            producer_id: listed(index, entry, Int64(entry.listed.producer_id)),
            coordinator: listed(index, entry, entry.coordinator),
            producer_epoch: index.fact(described, |one| i32::from(one.producer_epoch)),
            started: index.told(described, None, |one| one.started.map(Int64).ok_or_else(none_open)),
            open_ms: index.told(described, clocks(), |_| entry.open_ms().map(Int64).ok_or_else(none_open)),
            timeout_ms: index.fact(described, |_| Int64(entry.timeout_ms().unwrap_or(i64::MAX))),
            partitions: index.fact(described, |one| {
                count(one.partitions.iter().map(|(_, partitions)| partitions.len()).sum())
            }),
            topics: described.value().map(topics).unwrap_or_default(),
            hanging: entry.hangs().then(|| self.hanging_words(entry)).flatten(),
        }
    }

    fn hanging_words(&self, entry: &TransactionEntry) -> Option<Hanging> {
        let (open, timeout) = (entry.open_ms()?, entry.timeout_ms()?);
        let described = entry.described.value()?;
        let says = vec![
            format!(
                "{} for {}, and its own timeout is {}: its coordinator should have ended it long ago.",
                described.state,
                about(open),
                about(timeout)
            ),
            "Until it ends, the last stable offset of its partitions stands still, and nothing past it is compacted."
                .to_owned(),
            "Consumers with isolation.level=read_committed wait there, however much is written.".to_owned(),
        ];
        let tool = |rest: String| {
            format!("kafka-transactions.sh --bootstrap-server {} {rest}", server(&self.snapshot()))
        };
        let mut commands = vec![tool(format!("describe --transactional-id {}", quoted(&entry.listed.id)))];
        let first = described
            .partitions
            .iter()
            .find_map(|(topic, partitions)| Some((quoted(topic), partitions.first()?)));
        if let Some((topic, partition)) = first {
            commands.push(tool(format!("describe-producers --topic {topic} --partition {partition}")));
            commands.push(tool(format!("find-hanging --topic {topic} --partition {partition}")));
        }
        Some(Hanging { says, commands })
    }
}

/// A figure of the listing, which is old when the id's broker has failed since.
fn listed<T>(index: &mut Index, entry: &TransactionEntry, value: T) -> Fact<T> {
    match &entry.failed {
        None => index.known(value, &entry.source, None),
        Some(failure) => {
            let why = api_error(&failure.error, millis(failure.at));
            index.stale(value, &entry.source, None, why)
        }
    }
}

/// "orders: 0, 3", as far as there is room.
fn topics(described: &Transaction) -> Vec<String> {
    let mut lines: Vec<String> = described
        .partitions
        .iter()
        .take(TOPICS_MOST)
        .map(|(topic, partitions)| {
            let named: Vec<String> =
                partitions.iter().take(PARTITIONS_MOST).map(ToString::to_string).collect();
            match partitions.len().checked_sub(PARTITIONS_MOST) {
                Some(more @ 1..) => format!("{topic}: {} and {more} more", named.join(", ")),
                _ => format!("{topic}: {}", named.join(", ")),
            }
        })
        .collect();
    if let Some(more @ 1..) = described.partitions.len().checked_sub(TOPICS_MOST) {
        lines.push(format!("and {more} more topics"));
    }
    lines
}

/// "1 h 30 min": no finer than it is worth saying.
fn about(ms: i64) -> String {
    let step = if ms < 3_600_000 {
        1_000
    } else if ms < 86_400_000 {
        60_000
    } else {
        3_600_000
    };
    duration(ms - ms.rem_euclid(step)).unwrap_or_else(|| format!("{ms} ms"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Transaction, about, topics};

    #[test]
    fn a_time_is_as_fine_as_it_is_worth() {
        assert_eq!(about(5_423_456), "1 h 30 min");
        assert_eq!(about(61_900), "1 min 1 s");
        assert_eq!(about(900), "900 ms");
        assert_eq!(about(200_000_000), "2 d 7 h");
    }

    #[test]
    fn a_transaction_over_thousands_of_partitions_says_how_many_it_leaves_out() {
        let partitions = (0..50).map(|topic| (format!("t{topic}"), (0..1_000).collect())).collect();
        let wide = Transaction {
            state: "Ongoing".into(),
            timeout: Duration::ZERO,
            started: Some(0),
            producer_id: Some(1),
            producer_epoch: 0,
            partitions,
        };
        let lines = topics(&wide);
        assert!(lines[0].starts_with("t0: 0, 1, ") && lines[0].ends_with(" and 960 more"), "{}", lines[0]);
        assert_eq!(lines.last().unwrap(), "and 38 more topics");
        assert!(lines.iter().map(String::len).sum::<usize>() < 8_000);
    }
}
