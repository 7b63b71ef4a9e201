//! The directories of each broker: their volumes, and the replicas that lie in them.
//!
//! A broker is asked for its own disks only, so each has its own answer, its own failure and its own age.

use std::{sync::Arc, time::Duration};

use meta::{Cluster, Error, ErrorCode, Key, message::describe_log_dirs::DescribeLogDirs};

use crate::told::{Told, each_broker, one};

/// All directories of one broker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dirs {
    pub dirs: Vec<Dir>,
}

/// One directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dir {
    pub path: String,
    /// Not `NONE`: the broker can't use it, and the rest is not told.
    pub code: ErrorCode,
    pub topics: Vec<TopicInDir>,
    /// `None`: below version 4, or the broker can't tell.
    pub volume: Option<i64>,
    pub usable: Option<i64>,
    /// `None`: below version 5.
    pub cordoned: Option<bool>,
}

/// The replicas of one topic in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicInDir {
    pub name: Arc<str>,
    pub replicas: Vec<Replica>,
}

/// One replica in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replica {
    pub partition: i32,
    pub bytes: i64,
    pub lag: i64,
    /// Being moved here from another directory of the same broker.
    pub future: bool,
}

/// Asks one broker for its directories.
///
/// # Errors
/// That broker's failure.
pub async fn log_dirs_of(cluster: &Cluster, broker: i32, limit: Duration) -> Result<Told<Dirs>, Error> {
    let told = one(cluster, DescribeLogDirs { topics: None }, Key::Broker(broker), limit).await?;
    Ok(told.map(|reply| Dirs {
        dirs: reply
            .dirs
            .into_iter()
            .map(|dir| Dir {
                path: dir.path,
                code: dir.code,
                topics: dir
                    .topics
                    .into_iter()
                    .map(|topic| TopicInDir {
                        name: topic.name.into(),
                        replicas: topic
                            .replicas
                            .iter()
                            .map(|replica| Replica {
                                partition: replica.partition,
                                bytes: replica.size,
                                lag: replica.offset_lag,
                                future: replica.future,
                            })
                            .collect(),
                    })
                    .collect(),
                volume: dir.volume_total,
                usable: dir.volume_usable,
                cordoned: dir.cordoned,
            })
            .collect(),
    }))
}

/// Asks these brokers side by side and hands on each answer as it comes.
pub async fn each_log_dirs(
    cluster: &Cluster,
    brokers: impl IntoIterator<Item = i32>,
    limit: Duration,
    answered: impl FnMut(i32, Result<Told<Dirs>, Error>),
) {
    let ask = |broker| {
        let cluster = cluster.clone();
        async move { log_dirs_of(&cluster, broker, limit).await }
    };
    each_broker(brokers, ask, answered).await;
}
