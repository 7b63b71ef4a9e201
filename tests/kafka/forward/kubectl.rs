//! Real brokers behind a program that behaves as `kubectl port-forward` does, advertised as operators in Kubernetes advertise them.
//!
//! The stand-in is this test program, started once more by a script that is called kubectl: it knows which pod leads where from a
//! file, and speaks kubectl's words.

use std::{env, fs, io::Write as _, os::unix::fs::PermissionsExt, path::Path, sync::Arc};

use meta::{Config, Forward, Reach, Rewrites, Through};
use port_forward::{Kubectl, Programs, State};
use real_kafka::{Kafka, Version};
use support::ground::{config, connect_as};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};

use super::{NoNames, each_broker_answers};

const TARGET: &str = "FORWARD_TEST_TARGET";
const PODS: &str = "FORWARD_TEST_PODS";

#[tokio::test(flavor = "multi_thread")]
async fn brokers_behind_kubectl_2_8_2() {
    through_kubectl(Version::V2_8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn brokers_behind_kubectl_4_4_0() {
    through_kubectl(Version::V4_4).await;
}

async fn through_kubectl(version: Version) {
    let advertised = "orders-kafka-{id}.orders-kafka-brokers.kafka.svc:9092";
    let start =
        move || Kafka::builder().version(version).brokers(2).listener_known_as("outside", advertised).start();
    let started = tokio::task::spawn_blocking(start).await.unwrap();
    let kafka = started.unwrap_or_else(|why| panic!("{why}"));
    let known_as = [1, 2].map(|id| advertised.replace("{id}", &id.to_string()));
    let real: Vec<String> = kafka.added_bootstrap("outside").split(',').map(str::to_owned).collect();
    let folder = tempfile::tempdir().unwrap();
    let targets = [("service/orders-kafka-bootstrap", &real[0])]
        .into_iter()
        .chain([("pod/orders-kafka-1", &real[0]), ("pod/orders-kafka-2", &real[1])]);
    let pods: String = targets.map(|(target, address)| format!("{target} {address}\n")).collect();
    fs::write(folder.path().join("pods"), pods).unwrap();
    write_kubectl(folder.path());

    let programs = Programs::in_folders([folder.path().to_owned(), "/usr/bin".into(), "/bin".into()]);
    let kubectl = Arc::new(Kubectl::among(programs, "kind-kind", "kafka").unwrap());
    let names = Arc::new(NoNames::default());
    let through = Through::Forward(kubectl.clone() as Arc<dyn Forward>);
    let reach = Reach { rewrites: Rewrites::default(), through };
    let bootstrap = "orders-kafka-bootstrap.kafka.svc.cluster.local:9092";
    let asked = Config { reach, resolver: names.clone(), ..config(bootstrap) };
    let (cluster, record) = connect_as(asked).await;
    each_broker_answers(&cluster, &record, &known_as).await;

    assert_eq!(names.asked(), 0, "no name is looked up on this side");
    let mut states = kubectl.states();
    states.sort_by(|a, b| a.what.cmp(&b.what));
    let told: Vec<_> =
        states.iter().map(|one| one.what.trim_start_matches("kubectl port-forward ")).collect();
    assert_eq!(told, ["pod/orders-kafka-1", "pod/orders-kafka-2", "service/orders-kafka-bootstrap"]);
    assert!(states.iter().all(|one| one.state == State::Up && one.ports.len() == 1), "{states:?}");
    // Closed, it leaves nobody at the ports that it had.
    kubectl.close().await;
    for one in states {
        assert!(TcpStream::connect(one.ports[0].1).await.is_err(), "{}", one.what);
    }
    drop(cluster);
    tokio::task::spawn_blocking(move || drop(kafka)).await.unwrap();
}

fn write_kubectl(folder: &Path) {
    let ours = env::current_exe().unwrap();
    let name = "forward::kubectl::the_stand_in_for_kubectl";
    let script = format!(
        "#!/bin/sh\n[ \"$1 $2 $3 $4\" = '--context=kind-kind --namespace=kafka port-forward --address=127.0.0.1' ] || exit 2\n\
         {TARGET}=\"$5 $6\" {PODS}='{}' exec '{}' --exact {name} --nocapture\n",
        folder.join("pods").display(),
        ours.display()
    );
    fs::write(folder.join("kubectl"), script).unwrap();
    fs::set_permissions(folder.join("kubectl"), fs::Permissions::from_mode(0o755)).unwrap();
}

/// As a test of its own it only holds that kubectl's words are those which are waited for.
#[tokio::test]
async fn the_stand_in_for_kubectl() {
    let Ok(target) = env::var(TARGET) else { return };
    let pods = fs::read_to_string(env::var_os(PODS).unwrap()).unwrap();
    let (target, port) = target.rsplit_once(" :").unwrap();
    let to = pods.lines().find_map(|line| line.strip_prefix(target)?.strip_prefix(' ')).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let ours = listener.local_addr().unwrap();
    println!("Forwarding from {ours} -> {port}");
    std::io::stdout().flush().unwrap();
    loop {
        let (mut near, _) = listener.accept().await.unwrap();
        let to = to.to_owned();
        tokio::spawn(async move {
            let mut far = TcpStream::connect(to).await?;
            copy_bidirectional(&mut near, &mut far).await
        });
    }
}
