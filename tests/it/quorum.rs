//! The quorum page: who is behind is told by the leader's own clock, and a cluster that has none says so.

use contract::{ErrorKind, Fact, Int64, Page, QuorumRole, QuorumRow, View};
use mock_cluster::{Action, Fault, MockCluster, Release, key};
use support::Session;

async fn settled(session: &Session) -> Page<QuorumRow> {
    session
        .until("the quorum", async || {
            let page = session.quorum().await;
            let told = page.freshness.oldest.is_some() || page.freshness.failed.is_some();
            if told && !page.freshness.loading { Ok(page) } else { Err(page.freshness) }
        })
        .await
}

fn row(page: &Page<QuorumRow>, id: i32) -> &QuorumRow {
    page.rows.iter().find(|row| row.id == id).unwrap()
}

#[tokio::test]
async fn a_node_that_lags_is_told_with_its_lag_and_since_when() {
    let mock = MockCluster::builder().brokers(5).start().await.unwrap();
    mock.state().move_controller(2).unwrap();
    mock.state().set_quorum_behind(5, 1_240, 48_000).unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    let page = settled(&session).await;
    assert_eq!(page.rows.iter().map(|row| row.id).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!((row(&page, 1).role, row(&page, 2).role), (QuorumRole::Voter, QuorumRole::Leader));
    let slow = row(&page, 5);
    assert_eq!(slow.role, QuorumRole::Observer);
    assert_eq!((slow.lag.value(), slow.behind_ms.value()), (Some(&Int64(1_240)), Some(&Int64(48_000))));
    assert!(slow.last_fetch.value() > slow.last_caught_up.value());
    let leader = row(&page, 2);
    assert_eq!((leader.lag.value(), leader.behind_ms.value()), (Some(&Int64(0)), Some(&Int64(0))));
    assert_eq!(leader.directory.value().map(String::len), Some(22), "as Kafka's tools print it");
    assert!(leader.endpoints.value().unwrap().starts_with("CONTROLLER://"));
    assert!(slow.endpoints.value().is_none(), "they are told of voters only");
    let behind = page.chips.iter().find(|chip| chip.id == "behind").unwrap();
    assert_eq!(behind.count, Some(1));
    let total = |label| page.totals.iter().find(|total| total.label == label).unwrap().value.clone();
    assert_eq!((total("Leader"), total("Epoch"), total("Voters")), ("2".into(), "2".into(), "3".into()));
    let source = &page.provenance.sources[slow.lag.source().unwrap() as usize];
    assert_eq!(source.api, "DescribeQuorum");
}

#[tokio::test]
async fn a_cluster_with_zookeeper_says_that_it_has_no_quorum_and_what_was_spoken() {
    let mock =
        MockCluster::builder().brokers(2).release(Release::Kafka28).kraft(false).start().await.unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    let page = settled(&session).await;
    let failed = page.freshness.failed.unwrap();
    assert_eq!((failed.kind, page.rows.len()), (ErrorKind::Unsupported, 0));
    assert!(failed.message.contains("not offer this request in any version"), "{failed:?}");
    assert!(failed.message.contains("speaks v0\u{2013}2"), "{failed:?}");
    let advice = failed.advice.unwrap();
    assert!(advice.contains("ZooKeeper") && advice.contains("names broker 1 as the controller"), "{advice}");
}

#[tokio::test]
async fn a_user_who_may_not_ask_is_told_the_missing_right_and_keeps_what_was_known() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    settled(&session).await;
    mock.fault(Fault::on(key::DESCRIBE_QUORUM), Action::ErrorCode(31));
    session.refresh(View::Quorum).await;
    let page = session
        .until("the refusal", async || {
            let page = session.quorum().await;
            if page.freshness.failed.is_some() { Ok(page) } else { Err(page.freshness) }
        })
        .await;
    let failed = page.freshness.failed.as_ref().unwrap();
    assert_eq!(failed.kind, ErrorKind::Authorization);
    assert!(failed.advice.as_ref().unwrap().contains("--operation Describe --cluster"), "{failed:?}");
    assert_eq!(page.rows.len(), 3);
    assert!(page.rows.iter().all(|row| matches!(row.log_end_offset, Fact::Stale { .. })));
}
