//! The directories of each broker: their volumes, and the replicas that lie in them.
//!
//! A broker is asked for its own disks only, so each has its own answer, its own failure and its own age.

mod listed;

use std::time::Duration;

use meta::{
    Cluster, Error, ErrorCode, Key, Source, What,
    message::describe_log_dirs::{self, DescribeLogDirs},
};

use crate::told::{Told, each_broker, one};

use listed::Names;
pub use listed::{Listed, Replica, TopicInDir};

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
    pub listed: Listed,
    /// `None`: below version 4, or the broker can't tell.
    pub volume: Option<i64>,
    pub usable: Option<i64>,
    /// `None`: below version 5.
    pub cordoned: Option<bool>,
    pub sums: Sums,
}

/// Counted over the replicas of a directory once, when the answer is read: a broker can have a hundred thousand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Of all replicas, those being moved here included.
    pub bytes: i64,
    pub replicas: u32,
    pub future: u32,
    /// `None`: no replica tells one.
    pub worst_lag: Option<i64>,
}

impl Sums {
    #[must_use]
    pub fn of(replicas: &[Replica]) -> Sums {
        let mut sums = Sums::default();
        for replica in replicas {
            sums.bytes = sums.bytes.saturating_add(replica.bytes);
            sums.replicas += 1;
            sums.future += u32::from(replica.future);
            sums.worst_lag = sums.worst_lag.max(replica.lag());
        }
        sums
    }
}

/// Asks one broker for its directories.
///
/// # Errors
/// That broker's failure.
pub async fn log_dirs_of(cluster: &Cluster, broker: i32, limit: Duration) -> Result<Told<Dirs>, Error> {
    let told = one(cluster, DescribeLogDirs { topics: None }, Key::Broker(broker), limit).await?;
    if told.value.dirs.is_empty() {
        return Err(untold(&told.source).on_broker(broker));
    }
    let mut names = Names::default();
    Ok(told.map(|reply| Dirs { dirs: reply.dirs.into_iter().map(|dir| owned(dir, &mut names)).collect() }))
}

/// A broker has a directory at least, so a list of none is no answer. Before version 3 there is no place for an error code,
/// and an empty list is how a broker refuses: taken as it stands it would make a cluster that stores nothing.
fn untold(source: &Source) -> Error {
    let error = match source.version {
        ..3 => Error::from_code(ErrorCode::CLUSTER_AUTHORIZATION_FAILED, None),
        _ => Error::new(What::Decode("it names no directory".to_owned())),
    };
    error.at(source.address.clone()).asking(source.api)
}

fn owned(dir: describe_log_dirs::LogDir, names: &mut Names) -> Dir {
    let replica = |replica: &describe_log_dirs::Replica| {
        Replica::new(replica.partition, replica.size, Some(replica.offset_lag), replica.future)
    };
    let replicas = dir.topics.iter().map(|topic| topic.replicas.len()).sum();
    let mut listed = Listed::with_capacity(dir.topics.len(), replicas);
    for topic in &dir.topics {
        listed.push(names.of(&topic.name), topic.replicas.iter().map(replica));
    }
    Dir {
        sums: Sums::of(listed.replicas()),
        path: dir.path,
        code: dir.code,
        listed,
        volume: dir.volume_total,
        usable: dir.volume_usable,
        cordoned: dir.cordoned,
    }
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

#[cfg(test)]
mod tests {
    use super::{Names, Sums, describe_log_dirs, owned};

    #[test]
    fn a_lag_that_the_broker_does_not_know_is_not_no_lag() {
        let replica =
            |offset_lag| describe_log_dirs::Replica { partition: 0, size: 7, offset_lag, future: false };
        let dir = |lags: &[i64]| describe_log_dirs::LogDir {
            code: meta::ErrorCode::NONE,
            path: "/d".into(),
            topics: vec![describe_log_dirs::Topic {
                name: "stray".into(),
                replicas: lags.iter().copied().map(replica).collect(),
            }],
            volume_total: None,
            volume_usable: None,
            cordoned: None,
        };
        let stray = owned(dir(&[-1]), &mut Names::default());
        assert_eq!(stray.listed.replicas()[0].lag(), None);
        assert_eq!(stray.sums, Sums { bytes: 7, replicas: 1, future: 0, worst_lag: None });
        assert_eq!(owned(dir(&[-1, 0, 4]), &mut Names::default()).sums.worst_lag, Some(4));
    }
}
