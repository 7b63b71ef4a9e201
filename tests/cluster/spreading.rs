//! Requests to each broker, and keys.

use std::sync::Arc;

use meta::{
    ErrorCode, Key, What,
    message::{
        config_resource::{BROKER, TOPIC},
        describe_configs::{DescribeConfigs, ResourceAsked},
        describe_log_dirs::DescribeLogDirs,
        list_groups::ListGroups,
    },
};
use mock_cluster::{Action, Behaviour, Fault, key};

use support::ground::{connect, failure, latest, three, within};

#[tokio::test]
async fn each_broker_is_asked_and_named() {
    let mock = three().start().await.unwrap();
    let (cluster, record) = connect(&mock).await;
    let answers = within(cluster.send(DescribeLogDirs::default(), Key::None)).await.unwrap();
    let brokers: Vec<_> = answers.parts.iter().map(|part| part.source.broker).collect();
    assert_eq!(brokers, [Some(1), Some(2), Some(3)]);
    assert!(answers.parts.iter().all(|part| !part.reply.dirs.is_empty()));
    assert_eq!(record.of(meta::ApiKey::DescribeLogDirs).len(), 3, "one entry for each broker");
}

#[tokio::test]
async fn a_broker_by_its_key_is_asked_alone() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(DescribeLogDirs::default(), Key::Broker(2))).await.unwrap();
    assert_eq!(answers.parts.len(), 1);
    assert_eq!(answers.parts[0].source.broker, Some(2));
    assert_eq!(mock.count(key::DESCRIBE_LOG_DIRS), 1);
}

#[tokio::test]
async fn a_broker_that_is_not_in_the_cluster_is_said() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(DescribeLogDirs::default(), Key::Broker(77))).await.unwrap();
    assert!(matches!(answers.failed[0].error.what(), What::NoTarget(_)), "{}", answers.failed[0].error);
    assert_eq!(answers.failed[0].broker, Some(77));
}

#[tokio::test]
async fn a_key_that_does_not_fit_is_refused_before_anything_is_sent() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.forget_requests();
    let error = failure(within(cluster.send(latest("orders", [0]), Key::Group("g".into()))).await);
    assert!(matches!(error.what(), What::BadKey(_)), "{error}");
    assert!(mock.all_requests().is_empty());
}

#[tokio::test]
async fn a_mute_broker_holds_up_nobody_and_is_its_own_failure() {
    let mock = three().start().await.unwrap();
    let config = meta::Config {
        setup_timeout: std::time::Duration::from_millis(400),
        attempt_timeout: std::time::Duration::from_millis(400),
        ..support::ground::config(&mock.bootstrap())
    };
    let (cluster, _) = support::ground::connect_as(config).await;
    mock.behave(3, Behaviour::Mute).unwrap();
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert_eq!(answers.parts.len(), 2);
    assert_eq!(answers.failed.len(), 1);
    assert_eq!(answers.failed[0].broker, Some(3));
    let silent = matches!(answers.failed[0].error.what(), What::Connect(_) | What::Timeout { .. });
    assert!(silent, "{}", answers.failed[0].error);
}

#[tokio::test]
async fn a_code_of_one_broker_is_that_brokers_failure() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let denied = ErrorCode::CLUSTER_AUTHORIZATION_FAILED;
    mock.fault(Fault::on(key::LIST_GROUPS).broker(1), Action::ErrorCode(denied.0));
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    assert_eq!(answers.parts.len(), 2);
    assert_eq!(answers.failed[0].error.what(), &What::Authorization(denied));
    assert_eq!(answers.failed[0].error.broker(), Some(1));
    assert_eq!(mock.count(key::LIST_GROUPS), 3, "a denial is not asked again");
}

#[tokio::test]
async fn versions_are_learnt_by_connecting_and_kept_after_the_connection() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let known = (1..=3).filter(|broker| cluster.offered(*broker).is_some()).count();
    assert!(known < 3, "not every broker was dialled");
    for broker in 1..=3 {
        let part = within(cluster.learn_versions(broker, std::time::Duration::from_secs(30))).await.unwrap();
        assert_eq!(part.source.broker, Some(broker));
        assert!(part.reply.ranges.iter().any(|(api, ..)| *api == meta::ApiKey::Metadata));
        assert!(part.reply.at.is_some());
    }
    let before: Vec<_> = (1..=3).map(|broker| cluster.offered(broker).unwrap()).collect();
    mock.stop_broker(2).await.unwrap();
    within(async {
        while cluster.connections().iter().any(|state| state.broker == Some(2) && state.state == "ready") {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    assert!(Arc::ptr_eq(&cluster.offered(2).unwrap(), &before[1]), "the last known, with its time");
}

#[tokio::test]
async fn the_config_of_a_broker_is_asked_of_that_broker_and_a_topics_of_any() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let resource = |kind, name: &str| ResourceAsked { kind, name: name.to_owned(), keys: None };
    let resources = vec![resource(BROKER, "2"), resource(TOPIC, "orders"), resource(BROKER, "3")];
    let asked = DescribeConfigs { resources, include_synonyms: false, include_documentation: false };
    let answers = within(cluster.send(asked, Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(mock.count(key::DESCRIBE_CONFIGS), 3);
    for part in &answers.parts {
        for resource in &part.reply.resources {
            assert!(resource.code.is_none(), "{resource:?}");
            if resource.kind == BROKER {
                assert_eq!(Some(resource.name.parse().unwrap()), part.source.broker);
            }
        }
    }
    let resources: usize = answers.parts.iter().map(|part| part.reply.resources.len()).sum();
    assert_eq!(resources, 3);
}

#[tokio::test]
async fn a_caller_that_can_not_wait_for_a_dial_is_told_that_nothing_was_connected() {
    let mock = three().start().await.unwrap();
    let bootstrap = mock.broker_addresses()[&1].clone();
    let (cluster, _) = support::ground::connect_as(support::ground::config(&bootstrap)).await;
    mock.behave(2, Behaviour::Mute).unwrap();
    let hurried = std::time::Duration::from_millis(100);
    let sent = cluster.send_within(ListGroups::default(), Key::Broker(2), hurried);
    let answers = within(sent).await.unwrap();
    assert!(matches!(answers.failed[0].error.what(), What::Connect(_)), "{}", answers.failed[0].error);
    assert_eq!(mock.count(key::LIST_GROUPS), 0);
}
