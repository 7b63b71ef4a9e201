//! The brokers table. A broker that metadata no longer lists stays in it, as long as anything still names it.

use std::sync::Arc;

use contract::{BrokerRow, BrokerState, Fact, Int64, Level, Page, TableQuery, View};

use super::dirs::{bytes_of, usable_dirs, volumes_of};
use crate::{
    clock::millis,
    errors::{api_error, no_target, unsupported},
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, holds, page, total},
    tally::{Share, Tally, skew},
};

/// A broker as far as the table sorts and filters it.
struct BrokerEntry {
    id: i32,
    state: BrokerState,
    host: String,
    rack: Option<String>,
    share: Option<Share>,
    kafka: Option<i64>,
    usable: Option<i64>,
    round_trip: Option<f64>,
}

impl BrokerEntry {
    fn rank(&self) -> i64 {
        match self.state {
            BrokerState::Up => 0,
            BrokerState::Fenced { .. } => 1,
            BrokerState::NotAnswering { .. } => 2,
            BrokerState::Down { .. } => 3,
        }
    }
}

impl Row for BrokerEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&format!("broker {}", self.id), needle)
            || holds(&self.host, needle)
            || self.rack.as_deref().is_some_and(|rack| holds(rack, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "trouble" => self.state != BrokerState::Up,
            "out_of_sync" => self.share.is_some_and(|share| share.in_sync < share.replicas),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        let share = self.share;
        Some(match column {
            "id" | "broker" => SortKey::number(Some(self.id)),
            "state" => SortKey::Number(self.rank()),
            "host" | "address" => SortKey::Text(&self.host),
            "rack" => SortKey::text(self.rack.as_deref()),
            "leads" | "leads_skew" => SortKey::number(share.map(|share| share.leads)),
            "replicas" | "replicas_skew" => SortKey::number(share.map(|share| share.replicas)),
            "in_sync" => SortKey::number(share.map(|share| share.in_sync)),
            "kafka" => SortKey::number(self.kafka),
            "usable" => SortKey::number(self.usable),
            "round_trip_ms" => SortKey::fraction(self.round_trip),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// The brokers page.
    pub(crate) fn brokers_page(self: &Arc<Self>, query: &TableQuery) -> Page<BrokerRow> {
        self.ensure(View::Cluster);
        self.ensure(View::LogDirs);
        let tally = self.tally();
        let entries: Vec<BrokerEntry> =
            self.known_brokers().into_iter().map(|id| self.broker_entry(id, &tally)).collect();
        let up = entries.iter().filter(|entry| entry.state == BrokerState::Up).count();
        let lagging = entries.iter().filter(|entry| entry.in_chip("out_of_sync")).count();
        let chips = vec![
            all_chip(entries.len()),
            chip("trouble", "Not up", Some(entries.len() - up), Level::Bad),
            chip(
                "out_of_sync",
                "Out of sync",
                self.snapshot().listing_source().map(|_| lagging),
                Level::Warn,
            ),
        ];
        let totals = vec![total("Brokers up", format!("{up} of {}", entries.len()), "")];
        let head = Head { chips, totals, freshness: self.cluster_freshness() };
        let arranged = arrange(&entries, query);
        let controller = self.controller_id();
        page(&arranged, query, head, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(self.broker_row(index, entry.id, &tally, controller))
        })
    }

    /// The cluster's freshness: metadata's age, and which brokers answered the last round.
    pub(crate) fn cluster_freshness(&self) -> contract::Freshness {
        let brokers = self.known_brokers();
        let answers = self.freshness_of_brokers(&View::Cluster, &self.held.versions.all(), &brokers);
        let metadata = self.freshness_of_metadata(&View::Cluster);
        contract::Freshness {
            answered: answers.answered,
            asked: answers.asked,
            failures: answers.failures,
            failed: metadata.failed.or(answers.failed),
            ..metadata
        }
    }

    fn broker_entry(&self, id: i32, tally: &Tally) -> BrokerEntry {
        let snapshot = self.snapshot();
        let known = snapshot.broker(id);
        let dirs = self.held.log_dirs.get(&id);
        BrokerEntry {
            id,
            state: self.broker_state(id),
            host: known.map_or_else(String::new, |known| known.host.to_string()),
            rack: known.and_then(|known| known.rack.as_deref().map(str::to_owned)),
            share: snapshot.listing_source().map(|_| tally.share(id)),
            kafka: dirs.value().filter(|dirs| usable_dirs(dirs).0 > 0).map(bytes_of),
            usable: dirs.value().and_then(volumes_of).map(|(_, usable)| usable),
            round_trip: self.life.round_trip(id).value().copied(),
        }
    }

    pub(crate) fn broker_state(&self, id: i32) -> BrokerState {
        self.life.state(id, self.snapshot().broker(id).is_some())
    }

    pub(crate) fn broker_row(
        &self,
        index: &mut Index,
        id: i32,
        tally: &Tally,
        controller: Option<i32>,
    ) -> BrokerRow {
        let snapshot = self.snapshot();
        let known = snapshot.broker(id);
        let registered = self.held.described.get();
        let registered = registered.value().and_then(|all| all.brokers.iter().find(|broker| broker.id == id));
        let host = known.map(|known| known.host.to_string());
        let share = tally.share(id);
        // A broker that is down has no part in an even share.
        let sharers = snapshot.brokers().len();
        let dirs = self.held.log_dirs.get(&id);
        let version = dirs.good.as_ref().map_or(0, |good| good.source.version);
        let no_volume = || {
            unsupported(
                format!("Broker {id} speaks DescribeLogDirs v{version}: no volume sizes."),
                self.now(),
            )
        };
        let (usable, told) = dirs.value().map(usable_dirs).unwrap_or_default();
        let sum = match usable == told {
            true => "sum over its directories".to_owned(),
            false => format!("sum over {usable} of its {told} directories; the others are offline"),
        };
        let volumes = || Some("its volumes, those with equal figures counted once".to_owned());
        BrokerRow {
            id,
            state: self.broker_state(id),
            controller: controller == Some(id),
            host: host.or_else(|| registered.map(|broker| broker.host.clone())).unwrap_or_default(),
            port: match known {
                Some(known) => Some(known.port),
                None => registered.and_then(|broker| u16::try_from(broker.port).ok()),
            },
            rack: match known {
                Some(known) => known.rack.as_deref().map(str::to_owned),
                None => registered.and_then(|broker| broker.rack.clone()),
            },
            leads: self.listed_fact(index, share.leads),
            leads_skew: self.skew_fact(index, known.and(skew(share.leads, tally.partitions, sharers))),
            replicas: self.listed_fact(index, share.replicas),
            replicas_skew: self.skew_fact(index, known.and(skew(share.replicas, tally.replicas, sharers))),
            in_sync: self.listed_fact(index, share.in_sync),
            kafka: index.told(&dirs, Some(sum), |dirs| match usable {
                0 => Err(no_target("All directories of this broker are offline.", self.now())),
                _ => Ok(Int64(bytes_of(dirs))),
            }),
            volume: index.told(&dirs, volumes(), |dirs| {
                volumes_of(dirs).map(|(all, _)| Int64(all)).ok_or_else(no_volume)
            }),
            usable: index.told(&dirs, volumes(), |dirs| {
                volumes_of(dirs).map(|(_, free)| Int64(free)).ok_or_else(no_volume)
            }),
            round_trip_ms: self.round_trip_fact(index, id),
            source: snapshot.brokers_source().map(|source| index.source(source, None)),
        }
    }

    fn skew_fact(&self, index: &mut Index, skew: Option<f64>) -> Fact<f64> {
        match skew {
            Some(skew) => self.listed_fact(index, skew),
            None if self.snapshot().listing_source().is_none() => self.listed_fact(index, 0.0),
            None => index.missing(no_target("A broker that is not in the cluster has no share.", self.now())),
        }
    }

    fn round_trip_fact(&self, index: &mut Index, id: i32) -> Fact<f64> {
        let kept = self.life.round_trip(id);
        if kept.good.is_none()
            && kept.failed.is_none()
            && let Some(failure) = self.held.versions.get(&id).failed
        {
            return index.missing(api_error(&failure.error, millis(failure.at)));
        }
        index.fact(&kept, |milliseconds| *milliseconds)
    }
}
