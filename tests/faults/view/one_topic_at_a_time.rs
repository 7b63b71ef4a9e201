//! A refresh of one topic leaves the age of all others alone, and a topic that was made again is the new one.

use std::sync::Arc;

use meta::{Key, Refresh};
use mock_cluster::{Action, Fault, TopicSpec, key};
use parking_lot::Mutex;
use support::ground::{answered, connect, latest, three, within};

fn orders() -> Refresh {
    Refresh::Topics(vec!["orders".to_owned()])
}

#[tokio::test]
async fn only_what_was_told_is_younger() {
    let mock = three().topic(TopicSpec::new("invoices").partitions(2).replication(3)).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let before = within(cluster.refresh(Refresh::All)).await.unwrap();
    for _ in 0..3 {
        within(cluster.refresh(orders())).await.unwrap();
        within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    }
    let after = cluster.snapshot();
    let asked = |view: &meta::Snapshot, name: &str| view.topic(name).unwrap().source().asked;
    assert!(asked(&after, "orders") > asked(&before, "orders"));
    assert_eq!(asked(&after, "invoices"), asked(&before, "invoices"));
    assert_eq!(after.listing_source(), before.listing_source());
    let now = std::time::SystemTime::now();
    let listed = before.listing_source().unwrap().at;
    let age = now.duration_since(listed).unwrap_or_default();
    assert_eq!(after.age(now), Some(age), "the whole is as old as its oldest part");
}

#[tokio::test]
async fn a_topic_that_was_deleted_and_made_again_is_the_new_one_though_its_epochs_are_lower() {
    let mock = three().start().await.unwrap();
    for leader in [2, 3, 1, 2, 3] {
        mock.state().move_leader("orders", 0, leader).unwrap();
    }
    let (cluster, _) = connect(&mock).await;
    let before = within(cluster.refresh(orders())).await.unwrap();
    let old = before.topic("orders").unwrap();
    mock.state().recreate_topic("orders").unwrap();
    let after = within(cluster.refresh(orders())).await.unwrap();
    let new = after.topic("orders").unwrap();
    assert_ne!(new.id(), old.id());
    let epoch = |topic: &meta::Topic| topic.partition(0).unwrap().leader_epoch.unwrap();
    assert!(epoch(new) < epoch(old), "{} after {}", epoch(new), epoch(old));
    assert!(after.topic_by_id(old.id().unwrap()).is_none());
    let answers = within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty() && answered(&answers).len() == 6, "{:?}", answers.failed);
}

#[tokio::test]
async fn a_broker_that_lags_does_not_move_a_leader_back() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    // What a broker says now, to be said again later.
    let now: Arc<Mutex<Option<bytes::Bytes>>> = Arc::default();
    let keep = Arc::clone(&now);
    let fault = mock.fault(
        Fault::on(key::METADATA),
        Action::rewrite(move |body| {
            *keep.lock() = Some(body.clone());
            body
        }),
    );
    let before = within(cluster.refresh(orders())).await.unwrap();
    let leader = before.leader("orders", 0).unwrap();
    let next = leader % 3 + 1;
    mock.disarm(fault);
    mock.state().move_leader("orders", 0, next).unwrap();
    within(cluster.refresh(orders())).await.unwrap();
    let stale = now.lock().clone().unwrap();
    mock.fault(Fault::on(key::METADATA), Action::RawBody(stale));
    let view = within(cluster.refresh(orders())).await.unwrap();
    assert_eq!(view.leader("orders", 0), Some(next), "its epoch is the higher one");
}
