//! Replicas in directories: moving one between two directories of its broker, and what a broker's directory holds.

use std::collections::BTreeMap;

use super::{FutureReplica, NoSuch, State};

impl State {
    /// Starts moving a replica to another directory of its broker; the new copy starts empty. Moving it to where it is
    /// cancels a move, as the real request does.
    pub fn move_replica(&mut self, topic: &str, index: i32, broker: i32, path: &str) -> Result<(), NoSuch> {
        let dir = self.dir_index(broker, path)?;
        let partition = self.partition_mut(topic, index)?;
        let end = partition.log_end;
        let replica =
            partition.replica_mut(broker).ok_or_else(|| NoSuch::Replica(topic.to_owned(), index, broker))?;
        replica.future = (replica.dir != dir).then_some(FutureReplica { dir, size: 0, offset_lag: end });
        Ok(())
    }

    /// Copies more of a moving replica: `share` of the whole (0 to 1) is done now. At 1 the new copy takes over.
    pub fn progress_move(&mut self, topic: &str, index: i32, broker: i32, share: f64) -> Result<(), NoSuch> {
        let partition = self.partition_mut(topic, index)?;
        let end = partition.log_end;
        let replica =
            partition.replica_mut(broker).ok_or_else(|| NoSuch::Replica(topic.to_owned(), index, broker))?;
        let Some(future) = &mut replica.future else { return Ok(()) };
        if share >= 1.0 {
            replica.dir = future.dir;
            replica.future = None;
            return Ok(());
        }
        future.size = part(replica.size, share);
        future.offset_lag = end - part(end, share);
        Ok(())
    }

    pub(crate) fn dir_index(&self, broker: i32, path: &str) -> Result<usize, NoSuch> {
        let dirs = &self.broker(broker)?.log_dirs;
        dirs.iter().position(|dir| dir.path == path).ok_or_else(|| NoSuch::LogDir(broker, path.to_owned()))
    }

    /// Bytes that Kafka has in each directory, by broker and directory, copies under way included.
    pub fn bytes_by_dir(&self) -> BTreeMap<(i32, usize), i64> {
        let mut held = BTreeMap::new();
        for partition in self.topics.values().flat_map(|topic| &topic.partitions) {
            for replica in &partition.replicas {
                *held.entry((replica.broker, replica.dir)).or_default() += replica.size;
                if let Some(future) = &replica.future {
                    *held.entry((replica.broker, future.dir)).or_default() += future.size;
                }
            }
        }
        held
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a share of a size needs no last digit"
)]
pub(super) fn part(whole: i64, share: f64) -> i64 {
    (whole as f64 * share.clamp(0.0, 1.0)) as i64
}
