//! Who leads and who is in sync, and what a broker's going and coming does to that. Fencing is what a controller does when
//! a broker's session ends; the socket may have been closed long before.

use super::{NoSuch, Partition, State};

impl State {
    /// Makes a broker the leader, in a new epoch. It must hold a replica; it joins the ISR if it was not in it.
    pub fn move_leader(&mut self, topic: &str, index: i32, broker: i32) -> Result<(), NoSuch> {
        let partition = self.partition_mut(topic, index)?;
        if partition.replica(broker).is_none() {
            return Err(NoSuch::Replica(topic.to_owned(), index, broker));
        }
        if !partition.isr.contains(&broker) {
            partition.isr.push(broker);
        }
        partition.lead(broker);
        Ok(())
    }

    /// Takes the leader away: nobody leads, in a new epoch.
    pub fn lose_leader(&mut self, topic: &str, index: i32) -> Result<(), NoSuch> {
        self.partition_mut(topic, index)?.lead(-1);
        Ok(())
    }

    /// Sets the in-sync replicas, without touching the leader.
    pub fn set_isr(&mut self, topic: &str, index: i32, isr: &[i32]) -> Result<(), NoSuch> {
        self.partition_mut(topic, index)?.isr = isr.to_vec();
        Ok(())
    }

    /// A broker's session ended: it leaves every ISR that has somebody else, its leaderships move to what is in sync, and
    /// so does the controller's office.
    pub fn fence(&mut self, id: i32) -> Result<(), NoSuch> {
        self.broker_mut(id)?.fenced = true;
        self.each_partition(|partition| partition.lose(id));
        if self.controller == id {
            let heir = self.voters.iter().copied().chain(self.brokers.keys().copied());
            if let Some(heir) = heir.into_iter().find(|&broker| self.is_live(broker)) {
                self.controller = heir;
                self.controller_epoch += 1;
            }
        }
        Ok(())
    }

    /// A broker is back: leaderless partitions that it may lead get it, the others wait until it has caught up.
    pub fn unfence(&mut self, id: i32) -> Result<(), NoSuch> {
        self.broker_mut(id)?.fenced = false;
        let offline = self.offline_dirs(id);
        self.each_partition(|partition| {
            let dir = partition.replica(id).map(|replica| replica.dir);
            let usable = dir.is_some_and(|dir| !offline.contains(&dir));
            if usable && partition.leader < 0 && partition.isr.contains(&id) {
                partition.lead(id);
            }
        });
        Ok(())
    }

    /// Replicas of this broker join their ISRs again and, where preferred, take the lead back.
    pub fn catch_up(&mut self, id: i32) -> Result<(), NoSuch> {
        self.broker(id)?;
        let offline = self.offline_dirs(id);
        self.each_partition(|partition| {
            let Some(replica) = partition.replica_mut(id).filter(|replica| !offline.contains(&replica.dir))
            else {
                return;
            };
            replica.offset_lag = 0;
            if !partition.isr.contains(&id) {
                partition.isr.push(id);
                let order: Vec<i32> = partition.replicas.iter().map(|replica| replica.broker).collect();
                partition.isr.sort_by_key(|broker| order.iter().position(|other| other == broker));
            }
            if partition.preferred() == Some(id) && partition.leader != id {
                partition.lead(id);
            }
        });
        Ok(())
    }

    /// Replicas in failed directories leave their ISRs, as the controller does when a broker reports the failure.
    pub(crate) fn drop_offline_replicas(&mut self, id: i32) {
        let offline = self.offline_dirs(id);
        self.each_partition(|partition| {
            if partition.replica(id).is_some_and(|replica| offline.contains(&replica.dir)) {
                partition.lose(id);
            }
        });
    }

    /// Whether a replica can't be reached: its broker is fenced or unknown, or its directory has failed.
    pub(crate) fn is_offline(&self, partition: &Partition, id: i32) -> bool {
        let Some(broker) = self.brokers.get(&id).filter(|broker| !broker.fenced) else { return true };
        partition
            .replica(id)
            .and_then(|replica| broker.log_dirs.get(replica.dir))
            .is_some_and(|dir| dir.spec.offline)
    }

    fn offline_dirs(&self, id: i32) -> Vec<usize> {
        let Some(broker) = self.brokers.get(&id) else { return Vec::new() };
        (0..).zip(&broker.log_dirs).filter(|(_, dir)| dir.spec.offline).map(|(at, _)| at).collect()
    }

    pub(crate) fn each_partition(&mut self, mut change: impl FnMut(&mut Partition)) {
        for topic in self.topics.values_mut() {
            topic.partitions.iter_mut().for_each(&mut change);
        }
    }
}

impl Partition {
    pub(crate) fn lead(&mut self, broker: i32) {
        self.leader = broker;
        self.leader_epoch += 1;
        self.epoch_starts.push((self.leader_epoch, self.log_end));
    }

    /// The last one in sync stays in the ISR: whoever has it may lead again without losing records.
    fn lose(&mut self, id: i32) {
        if self.isr.iter().any(|&broker| broker != id) {
            self.isr.retain(|&broker| broker != id);
        }
        if self.leader == id {
            let heir = self.replicas.iter().map(|replica| replica.broker);
            let heir = heir.into_iter().find(|broker| *broker != id && self.isr.contains(broker));
            self.lead(heir.unwrap_or(-1));
        }
    }
}
