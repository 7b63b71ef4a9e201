//! Counts over all partitions of a snapshot: who leads how many, what is out of sync. Made once for each snapshot, however
//! many pages show them.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use admin::Snapshot;

use crate::{beside::Beside, by_broker::ByBroker, kept::Kept, row_configs::RowConfigs};

/// Counts of one snapshot.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) topics: u32,
    pub(crate) internal: u32,
    pub(crate) partitions: u32,
    pub(crate) leaderless: u32,
    pub(crate) leaderless_topics: u32,
    pub(crate) under_replicated: u32,
    pub(crate) out_of_sync_topics: u32,
    pub(crate) out_of_sync: u32,
    pub(crate) replicas: u32,
    /// Also brokers that only replica lists name.
    pub(crate) brokers: ByBroker<Share>,
}

/// One broker's part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) leads: u32,
    pub(crate) replicas: u32,
    pub(crate) in_sync: u32,
}

impl Tally {
    pub(crate) fn of(snapshot: &Snapshot) -> Tally {
        let mut tally = Tally::default();
        for topic in snapshot.topics() {
            if topic.internal() {
                tally.internal += 1;
            }
            tally.topics += 1;
            tally.partitions += u32::try_from(topic.len()).unwrap_or(u32::MAX);
            tally.leaderless += topic.leaderless();
            tally.leaderless_topics += u32::from(topic.leaderless() > 0);
            tally.under_replicated += topic.under_replicated();
            tally.out_of_sync += topic.out_of_sync();
            tally.out_of_sync_topics += u32::from(topic.out_of_sync() > 0);
            for partition in topic.partitions() {
                if let Some(leader) = partition.leader {
                    tally.brokers.of(leader).leads += 1;
                }
                for replica in partition.replicas {
                    tally.replicas += 1;
                    let share = tally.brokers.of(*replica);
                    share.replicas += 1;
                    share.in_sync += u32::from(partition.isr.contains(replica));
                }
            }
        }
        tally
    }

    pub(crate) fn share(&self, broker: i32) -> Share {
        self.brokers.get(broker).copied().unwrap_or_default()
    }
}

/// How far above or below an even share, in percent; `None` where nothing is to be shared.
pub(crate) fn skew(mine: u32, all: u32, sharers: usize) -> Option<f64> {
    if all == 0 || sharers == 0 {
        return None;
    }
    let even = f64::from(all) / sharers as f64;
    Some((f64::from(mine) - even) / even * 100.0)
}

/// Partitions at or below their topic's min.insync.replicas.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct MinIsrTally {
    pub(crate) at: u32,
    pub(crate) below: u32,
    /// Topics whose config is not known yet, or could not be had.
    pub(crate) unknown_topics: u32,
    pub(crate) topics: HashSet<Arc<str>>,
}

impl MinIsrTally {
    pub(crate) fn of(snapshot: &Snapshot, configs: &BTreeMap<Arc<str>, Kept<RowConfigs>>) -> MinIsrTally {
        let mut tally = MinIsrTally::default();
        let mut configs = Beside::new(configs.iter().map(|(name, kept)| (&**name, kept)));
        for topic in snapshot.topics() {
            let known = configs.find(topic.name()).and_then(Kept::value).and_then(|configs| configs.min_isr);
            let Some(least) = known else {
                tally.unknown_topics += u32::from(!topic.is_empty());
                continue;
            };
            // Most topics are well; their partitions are not looked at one by one.
            if topic.fewest_in_sync() > least {
                continue;
            }
            let mut any = false;
            for partition in topic.partitions() {
                let in_sync = partition.isr.len();
                // With one replica and a minimum of one, "at the minimum" is how it was made and no trouble.
                if in_sync < least {
                    tally.below += 1;
                    any = true;
                } else if in_sync == least && partition.replicas.len() > least {
                    tally.at += 1;
                    any = true;
                }
            }
            if any {
                tally.topics.insert(topic.shared_name());
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::skew;

    #[test]
    fn skew_is_told_from_an_even_share() {
        assert_eq!(skew(30, 60, 3), Some(50.0));
        assert_eq!(skew(10, 60, 3), Some(-50.0));
        assert_eq!(skew(0, 0, 3), None, "nothing to share is not 0 % off");
    }
}
