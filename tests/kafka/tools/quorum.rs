//! The quorum against `kafka-metadata-quorum.sh`.

use contract::{ErrorKind, QuorumRole};
use real_kafka::{Tool, Version};
use support::{Stage, stage::Need};

pub(crate) async fn the_quorum_is_what_the_tool_prints(version: Version) {
    let stage = Stage::real(version, Need::Shared).await;
    let session = super::session(&stage).await;
    let told = async || {
        session
            .until("the quorum", async || {
                let page = session.quorum().await;
                let told = page.freshness.oldest.is_some() || page.freshness.failed.is_some();
                if told && !page.freshness.loading { Ok(page) } else { Err(page.freshness) }
            })
            .await
    };
    if version == Version::V2_8 {
        let failed = told().await.freshness.failed.unwrap();
        assert_eq!(failed.kind, ErrorKind::Unsupported, "{failed:?}");
        assert!(
            failed.message.contains("speaks v0\u{2013}2") && failed.advice.unwrap().contains("ZooKeeper")
        );
        return;
    }
    let status = stage.tool(Tool::MetadataQuorum, &["describe", "--status"]);
    let said = |label: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(label));
        line.unwrap_or_else(|| panic!("{status}")).trim().to_owned()
    };
    let replication = stage.tool(Tool::MetadataQuorum, &["describe", "--replication"]);
    let table = super::table(&replication, "NodeId");
    session.refresh(contract::View::Quorum).await;
    let page = told().await;
    let total = |label: &str| page.totals.iter().find(|total| total.label == label).unwrap().value.clone();
    assert_eq!(total("Leader"), said("LeaderId:"));
    assert_eq!(total("Epoch"), said("LeaderEpoch:"));
    let high = |text: &str| text.replace(',', "").parse::<i64>().unwrap();
    // The log goes on growing between the two looks, and never shrinks.
    assert!(high(&total("High watermark")) >= high(&said("HighWatermark:")));
    assert_eq!(table.len(), page.rows.len());
    for tool in table {
        let row = page.rows.iter().find(|row| row.id.to_string() == tool["NodeId"]).unwrap();
        let role = match row.role {
            QuorumRole::Leader => "Leader",
            QuorumRole::Voter => "Follower",
            QuorumRole::Observer => "Observer",
        };
        assert_eq!(role, tool["Status"], "{tool:?}");
        let number = |column: &str| tool[column].parse::<i64>().unwrap();
        assert!(row.log_end_offset.value().unwrap().0 >= number("LogEndOffset"), "{row:?} {tool:?}");
        assert!(row.last_fetch.value().unwrap().0 >= number("LastFetchTimestamp"), "{row:?} {tool:?}");
        assert!(row.last_caught_up.value().unwrap().0 >= number("LastCaughtUpTimestamp"), "{row:?} {tool:?}");
        // A quorum that was set up without directory ids has the all-zero one, which the tool prints and we don't take for one.
        let directory = row.directory.value().map_or("AAAAAAAAAAAAAAAAAAAAAA", String::as_str);
        assert_eq!(directory, tool["DirectoryId"]);
    }
}
