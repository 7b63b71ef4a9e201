//! ConsumerGroupDescribe: groups of the new consumer protocol, with epochs and assignments by topic id.

use kafka_protocol::messages::consumer_group_describe_response::{
    Assignment, DescribedGroup, Member as Described, TopicPartitions,
};
use kafka_protocol::messages::{ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse};
use uuid::Uuid;

use super::describe_groups::coordinator_code;
use super::text::{maybe, text, topic_name};
use super::{Call, operations};
use crate::code;
use crate::state::{Group, GroupKind, Member, State};

/// From version 1: a member that speaks the new protocol.
const NEW_PROTOCOL: i8 = 1;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: ConsumerGroupDescribeRequest,
) -> ConsumerGroupDescribeResponse {
    let asked = request.include_authorized_operations;
    let groups = request.group_ids.into_iter().map(|id| {
        describe(call, state, &id).with_group_id(id).with_authorized_operations(operations::group(asked))
    });
    ConsumerGroupDescribeResponse::default().with_groups(groups.collect())
}

fn describe(call: &Call, state: &State, id: &str) -> DescribedGroup {
    let error = call.code(|| coordinator_code(call.broker, state, id));
    if error != code::NONE {
        return DescribedGroup::default().with_error_code(error);
    }
    let missing = match state.group(id) {
        Ok(group) if group.kind == GroupKind::Consumer => return described(call, state, group),
        Ok(_) => format!("{id} is a group of another type than consumer."),
        Err(_) => format!("There is no group {id}."),
    };
    DescribedGroup::default()
        .with_error_code(code::GROUP_ID_NOT_FOUND)
        .with_error_message(Some(text(&missing)))
}

fn described(call: &Call, state: &State, group: &Group) -> DescribedGroup {
    let members = group.members.iter().map(|at| member(call, state, group, at));
    DescribedGroup::default()
        .with_group_state(text(&group.state))
        .with_group_epoch(group.epoch)
        // While members are being assigned, the assignment is one epoch behind.
        .with_assignment_epoch(if group.state == "Assigning" { group.epoch - 1 } else { group.epoch })
        .with_assignor_name(text(&group.protocol))
        .with_members(members.collect())
}

fn member(call: &Call, state: &State, group: &Group, member: &Member) -> Described {
    let behind = group.state == "Reconciling";
    let target = assignment(state, member);
    let described = Described::default()
        .with_member_id(text(&member.id))
        .with_instance_id(maybe(member.instance_id.as_deref()))
        .with_rack_id(maybe(member.rack.as_deref()))
        .with_member_epoch(if behind { group.epoch - 1 } else { group.epoch })
        .with_client_id(text(&member.client_id))
        .with_client_host(text(&member.host))
        .with_subscribed_topic_names(member.subscribed.iter().map(|topic| topic_name(topic)).collect())
        .with_assignment(if behind { Assignment::default() } else { target.clone() })
        .with_target_assignment(target);
    if call.version >= 1 { described.with_member_type(NEW_PROTOCOL) } else { described }
}

fn assignment(state: &State, member: &Member) -> Assignment {
    let assigned = member.assigned.iter().map(|(topic, partitions)| {
        TopicPartitions::default()
            .with_topic_id(state.topic(topic).map_or(Uuid::nil(), |topic| topic.id))
            .with_topic_name(topic_name(topic))
            .with_partitions(partitions.clone())
    });
    Assignment::default().with_topic_partitions(assigned.collect())
}
