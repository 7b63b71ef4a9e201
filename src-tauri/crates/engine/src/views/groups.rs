//! Groups, merged over all brokers and once each: in the middle of a move two brokers list the same group.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::SystemTime,
};

use admin::{Group, Source};
use contract::{Chip, Fact, GroupRow, Level, Page, TableQuery, View};

use super::group_lag::{GroupPartitions, Logs};
use crate::{
    clock::millis,
    errors::{api_error, unsupported},
    kept::{Failure, Kept},
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, chip, count, grouped_usize, holds, page, slice, total},
};

/// The groups of all brokers, each once, and how many there are of each sort.
pub(crate) struct GroupList {
    entries: Vec<GroupEntry>,
    chips: Vec<Chip>,
}

/// A group as one broker listed it.
pub(super) struct GroupEntry {
    pub(super) group: Group,
    coordinator: i32,
    source: Arc<Source>,
    /// Its broker did not answer since.
    failed: Option<Failure>,
    members: Option<u32>,
    assignor: Option<String>,
    /// Where it is what the rows are sorted by.
    pub(super) lag: Option<i64>,
}

impl GroupEntry {
    /// As this broker lists it, with nothing beside.
    pub(super) fn listed(coordinator: i32, kept: &Kept<Vec<Group>>, group: &Group) -> Option<GroupEntry> {
        let good = kept.good.as_ref()?;
        Some(GroupEntry {
            group: group.clone(),
            coordinator,
            source: Arc::clone(&good.source),
            failed: kept.failed.clone(),
            members: None,
            assignor: None,
            lag: None,
        })
    }

    /// Of two brokers that list the same group the one that is not failing counts, then the one that spoke last.
    pub(super) fn standing(&self) -> (bool, SystemTime) {
        (self.failed.is_none(), self.source.at)
    }

    fn state(&self) -> &str {
        self.group.state.as_deref().unwrap_or("not told")
    }

    fn kind(&self) -> &str {
        self.group.kind.as_deref().unwrap_or("not told")
    }
}

impl Row for GroupEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&self.group.id, needle)
            || holds(&self.group.protocol, needle)
            || holds(&format!("broker {}", self.coordinator), needle)
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip.split_once(':') {
            Some(("state", state)) => self.state() == state,
            Some(("kind", kind)) => self.kind() == kind,
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "id" => SortKey::Text(&self.group.id),
            "kind" => SortKey::text(self.group.kind.as_deref()),
            "state" => SortKey::text(self.group.state.as_deref()),
            "protocol" => SortKey::Text(&self.group.protocol),
            "coordinator" => SortKey::number(Some(self.coordinator)),
            "members" => SortKey::number(self.members),
            "assignor" => SortKey::text(self.assignor.as_deref()),
            "lag" => SortKey::number(self.lag),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// The ids of all groups that are held.
    pub(crate) fn group_ids(&self, kept: &BTreeMap<i32, Kept<Vec<Group>>>) -> BTreeSet<Arc<str>> {
        kept.values().filter_map(Kept::value).flatten().map(|group| Arc::clone(&group.id)).collect()
    }

    /// Each group once, as the broker lists it that spoke last and is not failing.
    pub(super) fn group_entries(
        &self,
        kept: &BTreeMap<i32, Kept<Vec<Group>>>,
        with_members: bool,
    ) -> Vec<GroupEntry> {
        let mut entries: BTreeMap<Arc<str>, GroupEntry> = BTreeMap::new();
        for (broker, kept) in kept {
            for group in kept.value().into_iter().flatten() {
                let better = entries.get(&group.id).is_none_or(|known| {
                    Some(known.standing()) < kept.told_at().map(|at| (kept.failed.is_none(), at))
                });
                if better && let Some(entry) = GroupEntry::listed(*broker, kept, group) {
                    entries.insert(Arc::clone(&group.id), entry);
                }
            }
        }
        let mut entries: Vec<GroupEntry> = entries.into_values().collect();
        if with_members {
            let descriptions = self.held.descriptions.all();
            for entry in &mut entries {
                let description = descriptions.get(&entry.group.id).and_then(Kept::value);
                entry.members = description.map(|description| count(description.members.len()));
                entry.assignor = description.map(|description| description.assignor.clone());
            }
        }
        entries
    }

    /// The groups page.
    pub(crate) fn groups_page(self: &Arc<Self>, query: &TableQuery) -> Page<GroupRow> {
        self.ensure(View::Groups);
        let kept = self.held.groups.all();
        let with_members = matches!(query.sort.as_str(), "members" | "assignor");
        let with_lag = query.sort == "lag";
        let mut versions = vec![kept.version, u64::from(with_members) + 2 * u64::from(with_lag)];
        if with_members || with_lag {
            versions.push(self.held.descriptions.version());
        }
        if with_lag {
            versions.extend([self.held.commits.version(), self.held.offsets.version()]);
        }
        let logs = self.logs();
        let list = self.held.group_list.get_or(versions.clone(), || {
            let mut entries = self.group_entries(&kept, with_members);
            if with_lag {
                let commits = self.held.commits.all();
                for entry in entries.iter_mut().filter(|entry| commits.contains_key(&entry.group.id)) {
                    let lag = self.parts_of(&entry.group.id, None, &logs).sum.offsets;
                    entry.lag = lag.map(|offsets| offsets.0);
                }
            }
            GroupList { chips: chips(&entries), entries }
        });
        let entries = &list.entries;
        let arranged = self.held.group_order.arrange_ready(versions, "", query, entries);
        let listed_by = self.known_brokers();
        let freshness = self.freshness_of_brokers(&View::Groups, &kept, &listed_by);
        let note = if freshness.answered == freshness.asked {
            String::new()
        } else {
            format!(
                "from {} of {} brokers; a group is listed by its coordinator alone",
                freshness.answered, freshness.asked
            )
        };
        let totals = vec![total("Groups", grouped_usize(entries.len()), note)];
        let head = Head { chips: list.chips.clone(), totals, freshness };
        let (_, on_screen) = slice(&arranged, query);
        let on_screen = on_screen.iter().filter_map(|place| entries.get(*place as usize));
        self.want_groups(on_screen.map(|entry| Arc::clone(&entry.group.id)));
        page(&arranged, query, head, Index::new(), |index, place| {
            let entry = entries.get(place as usize)?;
            Some(self.group_row(index, entry, &self.parts_of(&entry.group.id, None, &logs), &logs))
        })
    }

    pub(super) fn group_row(
        &self,
        index: &mut Index,
        entry: &GroupEntry,
        of: &GroupPartitions,
        logs: &Logs,
    ) -> GroupRow {
        let version = entry.source.version;
        let not_told = |what: &str| {
            unsupported(
                format!("Broker {} speaks ListGroups v{version}: no {what}.", entry.coordinator),
                self.now(),
            )
        };
        let description = self.held.descriptions.get(&*entry.group.id);
        GroupRow {
            id: entry.group.id.to_string(),
            kind: match &entry.group.kind {
                Some(kind) => listed(index, entry, kind.clone()),
                None => index.missing(not_told("types of groups")),
            },
            state: match (&entry.group.state, description.value()) {
                (Some(state), _) => listed(index, entry, state.clone()),
                // Too old to list states; describing tells them.
                (None, Some(_)) => index.fact(&description, |description| description.state.clone()),
                (None, None) => index.missing(not_told("states")),
            },
            protocol: listed(index, entry, entry.group.protocol.clone()),
            coordinator: listed(index, entry, entry.coordinator),
            members: index.fact(&description, |description| count(description.members.len())),
            assignor: index.fact(&description, |description| description.assignor.clone()),
            lag: self.lag_fact(index, &entry.group.id, of, logs),
        }
    }
}

/// A figure of the listing, which is old when the group's broker has failed since.
fn listed<T>(index: &mut Index, entry: &GroupEntry, value: T) -> Fact<T> {
    match &entry.failed {
        None => index.known(value, &entry.source, None),
        Some(failure) => {
            let why = api_error(&failure.error, millis(failure.at));
            index.stale(value, &entry.source, None, why)
        }
    }
}

/// A chip for each type where there is more than one, and for each state.
fn chips(entries: &[GroupEntry]) -> Vec<Chip> {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut states: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        *kinds.entry(entry.kind()).or_default() += 1;
        *states.entry(entry.state()).or_default() += 1;
    }
    let mut chips = vec![all_chip(entries.len())];
    if kinds.len() > 1 {
        chips.extend(
            kinds.iter().map(|(kind, rows)| chip(&format!("kind:{kind}"), kind, Some(*rows), Level::Plain)),
        );
    }
    chips.extend(states.iter().map(|(state, rows)| {
        let level = if matches!(*state, "Dead") { Level::Warn } else { Level::Plain };
        chip(&format!("state:{state}"), state, Some(*rows), level)
    }));
    chips
}
