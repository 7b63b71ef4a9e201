//! KIP-1242 on real brokers: one that is told another's name, or another cluster's, refuses; releases before 4.4 can't tell.

use meta::{Address, ErrorCode};
use real_kafka::Version;
use support::{
    Stage,
    ground::{config, connect_as, within},
    stage::Need,
};
use wire::{Connection, Meant, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_of_4_4_knows_its_name() {
    let stage = Stage::real(Version::V4_4, Need::Shared).await;
    for (as_whom, cluster_id, refused) in meanings(&stage).await {
        let opened = to_the_first(&stage, as_whom, cluster_id).await;
        if refused {
            assert_eq!(opened.unwrap_err().code(), Some(ErrorCode(129)), "as broker {as_whom}");
        } else {
            let offered = opened.unwrap().offered();
            assert_eq!((offered.told_in, offered.confirmed), (Some(5), true));
        }
    }
}

/// Who broker 1 is said to be, in which cluster, and whether it is wrong.
async fn meanings(stage: &Stage) -> [(i32, String, bool); 4] {
    let (cluster, _record) = connect_as(config(&stage.bootstrap())).await;
    let id = cluster.snapshot().cluster_id().unwrap().to_owned();
    let other = "AAAAAAAAAAAAAAAAAAAAAA".to_owned();
    [(1, id.clone(), false), (2, id.clone(), true), (99, id, true), (1, other, true)]
}

async fn to_the_first(stage: &Stage, broker: i32, cluster_id: String) -> Result<Connection, meta::Error> {
    let first = stage.brokers().into_iter().find(|broker| broker.id == 1).unwrap();
    let address = Address::parse(&first.address).unwrap();
    let meant = Meant { cluster_id, broker };
    within(Connection::open_to(&address, None, &Settings::default(), Some(&meant))).await
}

/// An older release is asked again without a name, and serves.
pub(super) async fn can_not_tell(version: Version, told_in: i16) {
    let stage = Stage::real(version, Need::Shared).await;
    for (as_whom, cluster_id, _) in meanings(&stage).await {
        let offered = to_the_first(&stage, as_whom, cluster_id).await.unwrap().offered();
        assert_eq!((offered.told_in, offered.confirmed), (Some(told_in), false));
    }
}
