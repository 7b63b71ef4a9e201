//! Names and TCP: what fails before anything has answered.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use contract::{StepKind, StepOutcome};
use meta::Config;
use mock_cluster::key;
use support::{
    doctor::{Names, diagnose, hold, steps_of},
    filtered::Filtered,
    ground::config,
};
use tokio::net::TcpListener;

use crate::{one, three};

fn named(bootstrap: &str, names: Names) -> Config {
    Config { resolver: Arc::new(names), setup_timeout: Duration::from_secs(10), ..config(bootstrap) }
}

#[tokio::test]
async fn nothing_is_wrong() {
    let mock = three().await;
    let found = diagnose(config(&mock.bootstrap())).await;
    hold("nothing_is_wrong", &found);
    assert_eq!(found.patients.len(), 3, "who is given and advertised is examined once");
    let asked: Vec<i16> = mock.all_requests().iter().map(|seen| seen.key).collect();
    assert!(asked.iter().all(|asked| [key::API_VERSIONS, key::METADATA].contains(asked)), "{asked:?}");
    assert_eq!(mock.count(key::METADATA), 3);
}

#[tokio::test]
async fn a_name_that_nobody_knows() {
    let found = diagnose(named("brokr.example:9092", Names::default())).await;
    hold("a_name_that_nobody_knows", &found);
}

#[tokio::test]
async fn a_name_service_that_does_not_answer() {
    let names = Names::default().slow(Duration::from_secs(600));
    let config = Config { setup_timeout: Duration::from_secs(1), ..named("broker.example:9092", names) };
    hold("a_name_service_that_does_not_answer", &diagnose(config).await);
}

#[tokio::test]
async fn a_name_service_in_trouble() {
    let found = diagnose(named("broker.example:9092", Names::default().in_trouble())).await;
    hold("a_name_service_in_trouble", &found);
}

#[tokio::test]
async fn a_slow_name() {
    let mock = one().await;
    let place: SocketAddr = mock.bootstrap().parse().unwrap();
    mock.state().advertise(1, "broker.example", place.port()).unwrap();
    let names = Names::knowing("broker.example", &[place]).slow(Duration::from_millis(1100));
    hold("a_slow_name", &diagnose(named(&format!("broker.example:{}", place.port()), names)).await);
}

#[tokio::test]
async fn nobody_listens() {
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    hold("nobody_listens", &diagnose(config(&gone.to_string())).await);
}

#[tokio::test]
async fn a_port_that_is_filtered() {
    let filtered = Filtered::at("127.0.0.1:0".parse().unwrap()).await;
    let config = Config { setup_timeout: Duration::from_secs(1), ..config(&filtered.place.to_string()) };
    hold("a_port_that_is_filtered", &diagnose(config).await);
}

#[tokio::test]
async fn one_family_is_dead() {
    let mock = one().await;
    let place: SocketAddr = mock.bootstrap().parse().unwrap();
    mock.state().advertise(1, "broker.example", place.port()).unwrap();
    let dead: SocketAddr = format!("[::1]:{}", place.port()).parse().unwrap();
    let names = Names::knowing("broker.example", &[dead, place]);
    let found = diagnose(named(&format!("broker.example:{}", place.port()), names)).await;
    hold("one_family_is_dead", &found);
    let tcp = steps_of(&found.patients[0], StepKind::Tcp);
    let outcomes: Vec<StepOutcome> = tcp.iter().map(|step| step.outcome).collect();
    assert_eq!(outcomes, [StepOutcome::Warned, StepOutcome::Passed]);
    assert!(tcp[0].meaning.as_ref().unwrap().starts_with("IPv6 doesn't work and IPv4 does"), "{tcp:?}");
}

#[tokio::test]
async fn one_of_three_is_down() {
    let mock = three().await;
    let bootstrap = mock.bootstrap();
    mock.stop_broker(2).await.unwrap();
    hold("one_of_three_is_down", &diagnose(config(&bootstrap)).await);
}
