//! Another cluster at the old addresses: it is noticed before anything is asked of it, and nothing of it is merged.
//!
//! Addresses are used again, and the other cluster may have a topic of the same name. Where only the brokers' addresses are
//! another's, what was typed leads to where ours went. Where what was typed is another's too, everything stops and says so,
//! until the first one answers again.

use std::net::SocketAddr;

use meta::{
    Config, Event, Key, Refresh, What,
    message::{describe_cluster::DescribeCluster, list_groups::ListGroups},
};
use mock_cluster::{MockCluster, Release, TopicSpec, key};
use support::ground::{config, connect_as, latest, offsets, three, within};

use super::scene::{FOREVER, Front, Mode, behind_fronts, go_home, homes};

/// A cluster with a topic of the same name, which must never be heard.
async fn other(release: Release) -> MockCluster {
    let builder = MockCluster::builder().brokers(3).release(release).cluster_id("other");
    builder.topic(TopicSpec::new("orders").partitions(6).replication(3)).start().await.unwrap()
}

#[tokio::test]
async fn old_addresses_that_are_another_clusters_now_are_left_before_anything_is_asked_there() {
    for release in [Release::default(), Release::Kafka28] {
        let mock = three().release(release).cluster_id("ours").start().await.unwrap();
        let ours = homes(&mock);
        let typed = Front::new(Mode::To(ours[0])).await;
        let fronts = behind_fronts(&mock).await;
        let places: Vec<SocketAddr> = fronts.iter().map(|front| front.address).collect();
        let waits =
            Config { setup_timeout: FOREVER, attempt_timeout: FOREVER, ..config(&typed.address.to_string()) };
        let (cluster, _) = connect_as(waits).await;
        offsets(&cluster, latest("orders", 0..6)).await;

        // Ours went home; the addresses that it had are another's.
        let stranger = other(release).await;
        let theirs = homes(&stranger);
        drop(fronts);
        let mut fronts = Vec::new();
        for (place, home) in places.iter().zip(theirs) {
            fronts.push(Front::at(*place, Mode::To(home)).await);
        }
        go_home(&mock, &ours);
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
        assert_eq!(stranger.count(key::LIST_OFFSETS), 0, "an offset of another cluster would be a lie");
        assert_eq!(stranger.count(key::LIST_GROUPS), 0);
        assert_eq!(cluster.snapshot().cluster_id(), Some("ours"));
        let again = within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
        assert_eq!(again.one().unwrap().reply.cluster_id, "ours");
    }
}

/// What was typed, too.
#[tokio::test]
async fn another_cluster_at_every_address_stops_all_and_the_return_of_the_first_resumes() {
    let mock = three().cluster_id("ours").start().await.unwrap();
    let ours = homes(&mock);
    let fronts = behind_fronts(&mock).await;
    let typed = Front::new(Mode::To(ours[0])).await;
    let (cluster, record) = connect_as(config(&typed.address.to_string())).await;
    let before = within(cluster.refresh(Refresh::All)).await.unwrap();

    let stranger = other(Release::default()).await;
    stranger.state().create_topic(TopicSpec::new("theirs"));
    let theirs = homes(&stranger);
    let places: Vec<SocketAddr> = fronts.iter().map(|front| front.address).collect();
    let at = typed.address;
    drop((fronts, typed));
    let mut strange = vec![Front::at(at, Mode::To(theirs[0])).await];
    for (place, home) in places.iter().zip(theirs) {
        strange.push(Front::at(*place, Mode::To(home)).await);
    }
    let error = within(cluster.refresh(Refresh::All)).await.unwrap_err();
    let expected = What::OtherCluster { was: "ours".to_owned(), now: "other".to_owned() };
    assert_eq!(*error.what(), expected, "{error}");
    let marked = cluster.snapshot();
    assert_eq!(marked.cluster_id(), Some("ours"));
    assert_eq!(marked.brokers(), before.brokers());
    assert!(marked.topic("theirs").is_none());
    assert_eq!(marked.failure().unwrap().error, error);
    for _ in 0..3 {
        let refused = within(cluster.send(latest("orders", [0]), Key::None)).await.unwrap_err();
        assert_eq!(*refused.what(), expected, "{refused}");
    }
    assert_eq!(stranger.count(key::LIST_OFFSETS), 0);

    // The first is back, and whoever asked meanwhile has made us look: no restart, no button.
    drop(strange);
    let _typed = Front::at(at, Mode::To(ours[0])).await;
    go_home(&mock, &ours);
    within(async {
        while cluster.send(latest("orders", 0..6), Key::None).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    assert_eq!(cluster.snapshot().cluster_id(), Some("ours"));
    assert!(cluster.snapshot().topic("theirs").is_none());
    assert!(record.events().iter().any(|event| matches!(event, Event::RefreshFailed { .. })));
}

/// Within one cluster: brokers that changed their addresses among themselves. What a broker says of its own disks must not
/// be shown as another's.
#[tokio::test]
async fn an_address_that_another_broker_has_now_is_not_asked_as_the_old_one() {
    for release in [Release::default(), Release::Kafka28] {
        let mock = three().release(release).start().await.unwrap();
        let ours = homes(&mock);
        let fronts = behind_fronts(&mock).await;
        let typed = Front::new(Mode::To(ours[0])).await;
        let (cluster, _) = connect_as(config(&typed.address.to_string())).await;
        within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
        // Their connections end, and each address leads to the next broker, which advertises it.
        let places: Vec<SocketAddr> = fronts.iter().map(|front| front.address).collect();
        drop(fronts);
        let mut turned = Vec::new();
        for (number, place) in places.iter().enumerate() {
            let next = (number + 1) % 3;
            turned.push(Front::at(*place, Mode::To(ours[next])).await);
            let broker = i32::try_from(next).unwrap() + 1;
            mock.state().advertise(broker, "127.0.0.1", place.port()).unwrap();
        }
        mock.forget_requests();
        for broker in 1..=3 {
            let answers = within(cluster.send(ListGroups::default(), Key::Broker(broker))).await.unwrap();
            assert!(answers.failed.is_empty(), "{:?}", answers.failed);
            let seen = mock.requests(key::LIST_GROUPS).pop().unwrap();
            assert_eq!(seen.broker, broker, "asked as broker {broker}");
        }
    }
}

/// One broker's address became another cluster's: that is this broker's failure, told as what it is, and says nothing of the
/// others. A broker of 4.4 is told whom we mean and says that it is another; an older one is asked for its cluster.
#[tokio::test]
async fn one_address_that_became_another_clusters_is_that_brokers_failure_alone() {
    for release in [Release::default(), Release::Kafka28] {
        let mock = three().release(release).cluster_id("ours").start().await.unwrap();
        let stranger = other(release).await;
        let theirs = homes(&stranger);
        let typed = Front::new(Mode::To(homes(&mock)[0])).await;
        let mut fronts = behind_fronts(&mock).await;
        let (cluster, _) = connect_as(config(&typed.address.to_string())).await;
        within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
        let place = fronts.remove(2).address;
        let _strange = Front::at(place, Mode::To(theirs[2])).await;
        let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
        let heard: Vec<_> = answers.parts.iter().map(|part| part.source.broker).collect();
        assert_eq!(heard, [Some(1), Some(2)]);
        let failed = &answers.failed[0];
        assert_eq!(failed.broker, Some(3));
        let told = match failed.error.what() {
            What::OtherCluster { was, now } => (was.as_str(), now.as_str()) == ("ours", "other"),
            What::Connect(why) => why.contains("says that it is not broker 3"),
            _ => false,
        };
        assert!(told, "{}", failed.error);
        assert_eq!(stranger.count(key::LIST_GROUPS), 0);
    }
}
