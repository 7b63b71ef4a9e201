//! Case 26 (KAFKA-9261, tulios/kafkajs#639): one partition without a leader failed the whole request, or the whole list.
//!
//! Each partition has its own state. What has a leader is answered; what has none is named as a failure of its own, after
//! one refresh: a view that waits for the election shows nothing meanwhile, and asks again soon anyway.

use meta::message::{describe_producers::DescribeProducers, offset_for_leader_epoch};
use meta::{ErrorCode, Item, Key, Refresh, message::TopicPartitions};
use mock_cluster::key;
use support::ground::{connect, latest, three, within};

const LOST: i32 = 3;

fn epochs() -> offset_for_leader_epoch::OffsetForLeaderEpoch {
    let asked =
        |partition| offset_for_leader_epoch::PartitionAsked { partition, current_epoch: None, epoch: 0 };
    let partitions = (0..6).map(asked).collect();
    offset_for_leader_epoch::OffsetForLeaderEpoch {
        topics: vec![offset_for_leader_epoch::TopicAsked { name: "orders".to_owned(), partitions }],
    }
}

async fn one_is_named_and_five_answer<R: meta::Ask>(request: R) {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.state().lose_leader("orders", LOST).unwrap();
    let answers = within(cluster.send(request.clone(), Key::None)).await.unwrap();
    let told: Vec<Item> =
        answers.parts.iter().flat_map(|part| request.codes(&part.reply)).map(|(item, _)| item).collect();
    assert_eq!(told.len(), 5, "{told:?}");
    let [failed] = &answers.failed[..] else { panic!("{:?}", answers.failed) };
    assert_eq!(failed.items, [Item::Partition("orders".into(), LOST)]);
    assert_eq!(failed.error.code(), Some(ErrorCode::LEADER_NOT_AVAILABLE));
    assert!(failed.error.to_string().contains("orders-3"), "{}", failed.error);
    // To connect, to learn the leaders, and once more for the one that had none.
    assert!(mock.count(key::METADATA) <= 3, "{}", mock.count(key::METADATA));
}

#[tokio::test]
async fn each_request_for_leaders_answers_for_those_that_there_are() {
    one_is_named_and_five_answer(latest("orders", 0..6)).await;
    one_is_named_and_five_answer(epochs()).await;
    let topics = vec![TopicPartitions { topic: "orders".to_owned(), partitions: (0..6).collect() }];
    one_is_named_and_five_answer(DescribeProducers { topics }).await;
}

#[tokio::test]
async fn the_view_has_all_partitions_and_says_of_one_that_nobody_leads_it() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.state().lose_leader("orders", LOST).unwrap();
    for what in [Refresh::All, Refresh::Topics(vec!["orders".to_owned()])] {
        let view = within(cluster.refresh(what)).await.unwrap();
        let topic = view.topic("orders").unwrap();
        let without: Vec<i32> =
            topic.partitions().filter(|one| one.leader.is_none()).map(|one| one.index).collect();
        assert_eq!((topic.len(), without, topic.leaderless()), (6, vec![LOST], 1));
        assert_eq!(topic.partition(LOST).unwrap().replicas.len(), 3, "its replicas are known all the same");
        assert!(view.failure().is_none() && view.listing_failure().is_none());
    }
}
