//! Partitions on their way to other brokers: what has come is told by log dirs, a rate takes two looks, and what nobody told is unknown.

use contract::{ErrorKind, Fact, Int64, Page, ReassignmentRow, View};
use mock_cluster::{Action, Fault, MockCluster, TopicSpec, key};
use support::Session;

/// Two partitions of a megabyte on three of four brokers.
async fn four_brokers() -> MockCluster {
    let orders = TopicSpec::new("orders").assignments([vec![1, 2, 3], vec![2, 3, 1]]);
    let orders = orders.records(1_000).record_bytes(1_000);
    MockCluster::builder().brokers(4).topic(orders).start().await.unwrap()
}

async fn until(
    session: &Session,
    what: &str,
    holds: impl Fn(&Page<ReassignmentRow>) -> bool,
) -> Page<ReassignmentRow> {
    session
        .until(what, async || {
            let page = session.reassignments().await;
            if holds(&page) && !page.freshness.loading { Ok(page) } else { Err(page) }
        })
        .await
}

fn copied(page: &Page<ReassignmentRow>) -> bool {
    page.rows.first().is_some_and(|row| row.copied.value().is_some())
}

#[tokio::test]
async fn what_has_come_is_told_at_once_and_how_fast_after_a_second_look() {
    let mock = four_brokers().await;
    mock.state().reassign("orders", 0, &[1, 2, 4]).unwrap();
    mock.state().progress_reassignment("orders", 0, 0.25).unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the copy", copied).await;
    let [row] = &page.rows[..] else { panic!("{:?}", page.rows) };
    let ids = |fact: &Fact<String>| fact.value().unwrap().clone();
    assert_eq!((row.topic.as_str(), row.partition), ("orders", 0));
    let moved = (ids(&row.replicas), ids(&row.adding), ids(&row.removing));
    assert_eq!(moved, ("1, 2, 4, 3".into(), "4".into(), "3".into()));
    assert_eq!(row.size.value(), Some(&Int64(1_000_000)));
    assert_eq!((row.copied.value(), row.left.value()), (Some(&Int64(250_000)), Some(&Int64(750_000))));
    assert_eq!((row.copies.len(), row.copies[0].broker), (1, 4));

    mock.state().progress_reassignment("orders", 0, 0.5).unwrap();
    // Nothing comes after that: a rate of 0 is told, and seen.
    let page = session
        .until("a copy that stands still", async || {
            session.refresh(View::LogDirs).await;
            let page = session.reassignments().await;
            let still = page.chips.iter().find(|chip| chip.id == "still").and_then(|chip| chip.count);
            if still == Some(1) { Ok(page) } else { Err(page.rows) }
        })
        .await;
    assert_eq!(page.rows[0].rate.value(), Some(&Int64(0)));
    assert_eq!(page.rows[0].left.value(), Some(&Int64(500_000)));

    mock.state().complete_reassignment("orders", 0).unwrap();
    session.refresh(View::Reassignments).await;
    let page = until(&session, "the end of the move", |page| page.rows.is_empty()).await;
    assert!(page.freshness.failed.is_none() && page.freshness.oldest.is_some(), "that there is none is told");
}

#[tokio::test]
async fn an_empty_copy_is_told_as_such_and_its_rate_is_not_a_zero_for_want_of_a_look() {
    let mock = four_brokers().await;
    mock.state().reassign("orders", 1, &[2, 3, 4]).unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the copy", copied).await;
    assert_eq!(page.rows[0].copied.value(), Some(&Int64(0)));
    let Fact::Missing { why } = page.rows[0].rate else { panic!("two looks already: {:?}", page.rows[0]) };
    assert!(page.provenance.reasons[why as usize].message.contains("two looks"));
    let rate = page.totals.iter().find(|total| total.label == "Rate").unwrap();
    assert_eq!(rate.value, "\u{2014}");
    let still = page.chips.iter().find(|chip| chip.id == "still").unwrap();
    assert_eq!(still.count, None, "nobody knows yet whether it stands still");
}

#[tokio::test]
async fn log_dirs_that_a_broker_does_not_tell_leave_its_copies_unknown_with_the_reason() {
    let mock = four_brokers().await;
    mock.state().reassign("orders", 0, &[1, 2, 4]).unwrap();
    mock.fault(Fault::on(key::DESCRIBE_LOG_DIRS).broker(4), Action::ErrorCode(31));
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the leader's size", |page| {
        page.rows
            .first()
            .is_some_and(|row| row.size.value().is_some() && matches!(row.copied, Fact::Missing { .. }))
    })
    .await;
    let row = &page.rows[0];
    assert_eq!(row.adding.value().map(String::as_str), Some("4"), "the move itself is told");
    for fact in [&row.copied, &row.left, &row.rate] {
        let Fact::Missing { why } = fact else { panic!("{fact:?}") };
        let why = &page.provenance.reasons[*why as usize];
        assert_eq!((why.kind, why.broker), (ErrorKind::Authorization, Some(4)));
    }
}

#[tokio::test]
async fn a_user_who_may_not_ask_for_reassignments_is_told_the_missing_right() {
    let mock = four_brokers().await;
    mock.fault(Fault::on(key::LIST_PARTITION_REASSIGNMENTS), Action::ErrorCode(31));
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the refusal", |page| page.freshness.failed.is_some()).await;
    let failed = page.freshness.failed.unwrap();
    assert_eq!(failed.kind, ErrorKind::Authorization);
    assert!(failed.advice.unwrap().contains("--operation Describe --cluster"));
}
