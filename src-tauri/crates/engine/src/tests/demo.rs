use contract::*;

use super::{Bench, all};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn look() {
    let demo = mock_cluster::demo::scene().paused().start().await.unwrap();
    let bench = Bench::open(demo.cluster()).await;
    let cluster = bench.id.clone();
    let e = &bench.engine;
    bench
        .until("fresh", async || {
            let page = e.log_dirs(ListLogDirs { cluster: cluster.clone(), query: all() }).await.unwrap();
            let o = e.overview(GetOverview { cluster: cluster.clone() }).await.unwrap();
            !page.freshness.loading
                && page.freshness.answered == 5
                && !o.freshness.loading
                && o.value.at_min_isr.value().is_some()
        })
        .await;
    let show = |name: &str, v: serde_json::Value| {
        println!("=== {name}\n{}", serde_json::to_string_pretty(&v).unwrap())
    };
    show(
        "overview",
        serde_json::to_value(e.overview(GetOverview { cluster: cluster.clone() }).await.unwrap()).unwrap(),
    );
    show(
        "status",
        serde_json::to_value(e.cluster_status(GetClusterStatus { cluster: cluster.clone() }).await.unwrap())
            .unwrap(),
    );
    let mut p = serde_json::to_value(
        e.log_dirs(ListLogDirs { cluster: cluster.clone(), query: all() }).await.unwrap(),
    )
    .unwrap();
    p["rows"].as_array_mut().unwrap().truncate(4);
    show("log_dirs", p);
    let mut q = all();
    q.limit = 3;
    show(
        "brokers",
        serde_json::to_value(
            e.brokers(ListBrokers { cluster: cluster.clone(), query: q.clone() }).await.unwrap(),
        )
        .unwrap(),
    );
    bench
        .until("topic rows", async || {
            e.topics(ListTopics { cluster: cluster.clone(), query: q.clone() })
                .await
                .unwrap()
                .rows
                .iter()
                .all(|r| r.offset_span.value().is_some())
        })
        .await;
    show(
        "topics",
        serde_json::to_value(
            e.topics(ListTopics { cluster: cluster.clone(), query: q.clone() }).await.unwrap(),
        )
        .unwrap(),
    );
    bench
        .until("group rows", async || {
            e.groups(ListGroups { cluster: cluster.clone(), query: q.clone() })
                .await
                .unwrap()
                .rows
                .iter()
                .all(|r| r.members != Fact::Asking)
        })
        .await;
    show(
        "groups",
        serde_json::to_value(
            e.groups(ListGroups { cluster: cluster.clone(), query: q.clone() }).await.unwrap(),
        )
        .unwrap(),
    );
    let name = e.topics(ListTopics { cluster: cluster.clone(), query: q.clone() }).await.unwrap().rows[0]
        .name
        .clone();
    bench
        .until("topic", async || {
            let t = e.topic(GetTopic { cluster: cluster.clone(), name: name.clone() }).await.unwrap();
            !t.freshness.loading
        })
        .await;
    show(
        "topic",
        serde_json::to_value(
            e.topic(GetTopic { cluster: cluster.clone(), name: name.clone() }).await.unwrap(),
        )
        .unwrap(),
    );
    show(
        "partitions",
        serde_json::to_value(
            e.partitions(ListPartitions { cluster: cluster.clone(), topic: name.clone(), query: q.clone() })
                .await
                .unwrap(),
        )
        .unwrap(),
    );
    show(
        "topic_configs",
        serde_json::to_value(
            e.topic_configs(ListTopicConfigs {
                cluster: cluster.clone(),
                topic: name.clone(),
                query: q.clone(),
            })
            .await
            .unwrap(),
        )
        .unwrap(),
    );
    let mut v =
        serde_json::to_value(e.versions(GetVersions { cluster: cluster.clone() }).await.unwrap()).unwrap();
    v["value"]["rows"].as_array_mut().unwrap().truncate(2);
    show("versions", v);
    let draft = RequestDraft { key: 35, fields: vec![] };
    show(
        "explain",
        serde_json::to_value(
            e.explain_request(ExplainRequest { cluster: cluster.clone(), draft: draft.clone() })
                .await
                .unwrap(),
        )
        .unwrap(),
    );
    let mut a = serde_json::to_value(
        e.send_request(SendRequest { cluster: cluster.clone(), draft: draft.clone() }).await.unwrap(),
    )
    .unwrap();
    for part in a["parts"].as_array_mut().unwrap() {
        let b = part["body"].as_str().unwrap().len();
        part["body"] = b.into();
    }
    show("send", a);
    show(
        "journal",
        serde_json::to_value(
            e.journal(ListJournal { cluster: cluster.clone(), query: q.clone() }).await.unwrap(),
        )
        .unwrap(),
    );
    show(
        "palette",
        serde_json::to_value(
            e.palette(SearchPalette { cluster: cluster.clone(), text: "ord".into() }).await.unwrap(),
        )
        .unwrap(),
    );
}
