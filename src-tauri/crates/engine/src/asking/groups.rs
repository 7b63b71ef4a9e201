//! The groups of each broker, side by side; members, commits and lag only of the groups that somebody looks at.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use admin::{Assigned, Error, Refresh, What, committed, describe_groups, each_broker, groups_of};
use contract::View;
use tokio::task::JoinSet;

use super::{LARGE, ROUNDS, SMALL, kept_form, not_listed};
use crate::{clock::younger, open_cluster::OpenCluster};

/// Groups in one round of describing.
const AT_ONCE: usize = 50;
/// Of the groups that nobody looks at, a topic's page looks at this many in one refresh: each has commits to be read.
const FOR_A_TOPIC: usize = 1_000;

/// The ends of a topic's logs serve all groups that read it for this long: a list of fifty groups on one topic asks once.
const ENDS_AGE: Duration = Duration::from_secs(5);

/// Groups with the type that they were listed with.
type Typed = Vec<(Arc<str>, Option<String>)>;

impl OpenCluster {
    pub(super) async fn ask_groups(self: &Arc<Self>) {
        self.held.wanted_groups.again(self.clock.now());
        self.list_groups().await;
        self.changed(&View::Cluster);
    }

    async fn list_groups(self: &Arc<Self>) {
        let (listed, gone) = self.listed_and_gone();
        for broker in gone {
            self.held.groups.settle(broker, Err(not_listed(broker)), self.clock.now());
        }
        let ask = |broker| {
            let cluster = self.cluster.clone();
            async move { groups_of(&cluster, broker, SMALL).await }
        };
        each_broker(listed, ask, |broker, answer| {
            self.held.groups.settle(broker, answer.map(kept_form), self.clock.now());
            self.changed(&View::Groups);
        })
        .await;
    }

    /// One group for its page. Its type says how it is asked, so a group that nobody has listed yet is listed first.
    pub(super) async fn ask_group(self: &Arc<Self>, id: &str) {
        if !self.group_kinds().contains_key(id) {
            self.list_groups().await;
        }
        let view = View::Group { name: id.to_owned() };
        self.look_at_groups(vec![id.into()], Duration::ZERO, &[view, View::Groups]).await;
    }

    /// The groups that read a topic, for its page: those that are known to, and those that nobody has looked at yet.
    pub(super) async fn ask_topic_groups(self: &Arc<Self>, topic: &str) {
        if self.held.ended(&View::Groups).is_none() {
            self.list_groups().await;
        }
        let commits = self.held.commits.all();
        let due = |id: &Arc<str>| match commits.get(id) {
            None => true,
            Some(kept) => kept.value().is_some_and(|commits| commits.keys().any(|(of, _)| &**of == topic)),
        };
        let groups = self.group_ids(&self.held.groups.all());
        let due: Vec<Arc<str>> = groups.into_iter().filter(due).take(FOR_A_TOPIC).collect();
        let view = View::TopicGroups { name: topic.to_owned() };
        let mut rounds = JoinSet::new();
        for groups in due.chunks(AT_ONCE) {
            if rounds.len() >= ROUNDS {
                rounds.join_next().await;
            }
            let (open, groups, shown_in) = (Arc::clone(self), groups.to_vec(), [view.clone(), View::Groups]);
            rounds.spawn(async move { open.look_at_groups(groups, ENDS_AGE, &shown_in).await });
        }
        while rounds.join_next().await.is_some() {}
    }

    /// Sees to it that these groups' members and lag are known soon.
    pub(crate) fn want_groups(self: &Arc<Self>, groups: impl IntoIterator<Item = Arc<str>>) {
        if !self.held.wanted_groups.want(groups, self.clock.now()) {
            return;
        }
        let this = Arc::clone(self);
        self.spawn(async move {
            let mut rounds = JoinSet::new();
            loop {
                let taken = this.held.wanted_groups.take(AT_ONCE, this.clock.now());
                if taken.is_empty() {
                    break;
                }
                let open = Arc::clone(&this);
                rounds.spawn(async move { open.look_at_groups(taken, ENDS_AGE, &[View::Groups]).await });
                if rounds.len() >= ROUNDS {
                    rounds.join_next().await;
                }
            }
            while rounds.join_next().await.is_some() {}
        });
    }

    /// What each coordinator tells is taken in as it comes: a frozen one leaves its own groups waiting.
    async fn look_at_groups(self: &Arc<Self>, groups: Vec<Arc<str>>, ends_age: Duration, shown_in: &[View]) {
        let listed = self.group_kinds();
        let mut apart: BTreeMap<Option<i32>, Typed> = BTreeMap::new();
        for id in groups {
            let (broker, kind) = listed.get(&id).cloned().unzip();
            apart.entry(broker).or_default().push((id, kind.flatten()));
        }
        let mut asked = JoinSet::new();
        for typed in apart.into_values() {
            let (open, shown_in) = (Arc::clone(self), shown_in.to_vec());
            asked.spawn(async move {
                tokio::join!(open.describe(&typed, &shown_in), open.ask_commits(&typed, &shown_in));
                let topics = open.topics_of(typed.iter().map(|(id, _)| id), ends_age).await;
                for view in &shown_in {
                    open.changed(view);
                }
                open.ask_offsets(&topics, shown_in.first().unwrap_or(&View::Groups)).await;
                for view in &shown_in {
                    open.changed(view);
                }
            });
        }
        while asked.join_next().await.is_some() {}
    }

    async fn describe(&self, typed: &Typed, shown_in: &[View]) {
        for (id, outcome) in describe_groups(&self.cluster, typed, LARGE).await {
            self.held.descriptions.settle(id, outcome.map(kept_form), self.clock.now());
        }
        for view in shown_in {
            self.changed(view);
        }
    }

    async fn ask_commits(&self, typed: &Typed, shown_in: &[View]) {
        let commits = |kind: &Option<String>| {
            matches!(kind.as_deref().unwrap_or_default(), "" | "classic" | "consumer" | "streams")
        };
        let (with, without): (Typed, Typed) = typed.iter().cloned().partition(|(_, kind)| commits(kind));
        for (id, kind) in without {
            let kind = kind.unwrap_or_default();
            let why = Error::new(What::NoTarget(format!(
                "A group of the type \u{201c}{kind}\u{201d} commits no offsets that could be asked for, so there is no lag to tell."
            )));
            self.held.commits.settle(id, Err(why), self.clock.now());
        }
        let with: Vec<Arc<str>> = with.into_iter().map(|(id, _)| id).collect();
        let told = committed(&self.cluster, &with, LARGE).await.into_iter();
        self.held.commits.settle_all(told.map(|(id, told)| (id, told.map(kept_form))), self.clock.now());
        for view in shown_in {
            self.changed(view);
        }
    }

    /// The topics that these groups have or have committed, as far as the ends of their logs are older than this. A topic that
    /// metadata does not list is asked for by its name first: it may be newer than the listing.
    async fn topics_of(&self, groups: impl Iterator<Item = &Arc<str>>, age: Duration) -> Vec<Arc<str>> {
        let mut topics: BTreeSet<Arc<str>> = BTreeSet::new();
        for id in groups {
            let (commits, description) = (self.held.commits.get(id), self.held.descriptions.get(id));
            topics.extend(
                commits
                    .value()
                    .into_iter()
                    .flat_map(|commits| commits.keys())
                    .map(|(topic, _)| Arc::clone(topic)),
            );
            let members = description.value().into_iter().flat_map(|description| &description.members);
            let assigned = members.filter_map(|member| Assigned::told(&member.assigned)).flatten();
            topics.extend(assigned.map(|(topic, _)| Arc::clone(topic)));
        }
        let snapshot = self.snapshot();
        let absent: Vec<String> = topics
            .iter()
            .filter(|name| snapshot.topic(name).is_none() && snapshot.refusal(name).is_none())
            .take(AT_ONCE)
            .map(|name| name.to_string())
            .collect();
        if !absent.is_empty() {
            // A name that the broker says no to is marked in the snapshot, and so is a failure.
            let _ = self.cluster.refresh(Refresh::Topics(absent)).await;
        }
        let now = self.clock.now();
        let young = |topic: &Arc<str>| {
            let offsets = self.held.offsets.get(topic)?;
            Some(younger(now, offsets.sum.oldest.as_ref()?.at, age))
        };
        topics.into_iter().filter(|topic| !young(topic).unwrap_or(false)).collect()
    }

    /// Who listed each group, and with which type.
    fn group_kinds(&self) -> HashMap<Arc<str>, (i32, Option<String>)> {
        let mut kinds = HashMap::new();
        for (broker, kept) in self.held.groups.all().iter() {
            for group in kept.value().into_iter().flatten() {
                kinds.insert(Arc::clone(&group.id), (*broker, group.kind.clone()));
            }
        }
        kinds
    }
}
