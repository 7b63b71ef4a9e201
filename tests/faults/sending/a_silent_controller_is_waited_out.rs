//! A read that brokers pass on to a controller which says nothing uses its caller's whole time, at one broker after another.
//!
//! A frozen controller is noticed after nine seconds and its successor elected after that. Two attempts of ten seconds each would
//! end just before, with ten seconds of the caller's time left.

use std::{collections::BTreeSet, time::Duration};

use meta::{
    ApiKey, Config, Key, What,
    message::{describe_quorum::DescribeQuorum, list_partition_reassignments::ListPartitionReassignments},
};
use mock_cluster::{Action, Fault, MockCluster, key};
use support::ground::{config, connect_as, three, within};

/// Attempts that get no answer, more than any fixed number of tries would be.
const SILENT: usize = 5;

async fn silent(key: i16, times: usize) -> (MockCluster, Config) {
    let mock = three().start().await.unwrap();
    mock.fault(Fault::on(key).times(times), Action::Skip);
    let config = Config { attempt_timeout: Duration::from_millis(200), ..config(&mock.bootstrap()) };
    (mock, config)
}

#[tokio::test]
async fn by_a_read_of_the_quorum() {
    let (mock, config) = silent(key::DESCRIBE_QUORUM, SILENT).await;
    let (cluster, record) = connect_as(config).await;
    let answers = within(cluster.send(DescribeQuorum, Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let entries = record.of(ApiKey::DescribeQuorum);
    assert!(entries[0].attempts.len() > SILENT);
    let asked: BTreeSet<_> = mock.requests(key::DESCRIBE_QUORUM).iter().map(|seen| seen.broker).collect();
    assert!(asked.len() > 1, "another broker may know a controller that answers");
}

#[tokio::test]
async fn by_a_read_of_the_reassignments() {
    let (_mock, config) = silent(key::LIST_PARTITION_REASSIGNMENTS, SILENT).await;
    let (cluster, record) = connect_as(config).await;
    let asked = ListPartitionReassignments { topics: None, timeout: Duration::from_secs(1) };
    let answers = within(cluster.send(asked, Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(record.of(ApiKey::ListPartitionReassignments)[0].attempts.len() > SILENT);
}

#[tokio::test]
async fn and_not_beyond_the_callers_time() {
    let (mock, config) = silent(key::DESCRIBE_QUORUM, usize::MAX).await;
    let (cluster, _) = connect_as(config).await;
    let error =
        within(cluster.send_within(DescribeQuorum, Key::None, Duration::from_secs(2))).await.unwrap_err();
    let unanswered =
        matches!(error.what(), What::Timeout { .. } | What::Disconnected { .. } | What::Connect(_));
    assert!(unanswered, "{error}");
    let asked = mock.count(key::DESCRIBE_QUORUM);
    assert!(asked <= 10, "{asked} attempts of 200 ms in two seconds");
}
