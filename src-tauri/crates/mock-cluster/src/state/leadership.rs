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
        self.catch_up_share(id, 100);
        Ok(())
    }

    /// As [`catch_up`](Self::catch_up), for this share of its partitions in per cent, always the same ones first.
    pub(crate) fn catch_up_share(&mut self, id: i32, percent: u64) {
        let offline = self.offline_dirs(id);
        let mut turn = 0;
        self.each_partition(|partition| {
            let usable = partition.replica(id).is_some_and(|replica| !offline.contains(&replica.dir));
            if !usable || partition.is_adding(id) {
                return;
            }
            turn += 1;
            if turn % 100 >= percent {
                return;
            }
            if !partition.isr.contains(&id) {
                partition.rejoin(id);
            }
            if partition.preferred() == Some(id) && partition.leader != id {
                partition.lead(id);
            }
        });
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

    /// A replica that a reassignment adds joins when that is completed.
    fn is_adding(&self, id: i32) -> bool {
        self.reassignment.as_ref().is_some_and(|running| running.adding.contains(&id))
    }

    /// A replica has all that the leader has and joins the ISR, which is kept in the order of preference.
    fn rejoin(&mut self, id: i32) {
        let size = self.replica(self.leader).map(|replica| replica.size);
        if let Some(replica) = self.replica_mut(id) {
            replica.offset_lag = 0;
            replica.size = size.unwrap_or(replica.size);
        }
        self.isr.push(id);
        let order: Vec<i32> = self.replicas.iter().map(|replica| replica.broker).collect();
        self.isr.sort_by_key(|broker| order.iter().position(|other| other == broker));
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
