//! DescribeCluster: the brokers as the controller's log has them, with the fenced ones and what we may do.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{DescribeClusterRequest, DescribeClusterResponse};

use super::codec::{self, maybe_text, operations, text, throttle, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeCluster {
    pub include_operations: bool,
    /// A wish: a version that can't tell of fenced brokers leaves `Broker::fenced` untold.
    pub include_fenced: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub code: ErrorCode,
    pub words: Option<String>,
    pub cluster_id: String,
    /// On KRaft without direct access to the controllers this is some broker, not the controller.
    pub controller: Option<i32>,
    pub brokers: Vec<Broker>,
    /// A bit for each operation; `None` when not asked for.
    pub operations: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    pub id: i32,
    pub host: String,
    pub port: i32,
    pub rack: Option<String>,
    /// `None` below version 2, where fenced brokers are left out and the others are not said to be unfenced.
    pub fenced: Option<bool>,
}

const FENCED: i16 = 2;

impl Request for DescribeCluster {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeCluster;
    const VERSIONS: (i16, i16) = (0, 2);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let body = DescribeClusterRequest::default()
            .with_include_cluster_authorized_operations(self.include_operations)
            .with_include_fenced_brokers(self.include_fenced && FENCED <= version);
        codec::write(&body, version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeClusterResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            cluster_id: text(&body.cluster_id),
            controller: codec::broker(body.controller_id),
            brokers: codec::each(&body.brokers, |broker| Broker {
                id: broker.broker_id.0,
                host: text(&broker.host),
                port: broker.port,
                rack: maybe_text(broker.rack.as_ref()),
                fenced: (FENCED <= version).then_some(broker.is_fenced),
            }),
            operations: operations(body.cluster_authorized_operations),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn top_words(reply: &Reply) -> Option<String> {
        reply.words.clone()
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
