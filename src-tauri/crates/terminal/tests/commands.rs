//! Each command over the demo cluster, a cluster that is partly down, and none at all: what is printed, and with which code it ends.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "how a test fails")]

use std::{path::Path, sync::Arc};

use clap::Parser as _;
use engine::{DemoSource, Starting};
use mock_cluster::{Behaviour, MockCluster, TopicSpec, demo};
use terminal::{Arguments, Exit, Pens, Surroundings, carry_out};
use tokio::sync::Mutex;

/// The demo, played as the program plays it.
#[derive(Default)]
struct Demo(Mutex<Option<demo::Demo>>);

impl DemoSource for Demo {
    fn start(&self) -> Starting<'_> {
        Box::pin(async {
            let mut running = self.0.lock().await;
            let scene = demo::scene().paused().start().await.map_err(|error| error.to_string())?;
            let bootstrap = scene.cluster().bootstrap();
            *running = Some(scene);
            Ok(bootstrap)
        })
    }

    fn stop(&self) {}
}

struct Said {
    exit: Exit,
    out: String,
    err: String,
}

async fn said_in(config_dir: &Path, words: &[&str]) -> Said {
    let arguments = Arguments::try_parse_from([&["brokerscope"], words].concat()).unwrap();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let surroundings = Surroundings {
        config_dir: config_dir.to_owned(),
        make_folder: false,
        demo: Arc::new(Demo::default()),
    };
    let mut pens = Pens { out: &mut out, err: &mut err };
    let exit = carry_out(&arguments.command.unwrap(), surroundings, &mut pens).await;
    Said { exit, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

async fn said(words: &[&str]) -> Said {
    said_in(tempfile::tempdir().unwrap().path(), words).await
}

/// A cluster that has all its brokers.
async fn whole() -> MockCluster {
    let orders = TopicSpec::new("orders").partitions(6).replication(3);
    MockCluster::builder().brokers(3).topic(orders).start().await.unwrap()
}

#[tokio::test]
async fn each_page_of_a_whole_cluster_is_whole() {
    let cluster = whole().await;
    let at = cluster.bootstrap();
    for (command, must) in [
        (&["overview"][..], &["healthy", "brokers up", "3"][..]),
        (&["brokers"], &["broker", "up", "3 of 3 rows", "ago"]),
        (&["log-dirs"], &["path", "online"]),
        (&["topics"], &["orders", "1 of 1 rows"]),
        (&["topic", "orders"], &["partition", "6 of 6 rows"]),
        (&["groups"], &["0 of 0 rows"]),
        (&["acls"], &["0 of 0 rows", "No authorizer", "says that it has none"]),
        (&["scram-users"], &["0 of 0 rows"]),
        (&["quotas"], &["0 of 0 rows"]),
        (&["quorum"], &["leader", "voter", "3 of 3 rows", "High watermark"]),
        (&["reassignments"], &["0 of 0 rows"]),
        (&["transactions"], &["0 of 0 rows"]),
        (
            &["explain", "ListOffsets", "topic=orders"],
            &["gate    passes", "broker  address", "leads", "\n\nKafka's own tool: kafka-get-offsets.sh"],
        ),
        (&["explain", "2", "topic=orders"], &["class"]),
    ] {
        let said = said(&[command, &["--bootstrap", &at]].concat()).await;
        assert_eq!(said.exit, Exit::Whole, "{command:?}: {}{}", said.out, said.err);
        for word in must {
            assert!(said.out.contains(word), "{command:?} lacks “{word}”: {}", said.out);
        }
    }
}

#[tokio::test]
async fn a_broker_that_is_gone_makes_a_part_of_the_whole() {
    let cluster = whole().await;
    let at = cluster.bootstrap();
    cluster.stop_broker(3).await.unwrap();
    let said = said(&["log-dirs", "--bootstrap", &at, "--timeout", "20", "--output", "csv"]).await;
    assert_eq!(said.exit, Exit::Part, "{}{}", said.out, said.err);
    assert!(said.out.lines().any(|line| line.starts_with("1,")), "{}", said.out);
    // Never a zero for what nobody told, and its reason once; nothing is waited for that won't come.
    let gone = said.out.lines().find(|line| line.starts_with("3,")).unwrap();
    assert!(gone.starts_with("3,,unknown,,,,,,,,,,,,\"volume, usable, "), "{gone}");
    assert_eq!(gone.matches("refused").count(), 1, "{gone}");
    assert!(!gone.contains("not told within"), "{gone}");
}

#[tokio::test]
async fn of_each_page_a_broker_that_is_mute_makes_a_part() {
    let cluster = whole().await;
    let at = cluster.broker_addresses()[&1].clone();
    cluster.behave(3, Behaviour::Mute).unwrap();
    for command in [
        &["overview"][..],
        &["brokers"],
        &["log-dirs"],
        &["topics"],
        &["topic", "orders"],
        &["groups"],
        &["transactions"],
        &["explain", "ListOffsets", "topic=orders"],
    ] {
        let said = said(&[command, &["--bootstrap", &at, "--timeout", "2"]].concat()).await;
        assert_eq!(said.exit, Exit::Part, "{command:?}: {}{}", said.out, said.err);
    }
}

#[tokio::test]
async fn a_sum_that_leaves_a_broker_out_says_so() {
    let cluster = whole().await;
    let at = cluster.bootstrap();
    cluster.stop_broker(3).await.unwrap();
    let table = said(&["overview", "--bootstrap", &at]).await;
    assert_eq!(table.exit, Exit::Part, "{}{}", table.out, table.err);
    assert!(table.out.contains("2 of 3") && table.out.contains("from 2 of 3 brokers"), "{}", table.out);
    let csv = said(&["overview", "--bootstrap", &at, "--output", "csv"]).await;
    assert_eq!(csv.exit, Exit::Part);
    assert!(
        csv.out
            .lines()
            .any(|line| line.starts_with("stored,") && line.ends_with("value (a part): from 2 of 3 brokers")),
        "{}",
        csv.out
    );
}

#[tokio::test]
async fn a_figure_that_there_is_none_of_is_no_failure() {
    // One replica has no follower whose lag could be told.
    let alone = TopicSpec::new("alone").partitions(2).replication(1);
    let cluster = MockCluster::builder().brokers(1).topic(alone).start().await.unwrap();
    let said = said(&["topic", "alone", "--bootstrap", &cluster.bootstrap()]).await;
    assert_eq!(said.exit, Exit::Whole, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("It has no follower.") && said.out.contains("Size 0 B leader copies"),
        "{}",
        said.out
    );
}

#[tokio::test]
async fn how_long_a_topic_is_kept_is_a_number_of_milliseconds() {
    let cluster = whole().await;
    let at = cluster.bootstrap();
    let sorted = ["--sort", "retention_ms", "--output", "csv"];
    let said = said(&[&["topics", "--bootstrap", &at][..], &sorted].concat()).await;
    let mut lines = csv_lines(&said.out);
    let column = lines.next().unwrap().iter().position(|name| name == "retention_ms").unwrap();
    let kept: i64 = lines.next().unwrap()[column].parse().unwrap();
    assert_eq!(kept, 604_800_000, "{}", said.out);
}

fn csv_lines(text: &str) -> impl Iterator<Item = Vec<String>> {
    text.lines().map(|line| line.split(',').map(str::to_owned).collect())
}

#[tokio::test]
async fn no_command_speaks_of_a_lock_that_it_could_open() {
    let cluster = whole().await;
    for output in ["table", "json"] {
        let words = ["explain", "CreateTopics", "--bootstrap", &cluster.bootstrap(), "--output", output];
        let said = said(&words).await;
        let all = format!("{}{}", said.out, said.err);
        assert!(all.contains("no command can"), "{all}");
        assert!(!all.contains("unlock") && !all.contains("panel"), "{all}");
    }
}

#[tokio::test]
async fn no_page_waits_for_what_a_broker_that_is_gone_would_tell() {
    let cluster = whole().await;
    let at = cluster.bootstrap();
    cluster.stop_broker(3).await.unwrap();
    for command in
        [&["overview"][..], &["brokers"], &["log-dirs"], &["topics"], &["topic", "orders"], &["groups"]]
    {
        let said = said(&[command, &["--bootstrap", &at, "--output", "json"]].concat()).await;
        assert!(matches!(said.exit, Exit::Whole | Exit::Part), "{command:?}: {}{}", said.out, said.err);
        assert!(!said.out.contains("not told in time"), "{command:?}: {}", said.out);
    }
}

#[tokio::test]
async fn nothing_that_answers_is_nothing_and_says_why() {
    let cluster = whole().await;
    let at = cluster.bootstrap();
    drop(cluster);
    let said = said(&["brokers", "--bootstrap", &at, "--timeout", "10"]).await;
    assert_eq!(said.exit, Exit::Nothing, "{}", said.out);
    assert!(said.err.contains("refused"), "{}", said.err);
}

#[tokio::test]
async fn what_can_not_begin_says_what_to_type() {
    for (words, hint) in [
        (&["brokers", "--profile", "nowhere"][..], "no connection named"),
        (&["topics", "--demo", "--sort", "sise"], "there are: name, partitions"),
        (&["explain", "--demo", "ListOffset"], "did you mean ListOffsets?"),
        (&["explain", "--demo", "ListOffsets", "colour=red"], "takes: "),
        (&["brokers", "--bootstrap", "a:b:c"], "colon"),
        (&["brokers", "--properties", "/no/such/file"], "can't be read"),
    ] {
        let said = said(words).await;
        assert_eq!(said.exit, Exit::CanNotBegin, "{words:?}: {}{}", said.out, said.err);
        assert!(said.err.contains(hint), "{words:?}: {}", said.err);
        assert!(said.out.is_empty(), "{words:?}: {}", said.out);
    }
}

#[tokio::test]
async fn a_fact_in_json_stands_alone() {
    let cluster = whole().await;
    let said = said(&["brokers", "--bootstrap", &cluster.bootstrap(), "--output", "json"]).await;
    let page: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let rows = page["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let replicas = &row["replicas"];
        assert_eq!(replicas["state"], "known", "{replicas}");
        assert_eq!(replicas["value"], 6, "{replicas}");
        assert!(replicas["at"].is_string() && replicas.get("s").is_none(), "{replicas}");
    }
}

#[tokio::test]
async fn rows_are_found_sorted_cut_and_counted() {
    let mut builder = MockCluster::builder().brokers(1);
    for number in 0..400 {
        builder = builder
            .topic(TopicSpec::new(format!("topic-{number:03}")).partitions(1 + number % 7).replication(1));
    }
    let cluster = builder.start().await.unwrap();
    let at = cluster.bootstrap();
    // More than one page of the engine's.
    let all = said(&["topics", "--bootstrap", &at, "--output", "csv"]).await;
    assert_eq!((all.exit, all.out.lines().count()), (Exit::Whole, 401), "{}", all.err);
    let some = said(&[
        "topics",
        "--bootstrap",
        &at,
        "--output",
        "csv",
        "--search",
        "TOPIC-1",
        "--sort",
        "partitions",
        "--descending",
        "--limit",
        "3",
    ])
    .await;
    let lines: Vec<&str> = some.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", some.out);
    assert!(
        lines[1..].iter().all(|line| line.starts_with("topic-1") && line.contains(",7,")),
        "{}",
        some.out
    );
}

#[tokio::test]
async fn looking_changes_nothing() {
    let cluster = whole().await;
    let at = cluster.bootstrap();
    for command in
        ["overview", "brokers", "log-dirs", "topics", "groups", "quorum", "reassignments", "transactions"]
    {
        said(&[command, "--bootstrap", &at]).await;
    }
    said(&["topic", "no-such", "--bootstrap", &at]).await;
    assert!(cluster.state().topic("no-such").is_err());
    assert_eq!(cluster.state().topics().count(), 1);
}

#[tokio::test]
async fn the_demo_is_looked_at_without_a_window() {
    let config = tempfile::tempdir().unwrap();
    let said = said_in(config.path(), &["overview", "--demo"]).await;
    assert_eq!(said.exit, Exit::Whole, "{}{}", said.out, said.err);
    // A log dir of the demo is offline and a partition has no leader.
    assert!(said.out.starts_with("unhealthy\n!! "), "{}", said.out);
    assert_eq!(std::fs::read_dir(config.path()).unwrap().count(), 0, "nothing is written by looking");
}
