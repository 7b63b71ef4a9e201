//! ListGroups: only the groups that the asked broker coordinates, filtered by state from version 4 and by type from 5.

use kafka_protocol::messages::list_groups_response::ListedGroup;
use kafka_protocol::messages::{ListGroupsRequest, ListGroupsResponse};
use kafka_protocol::protocol::StrBytes;

use super::Call;
use super::text::{group_id, text};
use crate::code;
use crate::state::{Group, State};

pub(super) fn answer(call: &Call, state: &mut State, request: ListGroupsRequest) -> ListGroupsResponse {
    let mine = |group: &&Group| state.group_coordinator(&group.id) == Some(call.broker);
    let error = call.code(|| {
        let loading = state.groups().filter(mine).any(|group| group.loading);
        if loading { code::COORDINATOR_LOAD_IN_PROGRESS } else { code::NONE }
    });
    if error != code::NONE {
        return ListGroupsResponse::default().with_error_code(error);
    }
    let listed = state
        .groups()
        .filter(mine)
        .filter(|group| passes(&request.states_filter, &group.state))
        .filter(|group| passes(&request.types_filter, group.kind.name()))
        .map(|group| {
            ListedGroup::default()
                .with_group_id(group_id(&group.id))
                .with_protocol_type(text(&group.protocol_type))
                .with_group_state(text(&group.state))
                .with_group_type(text(group.kind.name()))
        });
    ListGroupsResponse::default().with_groups(listed.collect())
}

/// An empty filter lets everything pass; words compare without case.
fn passes(filter: &[StrBytes], word: &str) -> bool {
    filter.is_empty() || filter.iter().any(|wanted| wanted.eq_ignore_ascii_case(word))
}
