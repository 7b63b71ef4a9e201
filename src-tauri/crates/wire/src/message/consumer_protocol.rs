//! The consumers' own format, in which a classic group's members get their partitions: bytes that the broker only keeps.
//!
//! They come from clients of any make, so they are read as warily as a broker's reply. What can't be read is a failure of that
//! member's assignment alone.

use crate::{Malformed, Reader, message::TopicPartitions};

/// The least bytes of a topic in it: an empty name and no partitions.
const TOPIC: usize = 6;

/// The partitions in a member's assignment. Later versions only add at the end, so those are read too.
///
/// # Errors
/// When the bytes are not of that format.
pub fn assignment(bytes: &[u8]) -> Result<Vec<TopicPartitions>, Malformed> {
    let mut reader = Reader::new(bytes);
    let version = reader.i16("Version")?;
    if version < 0 {
        return Err(reader.malformed("Version", format_args!("{version} is no version")));
    }
    let count = reader.count(false, TOPIC, "AssignedPartitions")?;
    let mut topics = Vec::new();
    for _ in 0..count {
        let topic = reader.string(false, "Topic")?.to_owned();
        let partitions = reader.i32s(false, "Partitions")?.collect();
        topics.push(TopicPartitions { topic, partitions });
    }
    Ok(topics)
}

#[cfg(test)]
mod tests {
    use bytes::{BufMut as _, BytesMut};
    use kafka_protocol::{
        messages::{ConsumerProtocolAssignment, consumer_protocol_assignment::TopicPartition},
        protocol::Encodable as _,
    };

    use super::assignment;
    use crate::message::codec::topic;

    fn written(version: i16) -> BytesMut {
        let orders = TopicPartition::default().with_topic(topic("orders")).with_partitions(vec![0, 3]);
        let mut out = BytesMut::new();
        out.put_i16(version);
        ConsumerProtocolAssignment::default()
            .with_assigned_partitions(vec![orders])
            .encode(&mut out, version)
            .unwrap();
        out
    }

    #[test]
    fn what_a_consumer_writes_is_read_in_each_of_its_versions() {
        for version in 0..=3 {
            let read = assignment(&written(version)).unwrap();
            assert_eq!((read[0].topic.as_str(), &read[0].partitions[..]), ("orders", &[0, 3][..]));
        }
    }

    #[test]
    fn bytes_of_another_make_are_a_failure_and_ask_for_no_memory() {
        for bytes in [&[][..], &[0, 0, 0x7f, 0xff, 0xff, 0xff], b"{\"json\":1}", &[0xff, 0xff, 0, 0, 0, 0]] {
            assert!(assignment(bytes).is_err(), "{bytes:?}");
        }
    }
}
