//! ListTransactions: the transactional ids that one broker coordinates. The whole list is the answers of all brokers.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{ListTransactionsRequest, ListTransactionsResponse, ProducerId};

use super::codec::{self, str_list, text, throttle};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// Empty filters let everything through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTransactions {
    pub states: Vec<String>,
    pub producer_ids: Vec<i64>,
    /// Only those that have been open for longer.
    pub longer_than: Option<Duration>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    /// Names in the filter that the broker doesn't know as states.
    pub unknown_states: Vec<String>,
    pub transactions: Vec<Transaction>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub id: String,
    pub producer_id: i64,
    pub state: String,
}

const DURATION: i16 = 1;

impl Request for ListTransactions {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::ListTransactions;
    const VERSIONS: (i16, i16) = (0, 1);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        codec::needs(self.longer_than.is_some(), version, DURATION, "DurationFilter")?;
        let longer = self.longer_than.map_or(-1, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        let body = ListTransactionsRequest::default()
            .with_state_filters(str_list(&self.states))
            .with_producer_id_filters(codec::each(&self.producer_ids, |id| ProducerId(*id)))
            .with_duration_filter(longer);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: ListTransactionsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            unknown_states: codec::each(&body.unknown_state_filters, text),
            transactions: codec::each(&body.transaction_states, |one| Transaction {
                id: text(&one.transactional_id),
                producer_id: one.producer_id.0,
                state: text(&one.transaction_state),
            }),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
