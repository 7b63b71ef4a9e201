//! Which brokers there are, where they stand, and which of them is the controller.

use std::time::Duration;

use admin::{What, describe_cluster, describe_quorum};

use crate::Stage;

const LIMIT: Duration = Duration::from_secs(20);

pub async fn brokers_racks_and_cluster_id_are_those_that_run(stage: &Stage) {
    let cluster = stage.cluster().await;
    let snapshot = cluster.snapshot();
    let told: Vec<_> = snapshot
        .brokers()
        .iter()
        .map(|broker| (broker.id, format!("{}:{}", broker.host, broker.port), broker.rack.as_deref()))
        .collect();
    let set = stage.brokers();
    let set: Vec<_> =
        set.iter().map(|broker| (broker.id, broker.address.clone(), Some(broker.rack.as_str()))).collect();
    assert_eq!(told, set);
    assert!(snapshot.brokers_source().is_some());
    assert!(snapshot.listing_source().is_none(), "connecting lists no topics");

    let raw = stage.metadata_of(&stage.address(1), Some(&[]), false).await.unwrap();
    let id = raw.cluster_id.map(|id| id.to_string());
    assert_eq!(snapshot.cluster_id(), id.as_deref());

    let described = describe_cluster(&cluster, LIMIT).await.unwrap().value;
    assert_eq!(Some(described.cluster_id), id);
    let fenced: Vec<_> = described.brokers.iter().map(|broker| broker.fenced).collect();
    let expected = stage.tells_fenced().then_some(false);
    assert_eq!(fenced, [expected; 3]);
}

pub async fn the_controller_is_the_true_one(stage: &Stage) {
    let cluster = stage.cluster().await;
    let truth = stage.controller().await;
    let quorum = describe_quorum(&cluster, LIMIT).await;
    if stage.is_kraft() {
        let quorum = quorum.unwrap().value;
        assert_eq!(quorum.leader, Some(truth));
        let mut voters: Vec<i32> = quorum.voters.iter().map(|voter| voter.id).collect();
        voters.sort_unstable();
        assert_eq!(voters, [1, 2, 3]);
    } else {
        // Here Metadata tells it, and nobody knows of a quorum.
        assert!(matches!(quorum.unwrap_err().what(), What::Unsupported { .. }));
        assert_eq!(cluster.snapshot().controller(), Some(truth));
    }
}
