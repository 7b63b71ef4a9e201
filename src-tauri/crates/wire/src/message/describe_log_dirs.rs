//! DescribeLogDirs: the directories of one broker, what lies in them and how full their volumes are.
//!
//! Read by hand with `Reader`: version 5 (a directory closed for new replicas) is newer than the codec, and a broker with
//! many thousand replicas answers with one large body that is read in one pass here.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::messages::{DescribeLogDirsRequest, describe_log_dirs_request::DescribableLogDirTopic};

use super::{
    TopicPartitions,
    codec::{self, throttle, told, topic},
};
use crate::{ApiKey, ErrorCode, Malformed, Reader, Request};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeLogDirs {
    /// `None` is all of the broker's replicas; an empty list is none of them, only the directories.
    pub topics: Option<Vec<TopicPartitions>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub throttle: Duration,
    /// Always `NONE` below version 3. An old broker that may not tell answers with no directory instead.
    pub code: ErrorCode,
    pub dirs: Vec<LogDir>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogDir {
    pub code: ErrorCode,
    pub path: String,
    pub topics: Vec<Topic>,
    /// Bytes of the volume; `None` below version 4 or when the broker can't tell.
    pub volume_total: Option<i64>,
    pub volume_usable: Option<i64>,
    /// Closed for new replicas; `None` below version 5.
    pub cordoned: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    pub replicas: Vec<Replica>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replica {
    pub partition: i32,
    pub size: i64,
    /// How far it is behind; for a future replica, behind the one that it will take the place of.
    pub offset_lag: i64,
    /// On its way into this directory by a move between directories.
    pub future: bool,
}

/// What the codec can write; the request is the same in the versions after it.
const CODEC: i16 = 4;

impl Request for DescribeLogDirs {
    type Reply = Reply;
    const KEY: ApiKey = ApiKey::DescribeLogDirs;
    const VERSIONS: (i16, i16) = (1, 5);
    const BOUNDS_ITSELF: bool = true;

    fn encode(&self, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
        let topics = self.topics.as_ref().map(|topics| {
            codec::each(topics, |asked| {
                DescribableLogDirTopic::default()
                    .with_topic(topic(&asked.topic))
                    .with_partitions(asked.partitions.clone())
            })
        });
        codec::write(&DescribeLogDirsRequest::default().with_topics(topics), version.min(CODEC), out)
    }

    fn decode(version: i16, body: Bytes) -> Result<Reply, Malformed> {
        let mut from = Reader::new(&body);
        let flexible = 2 <= version;
        let throttle = throttle(from.i32("ThrottleTimeMs")?);
        let code = if 3 <= version { from.error_code("ErrorCode")? } else { ErrorCode::NONE };
        let count = from.count(flexible, if flexible { 5 } else { 8 }, "Results")?;
        let mut dirs = Vec::with_capacity(count);
        for _ in 0..count {
            dirs.push(log_dir(&mut from, version, flexible)?);
        }
        from.skip_tags(flexible)?;
        from.finish()?;
        Ok(Reply { throttle, code, dirs })
    }

    fn top_code(reply: &Reply) -> ErrorCode {
        reply.code
    }

    fn throttle(reply: &Reply) -> Duration {
        reply.throttle
    }
}

fn log_dir(from: &mut Reader<'_>, version: i16, flexible: bool) -> Result<LogDir, Malformed> {
    let code = from.error_code("ErrorCode")?;
    let path = from.string(flexible, "LogDir")?.to_owned();
    let count = from.count(flexible, if flexible { 3 } else { 6 }, "Topics")?;
    let mut topics = Vec::with_capacity(count);
    for _ in 0..count {
        topics.push(in_dir(from, flexible)?);
    }
    let mut dir = LogDir { code, path, topics, volume_total: None, volume_usable: None, cordoned: None };
    if 4 <= version {
        dir.volume_total = told(from.i64("TotalBytes")?);
        dir.volume_usable = told(from.i64("UsableBytes")?);
    }
    if 5 <= version {
        dir.cordoned = Some(from.bool("IsCordoned")?);
    }
    from.skip_tags(flexible)?;
    Ok(dir)
}

fn in_dir(from: &mut Reader<'_>, flexible: bool) -> Result<Topic, Malformed> {
    let name = from.string(flexible, "Name")?.to_owned();
    let count = from.count(flexible, 21, "Partitions")?;
    let mut replicas = Vec::with_capacity(count);
    for _ in 0..count {
        replicas.push(Replica {
            partition: from.i32("PartitionIndex")?,
            size: from.i64("PartitionSize")?,
            offset_lag: from.i64("OffsetLag")?,
            future: from.bool("IsFutureKey")?,
        });
        from.skip_tags(flexible)?;
    }
    from.skip_tags(flexible)?;
    Ok(Topic { name, replicas })
}
