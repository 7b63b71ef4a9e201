//! Case 15 (librdkafka#403, KAFKA-3878/KIP-144, KAFKA-9800/KIP-580, aiokafka#1167): clients came back in lock step.
//!
//! Pauses double up to a second and each is drawn anew within a fifth of it: thirty windows that lose their broker at one
//! moment are spread over hundreds of milliseconds a few tries later. While all is down a hundred callers make no more
//! connections than one would, and one success ends all of it.

use std::time::Duration;

use meta::{Cluster, Key, Refresh, message::describe_cluster::DescribeCluster};
use mock_cluster::{Action, Behaviour, Fault, key};
use support::ground::{config, connect, latest, offsets, three, within};
use tokio::{task::JoinSet, time::Instant};

use super::scene::{Front, Mode, place};

/// A port that takes connections and closes them, and keeps the times.
async fn slams() -> Front {
    // Leads to a port where nobody is: taken, then closed.
    let nobody = Front::new(Mode::Mute).await.address;
    Front::new(Mode::To(nobody)).await
}

#[tokio::test]
async fn thirty_clients_that_fail_together_do_not_come_back_together() {
    let front = slams().await;
    let mut clients = JoinSet::new();
    let began = std::time::Instant::now();
    for _ in 0..30 {
        let cluster = Cluster::new(config(&front.address.to_string())).unwrap();
        clients.spawn(async move {
            for _ in 0..6 {
                let _ = cluster.refresh(Refresh::Brokers).await;
            }
        });
    }
    within(clients.join_all()).await;
    let mut times: Vec<f64> = front
        .taken()
        .iter()
        .map(|at| at.duration_since(began).as_secs_f64())
        .filter(|at| *at > 0.5)
        .collect();
    times.sort_by(f64::total_cmp);
    assert!(times.len() > 30, "{} late connects", times.len());
    // In lock step a twentieth of a second would hold a whole round of thirty.
    let crowd = |from: &f64| times.iter().filter(|at| (*from..*from + 0.025).contains(*at)).count();
    let most = times.iter().map(crowd).max().unwrap();
    assert!(most <= 20, "{most} of 30 came within 25 ms: {times:?}");
}

/// A second of a hundred callers who each begin again as soon as they have failed.
#[tokio::test]
async fn a_hundred_callers_make_no_storm_of_connections_while_all_is_down() {
    let mock = three().start().await.unwrap();
    let fronts = [slams().await, slams().await];
    let list = fronts.each_ref().map(|front| front.address.to_string()).join(",");
    let cluster = Cluster::new(config(&list)).unwrap();
    let began = Instant::now();
    let mut callers = JoinSet::new();
    for _ in 0..100 {
        let cluster = cluster.clone();
        callers.spawn(async move {
            while began.elapsed() < Duration::from_secs(3) {
                let _ =
                    cluster.send_within(DescribeCluster::default(), Key::None, Duration::from_secs(3)).await;
            }
        });
    }
    within(callers.join_all()).await;
    // 50, 100, 200, 400, 800 ms, then a second each, a fifth less at the least; on two lanes at the most.
    let seconds = began.elapsed().as_secs_f64();
    for front in &fronts {
        let taken = front.taken().len() as f64;
        assert!(taken <= 7.0 + seconds / 0.8, "{taken} connects in {seconds:.1} s by 100 callers");
        assert!(taken >= 3.0, "{taken}: it is tried again");
    }
    drop(mock);
}

/// They connect, and whatever is asked ends the connection; or every metadata reply is an error.
#[tokio::test]
async fn a_cluster_that_answers_with_nothing_useful_is_not_asked_in_a_storm() {
    // A lost connection is a reason to look for the brokers beside the topic that is asked for.
    for (harm, kinds) in
        [(Action::DropBefore, 2.0), (Action::ErrorCode(129), 1.0), (Action::ErrorCode(-1), 1.0)]
    {
        let mock = three().start().await.unwrap();
        let (cluster, _) = connect(&mock).await;
        mock.fault(Fault::on(key::METADATA), harm.clone());
        mock.forget_requests();
        let began = Instant::now();
        let mut callers = JoinSet::new();
        for _ in 0..100 {
            let cluster = cluster.clone();
            callers.spawn(async move {
                while began.elapsed() < Duration::from_secs(2) {
                    // Nothing is known of the topic, so each call needs the metadata that fails.
                    let _ =
                        cluster.send_within(latest("orders", [0]), Key::None, Duration::from_secs(2)).await;
                }
            });
        }
        within(callers.join_all()).await;
        let seconds = began.elapsed().as_secs_f64();
        let asked = mock.count(key::METADATA) as f64;
        // Up to five brokers a flight; 100 ms between two, doubling to a second.
        let most = 5.0 * kinds * (6.0 + seconds / 0.8);
        assert!(asked <= most, "{harm:?}: {asked} metadata requests in {seconds:.1} s by 100 callers");
        let opened: u64 = (1..=3).map(|broker| mock.connections_opened(broker)).sum();
        assert!((opened as f64) <= most, "{harm:?}: {opened} sockets in {seconds:.1} s");
    }
}

/// After enough failures for the longest pause, one success: the next failure begins at the shortest again.
#[tokio::test]
async fn a_success_resets_the_pause() {
    let mock = three().start().await.unwrap();
    let front = slams().await;
    let cluster = Cluster::new(config(&front.address.to_string())).unwrap();
    while front.taken().len() < 7 {
        let _ = within(cluster.refresh(Refresh::Brokers)).await;
    }
    front.turn(Mode::To(place(&mock, 1)));
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    let waits =
        |cluster: &Cluster| cluster.connections().iter().any(|line| line.state.starts_with("backing off"));
    assert!(!waits(&cluster));
    assert!(offsets(&cluster, latest("orders", 0..6)).await.failed.is_empty());
    // Down again, and up at once: a pause of a second would show as a failure of the first call.
    for broker in 1..=3 {
        mock.behave(broker, Behaviour::Hangup).unwrap();
    }
    let _ = within(cluster.refresh(Refresh::Brokers)).await;
    for broker in 1..=3 {
        mock.behave(broker, Behaviour::Normal).unwrap();
    }
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
}
