//! Topics by name and by id, with the replicas of their partitions.

use admin::{Refresh, TopicId};
use kafka_protocol::messages::{MetadataRequest, metadata_request::MetadataRequestTopic};

use crate::{Stage, raw};

pub async fn partitions_have_the_replicas_that_they_were_given(stage: &Stage) {
    let name = stage.fresh("orders");
    let given: [&[i32]; 4] = [&[1, 2], &[2, 3], &[3, 1], &[3, 2]];
    stage.topic(&name, &given).await;
    let cluster = stage.cluster().await;
    let snapshot = cluster.refresh(Refresh::Topics(vec![name.clone()])).await.unwrap();
    let topic = snapshot.topic(&name).unwrap();
    assert_eq!(topic.len(), 4);
    assert!(!topic.internal());
    assert!(topic.error().is_none());
    for (partition, replicas) in topic.partitions().zip(given) {
        assert_eq!(partition.replicas, replicas);
        assert_eq!(partition.leader, Some(replicas[0]));
        let mut isr = partition.isr.to_vec();
        isr.sort_by_key(|id| replicas.iter().position(|replica| replica == id));
        assert_eq!(isr, replicas);
        assert_eq!(partition.offline, Some(&[][..]));
        assert!(partition.error.is_none());
        assert_eq!(snapshot.leader(&name, partition.index), Some(replicas[0]));
    }
    // One topic was asked for: that is no listing.
    assert!(snapshot.listing_source().is_none());
    let listed = cluster.refresh(Refresh::All).await.unwrap();
    assert!(listed.listing_source().is_some());
    let names: Vec<_> = listed.topics().map(|topic| topic.name().to_owned()).collect();
    for known in stage.topic_names().await.iter().filter(|known| **known == name) {
        assert!(names.contains(known));
    }
    assert!(listed.topic(&name).is_some());
}

pub async fn a_topic_is_found_by_its_id(stage: &Stage) {
    let name = stage.fresh("payments");
    stage.topic(&name, &[&[1], &[2]]).await;
    let cluster = stage.cluster().await;
    let snapshot = cluster.refresh(Refresh::Topics(vec![name.clone()])).await.unwrap();
    let id = snapshot.topic(&name).unwrap().id().unwrap();
    assert_eq!(snapshot.topic_by_id(id).unwrap().name(), name);
    // The id as people see it names the same 16 bytes that the broker told.
    let printed = id.to_string();
    assert_eq!(printed.parse::<TopicId>().unwrap(), id);
    assert_eq!(base64(stage.topic_id(&name).await.as_bytes()), printed);
}

/// URL-safe and without padding, as Kafka prints ids.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            text.push(char::from(DIGITS[(word >> (18 - 6 * place)) as usize & 63]));
        }
    }
    text
}

/// Below version 12 a broker looks at names only.
pub async fn an_unknown_topic_id_says_so(stage: &Stage) {
    if !stage.finds_topics_by_id() {
        let offered = raw_metadata_range(stage).await;
        assert!(offered < 12, "offers v{offered}");
        return;
    }
    let id = uuid::Uuid::from_u128(0x1234_5678_9abc_4def_8123_4567_89ab_cdef);
    let asked = MetadataRequestTopic::default().with_name(None).with_topic_id(id);
    let request =
        MetadataRequest::default().with_topics(Some(vec![asked])).with_allow_auto_topic_creation(false);
    for address in stage.addresses().values() {
        let reply = raw::ask(address, 12, &request).await.unwrap();
        let topic = &reply.topics[0];
        assert_eq!(topic.error_code, 100, "UNKNOWN_TOPIC_ID");
        assert_eq!(topic.topic_id, id);
        assert_eq!(topic.name, None);
        assert!(topic.partitions.is_empty());
    }
}

async fn raw_metadata_range(stage: &Stage) -> i16 {
    let request = kafka_protocol::messages::ApiVersionsRequest::default();
    let reply = raw::ask(&stage.address(1), 0, &request).await.unwrap();
    reply.api_keys.iter().find(|range| range.api_key == 3).unwrap().max_version
}
