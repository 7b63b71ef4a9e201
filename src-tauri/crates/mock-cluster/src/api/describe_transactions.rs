//! DescribeTransactions: transactional ids with their partitions, answered by the coordinator.

use kafka_protocol::messages::describe_transactions_response::{TopicData, TransactionState};
use kafka_protocol::messages::{DescribeTransactionsRequest, DescribeTransactionsResponse, ProducerId};

use super::Call;
use super::text::{text, topic_name};
use crate::code;
use crate::state::State;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeTransactionsRequest,
) -> DescribeTransactionsResponse {
    let states =
        request.transactional_ids.into_iter().map(|id| describe(call, state, &id).with_transactional_id(id));
    DescribeTransactionsResponse::default().with_transaction_states(states.collect())
}

fn describe(call: &Call, state: &State, id: &str) -> TransactionState {
    let transaction = state.transactions.get(id);
    let error = call.code(|| match state.transaction_coordinator(id) {
        None => code::COORDINATOR_NOT_AVAILABLE,
        Some(coordinator) if coordinator != call.broker => code::NOT_COORDINATOR,
        Some(_) if transaction.is_none() => code::TRANSACTIONAL_ID_NOT_FOUND,
        Some(_) => code::NONE,
    });
    let described = TransactionState::default().with_error_code(error);
    let Some(transaction) = transaction.filter(|_| error == code::NONE) else { return described };
    let topics = transaction.partitions.iter().map(|(topic, partitions)| {
        TopicData::default().with_topic(topic_name(topic)).with_partitions(partitions.clone())
    });
    described
        .with_transaction_state(text(&transaction.state))
        .with_transaction_timeout_ms(transaction.timeout_ms)
        .with_transaction_start_time_ms(transaction.started_ms)
        .with_producer_id(ProducerId(transaction.producer_id))
        .with_producer_epoch(transaction.producer_epoch)
        .with_topics(topics.collect())
}
