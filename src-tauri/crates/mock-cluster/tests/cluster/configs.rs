//! Configs: the layers that show through each other, and who may be asked about a broker's.

use kafka_protocol::messages::describe_configs_request::DescribeConfigsResource;
use kafka_protocol::messages::incremental_alter_configs_request::{AlterConfigsResource, AlterableConfig};
use kafka_protocol::messages::*;
use kafka_protocol::protocol::StrBytes;
use mock_cluster::{MockCluster, TopicSpec};

use crate::client::ask;

async fn cluster() -> std::io::Result<MockCluster> {
    MockCluster::builder().topic(TopicSpec::new("orders")).start().await
}

fn text(from: &'static str) -> StrBytes {
    StrBytes::from_static_str(from)
}

async fn value(
    cluster: &MockCluster,
    broker: i32,
    kind: i8,
    name: &str,
    key: &'static str,
) -> anyhow::Result<(String, i8)> {
    let resource = DescribeConfigsResource::default()
        .with_resource_type(kind)
        .with_resource_name(StrBytes::from_string(name.to_owned()))
        .with_configuration_keys(Some(vec![text(key)]));
    let answer =
        ask(cluster, broker, 4, &DescribeConfigsRequest::default().with_resources(vec![resource])).await?;
    let configs = answer.results.iter().flat_map(|result| &result.configs);
    let found: Vec<_> =
        configs.map(|at| (at.value.as_deref().unwrap_or("null").to_owned(), at.config_source)).collect();
    found.into_iter().next().ok_or_else(|| anyhow::anyhow!("no value"))
}

fn alter(
    kind: i8,
    name: &'static str,
    config: &'static str,
    operation: i8,
    value: Option<&'static str>,
) -> IncrementalAlterConfigsRequest {
    let change = AlterableConfig::default()
        .with_name(text(config))
        .with_config_operation(operation)
        .with_value(value.map(text));
    let resource = AlterConfigsResource::default()
        .with_resource_type(kind)
        .with_resource_name(text(name))
        .with_configs(vec![change]);
    IncrementalAlterConfigsRequest::default().with_resources(vec![resource])
}

#[tokio::test]
async fn configs_are_set_and_removed_and_each_layer_shows_through() {
    let cluster = cluster().await.unwrap();
    let apply = async |request: IncrementalAlterConfigsRequest| {
        ask(&cluster, 1, 1, &request).await.map(|answer| answer.responses[0].error_code)
    };
    assert_eq!(value(&cluster, 1, 2, "orders", "retention.ms").await.unwrap(), ("604800000".to_owned(), 5));
    assert_eq!(apply(alter(4, "", "log.retention.ms", 0, Some("3000"))).await.unwrap(), 0);
    assert_eq!(value(&cluster, 1, 2, "orders", "retention.ms").await.unwrap(), ("3000".to_owned(), 3));
    assert_eq!(apply(alter(4, "1", "log.retention.ms", 0, Some("2000"))).await.unwrap(), 0);
    assert_eq!(value(&cluster, 1, 2, "orders", "retention.ms").await.unwrap(), ("2000".to_owned(), 2));
    assert_eq!(value(&cluster, 2, 2, "orders", "retention.ms").await.unwrap(), ("3000".to_owned(), 3));
    assert_eq!(apply(alter(2, "orders", "retention.ms", 0, Some("1000"))).await.unwrap(), 0);
    assert_eq!(value(&cluster, 1, 2, "orders", "retention.ms").await.unwrap(), ("1000".to_owned(), 1));
    assert_eq!(apply(alter(2, "orders", "retention.ms", 1, None)).await.unwrap(), 0);
    assert_eq!(value(&cluster, 1, 2, "orders", "retention.ms").await.unwrap().1, 2);
    assert_eq!(apply(alter(2, "orders", "cleanup.policy", 2, Some("compact"))).await.unwrap(), 0);
    assert_eq!(value(&cluster, 1, 2, "orders", "cleanup.policy").await.unwrap().0, "delete,compact");
    assert_eq!(apply(alter(2, "orders", "cleanup.policy", 3, Some("delete"))).await.unwrap(), 0);
    assert_eq!(value(&cluster, 1, 2, "orders", "cleanup.policy").await.unwrap().0, "compact");
    assert_eq!(apply(alter(2, "orders", "retention.ms", 2, Some("1"))).await.unwrap(), 40);
    assert_eq!(apply(alter(2, "nobody", "retention.ms", 0, Some("1"))).await.unwrap(), 3);
}

#[tokio::test]
async fn a_broker_answers_for_its_own_configs_only() {
    let cluster = cluster().await.unwrap();
    let resource = |name| {
        DescribeConfigsResource::default()
            .with_resource_type(4)
            .with_resource_name(text(name))
            .with_configuration_keys(None)
    };
    let request =
        DescribeConfigsRequest::default().with_resources(vec![resource("1"), resource("2"), resource("x")]);
    let answer = ask(&cluster, 2, 4, &request).await.unwrap();
    let codes: Vec<i16> = answer.results.iter().map(|result| result.error_code).collect();
    assert_eq!(codes, [42, 0, 42]);
    assert!(answer.results[0].error_message.as_deref().unwrap().contains("broker 1"));
    assert_eq!(
        ask(&cluster, 2, 1, &alter(4, "3", "log.retention.ms", 0, Some("1"))).await.unwrap().responses[0]
            .error_code,
        42
    );
    let password = value(&cluster, 2, 4, "2", "ssl.keystore.password").await.unwrap();
    assert_eq!(password.0, "null");
}
