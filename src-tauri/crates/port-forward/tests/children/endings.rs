//! No child outlives what it was started for, whatever it does and whichever way the end comes.

use std::{fs, time::Duration};

use port_forward::State;
use wire::Forward;

use crate::fakes::{FORWARDS, Fakes, MASTER, address, gone, lives, place, until};

/// A grandchild beside the child, and one that shrugs off a polite end.
const WITH_GRANDCHILD: &str =
    "(trap '' TERM; echo $(exec sh -c 'echo $PPID') > grandchild; while :; do sleep 1; done) &
    echo 'Forwarding from 127.0.0.1:34567 -> 9092'; wait";

#[tokio::test]
async fn a_handle_that_is_dropped_ends_its_children_and_theirs() {
    let fakes = Fakes::new("kubectl", WITH_GRANDCHILD);
    let kubectl = fakes.kubectl();
    for host in ["kafka-0.brokers", "kafka-1.brokers"] {
        place(&kubectl, host).await.unwrap();
    }
    let noted = || fs::read_to_string(fakes.folder().join("grandchild")).unwrap_or_default();
    until("the grandchild", || noted().ends_with('\n')).await;
    let grandchild = noted().trim().parse().unwrap();
    assert!(lives(grandchild));
    drop(kubectl);
    for pid in fakes.pids().into_iter().chain([grandchild]) {
        gone(pid).await;
    }
}

#[tokio::test]
async fn closing_waits_until_they_are_gone_and_nothing_starts_afterwards() {
    let fakes = Fakes::new("kubectl", FORWARDS);
    let kubectl = fakes.kubectl();
    for host in ["kafka-0.brokers", "kafka-1.brokers"] {
        place(&kubectl, host).await.unwrap();
    }
    kubectl.close().await;
    assert_eq!(fakes.pids().iter().filter(|pid| lives(**pid)).count(), 0);
    let why = place(&kubectl, "kafka-0.brokers").await.unwrap_err();
    assert!(why.contains("is closed"), "{why}");
    assert_eq!(fakes.starts().len(), 2);
    assert!(kubectl.states().is_empty());
}

#[tokio::test]
async fn one_that_ignores_a_polite_end_is_killed() {
    let fakes = Fakes::new(
        "kubectl",
        "trap '' TERM; echo 'Forwarding from 127.0.0.1:34567 -> 9092'; while :; do sleep 1; done",
    );
    let kubectl = fakes.kubectl();
    place(&kubectl, "kafka").await.unwrap();
    kubectl.close().await;
    assert!(!lives(fakes.pids()[0]));
}

#[tokio::test]
async fn a_handle_that_is_dropped_during_the_start_leaves_no_process() {
    let fakes = Fakes::new("kubectl", "exec sleep 1000");
    // Whenever it comes: before the program runs, and after.
    for wait in [0, 1, 5, 20, 200] {
        let kubectl = fakes.kubectl();
        let waiting = tokio::spawn(kubectl.place(&address("kafka")));
        tokio::time::sleep(Duration::from_millis(wait)).await;
        drop(kubectl);
        let why = waiting.await.unwrap().unwrap_err();
        assert!(why.contains("is closed"), "{why}");
    }
    // Those that came so far as to note their number.
    for pid in fakes.pids() {
        gone(pid).await;
    }
    let kubectl = fakes.kubectl();
    kubectl.close().await;
}

#[test]
fn a_runtime_that_ends_leaves_no_process() {
    let fakes = Fakes::new("kubectl", WITH_GRANDCHILD);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let kubectl = fakes.kubectl();
    runtime.block_on(place(&kubectl, "kafka")).unwrap();
    drop(runtime);
    let other = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    other.block_on(gone(fakes.pids()[0]));
    // The handle is of use in another one.
    other.block_on(place(&kubectl, "kafka")).unwrap();
}

#[tokio::test]
async fn an_ssh_that_is_closed_ends_and_takes_its_socket_with_it() {
    let fakes = Fakes::new("ssh", MASTER);
    let ssh = fakes.ssh();
    place(&ssh, "kafka-1").await.unwrap();
    let socket = fakes.starts()[0].1[2].clone();
    let folder = std::path::Path::new(&socket).parent().unwrap().to_owned();
    assert!(folder.exists());
    ssh.close().await;
    assert!(!folder.exists() && !lives(fakes.pids()[0]));
}

#[tokio::test]
async fn one_that_is_killed_is_noticed_with_nobody_asking() {
    let fakes = Fakes::new("ssh", MASTER);
    let ssh = fakes.ssh();
    place(&ssh, "kafka-1").await.unwrap();
    let mut changes = ssh.changes();
    crate::fakes::kill(fakes.pids()[0], "-KILL");
    while !matches!(ssh.states()[0].state, State::Ended(_)) {
        changes.changed().await.unwrap();
    }
    let State::Ended(why) = ssh.states()[0].state.clone() else { panic!("{:?}", ssh.states()) };
    assert_eq!(why, "ssh bastion was ended by a signal and said nothing");
    assert_eq!(ssh.said(&address("kafka-1")).unwrap(), why);
}
