//! Case 39 (IBM/sarama#274): a client fetched all topics at its start.
//!
//! A start asks for no topic at all, and a call asks for those it is about. Only who asks for the listing gets it.

use bytes::Bytes;
use kafka_protocol::{messages::MetadataRequest, protocol::Decodable};
use meta::{ApiKey, Event, Refresh};
use mock_cluster::{MockCluster, Release, TopicSpec, key};
use support::ground::{connect, latest, offsets, three, within};

/// How many names each metadata request asked for; `None` is all of them.
fn names_asked(mock: &MockCluster) -> Vec<Option<usize>> {
    let requests = mock.requests(key::METADATA).into_iter();
    let count = requests.map(|seen| {
        let mut body: Bytes = seen.body;
        MetadataRequest::decode(&mut body, seen.version).unwrap().topics.map(|topics| topics.len())
    });
    count.collect()
}

#[tokio::test]
async fn connecting_learns_the_brokers_and_never_fetches_topics() {
    for release in [Release::default(), Release::Kafka28] {
        let many = (0..200).fold(three().release(release), |builder, number| {
            builder.topic(TopicSpec::new(format!("topic-{number}")))
        });
        let mock = many.start().await.unwrap();
        let (cluster, record) = connect(&mock).await;
        let snapshot = cluster.snapshot();
        let brokers: Vec<i32> = snapshot.brokers().iter().map(|broker| broker.id).collect();
        assert_eq!(brokers, [1, 2, 3]);
        assert!(
            snapshot.listing_source().is_none(),
            "topics were never listed, which is not: there are none"
        );
        assert_eq!(snapshot.topics().len(), 0);
        assert_eq!(names_asked(&mock), [Some(0)]);
        assert_eq!(record.of(ApiKey::Metadata)[0].key, "brokers only");
        assert!(record.events().iter().any(|event| matches!(event, Event::Refreshed { .. })));

        offsets(&cluster, latest("orders", 0..6)).await;
        assert_eq!(names_asked(&mock), [Some(0), Some(1)], "the one topic that was asked about");
        assert_eq!(cluster.snapshot().topics().len(), 1);
        within(cluster.refresh(Refresh::All)).await.unwrap();
        assert_eq!(names_asked(&mock), [Some(0), Some(1), None]);
        assert_eq!(cluster.snapshot().topics().len(), 201);
    }
}
