//! One group's page, above its tabs: what its coordinator says of it, and how far behind it is. A group that nobody lists may be on
//! a broker that is silent, so it counts as absent only when its coordinator says so.

use std::sync::Arc;

use contract::{ApiError, Fact, GroupDetail, GroupRow, Int64, Stamped, View};

use super::groups::GroupEntry;
use crate::{
    clock::millis,
    errors::{api_error, no_target, not_found, unsupported},
    open_cluster::OpenCluster,
    provenance::Index,
};

/// GROUP_ID_NOT_FOUND
const NO_GROUP: i16 = 69;

impl OpenCluster {
    /// The page of one group.
    pub(crate) fn group_page(self: &Arc<Self>, id: &str) -> Result<Stamped<GroupDetail>, ApiError> {
        let view = View::Group { name: id.to_owned() };
        self.ensure(view.clone());
        let entry = self.group_entry(id);
        let description = self.held.descriptions.get(id);
        let under_way = self.flights.under_way(&view);
        if entry.is_none() && !under_way && self.held.ended(&view).is_some() {
            self.absent_group(id)?;
        }
        let mut index = Index::new();
        let logs = self.logs();
        let of = self.parts_of(id, None, &logs);
        let row = match &entry {
            Some(entry) => self.group_row(&mut index, entry, &of, &logs),
            None => self.unlisted_row(&mut index, id, under_way, &of, &logs),
        };
        let untold = |told: &admin::Description| {
            let why =
                format!("Groups of this type have no epochs; its state is \u{201c}{}\u{201d}.", told.state);
            unsupported(why, self.now())
        };
        let epoch = |index: &mut Index, read: fn(&admin::Epochs) -> i32| {
            index.told(&description, None, |told| told.epochs.as_ref().map(read).ok_or_else(|| untold(told)))
        };
        let (epoch, assignment_epoch) =
            (epoch(&mut index, |epochs| epochs.group), epoch(&mut index, |epochs| epochs.assignment));
        let most = of.parts.iter().filter_map(|part| Some((part.reading?.1?, part))).max_by_key(|one| one.0);
        let most = most.filter(|(offsets, _)| *offsets > 0);
        // As good as the sum that it is a part of.
        let worst = |index: &mut Index| match (&most, &row.lag) {
            (Some((offsets, part)), Fact::Known { .. } | Fact::Stale { .. }) => {
                let name = format!("{}-{}", part.topic, part.partition);
                row.lag.clone().map(|_| (name, Int64(*offsets)))
            }
            (_, Fact::Asking) => Fact::Asking,
            (_, Fact::Missing { why }) => Fact::Missing { why: *why },
            (None, _) => index.missing(no_target("No partition is known to lag.", self.now())),
        };
        let worst = worst(&mut index);
        let mut freshness = self.freshness_of_one(&view, &description);
        // Commits and members come from the same coordinator; either is worth a page.
        let commits = self.held.commits.get(id);
        if commits.fresh() && !description.fresh() {
            freshness = self.freshness_of_one(&view, &commits);
        }
        freshness.oldest = index.oldest().map(millis).or(freshness.oldest);
        let value = GroupDetail {
            worst: worst.clone().map(|(name, _)| name),
            worst_lag: worst.map(|(_, offsets)| offsets),
            row,
            epoch,
            assignment_epoch,
        };
        Ok(Stamped { value, freshness, provenance: index.finish() })
    }

    /// Whether a group that nobody lists is known not to be.
    fn absent_group(&self, id: &str) -> Result<(), ApiError> {
        let description = self.held.descriptions.get(id);
        if let Some(failure) = &description.failed {
            let error = api_error(&failure.error, millis(failure.at));
            let missing = failure.error.code().is_some_and(|code| code.0 == NO_GROUP);
            let kind = if missing { contract::ErrorKind::NotFound } else { error.kind };
            return if description.good.is_none() { Err(ApiError { kind, ..error }) } else { Ok(()) };
        }
        let nothing = self.held.commits.get(id).value().is_some_and(|commits| commits.is_empty());
        let dead = description.value().is_some_and(|told| told.state == "Dead" && told.members.is_empty());
        if dead && nothing {
            let why = format!(
                "No broker lists a group \u{201c}{id}\u{201d}, and its coordinator says \u{201c}Dead\u{201d}, which older brokers say of a group that does not exist."
            );
            return Err(not_found(why, self.now()));
        }
        Ok(())
    }

    /// A group that no broker lists (yet).
    fn unlisted_row(
        &self,
        index: &mut Index,
        id: &str,
        under_way: bool,
        of: &super::GroupPartitions,
        logs: &super::group_lag::Logs,
    ) -> GroupRow {
        let description = self.held.descriptions.get(id);
        let untold = |index: &mut Index| {
            if under_way {
                return Fact::Asking;
            }
            index.missing(no_target("No broker that answered lists this group.", self.now()))
        };
        GroupRow {
            id: id.to_owned(),
            kind: untold(index),
            state: index.fact(&description, |told| told.state.clone()),
            protocol: untold(index),
            coordinator: match description.good.as_ref().and_then(|good| Some((good, good.source.broker?))) {
                Some((good, broker)) => index.known(broker, &good.source, None),
                None => untold(index).map(|_: String| 0),
            },
            members: index.fact(&description, |told| crate::tables::count(told.members.len())),
            assignor: index.fact(&description, |told| told.assignor.clone()),
            lag: self.lag_fact(index, id, of, logs),
        }
    }

    fn group_entry(&self, id: &str) -> Option<GroupEntry> {
        let kept = self.held.groups.all();
        let of = |(broker, kept): (&i32, &crate::kept::Kept<Vec<admin::Group>>)| {
            let group = kept.value()?.iter().find(|group| &*group.id == id)?;
            GroupEntry::listed(*broker, kept, group)
        };
        kept.iter().filter_map(of).max_by_key(GroupEntry::standing)
    }
}
