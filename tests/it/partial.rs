//! One broker, one partition, one group that fails: the page has the rest and names what is missing.

use contract::{Fact, GroupRow, Int64, ListPartitions, Page, View};
use mock_cluster::{Action, Behaviour, Fault, Group, GroupKind, MockCluster, code, key};
use support::{Session, all, found};

/// Twelve groups, four on each broker.
async fn with_groups() -> MockCluster {
    let mock = crate::three_brokers().await;
    for number in 0..12 {
        let id = format!("group-{number:02}");
        mock.state().add_group(Group::new(&id, GroupKind::Classic));
        mock.state().move_coordinator(&id, number % 3 + 1).unwrap();
    }
    mock
}

async fn settled(session: &Session, failures: usize) -> Page<GroupRow> {
    session
        .until("the groups", async || {
            let page = session.groups(all()).await;
            if page.total == 12 && page.freshness.failures.len() == failures && !page.freshness.loading {
                Ok(page)
            } else {
                Err((page.total, page.freshness))
            }
        })
        .await
}

#[tokio::test]
async fn groups_of_a_broker_that_fails_stay_with_the_reason() {
    let mock = with_groups().await;
    let session = Session::open(&mock.bootstrap()).await;
    settled(&session, 0).await;
    for action in [Action::ErrorCode(code::COORDINATOR_NOT_AVAILABLE), Action::DropBefore] {
        let armed = mock.fault(Fault::on(key::LIST_GROUPS).broker(2), action);
        session.refresh(View::Groups).await;
        let page = settled(&session, 1).await;
        assert_eq!(page.freshness.failures[0].broker, 2);
        assert!(page.freshness.failures[0].last_good.is_some());
        for row in &page.rows {
            let of_two = row.coordinator.value() == Some(&2);
            assert_eq!(matches!(row.state, Fact::Stale { .. }), of_two, "{row:?}");
            assert_eq!(matches!(row.state, Fact::Known { .. }), !of_two, "{row:?}");
        }
        mock.disarm(armed);
        session.refresh(View::Groups).await;
        settled(&session, 0).await;
    }
}

#[tokio::test]
async fn groups_of_a_broker_that_never_answered_are_missed_by_name() {
    let mock = with_groups().await;
    mock.fault(Fault::on(key::LIST_GROUPS).broker(3), Action::ErrorCode(code::UNKNOWN_SERVER_ERROR));
    let session = Session::open(&mock.bootstrap()).await;
    let page = session
        .until("the groups of the others", async || {
            let page = session.groups(all()).await;
            if page.freshness.failures.len() == 1 && !page.freshness.loading { Ok(page) } else { Err(page) }
        })
        .await;
    assert_eq!((page.total, page.freshness.answered, page.freshness.asked), (8, 2, 3));
    assert_eq!(page.freshness.failures[0].broker, 3);
    assert!(page.freshness.failures[0].last_good.is_none());
}

#[tokio::test]
async fn a_partition_without_a_leader_costs_only_its_own_offsets() {
    let mock = crate::three_brokers().await;
    mock.state().lose_leader("orders", 1).unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    let rows = session
        .until("the offsets of the others", async || {
            let call =
                ListPartitions { cluster: session.id.clone(), topic: "orders".to_owned(), query: all() };
            let rows = session.engine.partitions(call).await.map_err(|error| error.message)?.rows;
            let settled = rows.len() == 3 && rows.iter().all(|row| row.latest != Fact::Asking);
            if settled { Ok(rows) } else { Err(format!("{rows:?}")) }
        })
        .await;
    for row in &rows {
        if row.index == 1 {
            assert_eq!(row.leader, None);
            assert!(matches!(row.latest, Fact::Missing { .. }), "{:?}", row.latest);
        } else {
            assert_eq!(row.latest.value(), Some(&Int64(100)), "{row:?}");
        }
    }
    let page = session
        .until("the topic's row", async || {
            let page = session.topics(found("orders")).await;
            if page.rows.iter().all(|row| row.offset_span != Fact::Asking) { Ok(page) } else { Err(page) }
        })
        .await;
    assert_eq!(page.rows[0].leaderless, 1);
    assert!(page.rows[0].offset_span.value().is_none(), "a sum that leaves one out is no sum");
}

#[tokio::test]
async fn a_mute_broker_holds_up_no_other_row() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    session
        .until("all three", async || {
            let page = session.log_dirs().await;
            if page.freshness.answered == 3 && !page.freshness.loading { Ok(()) } else { Err(page.freshness) }
        })
        .await;
    mock.behave(2, Behaviour::Mute).unwrap();
    mock.forget_requests();
    session.refresh(View::LogDirs).await;
    // The others are new while the mute one is still being waited for.
    let newer = session
        .until("new rows of the others", async || {
            let page = session.log_dirs().await;
            if mock.count(key::DESCRIBE_LOG_DIRS) == 3 && page.freshness.loading { Ok(page) } else { Err(()) }
        })
        .await;
    assert!(newer.rows.iter().all(|row| row.broker_failed.is_none()));
    let page = session
        .until("the mute one's reason", async || {
            let page = session.log_dirs().await;
            if page.freshness.failures.len() == 1 && !page.freshness.loading { Ok(page) } else { Err(page) }
        })
        .await;
    for row in &page.rows {
        assert_eq!(row.broker_failed.is_some(), row.broker == 2);
        assert_eq!(matches!(row.kafka, Fact::Stale { .. }), row.broker == 2, "{row:?}");
    }
}
