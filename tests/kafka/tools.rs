//! What we tell against what Kafka's own tools print of the same brokers: log dirs and lags here, the rest in files of their own.

pub(crate) mod quorum;
pub(crate) mod reassigned;
pub(crate) mod transactions;

use std::{collections::BTreeMap, time::Duration};

use admin::log_dirs_of;
use contract::{GroupOffsetRow, Int64, ListGroupOffsets, Refresh, View};
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

/// Topic, partition, commit, log end, lag, member, host, client; a dash for what is not there.
type Lagging = [String; 8];

const HEADERS: [&str; 8] =
    ["TOPIC", "PARTITION", "CURRENT-OFFSET", "LOG-END-OFFSET", "LAG", "CONSUMER-ID", "HOST", "CLIENT-ID"];

/// The lines below the tool's header, by its words.
fn described(output: &str) -> Vec<Lagging> {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut lines = output.lines().map(words).skip_while(|line| !line.iter().any(|word| word == "TOPIC"));
    let Some(header) = lines.next() else { return Vec::new() };
    let places = HEADERS.map(|name| header.iter().position(|word| word == name).unwrap());
    let told = lines.filter(|line| line.len() == header.len());
    let mut told: Vec<Lagging> = told.map(|line| places.map(|place| line[place].clone())).collect();
    told.sort();
    told
}

fn as_the_tool(row: &GroupOffsetRow) -> Lagging {
    let or_dash =
        |text: Option<String>| text.filter(|text| !text.is_empty()).unwrap_or_else(|| "-".to_owned());
    let offset = |value: Option<&Int64>| or_dash(value.map(Int64::to_string));
    [
        row.topic.clone(),
        row.partition.to_string(),
        offset(row.committed.value()),
        offset(row.log_end.value()),
        offset(row.lag.value().and_then(|lag| lag.offsets.as_ref())),
        or_dash(row.member.value().cloned()),
        // The tool prints an address as Java does.
        or_dash(row.host.value().filter(|host| !host.is_empty()).map(|host| format!("/{host}"))),
        or_dash(row.client.value().cloned()),
    ]
}

pub(crate) async fn lags_and_members_are_what_the_tool_prints(version: Version) {
    let stage = Stage::real(version, Need::Shared).await;
    let topic = stage.fresh("described");
    stage.topic(&topic, &[&[1, 2], &[2, 3]]).await;
    stage.records(&topic, 0, 25).await;
    let mut groups = vec![stage.fresh("stopped"), stage.fresh("classic")];
    // The second is past the end of its log.
    stage.committed(&groups[0], &topic, &[(0, 7), (1, 3)]).await;
    stage.consumer(&groups[1], &topic, "classic").await;
    if stage.has_new_groups() {
        groups.push(stage.fresh("consumer"));
        stage.consumer(&groups[2], &topic, "consumer").await;
    }
    let session = Session::open(&stage.bootstrap()).await;
    for group in groups {
        let page = session
            .until("the same as the tool", async || {
                let tool = described(&stage.tool(Tool::ConsumerGroups, &["--describe", "--group", &group]));
                let view = View::Group { name: group.clone() };
                session.engine.refresh(Refresh { cluster: session.id.clone(), view }).await.unwrap();
                let call = ListGroupOffsets {
                    cluster: session.id.clone(),
                    group: group.clone(),
                    query: support::all(),
                };
                let page = session.engine.group_offsets(call).await.unwrap();
                let mut ours: Vec<Lagging> = page.rows.iter().map(as_the_tool).collect();
                ours.sort();
                if ours.len() == 2 && ours == tool { Ok(page) } else { Err((ours, tool)) }
            })
            .await;
        assert!(page.rows.iter().all(|row| row.log_end.value().is_some()));
    }
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

            #[tokio::test]
            async fn lags_and_members_are_what_the_tool_prints() {
                crate::tools::lags_and_members_are_what_the_tool_prints($version).await;
            }
        }
    };
}
pub(crate) use with_the_tool;
