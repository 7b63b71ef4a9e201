//! The producers of a topic: each partition tells its own, and one that does not has a row that says why.

use contract::{ErrorKind, Fact, Int64, Page, ProducerRow, View};
use mock_cluster::{Action, Fault, MockCluster, key, state::Producer};
use support::Session;

async fn with_producers() -> MockCluster {
    let mock = crate::three_brokers().await;
    for (partition, id, transaction_start) in [(0, 41, -1), (0, 42, 60), (1, 41, 0)] {
        let producer = Producer {
            id,
            epoch: 2,
            last_sequence: 17,
            last_timestamp: 1_700_000_000_000,
            coordinator_epoch: -1,
            transaction_start,
        };
        mock.state().partition_mut("orders", partition).unwrap().producers.push(producer);
    }
    mock
}

async fn until(
    session: &Session,
    what: &str,
    holds: impl Fn(&Page<ProducerRow>) -> bool,
) -> Page<ProducerRow> {
    session
        .until(what, async || {
            let page = session.producers("orders").await;
            if holds(&page) && !page.freshness.loading { Ok(page) } else { Err(page) }
        })
        .await
}

#[tokio::test]
async fn a_transaction_that_is_open_is_told_with_its_first_offset() {
    let mock = with_producers().await;
    let session = Session::open(&mock.bootstrap()).await;
    let page = until(&session, "the producers", |page| page.total == 3).await;
    let told = |row: &ProducerRow| {
        (row.partition, row.producer_id.value().map(|id| id.0), row.open_since.value().map(|at| at.0))
    };
    let rows: Vec<_> = page.rows.iter().map(told).collect();
    assert_eq!(rows, [(0, Some(41), None), (0, Some(42), Some(60)), (1, Some(41), Some(0))]);
    assert_eq!(page.rows[0].last_sequence.value(), Some(&17));
    assert_eq!(page.rows[0].last_timestamp.value(), Some(&Int64(1_700_000_000_000)));
    assert!(page.rows[0].coordinator_epoch.value().is_none(), "no marker was ever written");
    assert_eq!(page.chips.iter().find(|chip| chip.id == "open").unwrap().count, Some(2));
}

#[tokio::test]
async fn partitions_that_may_not_be_asked_about_say_that_reading_is_the_missing_right() {
    let mock = with_producers().await;
    let session = Session::open(&mock.bootstrap()).await;
    until(&session, "the producers", |page| page.total == 3).await;
    let leader = mock.state().topic("orders").unwrap().partitions[2].leader;
    mock.fault(Fault::on(key::DESCRIBE_PRODUCERS).broker(leader), Action::ErrorCode(29));
    session.refresh(View::Producers { name: "orders".into() }).await;
    let page = until(&session, "the refusal", |page| page.total == 4).await;
    let row = page.rows.iter().find(|row| row.partition == 2).unwrap();
    let Fact::Missing { why } = row.producer_id else { panic!("{row:?}") };
    let why = &page.provenance.reasons[why as usize];
    assert_eq!(why.kind, ErrorKind::Authorization);
    assert!(why.advice.as_ref().unwrap().contains("--operation Read --topic"), "{why:?}");
    assert!(page.rows[0].producer_id.value().is_some() && page.freshness.failed.is_none());
}
