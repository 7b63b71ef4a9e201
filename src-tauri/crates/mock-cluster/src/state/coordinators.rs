//! Which broker coordinates a group or a transactional id: as in Kafka, the leader of the internal topic's partition that
//! the id hashes to; unless a test moved it. Looking for one makes that topic, as it does in Kafka. Without the topic, a live
//! broker by the same hash.

use super::{NoSuch, State, TopicSpec};

/// The internal topic behind each kind of coordinator.
const GROUP_TOPIC: &str = "__consumer_offsets";
const TRANSACTION_TOPIC: &str = "__transaction_state";
const SHARE_TOPIC: &str = "__share_group_state";

/// As a broker makes them: fifty partitions, on three brokers where there are so many.
const PARTITIONS: i32 = 50;
const REPLICATION: usize = 3;

impl State {
    /// Makes a broker the coordinator of a group or transactional id, whatever its hash says.
    pub fn move_coordinator(&mut self, id: &str, broker: i32) -> Result<(), NoSuch> {
        self.broker(broker)?;
        self.coordinators.insert(id.to_owned(), broker);
        Ok(())
    }

    pub fn group_coordinator(&self, group: &str) -> Option<i32> {
        self.coordinator(group, GROUP_TOPIC)
    }

    pub fn transaction_coordinator(&self, id: &str) -> Option<i32> {
        self.coordinator(id, TRANSACTION_TOPIC)
    }

    /// The key of a share partition's state: `group:topic id:partition`.
    pub(crate) fn share_coordinator(&self, key: &str) -> Option<i32> {
        self.coordinator(key, SHARE_TOPIC)
    }

    /// Makes the internal topic of groups unless it is there, as the first look-up of a coordinator does.
    pub(crate) fn need_group_topic(&mut self) {
        self.need(GROUP_TOPIC);
    }

    /// The same for transactions.
    pub(crate) fn need_transaction_topic(&mut self) {
        self.need(TRANSACTION_TOPIC);
    }

    fn need(&mut self, topic: &str) {
        if !self.topics.contains_key(topic) {
            self.create_topic(
                TopicSpec::new(topic).partitions(PARTITIONS).replication(REPLICATION).internal(),
            );
        }
    }

    /// `None` while there is none: the partition has no leader, or every broker is fenced.
    fn coordinator(&self, id: &str, topic: &str) -> Option<i32> {
        if let Some(&chosen) = self.coordinators.get(id) {
            return self.is_live(chosen).then_some(chosen);
        }
        let hash = usize::try_from(java_hash(id) & i32::MAX).unwrap_or_default();
        if let Some(topic) = self.topics.get(topic) {
            let at = hash.checked_rem(topic.partitions.len())?;
            return topic.partitions.get(at).map(|partition| partition.leader).filter(|&leader| leader >= 0);
        }
        let ids: Vec<i32> = self.brokers.keys().copied().collect();
        let from = hash.checked_rem(ids.len())?;
        ids.iter().cycle().skip(from).take(ids.len()).copied().find(|&broker| self.is_live(broker))
    }
}

/// `String.hashCode` of Java, over UTF-16 units.
fn java_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_javas() {
        assert_eq!(java_hash(""), 0);
        assert_eq!(java_hash("a"), 97);
        assert_eq!(java_hash("payments-ledger"), {
            // Worked out by the definition: s[0]*31^(n-1) + ... + s[n-1].
            let bytes = b"payments-ledger";
            bytes.iter().fold(0i32, |sum, &byte| sum.wrapping_mul(31).wrapping_add(i32::from(byte)))
        });
        assert_eq!(java_hash("polygenelubricants"), i32::MIN);
    }
}
