//! How far groups have committed, asked of each group's coordinator. "Committed nothing" is an answer and no zero, and a group that
//! may not be read, or whose coordinator is silent, costs itself only.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use meta::{
    Cluster, Error, Key,
    message::offset_fetch::{GroupAsked, OffsetFetch, Partition, Reply},
};

use crate::{
    group_descriptions::{Settled, settle},
    told::Told,
};

/// What a group has committed, by topic and partition. Partitions without a commit are not in it.
pub type Commits = BTreeMap<(Arc<str>, i32), Result<Commit, Error>>;

/// A committed offset, as the group's client left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    pub offset: i64,
    /// `None`: below version 5 of OffsetFetch, or the client didn't say.
    pub leader_epoch: Option<i32>,
    /// Empty when the client left none.
    pub metadata: String,
}

/// Asks for all that these groups have committed. Each has its own outcome.
pub async fn committed(cluster: &Cluster, groups: &[Arc<str>], limit: Duration) -> Settled<Commits> {
    if groups.is_empty() {
        return Settled::new();
    }
    let asked = |id: &Arc<str>| GroupAsked { id: id.to_string(), topics: None };
    // Not the stable ones only: a transaction that hangs would hide what was committed before it.
    let request = OffsetFetch { groups: groups.iter().map(asked).collect(), require_stable: false };
    let answers = cluster.send_within(request, Key::None, limit).await;
    settle(groups, answers, |reply: Reply, source| {
        let each = reply.groups.into_iter().filter_map(|group| {
            let refused = || Error::from_code(group.code, None).at(source.address.clone()).asking(source.api);
            let outcome = if group.code.is_none() {
                let mut commits = Commits::new();
                for topic in group.topics {
                    let name: Arc<str> = topic.name.into();
                    commits.extend(topic.partitions.into_iter().filter_map(|one| {
                        let at = (Arc::clone(&name), one.partition);
                        Some((
                            at,
                            commit(one)?.map_err(|error| error.at(source.address.clone()).asking(source.api)),
                        ))
                    }));
                }
                Ok(Told { value: commits, source: Arc::clone(source) })
            } else {
                Err(refused())
            };
            Some((group.id?, outcome))
        });
        each.collect()
    })
}

fn commit(one: Partition) -> Option<Result<Commit, Error>> {
    if !one.code.is_none() {
        return Some(Err(Error::from_code(one.code, None)));
    }
    let offset = one.committed?;
    let metadata = one.metadata.unwrap_or_default();
    Some(Ok(Commit { offset, leader_epoch: one.leader_epoch, metadata }))
}

#[cfg(test)]
mod tests {
    use meta::{ErrorCode, message::offset_fetch::Partition};

    use super::commit;

    #[test]
    fn a_partition_without_a_commit_is_left_out_and_one_with_an_error_is_not() {
        let one = |code: i16, committed| Partition {
            partition: 0,
            code: ErrorCode(code),
            committed,
            leader_epoch: None,
            metadata: None,
        };
        assert!(commit(one(0, None)).is_none());
        assert_eq!(commit(one(0, Some(0))).unwrap().unwrap().offset, 0);
        assert!(commit(one(29, None)).unwrap().is_err());
    }
}
