//! What a group is like inside: its members and its assignor. Each type of group has its own request, and a group asked by
//! the wrong one looks dead, so the type as listed decides.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use meta::{
    Answers, Cluster, Error, ErrorCode, Failed, Item, Key, Source, What,
    message::{consumer_group_describe::ConsumerGroupDescribe, describe_groups::DescribeGroups},
};

use crate::{
    group_members::{Member, of_classic, of_consumer},
    told::Told,
};

/// A group as its coordinator describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub state: String,
    pub assignor: String,
    pub members: Vec<Member>,
    /// Of the new protocols only.
    pub epochs: Option<Epochs>,
}

/// How often a group of the new protocols has changed, and for which of its changes the assignment was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epochs {
    pub group: i32,
    pub assignment: i32,
}

/// One outcome for each group that was asked for.
pub type Settled<T> = BTreeMap<Arc<str>, Result<Told<T>, Error>>;

/// Describes groups, given with the type that they were listed with (`None`: the broker told no type, so it is classic).
/// Each has its own outcome.
pub async fn describe_groups(
    cluster: &Cluster,
    groups: &[(Arc<str>, Option<String>)],
    limit: Duration,
) -> Settled<Description> {
    let of = |wanted: &[&str]| -> Vec<Arc<str>> {
        let is = |kind: &Option<String>| wanted.contains(&kind.as_deref().unwrap_or("classic"));
        groups.iter().filter(|(_, kind)| is(kind)).map(|(id, _)| Arc::clone(id)).collect()
    };
    let (classic, consumer) = (of(&["classic", ""]), of(&["consumer"]));
    let (mut settled, newer) = tokio::join!(
        describe_classic(cluster, &classic, limit),
        describe_consumer(cluster, &consumer, limit)
    );
    settled.extend(newer);
    for (id, kind) in groups {
        settled.entry(Arc::clone(id)).or_insert_with(|| {
            let kind = kind.as_deref().unwrap_or("classic");
            Err(Error::new(What::NoTarget(format!(
                "Groups of the type \u{201c}{kind}\u{201d} are listed, but this version does not ask for their members."
            ))))
        });
    }
    settled
}

async fn describe_classic(cluster: &Cluster, ids: &[Arc<str>], limit: Duration) -> Settled<Description> {
    if ids.is_empty() {
        return Settled::new();
    }
    let request = DescribeGroups { groups: names(ids), include_operations: false };
    let answers = cluster.send_within(request, Key::None, limit).await;
    settle(ids, answers, |reply, source| {
        let each = reply.groups.into_iter().map(|group| {
            let members = of_classic(&group);
            let description =
                Description { state: group.state, assignor: group.protocol, members, epochs: None };
            (group.id, outcome(group.code, group.words, description, source))
        });
        each.collect()
    })
}

async fn describe_consumer(cluster: &Cluster, ids: &[Arc<str>], limit: Duration) -> Settled<Description> {
    if ids.is_empty() {
        return Settled::new();
    }
    let request = ConsumerGroupDescribe { groups: names(ids), include_operations: false };
    let answers = cluster.send_within(request, Key::None, limit).await;
    settle(ids, answers, |reply, source| {
        let each = reply.groups.into_iter().map(|group| {
            let members = of_consumer(&group);
            let epochs = Some(Epochs { group: group.epoch, assignment: group.assignment_epoch });
            let description = Description { state: group.state, assignor: group.assignor, members, epochs };
            (group.id, outcome(group.code, group.words, description, source))
        });
        each.collect()
    })
}

fn names(ids: &[Arc<str>]) -> Vec<String> {
    ids.iter().map(|id| id.to_string()).collect()
}

fn outcome<T>(
    code: ErrorCode,
    words: Option<String>,
    value: T,
    source: &Arc<Source>,
) -> Result<Told<T>, Error> {
    if !code.is_none() {
        return Err(Error::from_code(code, words).at(source.address.clone()).asking(source.api));
    }
    Ok(Told { value, source: Arc::clone(source) })
}

type Read<R, T> = fn(R, &Arc<Source>) -> Vec<(String, Result<Told<T>, Error>)>;

/// One outcome for each group that was asked for: its own, its broker's failure, or that no answer names it.
pub(crate) fn settle<R, T>(
    ids: &[Arc<str>],
    answers: Result<Answers<R>, Error>,
    read: Read<R, T>,
) -> Settled<T> {
    let mut found: HashMap<String, Result<Told<T>, Error>> = HashMap::new();
    let (parts, failed) = match answers {
        Ok(answers) => (answers.parts, answers.failed),
        Err(error) => return ids.iter().map(|id| (Arc::clone(id), Err(error.clone()))).collect(),
    };
    for part in parts {
        let source = Arc::new(part.source);
        found.extend(read(part.reply, &source));
    }
    let outcome = |id: &Arc<str>| found.remove(&**id).unwrap_or_else(|| Err(unanswered(id, &failed)));
    let mut outcome = outcome;
    ids.iter().map(|id| (Arc::clone(id), outcome(id))).collect()
}

fn unanswered(id: &Arc<str>, failed: &[Failed]) -> Error {
    let names =
        |one: &&Failed| one.items.iter().any(|item| matches!(item, Item::Group(group) if group == id));
    match failed.iter().find(names) {
        Some(failed) => failed.error.clone(),
        None => {
            Error::new(What::NoTarget(format!("No broker's answer names the group \u{201c}{id}\u{201d}.")))
        }
    }
}
