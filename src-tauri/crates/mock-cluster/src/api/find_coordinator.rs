//! FindCoordinator: which broker answers for a group, a transactional id or a share partition; one key before version 4,
//! many from then on.

use kafka_protocol::messages::find_coordinator_response::Coordinator;
use kafka_protocol::messages::{BrokerId, FindCoordinatorRequest, FindCoordinatorResponse};

use super::Call;
use super::text::text;
use crate::code;
use crate::state::State;

const GROUP: i8 = 0;
const TRANSACTION: i8 = 1;
const SHARE: i8 = 2;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: FindCoordinatorRequest,
) -> FindCoordinatorResponse {
    match request.key_type {
        GROUP => state.need_group_topic(),
        TRANSACTION => state.need_transaction_topic(),
        _ => {}
    }
    if call.version >= 4 {
        let found = request.coordinator_keys.iter().map(|key| find(call, state, request.key_type, key));
        return FindCoordinatorResponse::default().with_coordinators(found.collect());
    }
    let found = find(call, state, request.key_type, &request.key);
    // The old form has a message also where all is well.
    let message = Some(text(code::sentence(found.error_code))).filter(|_| call.version >= 1);
    FindCoordinatorResponse::default()
        .with_error_code(found.error_code)
        .with_error_message(message)
        .with_node_id(found.node_id)
        .with_host(found.host)
        .with_port(found.port)
}

fn find(call: &Call, state: &State, key_type: i8, key: &str) -> Coordinator {
    let broker = match key_type {
        GROUP => state.group_coordinator(key),
        TRANSACTION => state.transaction_coordinator(key),
        _ => state.share_coordinator(key),
    };
    let broker = broker.and_then(|id| state.broker(id).ok());
    let error = call.code(|| match key_type {
        GROUP | TRANSACTION if broker.is_some() => code::NONE,
        SHARE if call.version < 6 => code::INVALID_REQUEST,
        SHARE if broker.is_some() => code::NONE,
        GROUP | TRANSACTION | SHARE => code::COORDINATOR_NOT_AVAILABLE,
        _ => code::INVALID_REQUEST,
    });
    let found = Coordinator::default().with_key(text(key)).with_error_code(error);
    match broker.filter(|_| error == code::NONE) {
        Some(broker) => found
            .with_node_id(BrokerId(broker.id))
            .with_host(text(&broker.host))
            .with_port(i32::from(broker.port)),
        None => found
            .with_node_id(BrokerId(-1))
            .with_port(-1)
            .with_error_message(Some(text(code::sentence(error)))),
    }
}
