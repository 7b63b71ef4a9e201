//! DeleteGroups: empty groups go, the others are refused. Version 3 adds a message to each result, which the codec does
//! not know, so that version is written here.

use bytes::{BufMut, Bytes, BytesMut};
use kafka_protocol::messages::delete_groups_response::DeletableGroupResult;
use kafka_protocol::messages::{DeleteGroupsRequest, DeleteGroupsResponse};

use super::Call;
use super::describe_groups::coordinator_code;
use crate::code;
use crate::state::State;

pub(super) fn answer(call: &Call, state: &mut State, request: DeleteGroupsRequest) -> DeleteGroupsResponse {
    let results = request.groups_names.into_iter().map(|id| {
        let error = call.code(|| check(call, state, &id));
        if error == code::NONE {
            // The check found it under this lock.
            let _ = state.delete_group(&id);
        }
        DeletableGroupResult::default().with_group_id(id).with_error_code(error)
    });
    DeleteGroupsResponse::default().with_results(results.collect())
}

fn check(call: &Call, state: &State, id: &str) -> i16 {
    let error = coordinator_code(call.broker, state, id);
    if error != code::NONE {
        return error;
    }
    match state.group(id) {
        _ if id.is_empty() => code::INVALID_GROUP_ID,
        Err(_) => code::GROUP_ID_NOT_FOUND,
        Ok(group) if !group.members.is_empty() || !matches!(group.state.as_str(), "Empty" | "Dead") => {
            code::NON_EMPTY_GROUP
        }
        Ok(_) => code::NONE,
    }
}

pub(super) fn encode(version: i16, response: &DeleteGroupsResponse) -> Option<Bytes> {
    if version < 3 {
        return super::encode(response, version);
    }
    let mut out = BytesMut::new();
    out.put_i32(0);
    super::text::put_compact_count(&mut out, response.results.len())?;
    for result in &response.results {
        super::text::put_compact_text(&mut out, &result.group_id)?;
        out.put_i16(result.error_code);
        // No message, no tags.
        out.put_slice(&[0, 0]);
    }
    out.put_u8(0);
    Some(out.freeze())
}
