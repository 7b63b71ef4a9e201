//! Answers about groups and transactions.

use admin::{
    Source,
    message::{
        consumer_group_describe::{self, ConsumerGroupDescribe},
        describe_groups::{self, DescribeGroups},
        describe_transactions::{self, DescribeTransactions},
        find_coordinator::{self, FindCoordinator},
        list_groups::{self, ListGroups},
        list_transactions::{self, ListTransactions},
        offset_fetch::{self, OffsetFetch},
    },
};
use serde_json::json;

use super::{Show, Shown, Writer, code, counted, long, maybe_long, object, trouble};

impl Show for FindCoordinator {
    fn show(&self, reply: find_coordinator::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let found = to.list(&reply.coordinators, |_, one| {
            object([
                // The old form does not repeat the one key that was asked for.
                ("key", json!(one.key.as_deref().or(self.keys.first().map(String::as_str)))),
                ("error", code(one.code)),
                ("errorMessage", json!(one.words)),
                ("nodeId", json!(one.node)),
                ("host", json!(one.host)),
                ("port", json!(one.port)),
            ])
        });
        let codes = reply.coordinators.iter().map(|one| one.code);
        let summary = match reply.coordinators.as_slice() {
            [one] if one.code.is_none() => {
                one.node.map_or("no broker".to_owned(), |node| format!("broker {node}"))
            }
            many => format!("{}{}", counted(many.len(), "coordinator"), trouble(codes)),
        };
        to.done(summary, object([("coordinators", found)]))
    }
}

impl Show for ListGroups {
    fn show(&self, reply: list_groups::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let groups = to.list(&reply.groups, |_, group| {
            object([
                ("groupId", json!(group.id)),
                ("protocolType", json!(group.protocol)),
                ("groupState", json!(group.state)),
                ("groupType", json!(group.group_type)),
            ])
        });
        to.done(counted(reply.groups.len(), "group"), object([("groups", groups)]))
    }
}

impl Show for DescribeGroups {
    fn show(&self, reply: describe_groups::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let groups = to.list(&reply.groups, |to, group| {
            let members = to.list(&group.members, |_, member| {
                object([
                    ("memberId", json!(member.id)),
                    ("groupInstanceId", json!(member.instance_id)),
                    ("clientId", json!(member.client_id)),
                    ("clientHost", json!(member.client_host)),
                    ("metadataBytes", json!(member.metadata.len())),
                    ("assignmentBytes", json!(member.assignment.len())),
                ])
            });
            object([
                ("groupId", json!(group.id)),
                ("error", code(group.code)),
                ("errorMessage", json!(group.words)),
                ("groupState", json!(group.state)),
                ("protocolType", json!(group.protocol_type)),
                ("protocolData", json!(group.protocol)),
                ("members", members),
            ])
        });
        let members = reply.groups.iter().map(|group| group.members.len()).sum();
        let codes = reply.groups.iter().map(|group| group.code);
        let summary = format!(
            "{}, {}{}",
            counted(reply.groups.len(), "group"),
            counted(members, "member"),
            trouble(codes)
        );
        to.done(summary, object([("groups", groups)]))
    }
}

impl Show for ConsumerGroupDescribe {
    fn show(&self, reply: consumer_group_describe::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let groups = to.list(&reply.groups, |to, group| {
            let members = to.list(&group.members, |to, member| {
                let assigned = to.list(&member.assignment, |_, one| {
                    object([("topicName", json!(one.topic)), ("partitions", json!(one.partitions))])
                });
                object([
                    ("memberId", json!(member.id)),
                    ("instanceId", json!(member.instance_id)),
                    ("rackId", json!(member.rack)),
                    ("memberEpoch", json!(member.epoch)),
                    ("clientId", json!(member.client_id)),
                    ("clientHost", json!(member.client_host)),
                    ("subscribedTopicNames", json!(member.subscribed_topics)),
                    ("subscribedTopicRegex", json!(member.subscribed_regex)),
                    ("assignment", assigned),
                ])
            });
            object([
                ("groupId", json!(group.id)),
                ("error", code(group.code)),
                ("errorMessage", json!(group.words)),
                ("groupState", json!(group.state)),
                ("groupEpoch", json!(group.epoch)),
                ("assignmentEpoch", json!(group.assignment_epoch)),
                ("assignorName", json!(group.assignor)),
                ("members", members),
            ])
        });
        let members = reply.groups.iter().map(|group| group.members.len()).sum();
        let codes = reply.groups.iter().map(|group| group.code);
        let summary = format!(
            "{}, {}{}",
            counted(reply.groups.len(), "group"),
            counted(members, "member"),
            trouble(codes)
        );
        to.done(summary, object([("groups", groups)]))
    }
}

impl Show for OffsetFetch {
    fn show(&self, reply: offset_fetch::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let groups = to.list(&reply.groups, |to, group| {
            let topics = to.list(&group.topics, |to, topic| {
                let partitions = to.list(&topic.partitions, |_, one| {
                    object([
                        ("partitionIndex", json!(one.partition)),
                        ("error", code(one.code)),
                        ("committedOffset", maybe_long(one.committed)),
                        ("committedLeaderEpoch", json!(one.leader_epoch)),
                        ("metadata", json!(one.metadata)),
                    ])
                });
                object([("name", json!(topic.name)), ("partitions", partitions)])
            });
            let id = group.id.as_deref().or(self.groups.first().map(|group| group.id.as_str()));
            object([("groupId", json!(id)), ("error", code(group.code)), ("topics", topics)])
        });
        let partitions =
            reply.groups.iter().flat_map(|group| &group.topics).flat_map(|topic| &topic.partitions);
        let partitions = partitions.filter(|one| one.committed.is_some()).count();
        let codes = reply.groups.iter().map(|group| group.code);
        let summary = format!("{} with a commit{}", counted(partitions, "partition"), trouble(codes));
        to.done(summary, object([("groups", groups)]))
    }
}

impl Show for ListTransactions {
    fn show(&self, reply: list_transactions::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let transactions = to.list(&reply.transactions, |_, one| {
            object([
                ("transactionalId", json!(one.id)),
                ("producerId", long(one.producer_id)),
                ("transactionState", json!(one.state)),
            ])
        });
        let unknown = to.list(&reply.unknown_states, |_, state| json!(state));
        let summary = counted(reply.transactions.len(), "transactional id");
        to.done(summary, object([("transactionStates", transactions), ("unknownStateFilters", unknown)]))
    }
}

impl Show for DescribeTransactions {
    fn show(&self, reply: describe_transactions::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let transactions = to.list(&reply.transactions, |to, one| {
            let topics = to.list(&one.topics, |_, topic| {
                object([("topic", json!(topic.topic)), ("partitions", json!(topic.partitions))])
            });
            object([
                ("transactionalId", json!(one.id)),
                ("error", code(one.code)),
                ("transactionState", json!(one.state)),
                ("transactionTimeoutMs", json!(crate::clock::whole_millis(one.timeout))),
                ("transactionStartTimeMs", maybe_long(one.started)),
                ("producerId", maybe_long(one.producer_id)),
                ("producerEpoch", json!(one.producer_epoch)),
                ("topics", topics),
            ])
        });
        let codes = reply.transactions.iter().map(|one| one.code);
        let summary = format!("{}{}", counted(reply.transactions.len(), "transactional id"), trouble(codes));
        to.done(summary, object([("transactionStates", transactions)]))
    }
}
