//! A group's members with what each has, and in the new protocols what it is to have: while the two differ the group is moving
//! partitions, and a member that holds on to what it should give up is the one to look at.

use std::sync::Arc;

use admin::{Member, Partitions, partitions_in};
use contract::{GroupMemberRow, Level, Page, TableQuery, View};

use super::group_offsets::untold;
use crate::{
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, count, grouped_usize, holds, page, total},
};

/// Topics of one member that are spelled out.
const TOPICS_MOST: usize = 40;
/// Letters in the list of one topic's partitions.
const RANGES_MOST: usize = 400;

impl Row for &Member {
    fn matches(&self, needle: &str) -> bool {
        let assigned = self.assigned.told().into_iter().flatten();
        [&self.id, &self.client_id, &self.host].into_iter().any(|name| holds(name, needle))
            || self.instance_id.as_deref().is_some_and(|name| holds(name, needle))
            || assigned.into_iter().any(|(topic, _)| holds(topic, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "idle" => self.assigned.told().is_some_and(|told| partitions_in(told) == 0),
            "moving" => moving(self),
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "id" => SortKey::Text(&self.id),
            "client_id" => SortKey::Text(&self.client_id),
            "host" => SortKey::Text(&self.host),
            "instance_id" => SortKey::text(self.instance_id.as_deref()),
            "epoch" => SortKey::number(self.epoch),
            "partitions" => SortKey::number(self.assigned.told().map(|told| count(partitions_in(told)))),
            _ => return None,
        })
    }
}

/// What it has is not what it is to have.
fn moving(member: &Member) -> bool {
    member.target.as_ref().is_some_and(|target| member.assigned.told() != Some(target))
}

impl OpenCluster {
    /// The members of a group.
    pub(crate) fn group_members_page(self: &Arc<Self>, id: &str, query: &TableQuery) -> Page<GroupMemberRow> {
        let view = View::Group { name: id.to_owned() };
        self.ensure(view.clone());
        let kept = self.held.descriptions.get(id);
        let members: Vec<&Member> =
            kept.value().into_iter().flat_map(|description| &description.members).collect();
        let number = |id: &str| Some(members.iter().filter(|member| member.in_chip(id)).count());
        let chips = vec![
            all_chip(members.len()),
            chip("idle", "Without partitions", number("idle"), Level::Plain),
            chip("moving", "Being moved", number("moving"), Level::Warn),
        ];
        let mut index = Index::new();
        if let Some(good) = &kept.good {
            index.source(&good.source, None);
        }
        let totals = vec![total("Members", grouped_usize(members.len()), "")];
        let head = Head { chips, totals, freshness: self.freshness_of_one(&view, &kept) };
        let arranged = arrange(&members, query);
        page(&arranged, query, head, index, |_, place| Some(row(members.get(place as usize)?)))
    }
}

fn row(member: &Member) -> GroupMemberRow {
    let told = member.assigned.told();
    GroupMemberRow {
        id: member.id.clone(),
        client_id: member.client_id.clone(),
        host: member.host.clone(),
        instance_id: member.instance_id.clone(),
        rack: member.rack.clone(),
        epoch: member.epoch,
        partitions: told.map(|told| count(partitions_in(told))),
        untold: untold(member).map(str::to_owned),
        assigned: told.map(spelled).unwrap_or_default(),
        target: member.target.as_ref().filter(|_| moving(member)).map(spelled),
    }
}

/// Each topic with its partitions as ranges.
fn spelled(partitions: &Partitions) -> Vec<(String, String)> {
    let each = partitions.iter().map(|(topic, of)| (topic.to_string(), ranges(of)));
    let mut topics: Vec<(String, String)> = each.take(TOPICS_MOST).collect();
    if let Some(rest) = partitions.len().checked_sub(TOPICS_MOST).filter(|rest| *rest > 0) {
        topics.push((format!("and {rest} more topics"), String::new()));
    }
    topics
}

/// "0–3, 7" of numbers in order.
fn ranges(partitions: &[i32]) -> String {
    let mut text = String::new();
    let mut rest = partitions.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        while let Some(next) = rest.next_if(|next| last.checked_add(1) == Some(*next)) {
            last = next;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        if text.len() > RANGES_MOST {
            text.push('\u{2026}');
            break;
        }
        text.push_str(&match last {
            last if last == first => first.to_string(),
            last if Some(last) == first.checked_add(1) => format!("{first}, {last}"),
            last => format!("{first}\u{2013}{last}"),
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn partitions_that_follow_each_other_are_one_range() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[0, 1]), "0, 1");
        assert_eq!(ranges(&[0, 1, 2, 3, 7, 9, 10, 11]), "0\u{2013}3, 7, 9\u{2013}11");
        assert_eq!(ranges(&[i32::MAX]), i32::MAX.to_string());
    }
}
