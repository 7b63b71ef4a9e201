//! AlterReplicaLogDirs: move replicas of one broker between its directories. A write: sent once, to the broker that holds
//! the replicas, and only where the connection is unlocked.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{
    AlterReplicaLogDirsRequest, AlterReplicaLogDirsResponse,
    alter_replica_log_dirs_request::{AlterReplicaLogDir, AlterReplicaLogDirTopic},
};

use super::{
    TopicPartitions,
    codec::{self, str_bytes, text, throttle, topic},
};
use crate::{ApiKey, ErrorCode, Malformed, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlterReplicaLogDirs {
    pub dirs: Vec<Dir>,
}

/// A directory and what shall lie in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dir {
    pub path: String,
    pub topics: Vec<TopicPartitions>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    pub topics: Vec<Topic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    pub partitions: Vec<Partition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    pub partition: i32,
    pub code: ErrorCode,
}

impl Request for AlterReplicaLogDirs {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::AlterReplicaLogDirs;
    const VERSIONS: (i16, i16) = (1, 2);

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let dirs = codec::each(&self.dirs, |dir| {
            AlterReplicaLogDir::default().with_path(str_bytes(&dir.path)).with_topics(codec::each(
                &dir.topics,
                |moved| {
                    AlterReplicaLogDirTopic::default()
                        .with_name(topic(&moved.topic))
                        .with_partitions(moved.partitions.clone())
                },
            ))
        });
        codec::write(&AlterReplicaLogDirsRequest::default().with_dirs(dirs), version, out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let body: AlterReplicaLogDirsResponse = codec::read(version, body)?;
        Ok(Reply {
            throttle: throttle(body.throttle_time_ms),
            topics: codec::each(&body.results, |topic| Topic {
                name: text(&topic.topic_name),
                partitions: codec::each(&topic.partitions, |one| Partition {
                    partition: one.partition_index,
                    code: codec::code(one.error_code),
                }),
            }),
        })
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}
