//! Case 4 (confluentinc/librdkafka#5301): a reply with topics and no brokers was believed; dead until a restart.
//!
//! A broker that starts or stops may say so. Nothing of such a reply is taken in, at no kind of refresh and at the first
//! connect; the view stays and is marked, and the next good reply is taken in as ever.

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::MetadataResponse,
    protocol::{Decodable, Encodable},
};
use meta::{Cluster, Refresh, What};
use mock_cluster::{Action, Fault, Release, key};
use support::ground::{config, connect, latest, offsets, three, within};

/// The right reply, with its topics and without its brokers.
fn without_brokers(version: i16) -> Action {
    Action::rewrite(move |mut body: Bytes| {
        let mut reply = MetadataResponse::decode(&mut body, version).unwrap();
        reply.brokers.clear();
        let mut changed = BytesMut::new();
        reply.encode(&mut changed, version).unwrap();
        changed.freeze()
    })
}

#[tokio::test]
async fn nothing_of_a_reply_without_brokers_is_believed() {
    for (release, version) in [(Release::default(), 13), (Release::Kafka28, 11)] {
        let mock = three().release(release).start().await.unwrap();
        let (cluster, _) = connect(&mock).await;
        for what in [Refresh::Brokers, Refresh::Topics(vec!["orders".to_owned()]), Refresh::All] {
            let before = within(cluster.refresh(Refresh::All)).await.unwrap();
            assert_eq!(mock.requests(key::METADATA).pop().unwrap().version, version);
            let fault = mock.fault(Fault::on(key::METADATA), without_brokers(version));
            let error = within(cluster.refresh(what.clone())).await.unwrap_err();
            assert!(matches!(error.what(), What::NoTarget(_)), "{error}");
            assert!(error.to_string().contains("names no broker"), "{error}");
            let marked = cluster.snapshot();
            assert_eq!(marked.brokers(), before.brokers());
            assert_eq!(marked.topics().len(), 1);
            assert_eq!(
                marked.topic("orders").unwrap().source().at,
                before.topic("orders").unwrap().source().at
            );
            assert_eq!(marked.failure().unwrap().what, what);
            mock.disarm(fault);
            // Alive, without anybody's help.
            let answers = offsets(&cluster, latest("orders", 0..6)).await;
            assert!(answers.failed.is_empty(), "{:?}", answers.failed);
            within(cluster.refresh(what)).await.unwrap();
            assert!(cluster.snapshot().failure().is_none());
        }
    }
}

#[tokio::test]
async fn a_first_connect_that_is_told_of_no_broker_says_so_and_the_next_one_works() {
    let mock = three().start().await.unwrap();
    let fault = mock.fault(Fault::on(key::METADATA), without_brokers(13));
    let cluster = Cluster::new(config(&mock.bootstrap())).unwrap();
    let error = within(cluster.refresh(Refresh::Brokers)).await.unwrap_err();
    assert!(error.to_string().contains("names no broker"), "{error}");
    assert!(cluster.snapshot().brokers().is_empty());
    mock.disarm(fault);
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
}

/// One of three starts up and knows nobody yet: another is asked, and nobody notices.
#[tokio::test]
async fn one_broker_that_knows_of_none_is_passed_over() {
    let mock = three().start().await.unwrap();
    for broker in 1..=3 {
        let fault = mock.fault(Fault::on(key::METADATA).broker(broker), without_brokers(13));
        let (cluster, _) = connect(&mock).await;
        for _ in 0..4 {
            within(cluster.refresh(Refresh::All)).await.unwrap();
        }
        assert_eq!(cluster.snapshot().topics().len(), 1);
        mock.disarm(fault);
    }
}
