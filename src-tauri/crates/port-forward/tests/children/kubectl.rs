//! `kubectl port-forward`: what it is told, which port is believed, and what is said when there is none.

use std::time::Duration;

use port_forward::{Kubectl, Programs, State};
use wire::Forward;

use crate::fakes::{FORWARDS, Fakes, address, kill, lives, place, until};

#[tokio::test]
async fn the_port_that_it_names_late_and_between_garbage_is_handed_out() {
    let fakes = Fakes::new(
        "kubectl",
        "printf 'Handling connection for 1\\n\\377\\376\\nForwarding from 127.0.0.1:x -> 9092\\nForwarding from [::1]:7 -> 9092\\n'
         sleep 0.2; echo 'Forwarding from 127.0.0.1:34567 -> 9092'; exec sleep 1000",
    );
    let kubectl = fakes.kubectl();
    let found = place(&kubectl, "kafka-0.brokers.kafka.svc.cluster.local").await.unwrap();
    assert_eq!(found.to_string(), "127.0.0.1:34567");
    let state = &kubectl.states()[0];
    assert_eq!((state.what.as_str(), &state.state), ("kubectl port-forward pod/kafka-0", &State::Up));
    assert_eq!(state.pid, Some(fakes.pids()[0]));
    assert_eq!(state.ports, [(address("kafka-0.brokers.kafka.svc.cluster.local"), found)]);
}

#[tokio::test]
async fn it_is_told_names_that_can_be_no_options() {
    let fakes = Fakes::new("kubectl", FORWARDS);
    let context = "arn:aws:eks:eu-west-1:1:cluster/a b";
    let kubectl = Kubectl::among(fakes.programs(), context, "kafka").unwrap();
    place(&kubectl, "kafka-0.brokers.other.svc").await.unwrap();
    let plain = Kubectl::among(fakes.programs(), "", "").unwrap();
    place(&plain, "Bootstrap.").await.unwrap();
    let told: Vec<_> = fakes.starts().into_iter().map(|(_, arguments)| arguments).collect();
    let context = format!("--context={context}");
    assert_eq!(
        told,
        [
            vec![
                &context,
                "--namespace=other",
                "port-forward",
                "--address=127.0.0.1",
                "pod/kafka-0",
                ":9092"
            ],
            vec!["port-forward", "--address=127.0.0.1", "service/bootstrap", ":9092"],
        ]
    );
}

#[tokio::test]
async fn it_has_the_environment_that_the_user_has_and_not_ours() {
    let body = format!("echo \"$XDG_CONFIG_HOME|${{HOME-none}}\" > environment; {FORWARDS}");
    let fakes = Fakes::new("kubectl", &body);
    let own = vec![("XDG_CONFIG_HOME", Some("/home/me/.config".into())), ("HOME", None)];
    let kubectl = Kubectl::among(fakes.programs().with(own), "", "kafka").unwrap();
    place(&kubectl, "kafka-0.brokers.kafka.svc").await.unwrap();
    let told = std::fs::read_to_string(fakes.folder().join("environment")).unwrap();
    assert_eq!(told, "/home/me/.config|none\n");
}

#[test]
fn names_that_can_be_none_are_refused_before_anything_starts() {
    let new = |context, namespace| Kubectl::among(Programs::in_folders([]), context, namespace);
    for namespace in ["my kafka", "-n", "Kafka", "a.b", "kafka;id", "\u{1b}[31m"] {
        let why = new("", namespace).unwrap_err().to_string();
        assert!(why.contains("can't be a namespace") && !why.contains('\u{1b}'), "{why}");
    }
    for context in ["--kubeconfig=/tmp/x", "a\nb"] {
        let why = new(context, "kafka").unwrap_err().to_string();
        assert!(why.contains("can't be a context"), "{why}");
    }
}

#[tokio::test]
async fn an_address_that_names_nothing_there_starts_nothing() {
    let fakes = Fakes::new("kubectl", FORWARDS);
    let kubectl = fakes.kubectl();
    let why = place(&kubectl, "10.0.0.1").await.unwrap_err();
    assert!(why.contains("10.0.0.1:9092 is an IP address"), "{why}");
    assert!(kubectl.states().is_empty() && fakes.starts().is_empty());
}

#[tokio::test]
async fn a_program_that_is_not_there_is_said_with_the_folders_that_were_looked_in() {
    let folder = tempfile::tempdir().unwrap();
    let kubectl = Kubectl::among(Programs::in_folders([folder.path().to_owned()]), "", "kafka").unwrap();
    let why = place(&kubectl, "kafka").await.unwrap_err();
    assert!(why.contains("no program “kubectl”") && why.contains(folder.path().to_str().unwrap()), "{why}");
    assert_eq!(kubectl.missing(), Some(why));
}

#[tokio::test]
async fn one_that_ends_at_once_is_told_with_its_words() {
    let fakes =
        Fakes::new("kubectl", "echo 'Error from server (NotFound): pods \"kafka-0\" not found' >&2; exit 1");
    let kubectl = fakes.kubectl();
    let why = place(&kubectl, "kafka-0.brokers").await.unwrap_err();
    assert_eq!(
        why,
        "kubectl port-forward pod/kafka-0 ended with 1: Error from server (NotFound): pods \"kafka-0\" not found"
    );
    assert_eq!(kubectl.states()[0].state, State::Ended(why.clone()));
    assert_eq!(kubectl.said(&address("kafka-0.brokers")), Some(why));

    fakes.set("kubectl", "exit 3");
    let why = place(&kubectl, "kafka-0.brokers").await.unwrap_err();
    assert_eq!(why, "kubectl port-forward pod/kafka-0 ended with 3 and said nothing");

    fakes.set("kubectl", "echo 'error: You must be logged in to the server (Unauthorized)' >&2; exit 1");
    let why = place(&kubectl, "kafka-0.brokers").await.unwrap_err();
    assert!(why.contains("(Unauthorized). Log in as for any other use"), "{why}");
}

#[tokio::test]
async fn one_that_names_no_port_is_given_up_and_ended() {
    let fakes = Fakes::new("kubectl", "echo 'waiting for the pod' >&2; exec sleep 1000");
    let kubectl = fakes.kubectl().with_patience(Duration::from_millis(400));
    let why = place(&kubectl, "kafka").await.unwrap_err();
    assert_eq!(
        why,
        "kubectl port-forward service/kafka had no port after 0.4 s; it said: waiting for the pod"
    );
    let pid = fakes.pids()[0];
    until("its end", || !lives(pid)).await;
}

#[tokio::test]
async fn a_place_is_forgotten_with_its_child_and_the_next_call_starts_another() {
    let fakes = Fakes::new(
        "kubectl",
        "trap 'echo lost connection to pod >&2; exit 7' TERM; echo 'Forwarding from 127.0.0.1:34567 -> 9092'
         sleep 1000 & wait",
    );
    let kubectl = fakes.kubectl();
    let mut changes = kubectl.changes();
    place(&kubectl, "kafka").await.unwrap();
    changes.mark_unchanged();
    kill(fakes.pids()[0], "-TERM");
    let ended = "kubectl port-forward service/kafka ended with 7: lost connection to pod";
    while kubectl.states()[0].state != State::Ended(ended.to_owned()) {
        changes.changed().await.unwrap();
    }
    let state = &kubectl.states()[0];
    assert!(state.ports.is_empty() && state.pid.is_none(), "{state:?}");
    assert_eq!(kubectl.said(&address("kafka")).unwrap(), ended);

    fakes.set("kubectl", "echo 'Forwarding from 127.0.0.1:34568 -> 9092'; exec sleep 1000");
    assert_eq!(place(&kubectl, "kafka").await.unwrap().port(), 34568);
    assert_eq!(fakes.starts().len(), 2);
}

#[tokio::test]
async fn what_it_says_of_a_connection_is_told_for_that_address() {
    let fakes = Fakes::new(
        "kubectl",
        "echo 'Forwarding from 127.0.0.1:34567 -> 9092'
         [ \"$4\" = pod/kafka-1 ] && echo 'E1130 16:35:02.123456   12345 portforward.go:409] connection refused' >&2
         exec sleep 1000",
    );
    let kubectl = fakes.kubectl();
    for host in ["kafka-0.brokers", "kafka-1.brokers"] {
        place(&kubectl, host).await.unwrap();
    }
    until("its words", || kubectl.said(&address("kafka-1.brokers")).is_some()).await;
    assert_eq!(kubectl.said(&address("kafka-1.brokers")).unwrap(), "connection refused");
    assert_eq!(kubectl.said(&address("kafka-0.brokers")), None);
    assert_eq!(kubectl.said(&address("kafka-9.brokers")), None);
}

#[tokio::test]
async fn a_flood_of_words_is_read_and_not_kept() {
    let fakes = Fakes::new(
        "kubectl",
        "head -c 30000000 /dev/zero | tr '\\0' x >&2; yes 'no luck' | head -n 200000 >&2
         echo 'Forwarding from 127.0.0.1:34567 -> 9092'; exec sleep 1000",
    );
    let kubectl = fakes.kubectl();
    place(&kubectl, "kafka").await.unwrap();
    until("its words", || kubectl.said(&address("kafka")).is_some_and(|said| said == "no luck")).await;
}

#[tokio::test]
async fn callers_at_the_same_time_share_one_child() {
    let fakes = Fakes::new("kubectl", &format!("sleep 0.3; {FORWARDS}"));
    let kubectl = fakes.kubectl();
    // The same name in other letters, and with the dot of the root.
    let (a, b, c) =
        tokio::join!(place(&kubectl, "kafka"), place(&kubectl, "Kafka."), place(&kubectl, "kafka"));
    assert_eq!((a.unwrap(), b.unwrap()), (c.clone().unwrap(), c.unwrap()));
    assert_eq!(fakes.starts().len(), 1);
}

#[tokio::test]
async fn a_caller_that_goes_away_takes_nothing_from_the_next() {
    let fakes = Fakes::new("kubectl", &format!("sleep 0.3; {FORWARDS}"));
    let kubectl = fakes.kubectl();
    let first = kubectl.place(&address("kafka"));
    assert!(tokio::time::timeout(Duration::from_millis(50), first).await.is_err());
    place(&kubectl, "kafka").await.unwrap();
    assert_eq!(fakes.starts().len(), 1);
}

#[tokio::test]
async fn a_cluster_that_names_thousands_of_addresses_starts_a_hundred() {
    let fakes = Fakes::new("kubectl", FORWARDS);
    let kubectl = fakes.kubectl();
    for broker in 0..100 {
        place(&kubectl, &format!("kafka-{broker}.brokers")).await.unwrap();
    }
    let why = place(&kubectl, "kafka-100.brokers").await.unwrap_err();
    assert!(why.contains("no more are started"), "{why}");
    // One that is there is still handed out.
    place(&kubectl, "kafka-99.brokers").await.unwrap();
    kill(fakes.pids()[0], "-KILL");
    until("the end of one", || kubectl.states().iter().any(|one| matches!(one.state, State::Ended(_)))).await;
    place(&kubectl, "kafka-100.brokers").await.unwrap();
    assert_eq!(kubectl.states().len(), 100);
}
