//! DescribeQuorum: who leads the metadata log. On KRaft this is the only true answer to "who is the controller?".

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    DescribeQuorumRequest, DescribeQuorumResponse,
    describe_quorum_request::{PartitionData, TopicData},
    describe_quorum_response as codec_reply,
};
use uuid::Uuid;

use super::codec::{self, text, told, topic, words};
use crate::{ApiKey, ErrorCode, Malformed, Request};

/// There is one such log and it has one partition, so there is nothing to choose.
const LOG: &str = "__cluster_metadata";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeQuorum;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub code: ErrorCode,
    pub words: Option<String>,
    /// `None` when the broker left the metadata log out of its answer.
    pub quorum: Option<Quorum>,
    /// Where the voters listen; empty below version 2.
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quorum {
    pub code: ErrorCode,
    pub words: Option<String>,
    pub leader: Option<i32>,
    pub leader_epoch: Option<i32>,
    pub high_watermark: Option<i64>,
    pub voters: Vec<Replica>,
    pub observers: Vec<Replica>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replica {
    pub id: i32,
    pub directory: Option<Uuid>,
    pub log_end_offset: Option<i64>,
    /// Milliseconds since 1970 by the leader's clock; `None` below version 1 and when the leader doesn't know.
    pub last_fetch: Option<i64>,
    pub last_caught_up: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub id: i32,
    pub listeners: Vec<Listener>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listener {
    pub name: String,
    pub host: String,
    pub port: u16,
}

impl Request for DescribeQuorum {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeQuorum;
    const VERSIONS: (i16, i16) = (0, 2);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let log = TopicData::default()
            .with_topic_name(topic(LOG))
            .with_partitions(vec![PartitionData::default().with_partition_index(0)]);
        codec::write(&DescribeQuorumRequest::default().with_topics(vec![log]), version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: DescribeQuorumResponse = codec::read(version, body)?;
        let log = body.topics.iter().find(|topic| topic.topic_name.0.as_str() == LOG);
        let partition = log.and_then(|log| log.partitions.iter().find(|one| one.partition_index == 0));
        Ok(Reply {
            code: codec::code(body.error_code),
            words: words(body.error_code, body.error_message.as_ref()),
            quorum: partition.map(quorum),
            nodes: codec::each(&body.nodes, |node| Node {
                id: node.node_id.0,
                listeners: codec::each(&node.listeners, |listener| Listener {
                    name: text(&listener.name),
                    host: text(&listener.host),
                    port: listener.port,
                }),
            }),
        })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn top_words(reply: &Reply) -> Option<String> {
        reply.words.clone()
    }
}

fn quorum(partition: &codec_reply::PartitionData) -> Quorum {
    Quorum {
        code: codec::code(partition.error_code),
        words: words(partition.error_code, partition.error_message.as_ref()),
        leader: codec::broker(partition.leader_id),
        leader_epoch: codec::epoch(partition.leader_epoch),
        high_watermark: told(partition.high_watermark),
        voters: codec::each(&partition.current_voters, replica),
        observers: codec::each(&partition.observers, replica),
    }
}

fn replica(state: &codec_reply::ReplicaState) -> Replica {
    Replica {
        id: state.replica_id.0,
        directory: codec::id(state.replica_directory_id),
        log_end_offset: told(state.log_end_offset),
        last_fetch: told(state.last_fetch_timestamp),
        last_caught_up: told(state.last_caught_up_timestamp),
    }
}
