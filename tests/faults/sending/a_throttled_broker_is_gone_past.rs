//! A request that any broker can answer does not wait out the throttle of the only broker that is connected.
//!
//! A throttle is one broker's own. Who waits for it beside two brokers that have time is held back by nobody but us.

use meta::{
    Key,
    message::{describe_cluster::DescribeCluster, list_groups::ListGroups},
};
use mock_cluster::{Action, Fault, key};
use support::ground::{config, connect_as, three, within};

use super::a_call_may_be_dropped_at_any_point::throttled;

#[tokio::test]
async fn another_broker_is_dialled_meanwhile() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect_as(config(&mock.broker_addresses()[&1])).await;
    let throttle = Fault::on(key::LIST_GROUPS).broker(1).times(1);
    mock.fault(throttle, Action::rewrite(|body| throttled(&body, 25_000)));
    within(cluster.send(ListGroups::default(), Key::Broker(1))).await.unwrap();
    assert_eq!((mock.connections_opened(2), mock.connections_opened(3)), (0, 0));
    for _ in 0..10 {
        let answers = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
        let part = answers.one().unwrap();
        assert_ne!(part.source.broker, Some(1));
        assert!(part.source.took.as_secs() < 20, "it was held back for {:?}", part.source.took);
    }
    assert!(mock.connections_opened(2) + mock.connections_opened(3) <= 2);
}

#[tokio::test]
async fn and_one_that_nobody_else_can_stand_in_for_is_waited_out() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect_as(config(&mock.broker_addresses()[&1])).await;
    for broker in [2, 3] {
        mock.stop_broker(broker).await.unwrap();
    }
    let throttle = Fault::on(key::LIST_GROUPS).broker(1).times(1);
    mock.fault(throttle, Action::rewrite(|body| throttled(&body, 500)));
    within(cluster.send(ListGroups::default(), Key::Broker(1))).await.unwrap();
    let answers = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    assert_eq!(answers.one().unwrap().source.broker, Some(1));
}
