//! Case 28 (KAFKA-6501, tulios/kafkajs#1042): a leader that has no such listener was shown as a riddle.
//!
//! Metadata then names no leader and the code 72. The failure names the partitions and says what is wrong: the leader's
//! listeners differ from those of the other brokers. The rest is answered, and the view keeps the partition with its code.

use meta::{ApiKey, ErrorCode, Item, Key, Refresh};
use mock_cluster::{Action, Fault, MockCluster, key};
use support::ground::{connect, latest, three, within};

use super::places::sites;

/// A broker of 4.4 answers Metadata in this version.
const VERSION: i16 = 13;

async fn without_listener() -> MockCluster {
    let mock = three().start().await.unwrap();
    mock.state().lose_leader("orders", 2).unwrap();
    let rewrite = |body: bytes::Bytes| {
        let mut told = body.to_vec();
        for site in sites(ApiKey::Metadata, VERSION, &body) {
            let at = site.at..site.at + 2;
            if site.path == "Topics.Partitions.ErrorCode" && told[at.clone()] == 5_i16.to_be_bytes() {
                told[at].copy_from_slice(&72_i16.to_be_bytes());
            }
        }
        told.into()
    };
    mock.fault(Fault::on(key::METADATA), Action::rewrite(rewrite));
    mock
}

#[tokio::test]
async fn the_partition_is_named_with_the_listener_and_the_rest_is_answered() {
    let mock = without_listener().await;
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
    let answered: usize =
        answers.parts.iter().flat_map(|part| &part.reply.topics).map(|topic| topic.partitions.len()).sum();
    assert_eq!(answered, 5);
    let [failed] = &answers.failed[..] else { panic!("{:?}", answers.failed) };
    assert_eq!(failed.items, [Item::Partition("orders".into(), 2)]);
    assert_eq!(failed.error.code(), Some(ErrorCode::LISTENER_NOT_FOUND));
    let words = failed.error.to_string();
    assert!(words.contains("listener") && words.contains("orders-2"), "{words}");
}

#[tokio::test]
async fn the_view_keeps_the_partition_with_its_code() {
    let mock = without_listener().await;
    let (cluster, _) = connect(&mock).await;
    let view = within(cluster.refresh(Refresh::All)).await.unwrap();
    let topic = view.topic("orders").unwrap();
    let partition = topic.partition(2).unwrap();
    assert_eq!((partition.leader, partition.error), (None, ErrorCode::LISTENER_NOT_FOUND));
    assert_eq!((topic.len(), topic.leaderless()), (6, 1));
}
