//! A mock cluster without any topic stays without one.

use support::cases::untouched::looking_at_an_unused_cluster_leaves_it_unused;

#[tokio::test]
async fn looking_at_an_unused_mock_cluster_leaves_it_unused() {
    let mock = mock_cluster::MockCluster::builder().brokers(1).auto_create(true).start().await.unwrap();
    looking_at_an_unused_cluster_leaves_it_unused(&mock.bootstrap()).await;
}
