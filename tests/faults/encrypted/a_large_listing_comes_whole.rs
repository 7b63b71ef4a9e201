//! A listing of some nine megabytes, and many small requests beside it, over encrypted connections.
//!
//! Encryption cuts what is sent into records of sixteen kilobytes. What waits for room in the socket between two of them must not be
//! forgotten there, and memory must not be taken for each record.

use meta::Refresh;
use mock_cluster::TopicSpec;
use support::{
    encrypted::{Authority, all_before},
    ground::{connect_as, latest, offsets, three, within},
};

use super::hurried;

#[tokio::test]
async fn it_comes_whole_while_others_are_answered() {
    let mut builder = three();
    for number in 0..2_000 {
        builder = builder.topic(TopicSpec::new(format!("topic-{number:05}")).partitions(100).replication(3));
    }
    let (mock, authority) = (builder.start().await.unwrap(), Authority::new());
    let bootstrap = all_before(&mock, &authority.server(&["127.0.0.1"])).await;
    let config = meta::Config {
        read_timeout: std::time::Duration::from_secs(50),
        attempt_timeout: std::time::Duration::from_secs(50),
        ..hurried(&bootstrap, &authority.trusted())
    };
    let (cluster, record) = connect_as(config).await;
    let refresh = tokio::spawn({
        let cluster = cluster.clone();
        async move { within(cluster.refresh(Refresh::All)).await.unwrap() }
    });
    for _ in 0..50 {
        assert!(offsets(&cluster, latest("orders", 0..6)).await.failed.is_empty());
    }
    let view = refresh.await.unwrap();
    assert_eq!(view.topics().len(), 2_001);
    let largest = record.of(meta::ApiKey::Metadata).iter().map(|entry| entry.received_bytes).max().unwrap();
    assert!(largest > 7 << 20, "{largest} bytes");
}
