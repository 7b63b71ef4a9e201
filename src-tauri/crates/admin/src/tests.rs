//! What an operator asks, against a mock cluster: each answer with its source, each item's failure kept beside the others.

use std::{sync::Arc, time::Duration};

use mock_cluster::{Action, Fault, Group, GroupKind, Member, MockCluster, Release, TopicSpec};

use crate::{
    Address, ApiKey, Cluster, ClusterConfig, ConfigSource, ErrorCode, Refresh, What, broker_configs,
    describe_cluster, describe_groups, describe_quorum, each_broker, each_log_dirs, groups_of, log_dirs_of,
    reassignments, topic_configs, topic_ends, versions_of,
};

const LIMIT: Duration = Duration::from_secs(30);

async fn over(mock: &MockCluster) -> Cluster {
    let bootstrap = Address::parse_list(&mock.bootstrap()).unwrap();
    let cluster = Cluster::connect(ClusterConfig::new(bootstrap)).await.unwrap();
    cluster.refresh(Refresh::All).await.unwrap();
    cluster
}

async fn three() -> MockCluster {
    let topic = TopicSpec::new("orders").partitions(6).replication(2).records(100);
    MockCluster::builder().brokers(3).topic(topic).start().await.unwrap()
}

#[tokio::test]
async fn a_fenced_broker_is_told_although_metadata_leaves_it_out() {
    let mock = three().await;
    mock.state().fence(3).unwrap();
    let cluster = over(&mock).await;
    assert!(cluster.snapshot().broker(3).is_none());
    let told = describe_cluster(&cluster, LIMIT).await.unwrap();
    let fenced: Vec<_> = told.value.brokers.iter().filter(|broker| broker.fenced == Some(true)).collect();
    assert_eq!(fenced.iter().map(|broker| broker.id).collect::<Vec<_>>(), [3]);
    assert_eq!(told.source.api, ApiKey::DescribeCluster);
}

#[tokio::test]
async fn the_quorum_names_the_controller_whatever_metadata_says() {
    let mock = three().await;
    mock.state().move_controller(2).unwrap();
    let told = describe_quorum(&over(&mock).await, LIMIT).await.unwrap();
    assert_eq!(told.value.leader, Some(2));
    assert!(!told.value.voters.is_empty());
}

#[tokio::test]
async fn a_cluster_with_zookeeper_has_no_quorum_to_ask() {
    let mock =
        MockCluster::builder().brokers(1).release(Release::Kafka28).kraft(false).start().await.unwrap();
    let error = describe_quorum(&over(&mock).await, LIMIT).await.unwrap_err();
    assert!(matches!(error.what(), What::Unsupported { .. }), "{error}");
}

#[tokio::test]
async fn each_brokers_directories_come_with_its_own_source_or_failure() {
    let mock = three().await;
    let cluster = over(&mock).await;
    let one = log_dirs_of(&cluster, 2, LIMIT).await.unwrap();
    assert_eq!(one.source.broker, Some(2));
    let dir = &one.value.dirs[0];
    let bytes: i64 = dir.listed.replicas().iter().map(|replica| replica.bytes).sum();
    assert_eq!(dir.sums.bytes, bytes);
    mock.stop_broker(3).await.unwrap();
    let mut answered = Vec::new();
    each_log_dirs(&cluster, [1, 2, 3], LIMIT, |broker, answer| answered.push((broker, answer.is_ok()))).await;
    answered.sort_unstable();
    assert_eq!(answered, [(1, true), (2, true), (3, false)]);
}

#[tokio::test]
async fn both_ends_of_each_partition_are_told_by_its_leader() {
    let mock = three().await;
    let cluster = over(&mock).await;
    mock.state().lose_leader("orders", 4).unwrap();
    let orders: Arc<str> = "orders".into();
    let asked = [(Arc::clone(&orders), (0..6).collect::<Vec<i32>>())];
    let ends = topic_ends(&cluster, &asked, Duration::from_secs(5)).await;
    let ends = &ends[&orders];
    let snapshot = cluster.snapshot();
    for (partition, (earliest, latest)) in &ends.partitions {
        if *partition == 4 {
            assert!(earliest.offset.is_err() && latest.offset.is_err());
            continue;
        }
        assert!(latest.offset.as_ref().unwrap() >= earliest.offset.as_ref().unwrap());
        let leader = latest.source.as_ref().unwrap().broker;
        assert_eq!(leader, snapshot.leader("orders", *partition));
    }
    assert!(ends.span().is_err(), "a sum without one partition would look like a smaller topic");
}

#[tokio::test]
async fn configs_of_many_topics_come_in_one_request_with_each_ones_outcome() {
    let mock = three().await;
    let cluster = over(&mock).await;
    let names: Vec<Arc<str>> = vec!["orders".into(), "no-such".into()];
    let before = mock.count(ApiKey::DescribeConfigs.code());
    let told = topic_configs(&cluster, &names, Some(&["retention.ms"]), LIMIT).await;
    assert!(mock.count(ApiKey::DescribeConfigs.code()) - before <= 3);
    let orders = told["orders"].as_ref().unwrap();
    assert_eq!(orders.value.iter().map(|config| config.name.as_str()).collect::<Vec<_>>(), ["retention.ms"]);
    assert_eq!(told["no-such"].as_ref().unwrap_err().code(), Some(ErrorCode(3)));
    assert!(mock.state().topic("no-such").is_err());
}

#[tokio::test]
async fn a_brokers_configs_are_asked_of_that_broker() {
    let mock = three().await;
    let told = broker_configs(&over(&mock).await, 3, LIMIT).await.unwrap();
    assert_eq!(told.source.broker, Some(3));
    assert!(told.value.iter().any(|config| config.source == ConfigSource::StaticBroker));
}

#[tokio::test]
async fn a_group_is_listed_by_its_coordinator_and_described_by_its_type() {
    let classic = Group::new("old", GroupKind::Classic).with_member(Member::new("m1", "c"));
    let consumer = Group::new("new", GroupKind::Consumer).with_member(Member::new("m2", "c"));
    let share = Group::new("shared", GroupKind::Share);
    let builder = MockCluster::builder().brokers(2).group(classic).group(consumer).group(share);
    let mock = builder.start().await.unwrap();
    let cluster = over(&mock).await;
    let mut listed = Vec::new();
    let ask = |broker| {
        let cluster = cluster.clone();
        async move { groups_of(&cluster, broker, LIMIT).await }
    };
    each_broker([1, 2], ask, |broker, answer| {
        for group in answer.unwrap().value {
            assert_eq!(mock.state().group_coordinator(&group.id), Some(broker));
            listed.push((group.id, group.kind));
        }
    })
    .await;
    assert_eq!(listed.len(), 3);
    let told = describe_groups(&cluster, &listed, LIMIT).await;
    assert_eq!(told["old"].as_ref().unwrap().value.members.len(), 1);
    assert_eq!(told["new"].as_ref().unwrap().value.members.len(), 1);
    assert!(told["shared"].as_ref().unwrap_err().to_string().contains("share"));
}

#[tokio::test]
async fn a_failure_of_describing_one_group_is_its_own() {
    let group = |id: &str| Group::new(id, GroupKind::Classic).with_member(Member::new("m", "c"));
    let mock = MockCluster::builder().brokers(1).group(group("a")).start().await.unwrap();
    let cluster = over(&mock).await;
    let asked: Vec<(Arc<str>, Option<String>)> = vec![("a".into(), None), ("gone".into(), None)];
    let told = describe_groups(&cluster, &asked, LIMIT).await;
    assert!(told["a"].is_ok());
    assert_eq!(told.len(), 2);
    mock.fault(Fault::on(ApiKey::DescribeGroups.code()), Action::ErrorCode(30));
    let told = describe_groups(&cluster, &asked, LIMIT).await;
    assert!(matches!(told["a"].as_ref().unwrap_err().what(), What::Authorization(_)));
}

#[tokio::test]
async fn versions_are_those_of_the_broker_that_was_asked() {
    let mock = three().await;
    mock.state().advertise_versions(2, ApiKey::ListGroups.code(), 0, 4).unwrap();
    let cluster = over(&mock).await;
    let range =
        async |broker| versions_of(&cluster, broker, LIMIT).await.unwrap().value.range(ApiKey::ListGroups);
    assert_eq!(range(2).await, Some((0, 4)));
    assert_eq!(range(1).await, Some((0, 5)));
}

#[tokio::test]
async fn a_reassignment_names_what_is_added_and_removed() {
    let topic = TopicSpec::new("orders").partitions(1).replication(2).assignments([vec![1, 2]]);
    let mock = MockCluster::builder().brokers(3).topic(topic).start().await.unwrap();
    let cluster = over(&mock).await;
    assert!(reassignments(&cluster, LIMIT).await.unwrap().value.is_empty());
    mock.state().reassign("orders", 0, &[1, 3]).unwrap();
    let told = reassignments(&cluster, LIMIT).await.unwrap().value;
    assert_eq!((&told[0].adding[..], &told[0].removing[..]), (&[3][..], &[2][..]));
}
