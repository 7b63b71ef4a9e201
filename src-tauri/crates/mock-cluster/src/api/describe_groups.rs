//! DescribeGroups: classic groups with their members. A group that isn't there, or is of a newer kind, is `Dead` without
//! an error before version 6 and GROUP_ID_NOT_FOUND from then on.

use bytes::{BufMut, Bytes, BytesMut};
use kafka_protocol::messages::consumer_protocol_assignment::TopicPartition;
use kafka_protocol::messages::describe_groups_response::{DescribedGroup, DescribedGroupMember};
use kafka_protocol::messages::{
    ConsumerProtocolAssignment, ConsumerProtocolSubscription, DescribeGroupsRequest, DescribeGroupsResponse,
};
use kafka_protocol::protocol::{Encodable, StrBytes};

use super::text::{maybe, text, topic_name};
use super::{Call, operations};
use crate::code;
use crate::state::{Group, GroupKind, Member, State};

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeGroupsRequest,
) -> DescribeGroupsResponse {
    let asked = request.include_authorized_operations;
    let groups = request.groups.into_iter().map(|id| {
        let group = describe(call, state, &id).with_group_id(id);
        if call.version >= 3 { group.with_authorized_operations(operations::group(asked)) } else { group }
    });
    DescribeGroupsResponse::default().with_groups(groups.collect())
}

fn describe(call: &Call, state: &State, id: &str) -> DescribedGroup {
    let error = call.code(|| coordinator_code(call.broker, state, id));
    if error != code::NONE {
        return DescribedGroup::default().with_error_code(error);
    }
    let missing = match state.group(id) {
        Ok(group) if group.kind == GroupKind::Classic => return described(call, group),
        Ok(_) => format!("{id} is a group of another type than classic."),
        Err(_) => format!("There is no group {id}."),
    };
    let dead = DescribedGroup::default().with_group_state(text("Dead"));
    if call.version >= 6 {
        dead.with_error_code(code::GROUP_ID_NOT_FOUND).with_error_message(Some(text(&missing)))
    } else {
        dead
    }
}

/// What a broker says to a request about a group before it looks at the group.
pub(super) fn coordinator_code(broker: i32, state: &State, group: &str) -> i16 {
    match state.group_coordinator(group) {
        None => code::COORDINATOR_NOT_AVAILABLE,
        Some(coordinator) if coordinator != broker => code::NOT_COORDINATOR,
        Some(_) if state.group(group).is_ok_and(|group| group.loading) => code::COORDINATOR_LOAD_IN_PROGRESS,
        Some(_) => code::NONE,
    }
}

fn described(call: &Call, group: &Group) -> DescribedGroup {
    let members = group.members.iter().map(|at| member(call, group, at));
    // While a group rebalances its broker names no assignor.
    let settled = group.state == "Stable";
    let protocol = if settled { text(&group.protocol) } else { StrBytes::default() };
    DescribedGroup::default()
        .with_group_state(text(&group.state))
        .with_protocol_type(text(&group.protocol_type))
        .with_protocol_data(protocol)
        .with_members(members.collect())
}

fn member(call: &Call, group: &Group, member: &Member) -> DescribedGroupMember {
    let described = DescribedGroupMember::default()
        .with_member_id(text(&member.id))
        .with_client_id(text(&member.client_id))
        .with_client_host(text(&member.host));
    let described = if group.protocol_type == "consumer" && group.state == "Stable" {
        described.with_member_metadata(subscription(member)).with_member_assignment(assignment(member))
    } else {
        described
    };
    if call.version >= 4 {
        described.with_group_instance_id(maybe(member.instance_id.as_deref()))
    } else {
        described
    }
}

/// The consumers' own format: two bytes of version, then the message. An encoding that fails leaves the field empty.
fn subscription(member: &Member) -> Bytes {
    let topics = member.subscribed.iter().map(|topic| text(topic));
    in_consumer_format(&ConsumerProtocolSubscription::default().with_topics(topics.collect()))
}

fn assignment(member: &Member) -> Bytes {
    let assigned = member.assigned.iter().map(|(topic, partitions)| {
        TopicPartition::default().with_topic(topic_name(topic)).with_partitions(partitions.clone())
    });
    in_consumer_format(&ConsumerProtocolAssignment::default().with_assigned_partitions(assigned.collect()))
}

fn in_consumer_format(message: &impl Encodable) -> Bytes {
    let mut out = BytesMut::new();
    out.put_i16(0);
    if message.encode(&mut out, 0).is_err() {
        out.clear();
    }
    out.freeze()
}
