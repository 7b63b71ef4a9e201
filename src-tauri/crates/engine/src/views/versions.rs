//! The API versions matrix: a row for each request, a column for each broker.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use admin::{ApiKey, Versions};
use contract::{Fact, Stamped, VersionColumn, VersionMatrix, VersionRow, View};

use crate::{
    errors::no_target,
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    requests::spoken_versions,
    tables::{PAGE_BYTES, count, json_len},
    version_inference::infer,
};

/// Rows for requests that this build has no name for.
const MOST_UNNAMED: usize = 100;

impl OpenCluster {
    /// The matrix page, or the column of one broker. With very many brokers it holds as many columns as a reply takes and
    /// counts the others.
    pub(crate) fn versions_page(self: &Arc<Self>, only: Option<i32>) -> Stamped<VersionMatrix> {
        if self.held.versions.is_empty() {
            self.ensure(View::Versions);
        }
        let kept = self.held.versions.all();
        let mut brokers = self.known_brokers();
        brokers.retain(|broker| only.is_none_or(|only| only == *broker));
        let freshness = self.freshness_of_brokers(&View::Versions, &kept, &brokers);
        let mut columns = brokers.len();
        loop {
            let shown = brokers.get(..columns).unwrap_or(&brokers);
            let mut index = Index::new();
            let mut value = self.matrix(&mut index, shown, &kept);
            value.left_out = count(brokers.len() - shown.len());
            if only.is_none() {
                value.rows.iter_mut().for_each(|row| row.differs = differs(row.key, &brokers, &kept));
            }
            let stamped = Stamped { value, freshness: freshness.clone(), provenance: index.finish() };
            if columns <= 1 || json_len(&stamped) <= PAGE_BYTES {
                return stamped;
            }
            columns = columns * 3 / 4;
        }
    }

    fn matrix(
        &self,
        index: &mut Index,
        brokers: &[i32],
        kept: &BTreeMap<i32, Kept<Versions>>,
    ) -> VersionMatrix {
        let mut keys: BTreeSet<i16> = ApiKey::ALL.iter().map(|key| key.code()).collect();
        let told = kept.values().filter_map(Kept::value).flat_map(|versions| &versions.ranges);
        let mut offered: BTreeSet<i16> = told.map(|(key, _, _)| key.code()).collect();
        // Keys without a name come from a newer Kafka, which has a few of them; a broker that makes them up must not make
        // the page larger than a reply may be.
        let unnamed = offered.iter().filter(|key| matches!(ApiKey::from_code(**key), ApiKey::Unknown(_)));
        for key in unnamed.skip(MOST_UNNAMED).copied().collect::<Vec<_>>() {
            offered.remove(&key);
        }
        // A request that no broker offers and that this program never sends is not worth a row.
        keys.retain(|key| offered.contains(key) || spoken_versions(ApiKey::from_code(*key)).is_some());
        keys.extend(&offered);
        let columns = brokers.iter().map(|broker| VersionColumn {
            broker: *broker,
            kafka_version: self.broker_version_fact(index, *broker),
        });
        let columns = columns.collect();
        let rows = keys.into_iter().map(|key| row(index, ApiKey::from_code(key), brokers, kept)).collect();
        VersionMatrix { brokers: columns, left_out: 0, rows }
    }

    /// Which Kafka one broker is, by what it offers.
    pub(crate) fn broker_version_fact(&self, index: &mut Index, broker: i32) -> Fact<String> {
        let kept = self.held.versions.get(&broker);
        let inferred = kept.value().and_then(infer);
        let how = inferred.as_ref().map(|inferred| inferred.how.clone());
        index.told(&kept, how, |_| {
            let nothing =
                || no_target("What it offers is older than any release that is known here.", self.now());
            inferred.map(|inferred| inferred.version).ok_or_else(nothing)
        })
    }
}

/// Whether brokers that told what they offer differ in this request.
fn differs(key: i16, brokers: &[i32], kept: &BTreeMap<i32, Kept<Versions>>) -> bool {
    let told = brokers.iter().filter_map(|broker| kept.get(broker)?.value());
    let ranges: BTreeSet<_> = told.map(|versions| versions.range(ApiKey::from_code(key))).collect();
    ranges.len() > 1
}

fn row(index: &mut Index, key: ApiKey, brokers: &[i32], kept: &BTreeMap<i32, Kept<Versions>>) -> VersionRow {
    let none = Kept::default();
    let ranges: Vec<Fact<Option<(i16, i16)>>> = brokers
        .iter()
        .map(|broker| index.fact(kept.get(broker).unwrap_or(&none), |versions| versions.range(key)))
        .collect();
    VersionRow { key: key.code(), name: key.to_string(), ours: spoken_versions(key), ranges, differs: false }
}
