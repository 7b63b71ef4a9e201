//! A reassignment under way, slowed down by a throttle, against `kafka-reassign-partitions.sh --list`.

use contract::Fact;
use real_kafka::{Tool, Version};
use support::{Stage, stage::Need};

/// Bytes of the leader's log, and a throttle that a small part of it takes minutes with.
const RECORDS: i64 = 600;
const TIMES: i64 = 10;
const THROTTLE: &str = "20000";

pub(crate) async fn a_reassignment_is_what_the_tool_prints(version: Version) {
    let stage = Stage::real(version, Need::Alone).await;
    let topic = stage.fresh("moved");
    stage.topic(&topic, &[&[1, 2]]).await;
    for _ in 0..TIMES {
        stage.records(&topic, 0, RECORDS).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.json");
    let text = format!(
        r#"{{"version":1,"partitions":[{{"topic":"{topic}","partition":0,"replicas":[1,3],"log_dirs":["any","any"]}}]}}"#
    );
    std::fs::write(&plan, text).unwrap();
    let plan = plan.to_str().unwrap();
    let file = ["--reassignment-json-file", plan];
    stage.tool(Tool::ReassignPartitions, &[&file[..], &["--execute", "--throttle", THROTTLE]].concat());

    let listed = stage.tool(Tool::ReassignPartitions, &["--list"]);
    let start = format!("{topic}-0: replicas: ");
    let line =
        listed.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("{listed}"));
    let mut parts = line.split('.').map(str::trim);
    let ids = |text: Option<&str>, label: &str| {
        text.unwrap_or_default().trim_start_matches(label).trim().replace(',', ", ")
    };
    let tool = (ids(parts.next(), ""), ids(parts.next(), "adding:"), ids(parts.next(), "removing:"));

    let session = super::session(&stage).await;
    let row = session
        .until("the move with its copy", async || {
            session.refresh(contract::View::LogDirs).await;
            session.refresh(contract::View::Reassignments).await;
            let page = session.reassignments().await;
            let row = page.rows.into_iter().find(|row| row.topic == topic);
            match row {
                Some(row) if row.copied.value().is_some() && row.rate.value().is_some() => Ok(row),
                other => Err(other),
            }
        })
        .await;
    let ours = |fact: &Fact<String>| fact.value().unwrap().clone();
    assert_eq!((ours(&row.replicas), ours(&row.adding), ours(&row.removing)), tool);
    assert_eq!((tool.1.as_str(), tool.2.as_str()), ("3", "2"));
    let (size, copied, left) =
        (row.size.value().unwrap().0, row.copied.value().unwrap().0, row.left.value().unwrap().0);
    assert!(size > RECORDS * TIMES * 1_000 && copied < size, "{row:?}");
    assert_eq!(copied + left, size);

    let cancelled = [&file[..], &["--cancel"]].concat();
    stage.tool(Tool::ReassignPartitions, &cancelled);
    session
        .until("the end of the move", async || {
            session.refresh(contract::View::Reassignments).await;
            let page = session.reassignments().await;
            if page.rows.iter().all(|row| row.topic != topic) { Ok(()) } else { Err(page.rows) }
        })
        .await;
}
