//! Real brokers in the real window: what the log-dirs page says is what Kafka's own tool says, and a broker that is killed
//! while one looks is told as that broker's failure, with the others still there.

use real_kafka::{Kafka, Tool, Version};
use serde_json::Value;
use support::window::{Home, Window};

const SHOWN: &str = "[data-testid=page]";

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

/// What `kafka-log-dirs` prints: `(broker, directory, names of the replicas there)`.
fn told_by_kafkas_tool(kafka: &Kafka) -> Vec<(i64, String, Vec<String>)> {
    let printed = kafka.tool(Tool::LogDirs, &["--describe"]).unwrap();
    let json = printed.lines().find(|line| line.starts_with('{')).unwrap();
    let told: Value = serde_json::from_str(json).unwrap();
    let mut dirs = Vec::new();
    for broker in told["brokers"].as_array().unwrap() {
        for dir in broker["logDirs"].as_array().unwrap() {
            let replicas = dir["partitions"].as_array().unwrap();
            let mut names: Vec<_> =
                replicas.iter().map(|r| r["partition"].as_str().unwrap().to_owned()).collect();
            names.sort();
            dirs.push((
                broker["broker"].as_i64().unwrap(),
                dir["logDir"].as_str().unwrap().to_owned(),
                names,
            ));
        }
    }
    dirs
}

fn row(broker: i64, dir: &str) -> String {
    format!("tr[data-key={:?}]", format!("{broker}:{dir}"))
}

async fn cell(window: &Window, row: &str, column: &str) -> String {
    window.text(&format!("{row} td[data-col={column}]")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_dirs_page_says_what_kafkas_tool_says_and_outlives_a_broker() {
    let kafka = blocking(|| {
        let kafka = Kafka::builder().version(Version::V4_4).start().unwrap();
        kafka.create_topic("orders", "1:2,2:3,3:1,1:3").unwrap();
        kafka.produce("orders", 2_000, 1_000).unwrap();
        std::sync::Arc::new(kafka)
    })
    .await;
    let home = Home::new();
    let window = Window::open(&home, &["--connect", &kafka.bootstrap()]).await;
    window.wait_for_text("[data-testid=nav-overview]", "Overview").await;
    window.go("#/c/command-line/log-dirs").await;

    let told = blocking({
        let kafka = kafka.clone();
        move || told_by_kafkas_tool(&kafka)
    })
    .await;
    assert_eq!(told.len(), 6, "two directories of each of three brokers: {told:?}");
    for (broker, dir, replicas) in &told {
        let row = row(*broker, dir);
        window.wait_for_text(&format!("{row} td[data-col=replicas]"), &replicas.len().to_string()).await;
        assert_eq!(cell(&window, &row, "replicas").await, replicas.len().to_string(), "{row}");
        assert_eq!(cell(&window, &row, "state").await, "Online", "{row}");
    }
    window.picture("real-log-dirs").await;

    let (broker, dir, replicas) = &told[0];
    window.click(&format!("{} td[data-col=path] a", row(*broker, dir))).await;
    window.wait_for("the directory", "return location.hash.endsWith('/topics')").await;
    window.eval("location.hash = location.hash.replace(/topics$/, 'replicas'); return true").await;
    let keys = "[...document.querySelectorAll('tr[data-key]')].map((row) => row.dataset.key).sort()";
    let names = serde_json::to_string(replicas).unwrap();
    window
        .wait_for("its replicas", &format!("return JSON.stringify({keys}) === JSON.stringify({names})"))
        .await;
    window.go("#/c/command-line/log-dirs").await;

    blocking({
        let kafka = kafka.clone();
        move || kafka.kill(2).unwrap()
    })
    .await;
    window.press("r").await;
    window
        .wait_for(
            "broker 2's own failure",
            "return [...document.querySelectorAll('tr.group')].some((row) => \
             row.innerText.includes('Broker 2') && row.innerText.includes('did not answer'))",
        )
        .await;
    for (broker, dir, replicas) in &told {
        let row = row(*broker, dir);
        let state = cell(&window, &row, "state").await;
        assert_eq!(
            cell(&window, &row, "replicas").await,
            replicas.len().to_string(),
            "{row} keeps its figure"
        );
        match broker {
            2 => assert!(state.starts_with("Last seen"), "{row}: {state}"),
            _ => assert_eq!(state, "Online", "{row}"),
        }
    }
    window.wait_for_text("[data-testid=age]", "2 of 3").await;
    window.picture("real-log-dirs-broker-2-killed").await;

    blocking({
        let kafka = kafka.clone();
        move || kafka.restart(2).unwrap()
    })
    .await;
    for (broker, dir, _) in told.iter().filter(|(broker, ..)| *broker == 2) {
        window.wait_for_text(&format!("{} td[data-col=state]", row(*broker, dir)), "Online").await;
    }
    assert!(!window.text(SHOWN).await.contains("did not answer"));
    window.close().await;
}
