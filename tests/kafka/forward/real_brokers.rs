//! Real brokers behind a real sshd, advertised by names that nobody here knows. Far and near are one machine, so that rules turn the
//! names into addresses before ssh is told them.

use std::sync::Arc;

use meta::{Config, Forward, Reach, Rewrites, Through};
use port_forward::{Ssh, State};
use real_kafka::{Kafka, Version};
use support::{
    ground::{config, connect_as, until},
    sshd::Sshd,
};

use super::{NoNames, each_broker_answers};

#[tokio::test(flavor = "multi_thread")]
async fn brokers_behind_a_jump_host_2_8_2() {
    through_ssh(Version::V2_8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn brokers_behind_a_jump_host_4_4_0() {
    through_ssh(Version::V4_4).await;
}

async fn through_ssh(version: Version) {
    let Some(sshd) = Sshd::start() else { return };
    let start = move || {
        Kafka::builder()
            .version(version)
            .brokers(2)
            .listener_known_as("outside", "kafka-{id}.internal:9092")
            .start()
    };
    let started = tokio::task::spawn_blocking(start).await.unwrap();
    let kafka = started.unwrap_or_else(|why| panic!("{why}"));
    let real: Vec<String> = kafka.added_bootstrap("outside").split(',').map(str::to_owned).collect();
    let known_as = [1, 2].map(|id| format!("kafka-{id}.internal:9092"));
    let ssh = Arc::new(Ssh::among(sshd.programs(), "bastion").unwrap());
    let names = Arc::new(NoNames::default());
    let reach = Reach {
        rewrites: Rewrites::parse(known_as.iter().zip(&real)).unwrap(),
        through: Through::Forward(ssh.clone() as Arc<dyn Forward>),
    };
    let asked = Config { reach, resolver: names.clone(), ..config(&known_as[0]) };
    let (cluster, record) = connect_as(asked).await;
    each_broker_answers(&cluster, &record, &known_as).await;

    assert_eq!(names.asked(), 0, "no name is looked up on this side");
    assert_eq!(sshd.sign_ins(), 1);
    for address in &real {
        let port = address.rsplit(':').next().unwrap().parse().unwrap();
        assert!(sshd.passed_on_to(port) > 0, "{address} went through ssh");
    }
    let states = ssh.states();
    assert_eq!((states.len(), &states[0].state, states[0].ports.len()), (1, &State::Up, 2));
    assert_eq!(sshd.clients().len(), 1);
    drop(ssh);
    drop(cluster);
    until(|| sshd.clients().is_empty()).await;
    // It ends its brokers, which blocks.
    tokio::task::spawn_blocking(move || drop(kafka)).await.unwrap();
}
