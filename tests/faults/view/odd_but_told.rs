//! Replies that are odd and true: what they say is shown as it was said, and nothing is made up where they are silent.

use meta::{ErrorCode, Item, Key, Refresh, TopicId, What};
use support::ground::{connect, latest, three, within};
use uuid::Uuid;

use super::told::{answer, partition, topic, true_brokers};

#[tokio::test]
async fn a_topic_that_may_not_be_seen_is_refused_by_name_and_never_listed() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let hidden = topic("secret", Vec::new()).with_error_code(29).with_topic_id(Uuid::nil());
    answer(&mock, &true_brokers(&mock).with_topics(vec![hidden]));
    let view = within(cluster.refresh(Refresh::Topics(vec!["secret".to_owned()]))).await.unwrap();
    assert_eq!(view.refusal("secret").unwrap().code, ErrorCode::TOPIC_AUTHORIZATION_FAILED);
    assert!(view.topic("secret").is_none() && view.topics().len() == 0);
    let none = TopicId::new(Uuid::nil());
    assert!(none.is_none(), "all zero is no id, so that two hidden topics are not one");
}

#[tokio::test]
async fn a_nameless_topic_costs_nothing_but_itself() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let nameless =
        topic("x", Vec::new()).with_name(None).with_error_code(100).with_topic_id(Uuid::from_u128(7));
    let topics = vec![nameless, topic("orders", vec![partition(0, 2)])];
    answer(&mock, &true_brokers(&mock).with_topics(topics));
    let view = within(cluster.refresh(Refresh::All)).await.unwrap();
    assert_eq!(view.topics().map(|topic| topic.name().to_owned()).collect::<Vec<_>>(), ["orders"]);
}

#[tokio::test]
async fn a_leader_that_is_no_known_broker_is_a_leader_whose_address_is_not_known() {
    let mock = three().start().await.unwrap();
    mock.state().move_leader("orders", 0, 1).unwrap();
    let (cluster, _) = connect(&mock).await;
    let orders = topic("orders", vec![partition(0, 1), partition(1, 99)]);
    answer(&mock, &true_brokers(&mock).with_topics(vec![orders]));
    let answers = within(cluster.send(latest("orders", 0..2), Key::None)).await.unwrap();
    assert_eq!(cluster.snapshot().leader("orders", 1), Some(99), "that is what the broker said");
    assert_eq!(answers.parts.len(), 1, "the other partition is answered");
    let [failed] = &answers.failed[..] else { panic!("{:?}", answers.failed) };
    assert_eq!(failed.items, [Item::Partition("orders".into(), 1)]);
    assert!(matches!(failed.error.what(), What::NoTarget(why) if why.contains("99")), "{}", failed.error);
}

#[tokio::test]
async fn a_controller_that_nobody_named_is_not_broker_minus_one() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    answer(&mock, &true_brokers(&mock).with_controller_id((-1).into()));
    let view = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert_eq!(view.controller(), None);
}

#[tokio::test]
async fn a_cluster_id_that_is_left_out_is_not_told_and_the_known_one_stays() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let known = cluster.snapshot().cluster_id().unwrap().to_owned();
    answer(&mock, &true_brokers(&mock).with_cluster_id(None));
    let view = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert_eq!(view.cluster_id(), Some(known.as_str()));
}

#[tokio::test]
async fn a_topic_of_ten_thousand_partitions_is_one_topic() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    // The wrong way round: brokers sort them by nothing.
    let partitions = (0..10_000).rev().map(|index| partition(index, index % 3 + 1)).collect();
    answer(&mock, &true_brokers(&mock).with_topics(vec![topic("wide", partitions)]));
    let view = within(cluster.refresh(Refresh::Topics(vec!["wide".to_owned()]))).await.unwrap();
    let wide = view.topic("wide").unwrap();
    assert_eq!((wide.len(), wide.leaderless(), wide.under_replicated()), (10_000, 0, 0));
    assert!((0..10_000).all(|index| view.leader("wide", index) == Some(index % 3 + 1)));
    assert!(wide.partitions().map(|partition| partition.index).eq(0..10_000));
}
