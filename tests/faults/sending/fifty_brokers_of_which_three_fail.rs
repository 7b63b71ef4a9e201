//! Of fifty brokers one mute, one refusing, one forbidden: 47 answers, three named failures, no wait for the mute one.
//!
//! Each broker's part comes when that broker has answered. Brokers that hang give their turn to those behind them.

use std::{collections::BTreeSet, time::Duration};

use meta::{Cluster, Config, ErrorCode, Failed, Key, Part, What, message::list_groups};
use mock_cluster::{Action, Behaviour, Fault, MockCluster, key};
use support::ground::{config, connect_as, within};

const BROKERS: i32 = 50;
const MUTE: i32 = 7;
const REFUSING: i32 = 19;
const FORBIDDEN: i32 = 33;

async fn fifty() -> (MockCluster, Cluster) {
    let mock = MockCluster::builder().brokers(BROKERS).start().await.unwrap();
    let config = Config {
        setup_timeout: Duration::from_secs(3),
        attempt_timeout: Duration::from_secs(3),
        ..config(&mock.broker_addresses()[&1])
    };
    let (cluster, _) = connect_as(config).await;
    (mock, cluster)
}

/// What came, in its order.
async fn in_order(cluster: &Cluster) -> Vec<Result<Part<list_groups::Reply>, Failed>> {
    let limit = Duration::from_secs(30);
    let asked = list_groups::ListGroups::default();
    let mut parts = within(cluster.send_in_parts(asked, Key::None, limit)).await.unwrap();
    let mut came = Vec::new();
    while let Some(part) = within(parts.next()).await {
        came.push(part);
    }
    came
}

fn hurt(mock: &MockCluster) {
    mock.behave(MUTE, Behaviour::Mute).unwrap();
    let code = ErrorCode::CLUSTER_AUTHORIZATION_FAILED.0;
    mock.fault(Fault::on(key::LIST_GROUPS).broker(FORBIDDEN), Action::ErrorCode(code));
}

fn named(failed: &[Failed]) {
    let of = |id: i32| failed.iter().find(|failed| failed.broker == Some(id)).unwrap().error.what();
    assert!(matches!(of(MUTE), What::Connect(_) | What::Timeout { .. }), "{:?}", of(MUTE));
    assert!(matches!(of(REFUSING), What::Connect(_)), "{:?}", of(REFUSING));
    assert_eq!(of(FORBIDDEN), &What::Authorization(ErrorCode::CLUSTER_AUTHORIZATION_FAILED));
    assert_eq!(failed.len(), 3);
}

#[tokio::test]
async fn forty_seven_answer_before_the_mute_one_is_given_up_and_three_are_named() {
    let (mock, cluster) = fifty().await;
    hurt(&mock);
    mock.stop_broker(REFUSING).await.unwrap();
    let came = in_order(&cluster).await;
    let is_mute = |part: &Result<_, Failed>| matches!(part, Err(failed) if failed.broker == Some(MUTE));
    let given_up = came.iter().position(is_mute).unwrap();
    assert_eq!(given_up, came.len() - 1, "all others came before");
    let brokers: Vec<i32> = came.iter().flatten().map(|part| part.source.broker.unwrap()).collect();
    let distinct: BTreeSet<i32> = brokers.iter().copied().collect();
    assert_eq!((brokers.len(), distinct.len()), (47, 47), "nobody is merged twice");
    named(&came.into_iter().filter_map(Result::err).collect::<Vec<_>>());
    for broker in (1..=BROKERS).filter(|id| ![MUTE, REFUSING].contains(id)) {
        let asked = mock.requests(key::LIST_GROUPS).iter().filter(|seen| seen.broker == broker).count();
        assert_eq!(asked, 1, "broker {broker}");
    }
}

#[tokio::test]
async fn taken_as_a_whole_they_are_the_same() {
    let (mock, cluster) = fifty().await;
    hurt(&mock);
    mock.stop_broker(REFUSING).await.unwrap();
    let answers = within(cluster.send(list_groups::ListGroups::default(), Key::None)).await.unwrap();
    let brokers: Vec<i32> = answers.parts.iter().map(|part| part.source.broker.unwrap()).collect();
    let expected: Vec<i32> = (1..=BROKERS).filter(|id| ![MUTE, REFUSING, FORBIDDEN].contains(id)).collect();
    assert_eq!(brokers, expected);
    named(&answers.failed);
}

#[tokio::test]
async fn twenty_mute_ones_do_not_hold_up_thirty() {
    let (mock, cluster) = fifty().await;
    // More than are asked at the same time, and the first of them.
    for broker in 2..=21 {
        mock.behave(broker, Behaviour::Mute).unwrap();
    }
    let came = in_order(&cluster).await;
    let first = came.iter().position(Result::is_err).unwrap();
    assert_eq!((first, came.len()), (30, 50), "thirty answers, then the failures");
}
