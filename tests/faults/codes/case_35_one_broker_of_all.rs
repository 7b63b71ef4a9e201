//! Case 35 (redpanda-data/redpanda#12995): one broker that was loading failed the list, or its groups just vanished.
//!
//! What each broker answers for itself is told as far as it is known, and the broker that could not is named with the
//! reason. Over each request that goes to every broker, and each way of not answering.

use std::time::Duration;

use meta::{
    ApiKey, Ask, Cluster, ErrorCode, Failed, Key, What,
    message::{
        api_versions::ApiVersions, describe_log_dirs::DescribeLogDirs, list_groups::ListGroups,
        list_transactions::ListTransactions,
    },
};
use mock_cluster::{Action, Behaviour, Fault, MockCluster};
use support::ground::{connect, three, within};

/// What is wrong with broker 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// Says for as long as it is asked that its coordinator is loading.
    Loading,
    Forbidden,
    Unknown,
    Down,
    Mute,
    ClosesBeforeAnswering,
    Garbage,
}

const ALL: [Wrong; 7] = [
    Wrong::Loading,
    Wrong::Forbidden,
    Wrong::Unknown,
    Wrong::Down,
    Wrong::Mute,
    Wrong::ClosesBeforeAnswering,
    Wrong::Garbage,
];

async fn two_answer_and_one_is_named<R: Ask + Sync>(request: R) {
    for wrong in ALL {
        let mock = three().start().await.unwrap();
        let (cluster, _) = connect(&mock).await;
        // All are connected, so that it is this request that meets the fault.
        within(cluster.send(request.clone(), Key::None)).await.unwrap();
        hurt::<R>(&mock, wrong).await;
        let (brokers, failed) = ask(&cluster, request.clone()).await;
        let context = format!("{:?} {wrong:?}: {failed:?}", R::KEY);
        assert_eq!(brokers, [Some(1), Some(3)], "{context}");
        let [failed] = &failed[..] else { panic!("{context}") };
        assert_eq!(failed.broker, Some(2), "{context}");
        let what = failed.error.what();
        let named = match wrong {
            Wrong::Loading => failed.error.code() == Some(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS),
            Wrong::Forbidden => matches!(what, What::Authorization(code) if code.0 == 31),
            Wrong::Unknown => failed.error.code() == Some(ErrorCode(30_000)),
            Wrong::Down => matches!(what, What::Connect(_) | What::Disconnected { .. }),
            Wrong::Mute => matches!(what, What::Timeout { .. }),
            // Each connection begins with ApiVersions, so that there it is the connection that does not come about.
            Wrong::ClosesBeforeAnswering if R::KEY == ApiKey::ApiVersions => matches!(what, What::Connect(_)),
            Wrong::ClosesBeforeAnswering => matches!(what, What::Disconnected { sent: true, .. }),
            Wrong::Garbage => matches!(what, What::Decode(_)),
        };
        assert!(named, "{context}");
    }
}

async fn ask<R: Ask>(cluster: &Cluster, request: R) -> (Vec<Option<i32>>, Vec<Failed>) {
    let answers = within(cluster.send_within(request, Key::None, Duration::from_millis(1500))).await.unwrap();
    (answers.parts.iter().map(|part| part.source.broker).collect(), answers.failed)
}

async fn hurt<R: Ask>(mock: &MockCluster, wrong: Wrong) {
    let fault = Fault::on(R::KEY.code()).broker(2);
    match wrong {
        Wrong::Loading => drop(mock.fault(fault, Action::ErrorCode(14))),
        Wrong::Forbidden => drop(mock.fault(fault, Action::ErrorCode(31))),
        Wrong::Unknown => drop(mock.fault(fault, Action::ErrorCode(30_000))),
        Wrong::Down => mock.stop_broker(2).await.unwrap(),
        Wrong::Mute => mock.behave(2, Behaviour::Mute).unwrap(),
        Wrong::ClosesBeforeAnswering => drop(mock.fault(fault, Action::DropBefore)),
        Wrong::Garbage => drop(mock.fault(fault, Action::RawBody(vec![0xff; 40].into()))),
    }
}

#[tokio::test]
async fn groups_of_the_other_brokers_are_listed() {
    two_answer_and_one_is_named(ListGroups::default()).await;
}

#[tokio::test]
async fn transactions_of_the_other_brokers_are_listed() {
    let all = ListTransactions { states: Vec::new(), producer_ids: Vec::new(), longer_than: None };
    two_answer_and_one_is_named(all).await;
}

#[tokio::test]
async fn log_dirs_of_the_other_brokers_are_listed() {
    two_answer_and_one_is_named(DescribeLogDirs { topics: None }).await;
}

#[tokio::test]
async fn versions_of_the_other_brokers_are_told() {
    two_answer_and_one_is_named(ApiVersions).await;
}
