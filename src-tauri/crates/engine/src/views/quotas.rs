//! Client quotas: a row for each entity, its limits with their units. A key that has no name here is shown as it came.

use std::sync::Arc;

use admin::Quota;
use contract::{Level, Page, QuotaLimit, QuotaRow, TableQuery, View};

use crate::{
    open_cluster::OpenCluster,
    provenance::Index,
    readings::size,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, grouped_usize, holds, page, total},
};

const KINDS: [&str; 3] = ["user", "client-id", "ip"];

/// A quota, with its entity in words to search and order by.
struct QuotaEntry<'a> {
    quota: &'a Quota,
    words: String,
}

impl Row for QuotaEntry<'_> {
    fn matches(&self, needle: &str) -> bool {
        holds(&self.words, needle) || self.quota.limits.iter().any(|(key, _)| holds(key, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        self.quota.entity.iter().any(|(kind, name)| match chip {
            "defaults" => name.is_none(),
            of => kind == of,
        })
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        match column {
            "entity" => Some(SortKey::Text(&self.words)),
            key if unit(key).is_some() => {
                let limit = self.quota.limits.iter().find(|(name, _)| name == key);
                Some(SortKey::fraction(limit.map(|(_, value)| *value)))
            }
            _ => None,
        }
    }
}

impl OpenCluster {
    /// Which limits are set for whom.
    pub(crate) fn quotas_page(self: &Arc<Self>, query: &TableQuery) -> Page<QuotaRow> {
        self.ensure(View::Quotas);
        let kept = self.held.quotas.get();
        let entry = |quota| QuotaEntry { quota, words: words(quota) };
        let mut entries: Vec<QuotaEntry<'_>> = kept.value().into_iter().flatten().map(entry).collect();
        entries.sort_by(|a, b| a.words.cmp(&b.words));
        let count = |id: &str| Some(entries.iter().filter(|entry| entry.in_chip(id)).count());
        let mut chips = vec![all_chip(entries.len())];
        chips.extend(KINDS.map(|kind| chip(kind, kind, count(kind), Level::Plain)));
        chips.push(chip("defaults", "Defaults", count("defaults"), Level::Plain));
        let mut index = Index::new();
        let mut totals = Vec::new();
        if let Some(good) = &kept.good {
            index.source(&good.source, None);
            totals.push(total(
                "Quotas",
                grouped_usize(entries.len()),
                "for each broker; mutations for the cluster",
            ));
        }
        let arranged = arrange(&entries, query);
        let head = Head { chips, totals, freshness: self.freshness_of_one(&View::Quotas, &kept) };
        page(&arranged, query, head, index, |_, place| Some(row(entries.get(place as usize)?.quota)))
    }
}

fn words(quota: &Quota) -> String {
    let part = |(kind, name): &(String, Option<String>)| {
        format!("{kind} {}", name.as_deref().unwrap_or("<default>"))
    };
    quota.entity.iter().map(part).collect::<Vec<_>>().join(", ")
}

fn row(quota: &Quota) -> QuotaRow {
    let limit = |(key, value): &(String, f64)| QuotaLimit {
        key: key.clone(),
        value: value.to_string(),
        reading: unit(key).map(|unit| reading(unit, *value)),
    };
    QuotaRow { entity: quota.entity.clone(), limits: quota.limits.iter().map(limit).collect() }
}

#[derive(Clone, Copy)]
enum Unit {
    BytesEachSecond,
    /// Of the time of one thread; two threads have 200.
    Percent,
    EachSecond,
}

/// From Kafka's `QuotaConfig`.
fn unit(key: &str) -> Option<Unit> {
    Some(match key {
        "producer_byte_rate" | "consumer_byte_rate" => Unit::BytesEachSecond,
        "request_percentage" => Unit::Percent,
        "controller_mutation_rate" | "connection_creation_rate" => Unit::EachSecond,
        _ => return None,
    })
}

fn reading(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Percent => format!("{value} %"),
        Unit::EachSecond => format!("{value}/s"),
        Unit::BytesEachSecond => {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a rate; what has a fraction is not read in units"
            )]
            let whole = value as i64;
            let exact = value.fract() == 0.0;
            match size(whole).filter(|_| exact) {
                Some(size) => format!("{size}/s"),
                None => format!("{value} B/s"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{reading, unit};

    #[test]
    fn each_known_key_reads_in_its_unit_and_no_other_key_does() {
        let read = |key: &str, value: f64| unit(key).map(|unit| reading(unit, value));
        for (key, value, expected) in [
            ("producer_byte_rate", 52_428_800.0, Some("50 MiB/s")),
            ("consumer_byte_rate", 10.5, Some("10.5 B/s")),
            ("consumer_byte_rate", 0.0, Some("0 B/s")),
            ("request_percentage", 12.5, Some("12.5 %")),
            ("controller_mutation_rate", 5.0, Some("5/s")),
            ("connection_creation_rate", 20.0, Some("20/s")),
            ("something_new", 20.0, None),
        ] {
            assert_eq!(read(key, value).as_deref(), expected, "{key}");
        }
    }
}
