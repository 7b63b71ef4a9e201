//! Transactions over all brokers: one that hangs is found, one that was not described is not judged, and a broker that fails costs its
//! own rows.

use std::time::{SystemTime, UNIX_EPOCH};

use contract::{ErrorKind, Fact, Level, Page, TransactionRow, View};
use mock_cluster::{Action, Fault, MockCluster, Release, key, state::Transaction};
use support::{Session, all, found};

fn transaction(id: &str, state: &str, started_ms: i64) -> Transaction {
    Transaction {
        id: id.to_owned(),
        producer_id: 7_000,
        producer_epoch: 3,
        state: state.to_owned(),
        timeout_ms: 60_000,
        started_ms,
        partitions: [("orders".to_owned(), vec![0, 2])].into(),
    }
}

/// One that has just begun, one that began two hours ago, one that is over; each at its own broker.
async fn with_transactions() -> MockCluster {
    let mock = crate::three_brokers().await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = i64::try_from(now).unwrap();
    let all = [
        ("young", "Ongoing", now, 1),
        ("left hanging", "Ongoing", now - 7_200_000, 2),
        ("over", "CompleteCommit", -1, 3),
    ];
    for (id, state, started, broker) in all {
        mock.state().add_transaction(transaction(id, state, started));
        mock.state().move_coordinator(id, broker).unwrap();
    }
    mock
}

async fn until(
    session: &Session,
    what: &str,
    holds: impl Fn(&Page<TransactionRow>) -> bool,
) -> Page<TransactionRow> {
    session
        .until(what, async || {
            let page = session.transactions(all()).await;
            if holds(&page) && !page.freshness.loading { Ok(page) } else { Err(page) }
        })
        .await
}

fn described(page: &Page<TransactionRow>) -> bool {
    page.total == 3 && page.rows.iter().all(|row| !matches!(row.timeout_ms, Fact::Asking))
}

#[tokio::test]
async fn one_that_is_open_for_longer_than_its_timeout_hangs_and_comes_first() {
    let mock = with_transactions().await;
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "all described", described).await;
    let ids: Vec<&str> = page.rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids, ["left hanging", "young", "over"]);
    let [hung, young, over] = &page.rows[..] else { panic!("{:?}", page.rows) };
    assert!(young.hanging.is_none() && over.hanging.is_none());
    assert!(
        young.open_ms.value().is_some() && over.open_ms.value().is_none(),
        "none open is not open for 0 s"
    );
    assert_eq!((hung.coordinator.value(), hung.partitions.value()), (Some(&2), Some(&2)));
    assert_eq!(hung.topics, ["orders: 0, 2"]);
    let hanging = hung.hanging.as_ref().unwrap();
    assert!(hanging.says[0].starts_with("Ongoing for 2 h, and its own timeout is 1 min"), "{hanging:?}");
    assert!(hanging.says.iter().any(|says| says.contains("last stable offset")), "{hanging:?}");
    assert!(hanging.says.iter().any(|says| says.contains("read_committed")), "{hanging:?}");
    assert!(hanging.commands[0].ends_with(" describe --transactional-id 'left hanging'"), "{hanging:?}");
    assert!(hanging.commands[1].ends_with(" describe-producers --topic orders --partition 0"), "{hanging:?}");
    let chip = page.chips.iter().find(|chip| chip.id == "hanging").unwrap();
    assert_eq!((chip.count, chip.level), (Some(1), Level::Bad));
    let notes = session.status().await.notes;
    assert!(notes.contains(&("transactions".to_owned(), "1 hung".to_owned(), Level::Bad)), "{notes:?}");
    let by_topic = session.transactions(found("orders")).await;
    assert_eq!(by_topic.shown, 3, "a topic finds what is in a transaction");
}

#[tokio::test]
async fn ids_of_a_broker_that_fails_stay_with_the_reason() {
    let mock = with_transactions().await;
    let session = Session::open(&mock.bootstrap()).await;
    until(&session, "all described", described).await;
    mock.fault(Fault::on(key::LIST_TRANSACTIONS).broker(2), Action::DropBefore);
    session.refresh(View::Transactions).await;
    let page = until(&session, "the failure", |page| page.freshness.failures.len() == 1).await;
    assert_eq!((page.freshness.failures[0].broker, page.total), (2, 3));
    for row in &page.rows {
        assert_eq!(matches!(row.state, Fact::Stale { .. }), row.coordinator.value() == Some(&2), "{row:?}");
    }
}

#[tokio::test]
async fn what_may_not_be_described_is_not_judged_and_says_which_right_is_missing() {
    let mock = with_transactions().await;
    mock.fault(Fault::on(key::DESCRIBE_TRANSACTIONS), Action::ErrorCode(53));
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the refusals", described).await;
    for row in &page.rows {
        assert!(row.hanging.is_none() && row.state.value().is_some(), "{row:?}");
        let Fact::Missing { why } = row.open_ms else { panic!("{row:?}") };
        let why = &page.provenance.reasons[why as usize];
        assert_eq!(why.kind, ErrorKind::Authorization);
        assert!(why.advice.as_ref().unwrap().contains("--operation Describe --transactional-id"), "{why:?}");
    }
}

#[tokio::test]
async fn brokers_that_are_too_old_to_list_transactions_say_so() {
    let mock =
        MockCluster::builder().brokers(2).release(Release::Kafka28).kraft(false).start().await.unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the answer", |page| page.freshness.failed.is_some()).await;
    let failed = page.freshness.failed.unwrap();
    assert_eq!((failed.kind, page.rows.len()), (ErrorKind::Unsupported, 0));
    assert!(failed.message.contains("speaks v0\u{2013}1"), "{failed:?}");
}

#[tokio::test]
async fn looking_for_transactions_where_there_never_were_any_makes_no_topic_for_them() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the answers", |page| page.freshness.answered == 3).await;
    assert_eq!((page.total, page.freshness.failures.len()), (0, 0));
    assert!(mock.state().topic("__transaction_state").is_err());
}
