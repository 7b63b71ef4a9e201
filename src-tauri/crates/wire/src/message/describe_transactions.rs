//! DescribeTransactions: what transactional ids are doing, asked of each id's coordinator.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{DescribeTransactionsRequest, DescribeTransactionsResponse, TransactionalId};

use super::{
    TopicPartitions,
    codec::{self, str_bytes, text, throttle, told},
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeTransactions {
    pub ids: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub transactions: Vec<Transaction>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub code: ErrorCode,
    pub id: String,
    pub state: String,
    pub timeout: Duration,
    /// Milliseconds since 1970; `None` while no transaction is open, and beside an error, where the broker sends zeros.
    pub started: Option<i64>,
    pub producer_id: Option<i64>,
    pub producer_epoch: i16,
    pub topics: Vec<TopicPartitions>,
}

impl Request for DescribeTransactions {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeTransactions;
    const VERSIONS: (i16, i16) = (0, 0);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let ids = codec::each(&self.ids, |id| TransactionalId(str_bytes(id)));
        codec::write(&DescribeTransactionsRequest::default().with_transactional_ids(ids), version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeTransactionsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            transactions: codec::each(&body.transaction_states, |one| Transaction {
                code: codec::code(one.error_code),
                id: text(&one.transactional_id),
                state: text(&one.transaction_state),
                timeout: throttle(one.transaction_timeout_ms),
                started: told(one.transaction_start_time_ms).filter(|_| one.error_code == 0),
                producer_id: told(one.producer_id.0).filter(|_| one.error_code == 0),
                producer_epoch: one.producer_epoch,
                topics: codec::each(&one.topics, |topic| TopicPartitions {
                    topic: text(&topic.topic),
                    partitions: topic.partitions.clone(),
                }),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
