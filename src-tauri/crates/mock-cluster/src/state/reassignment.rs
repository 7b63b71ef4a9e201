//! Moving partitions between brokers: starting, finishing and cancelling. A running move holds old and new replicas
//! together, as a real cluster does until the new ones are in sync.

use super::{NoSuch, Partition, Reassignment, Replica, State, log_dirs::part};

impl State {
    /// Starts a move to these brokers; new replicas start empty and behind.
    pub fn reassign(&mut self, topic: &str, index: i32, target: &[i32]) -> Result<(), NoSuch> {
        for &broker in target {
            self.broker(broker)?;
        }
        self.cancel_reassignment(topic, index)?;
        let old: Vec<i32> = self.partition(topic, index)?.replicas.iter().map(|at| at.broker).collect();
        let adding: Vec<i32> = target.iter().copied().filter(|broker| !old.contains(broker)).collect();
        let removing: Vec<i32> = old.iter().copied().filter(|broker| !target.contains(broker)).collect();
        let dirs: Vec<usize> = adding.iter().map(|&broker| self.next_dir(broker)).collect();
        let partition = self.partition_mut(topic, index)?;
        for (&broker, dir) in adding.iter().zip(dirs) {
            let offset_lag = partition.high_watermark;
            partition.replicas.push(Replica { broker, dir, size: 0, offset_lag, future: None });
        }
        let order = |broker: i32| target.iter().position(|&at| at == broker).unwrap_or(usize::MAX);
        partition.replicas.sort_by_key(|replica| order(replica.broker));
        partition.reassignment =
            (!adding.is_empty() || !removing.is_empty()).then_some(Reassignment { adding, removing });
        Ok(())
    }

    /// Copies more of a move: `share` of the leader's copy (0 to 1) is at each new replica now. At 1 the move is over.
    pub fn progress_reassignment(&mut self, topic: &str, index: i32, share: f64) -> Result<(), NoSuch> {
        if share >= 1.0 {
            return self.complete_reassignment(topic, index);
        }
        let partition = self.partition_mut(topic, index)?;
        let (size, end) = (partition.leader_size(), partition.high_watermark);
        let Some(running) = &partition.reassignment else { return Ok(()) };
        for replica in &mut partition.replicas {
            if running.adding.contains(&replica.broker) {
                replica.size = part(size, share);
                replica.offset_lag = end - part(end, share);
            }
        }
        Ok(())
    }

    /// The new replicas are in sync: the old ones go.
    pub fn complete_reassignment(&mut self, topic: &str, index: i32) -> Result<(), NoSuch> {
        let partition = self.partition_mut(topic, index)?;
        let Some(running) = partition.reassignment.take() else { return Ok(()) };
        let size = partition.leader_size();
        for replica in &mut partition.replicas {
            if running.adding.contains(&replica.broker) {
                replica.size = size;
                replica.offset_lag = 0;
            }
        }
        partition.isr.extend(&running.adding);
        partition.drop_replicas(&running.removing);
        Ok(())
    }

    /// Back to the old replicas.
    pub fn cancel_reassignment(&mut self, topic: &str, index: i32) -> Result<bool, NoSuch> {
        let partition = self.partition_mut(topic, index)?;
        let Some(running) = partition.reassignment.take() else { return Ok(false) };
        partition.drop_replicas(&running.adding);
        Ok(true)
    }
}

impl Partition {
    fn leader_size(&self) -> i64 {
        self.replica(self.leader).map_or(0, |replica| replica.size)
    }

    fn drop_replicas(&mut self, gone: &[i32]) {
        self.replicas.retain(|replica| !gone.contains(&replica.broker));
        self.isr.retain(|broker| !gone.contains(broker));
        if gone.contains(&self.leader) {
            self.lead(self.isr.first().copied().unwrap_or(-1));
        }
    }
}
