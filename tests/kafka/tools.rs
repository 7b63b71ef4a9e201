//! What we tell against what Kafka's own tools print of the same brokers: log dirs here, the rest in files of their own.

pub(crate) mod quorum;
pub(crate) mod reassigned;
pub(crate) mod transactions;

use std::{collections::BTreeMap, time::Duration};

use admin::log_dirs_of;
use real_kafka::{Tool, Version};
use support::{Session, Stage, stage::Need};

/// Broker, directory, partition, size, lag, future.
type Line = (i64, String, String, i64, i64, bool);

/// What the tool prints: some words, then one line of JSON.
fn printed(output: &str) -> Vec<Line> {
    let json = output.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{output}"));
    let told: serde_json::Value = serde_json::from_str(json).unwrap();
    let mut lines = Vec::new();
    for broker in told["brokers"].as_array().unwrap() {
        for dir in broker["logDirs"].as_array().unwrap() {
            assert!(dir["error"].is_null(), "{dir}");
            for one in dir["partitions"].as_array().unwrap() {
                lines.push((
                    broker["broker"].as_i64().unwrap(),
                    dir["logDir"].as_str().unwrap().to_owned(),
                    one["partition"].as_str().unwrap().to_owned(),
                    one["size"].as_i64().unwrap(),
                    one["offsetLag"].as_i64().unwrap(),
                    one["isFuture"].as_bool().unwrap(),
                ));
            }
        }
    }
    lines.sort();
    lines
}

pub(crate) async fn log_dirs_are_what_the_tool_prints(version: Version) {
    let stage = Stage::real(version, Need::Shared).await;
    let name = stage.fresh("printed");
    stage.topic(&name, &[&[1, 2], &[2, 3], &[3, 1], &[1, 3]]).await;
    for partition in 0..4 {
        stage.records(&name, partition, 15 * i64::from(partition + 1)).await;
    }
    let tool = printed(&stage.tool(Tool::LogDirs, &["--describe", "--topic-list", &name]));
    assert_eq!(tool.len(), 8);
    let cluster = stage.cluster().await;
    let mut ours = Vec::new();
    for broker in [1, 2, 3] {
        for dir in log_dirs_of(&cluster, broker, Duration::from_secs(20)).await.unwrap().value.dirs {
            for topic in dir.listed.topics().filter(|topic| **topic.name == *name) {
                ours.extend(topic.replicas.iter().map(|one| {
                    let partition = format!("{name}-{}", one.partition);
                    (
                        i64::from(broker),
                        dir.path.clone(),
                        partition,
                        one.bytes,
                        one.lag().unwrap_or(-1),
                        one.future,
                    )
                }));
            }
        }
    }
    ours.sort();
    assert_eq!(ours, tool);
}

/// A session of the engine with the brokers of a stage.
async fn session(stage: &Stage) -> Session {
    let addresses: Vec<String> = stage.addresses().into_values().collect();
    Session::open(&addresses.join(",")).await
}

/// The rows of a table that a tool prints: by the words of its header.
fn table(output: &str, first: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = output.lines().skip_while(|line| !line.starts_with(first));
    let header: Vec<&str> = lines.next().unwrap_or_else(|| panic!("{output}")).split_whitespace().collect();
    lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| !words.is_empty())
        .map(|words| {
            header.iter().map(ToString::to_string).zip(words.into_iter().map(str::to_owned)).collect()
        })
        .collect()
}

// In the modules of their versions, so that no cluster is started twice.
macro_rules! with_the_tool {
    ($version:expr) => {
        mod tools {
            #[tokio::test]
            async fn log_dirs_are_what_the_tool_prints() {
                crate::tools::log_dirs_are_what_the_tool_prints($version).await;
            }
            #[tokio::test]
            async fn the_quorum_is_what_the_tool_prints() {
                crate::tools::quorum::the_quorum_is_what_the_tool_prints($version).await;
            }
            #[tokio::test]
            async fn a_reassignment_is_what_the_tool_prints() {
                crate::tools::reassigned::a_reassignment_is_what_the_tool_prints($version).await;
            }
            #[tokio::test]
            async fn an_open_transaction_is_what_the_tool_prints() {
                crate::tools::transactions::an_open_transaction_is_what_the_tool_prints($version).await;
            }
        }
    };
}
pub(crate) use with_the_tool;
