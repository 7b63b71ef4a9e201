//! Case 12 (IBM/sarama#3224): one dead broker made as many metadata requests as it had partitions.
//!
//! Callers that fail together need one view that is newer than their failure, and share it: a hundred of them make three
//! requests at most, for one topic and for two hundred, and each still gets its answer.

use mock_cluster::{Action, Fault, TopicSpec, key};
use support::ground::{answered, connect, latest, offsets, three, within};
use tokio::{
    task::JoinSet,
    time::{Duration, Instant, sleep},
};

#[tokio::test]
async fn a_hundred_callers_who_lose_a_broker_make_three_metadata_requests_at_most() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    // All of them wait at broker 2 when it goes.
    mock.fault(Fault::on(key::LIST_OFFSETS).broker(2), Action::Silence);
    mock.forget_requests();
    let mut callers = JoinSet::new();
    for _ in 0..100 {
        let cluster = cluster.clone();
        callers.spawn(async move { offsets(&cluster, latest("orders", 0..6)).await });
    }
    let at_two = |mock: &mock_cluster::MockCluster| {
        mock.requests(key::LIST_OFFSETS).iter().filter(|seen| seen.broker == 2).count()
    };
    within(mock.until(|mock| at_two(mock) >= 1 && mock.count(key::LIST_OFFSETS) >= 201)).await;
    mock.fail_broker(2).await.unwrap();
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        assert_eq!(answered(&answers).len(), 6);
    }
    let asked = mock.count(key::METADATA);
    assert!((1..=3).contains(&asked), "{asked} metadata requests for one dead broker");
}

#[tokio::test]
async fn one_caller_who_asks_for_two_hundred_partitions_does_not_ask_two_hundred_times() {
    let topics = |builder: mock_cluster::Builder| {
        (0..20).fold(builder, |builder, number| {
            builder.topic(TopicSpec::new(format!("topic-{number:02}")).partitions(10).replication(3))
        })
    };
    let mock = topics(three()).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.refresh(meta::Refresh::All)).await.unwrap();
    mock.fail_broker(2).await.unwrap();
    mock.forget_requests();
    let mut callers = JoinSet::new();
    for number in 0..20 {
        let cluster = cluster.clone();
        callers.spawn(async move { offsets(&cluster, latest(&format!("topic-{number:02}"), 0..10)).await });
    }
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        assert_eq!(answered(&answers).len(), 10);
    }
    let asked = mock.count(key::METADATA);
    assert!((1..=4).contains(&asked), "{asked} metadata requests");
}

/// The cluster takes two seconds to notice. Callers have the time: they wait it out together, and are all answered.
#[tokio::test]
async fn a_take_over_that_takes_a_while_is_waited_out_by_all_callers_together() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    mock.stop_broker(2).await.unwrap();
    mock.forget_requests();
    let mut callers = JoinSet::new();
    for _ in 0..100 {
        let cluster = cluster.clone();
        callers.spawn(async move { offsets(&cluster, latest("orders", 0..6)).await });
    }
    let began = Instant::now();
    sleep(Duration::from_secs(2)).await;
    mock.state().fence(2).unwrap();
    for answers in within(callers.join_all()).await {
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        assert_eq!(answered(&answers).len(), 6);
    }
    // Kept apart by 100 ms that double to a second, of two kinds.
    let (asked, seconds) = (mock.count(key::METADATA) as f64, began.elapsed().as_secs_f64());
    assert!(asked <= 2.0 * (6.0 + seconds / 0.8), "{asked} metadata requests in {seconds:.1} s");
}
