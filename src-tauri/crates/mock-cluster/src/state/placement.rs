//! Where new replicas go: round robin over brokers with racks alternating, and within a broker the next
//! directory that is neither offline nor cordoned.

use std::collections::BTreeMap;

use super::{Partition, Replica, State, now_ms};

/// A week of records lies in a new partition that has any.
const WEEK_MS: i64 = 7 * 24 * 3600 * 1000;

impl State {
    /// The brokers for the next partition; fewer than asked for when the cluster is smaller.
    pub(crate) fn next_assignment(&mut self, replication: usize) -> Vec<i32> {
        let order = self.rack_alternated();
        let from = self.placed;
        self.placed = self.placed.wrapping_add(1);
        let count = replication.min(order.len());
        (0..count).filter_map(|at| order.get((from + at) % order.len()).copied()).collect()
    }

    /// Live brokers with neighbours in different racks.
    fn rack_alternated(&self) -> Vec<i32> {
        let mut racks: BTreeMap<Option<&str>, Vec<i32>> = BTreeMap::new();
        for broker in self.brokers.values().filter(|broker| !broker.fenced) {
            racks.entry(broker.rack.as_deref()).or_default().push(broker.id);
        }
        let deepest = racks.values().map(Vec::len).max().unwrap_or_default();
        (0..deepest).flat_map(|depth| racks.values().filter_map(move |ids| ids.get(depth).copied())).collect()
    }

    pub(crate) fn new_partition(
        &mut self,
        index: i32,
        brokers: &[i32],
        records: i64,
        record_bytes: i64,
    ) -> Partition {
        let replicas: Vec<Replica> = brokers
            .iter()
            .map(|&broker| Replica {
                broker,
                dir: self.next_dir(broker),
                size: records * record_bytes,
                offset_lag: 0,
                future: None,
            })
            .collect();
        let isr: Vec<i32> = brokers.iter().copied().filter(|&broker| self.is_live(broker)).collect();
        let now = now_ms();
        Partition {
            index,
            leader: isr.first().copied().unwrap_or(-1),
            leader_epoch: 0,
            isr,
            replicas,
            log_start: 0,
            high_watermark: records,
            log_end: records,
            last_stable: records,
            first_timestamp: now - WEEK_MS,
            last_timestamp: now,
            epoch_starts: vec![(0, 0)],
            reassignment: None,
            producers: Vec::new(),
        }
    }

    /// Directories of a broker in turn.
    pub(crate) fn next_dir(&mut self, broker: i32) -> usize {
        let Some(broker) = self.brokers.get_mut(&broker) else { return 0 };
        broker.turn = broker.turn.wrapping_add(1);
        let open: Vec<usize> = (0..)
            .zip(&broker.log_dirs)
            .filter(|(_, dir)| !dir.spec.offline && !dir.spec.cordoned)
            .map(|(at, _)| at)
            .collect();
        let turn = broker.turn.checked_rem(open.len()).unwrap_or_default();
        open.get(turn).copied().unwrap_or_default()
    }
}
