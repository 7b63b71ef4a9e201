//! Case 4 (librdkafka#5301): a reply without brokers, from one that has just started, was believed: dead until restarted.
//!
//! During a rolling restart ours is asked all the while, by one cluster that is there from the start and by others that connect
//! in the middle of it. No view is ever without brokers or loses its topics, and each look goes on when the broker is back.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use meta::{Cluster, Refresh};
use real_kafka::Version;
use support::{
    Stage,
    ground::{config, until, within},
    stage::Need,
};

use super::ours::unlocked;

#[tokio::test(flavor = "multi_thread")]
async fn no_empty_list_of_brokers_is_believed() {
    roll(Version::V4_4).await;
}

pub(super) async fn roll(version: Version) {
    let stage = Stage::real(version, Need::Alone).await;
    let name = stage.fresh("rolled");
    stage.topic(&name, &[&[1, 2, 3], &[2, 3, 1], &[3, 1, 2]]).await;
    let (cluster, _record) = unlocked(&stage).await;
    cluster.refresh(Refresh::All).await.unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let (looks, fresh) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let looking = tokio::spawn({
        let (cluster, name, over, looks) = (cluster.clone(), name.clone(), over.clone(), looks.clone());
        async move {
            while !over.load(Ordering::Acquire) {
                let kinds = [Refresh::Brokers, Refresh::All, Refresh::Topics(vec![name.clone()])];
                for kind in kinds {
                    let failed = cluster.refresh(kind.clone()).await.err();
                    let view = cluster.snapshot();
                    assert!(!view.brokers().is_empty(), "{kind:?} emptied the list of brokers ({failed:?})");
                    assert_eq!(view.topic(&name).map(|topic| topic.len()), Some(3), "{kind:?} ({failed:?})");
                    looks.fetch_add(usize::from(failed.is_none()), Ordering::AcqRel);
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    });
    // A broker that has just opened its port is asked by somebody who knows no other.
    let connecting = tokio::spawn({
        let addresses: Vec<String> = stage.brokers().into_iter().map(|broker| broker.address).collect();
        let (over, fresh) = (over.clone(), fresh.clone());
        async move {
            while !over.load(Ordering::Acquire) {
                for address in &addresses {
                    if let Ok(one) = Cluster::connect(config(address)).await {
                        assert!(!one.snapshot().brokers().is_empty(), "{address} listed no brokers");
                        fresh.fetch_add(1, Ordering::AcqRel);
                    }
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    });
    for id in [1, 2, 3] {
        stage.stop(id).await;
        let (old, new) = (looks.load(Ordering::Acquire), fresh.load(Ordering::Acquire));
        // With one broker gone, the looks go on.
        until(|| looks.load(Ordering::Acquire) > old && fresh.load(Ordering::Acquire) > new).await;
        stage.bring_back(id).await;
    }
    over.store(true, Ordering::Release);
    looking.await.unwrap();
    connecting.await.unwrap();
    let view = within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    assert_eq!(view.brokers().iter().map(|broker| broker.id).collect::<Vec<_>>(), [1, 2, 3]);
}
