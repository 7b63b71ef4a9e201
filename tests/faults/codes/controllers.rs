//! What is sent to the controller, on a cluster with ZooKeeper, where only the true one acts.

use meta::{Cluster, Config};
use mock_cluster::{MockCluster, Release};
use support::ground::{config, connect_as};

use super::requests::{Asked, Place, cluster_of, requests};

pub fn to_the_controller() -> Vec<Asked> {
    requests(Release::Kafka28).into_iter().filter(|asked| asked.place == Place::Controller).collect()
}

/// A cluster whose controller is broker 1, as the view knows.
pub async fn led_by_broker_1() -> (MockCluster, Cluster) {
    let mock = cluster_of(Release::Kafka28).await;
    mock.state().move_controller(1).unwrap();
    let (cluster, _) = connect_as(Config { read_only: false, ..config(&mock.bootstrap()) }).await;
    assert_eq!(cluster.snapshot().controller(), Some(1));
    mock.forget_requests();
    (mock, cluster)
}

pub fn brokers_asked(mock: &MockCluster, asked: &Asked) -> Vec<i32> {
    mock.requests(asked.api.code()).iter().map(|seen| seen.broker).collect()
}
