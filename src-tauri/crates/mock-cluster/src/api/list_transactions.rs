//! ListTransactions: the transactional ids that the asked broker coordinates, filtered by state and producer id, by age
//! from version 1 and by a pattern of the id from version 2.

use kafka_protocol::messages::list_transactions_response::TransactionState;
use kafka_protocol::messages::{
    ListTransactionsRequest, ListTransactionsResponse, ProducerId, TransactionalId,
};

use super::Call;
use super::text::text;
use crate::code;
use crate::state::{State, Transaction, now_ms};

const STATES: [&str; 7] = [
    "Empty",
    "Ongoing",
    "PrepareCommit",
    "PrepareAbort",
    "CompleteCommit",
    "CompleteAbort",
    "PrepareEpochFence",
];

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: ListTransactionsRequest,
) -> ListTransactionsResponse {
    let error = call.code(|| code::NONE);
    if error != code::NONE {
        return ListTransactionsResponse::default().with_error_code(error);
    }
    let now = now_ms();
    let listed = state
        .transactions()
        .filter(|at| state.transaction_coordinator(&at.id) == Some(call.broker))
        .filter(|at| passes(&request, at, now))
        .map(|at| {
            TransactionState::default()
                .with_transactional_id(TransactionalId(text(&at.id)))
                .with_producer_id(ProducerId(at.producer_id))
                .with_transaction_state(text(&at.state))
        });
    let unknown = request.state_filters.iter().filter(|filter| !STATES.contains(&filter.as_str()));
    ListTransactionsResponse::default()
        .with_unknown_state_filters(unknown.cloned().collect())
        .with_transaction_states(listed.collect())
}

fn passes(request: &ListTransactionsRequest, at: &Transaction, now: i64) -> bool {
    let state = &request.state_filters;
    let producer = &request.producer_id_filters;
    let old_enough =
        request.duration_filter < 0 || (at.started_ms >= 0 && now - at.started_ms > request.duration_filter);
    let named = request.transactional_id_pattern.as_ref().is_none_or(|pattern| fits(pattern, &at.id));
    (state.is_empty() || state.iter().any(|wanted| wanted.as_str() == at.state))
        && (producer.is_empty() || producer.iter().any(|wanted| wanted.0 == at.producer_id))
        && old_enough
        && named
}

/// Brokers take a regular expression here; this cluster understands literal text with `.*` in it, which covers a look-up
/// by prefix, suffix or part.
fn fits(pattern: &str, id: &str) -> bool {
    let mut rest = id;
    let mut pieces = pattern.split(".*").peekable();
    let Some(first) = pieces.next() else { return true };
    let Some(after) = rest.strip_prefix(first) else { return false };
    rest = after;
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        let Some(at) = rest.find(piece) else { return false };
        rest = rest.get(at + piece.len()..).unwrap_or_default();
    }
    true
}
