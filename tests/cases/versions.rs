//! What brokers offer. On real brokers this holds the mock's tables, on the mock it holds our reading of them.

use std::time::Duration;

use admin::versions_of;

use crate::Stage;

pub async fn each_broker_offers_what_its_release_offers(stage: &Stage) {
    let cluster = stage.cluster().await;
    for broker in stage.brokers() {
        let told = versions_of(&cluster, broker.id, Duration::from_secs(20)).await.unwrap();
        assert_eq!(told.source.broker, Some(broker.id));
        let mut ranges: Vec<_> =
            told.value.ranges.iter().map(|(key, low, high)| (key.code(), *low, *high)).collect();
        ranges.sort_unstable();
        assert_eq!(ranges, stage.believed_ranges());
        let features = told.value.features.expect("every release here tells what is finalized");
        assert_eq!(features.iter().any(|(name, _, _)| name == "metadata.version"), stage.is_kraft());
        let offered = cluster.offered(broker.id).expect("the connection keeps what was offered");
        assert!(offered.at.is_some());
    }
}
