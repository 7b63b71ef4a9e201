//! The demo's scene: what it promises to show is there, it moves as its script says, and a paused one stands still.

use std::collections::BTreeSet;
use std::time::Duration;

use kafka_protocol::messages::*;
use mock_cluster::demo::{self, Demo};
use tokio::net::TcpStream;

use crate::client::{ask, within};

async fn paused() -> std::io::Result<Demo> {
    demo::scene().paused().start().await
}

#[tokio::test]
async fn the_scene_shows_what_it_promises() {
    let demo = paused().await.unwrap();
    let cluster = demo.cluster();
    let metadata = ask(cluster, 1, 12, &MetadataRequest::default().with_topics(None)).await.unwrap();
    assert_eq!(metadata.brokers.len(), 5);
    let racks: BTreeSet<&str> = metadata.brokers.iter().filter_map(|at| at.rack.as_deref()).collect();
    assert_eq!(racks.len(), 3);
    assert!((130..=150).contains(&metadata.topics.len()), "{}", metadata.topics.len());
    let partitions: Vec<_> = metadata.topics.iter().flat_map(|topic| &topic.partitions).collect();
    let under = partitions.iter().filter(|at| at.isr_nodes.len() < at.replica_nodes.len()).count();
    assert!(under > 20 && under < partitions.len() / 3, "{under} of {}", partitions.len());
    assert_eq!(partitions.iter().filter(|at| at.leader_id.0 < 0).count(), 1);
    // Every broker that metadata names can be dialled where it says.
    for broker in &metadata.brokers {
        TcpStream::connect(format!("{}:{}", &*broker.host, broker.port)).await.unwrap();
    }
}

#[tokio::test]
async fn the_directories_are_offline_nearly_full_cordoned_and_moving() {
    let demo = paused().await.unwrap();
    let request = DescribeLogDirsRequest::default().with_topics(None);
    let mut offline = 0;
    let mut future = Vec::new();
    let mut fullest = 0.0_f64;
    for broker in 1..=5 {
        for dir in ask(demo.cluster(), broker, 4, &request).await.unwrap().results {
            if dir.error_code == 56 {
                offline += 1;
                continue;
            }
            assert!(dir.usable_bytes > 0 && dir.usable_bytes < dir.total_bytes, "{dir:?}");
            let used = 100.0 * (1.0 - dir.usable_bytes as f64 / dir.total_bytes as f64);
            fullest = fullest.max(used);
            let replicas = dir.topics.iter().flat_map(|topic| &topic.partitions);
            future.extend(replicas.filter(|at| at.is_future_key).map(|at| at.offset_lag));
        }
    }
    assert_eq!(offline, 1);
    assert!((90.5..91.5).contains(&fullest), "{fullest}");
    assert_eq!(future.len(), 1);
    assert!(future[0] > 0);
    let state = demo.cluster().state();
    assert_eq!(
        state.brokers().flat_map(|broker| &broker.log_dirs).filter(|dir| dir.spec.cordoned).count(),
        1
    );
}

#[tokio::test]
async fn groups_come_in_all_types_and_states() {
    let demo = paused().await.unwrap();
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for broker in 1..=5 {
        for group in ask(demo.cluster(), broker, 5, &ListGroupsRequest::default()).await.unwrap().groups {
            seen.insert(format!("{} {}", &*group.group_type, &*group.group_state));
            count += 1;
        }
    }
    assert!(count >= 60, "{count}");
    for expected in [
        "classic Stable",
        "classic Empty",
        "classic PreparingRebalance",
        "classic CompletingRebalance",
        "classic Dead",
        "consumer Stable",
        "consumer Empty",
        "consumer Assigning",
        "consumer Reconciling",
        "share Stable",
        "share Empty",
        "streams Stable",
        "streams Reconciling",
        "streams NotReady",
    ] {
        assert!(seen.contains(expected), "{expected} is missing in {seen:?}");
    }
}

#[tokio::test]
async fn a_paused_scene_stands_still_and_two_of_them_look_alike() {
    let (one, two) = (paused().await.unwrap(), paused().await.unwrap());
    let ends = |demo: &Demo| -> Vec<i64> {
        demo.cluster().state().topics().flat_map(|topic| &topic.partitions).map(|at| at.log_end).collect()
    };
    let before = ends(&one);
    assert_eq!(before, ends(&two));
    one.advance(3).await;
    assert_ne!(before, ends(&one));
    assert_eq!(before, ends(&two));
    two.advance(3).await;
    assert_eq!(ends(&one), ends(&two));
}

#[tokio::test]
async fn the_script_takes_a_broker_away_and_brings_it_back() {
    let demo = paused().await.unwrap();
    let cluster = demo.cluster();
    let in_sync = || {
        let state = cluster.state();
        let partitions = state.topics().flat_map(|topic| &topic.partitions);
        partitions.filter(|at| at.isr.contains(&4)).count()
    };
    let before = in_sync();
    demo.advance(44).await;
    let address = cluster.broker_addresses()[&4].clone();
    TcpStream::connect(&address).await.unwrap();
    demo.advance(1).await;
    assert!(TcpStream::connect(&address).await.is_err());
    assert!(!cluster.state().is_live(4));
    assert!(cluster.state().topics().flat_map(|topic| &topic.partitions).all(|at| at.leader != 4));
    let away = in_sync();
    assert!(away < before);
    demo.advance(40).await;
    assert!(cluster.state().is_live(4));
    TcpStream::connect(&cluster.broker_addresses()[&4]).await.unwrap();
    assert!(in_sync() <= before);
    demo.advance(10).await;
    let half = in_sync();
    demo.advance(10).await;
    assert!(away < half && half < in_sync(), "{away} {half} {}", in_sync());
    assert!(in_sync() >= before);
}

#[tokio::test]
async fn a_broker_goes_away_and_comes_back_by_hand() {
    let demo = paused().await.unwrap();
    demo.broker_goes_away(4).await.unwrap();
    assert!(!demo.cluster().broker_addresses().contains_key(&4));
    let metadata =
        ask(demo.cluster(), 1, 12, &MetadataRequest::default().with_topics(Some(Vec::new()))).await.unwrap();
    assert_eq!(metadata.brokers.len(), 4);
    demo.broker_comes_back(4).await.unwrap();
    let metadata =
        ask(demo.cluster(), 4, 12, &MetadataRequest::default().with_topics(Some(Vec::new()))).await.unwrap();
    assert_eq!(metadata.brokers.len(), 5);
}

#[tokio::test]
async fn ten_minutes_of_play_keep_every_size_and_offset_sane() {
    let demo = paused().await.unwrap();
    demo.advance(600).await;
    let state = demo.cluster().state();
    for topic in state.topics() {
        for partition in &topic.partitions {
            assert!(0 <= partition.log_start && partition.log_start <= partition.log_end, "{}", topic.name);
            assert!(partition.replicas.iter().all(|replica| replica.size >= 0 && replica.offset_lag >= 0));
        }
    }
    // One was stopped long ago: its commits stand outside of their logs for good.
    for group in state.groups().filter(|group| group.id != "legacy-reporting-job") {
        for ((topic, index), committed) in &group.offsets {
            let end = state.partition(topic, *index).unwrap().log_end;
            assert!(committed.offset <= end, "{} {topic}-{index}", group.id);
        }
    }
    for dir in state.brokers().flat_map(|broker| &broker.log_dirs) {
        assert!(dir.spec.usable > 0, "{dir:?}");
    }
}

#[tokio::test]
async fn an_unpaused_scene_plays_by_the_clock() {
    let demo = demo::start().await.unwrap();
    let end = || demo.cluster().state().partition("clickstream.page-views", 0).map(|at| at.log_end);
    let before = end().unwrap();
    let moved = async {
        while end().unwrap() == before {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    within(moved).await.unwrap();
}
