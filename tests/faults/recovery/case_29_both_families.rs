//! Case 29 (kafkajs#1589, kafka-python#616/#838, librdkafka#23/#1722, platformatic/kafka#364): IPv6 split at a colon.
//!
//! And of a name of both families, the v6 address was chosen where only v4 listens.
//!
//! Both families are tried whatever the name service says first. Each way to write an address is either read or refused
//! with a sentence that leads to the right one.

use std::net::{Ipv6Addr, SocketAddr};

use meta::{Address, Cluster, Refresh, What};
use support::ground::{connect_as, latest, offsets, three, within};

use super::scene::{Front, Mode, Names, patient, place};

fn v6(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv6Addr::LOCALHOST, port))
}

#[tokio::test]
async fn a_name_of_both_families_is_reached_by_the_one_that_listens() {
    let mock = three().start().await.unwrap();
    let v4 = place(&mock, 1);
    let front = Front::at(v6(0), Mode::To(v4)).await;
    let mute = Front::at(v6(0), Mode::Mute).await;
    let closed_v4 = Front::new(Mode::Mute).await.address;
    for list in [
        vec![v6(v4.port()), v4],
        vec![mute.address, v4],
        vec![v4, v6(v4.port())],
        vec![closed_v4, front.address],
        vec![front.address],
    ] {
        let names = Names::new();
        names.set("kafka.test", &list);
        let (cluster, _) = connect_as(patient("kafka.test:9092", &names)).await;
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        assert!(answers.failed.is_empty(), "{list:?}: {:?}", answers.failed);
    }
}

/// Typed as a literal, and advertised as one: no name service is asked, and one that hangs holds up nothing.
#[tokio::test]
async fn an_ipv6_literal_is_used_as_it_stands() {
    let mock = three().start().await.unwrap();
    let names = Names::new();
    names.hang("::1");
    let mut fronts = Vec::new();
    for broker in 1..=3 {
        let front = Front::at(v6(0), Mode::To(place(&mock, broker))).await;
        fronts.push((broker, front));
    }
    for (broker, front) in &fronts {
        mock.state().advertise(*broker, "::1", front.address.port()).unwrap();
    }
    let typed = format!("[::1]:{}", fronts[0].1.address.port());
    let (cluster, _) = connect_as(patient(&typed, &names)).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(names.asked(), 0);
    assert!(cluster.connections().iter().all(|line| line.address.starts_with("[::1]:")));
}

#[tokio::test]
async fn an_ipv6_address_where_nobody_listens_is_told_in_brackets() {
    let port = Front::at(v6(0), Mode::Mute).await.address.port();
    let cluster = Cluster::new(patient(&format!("[::1]:{port}"), &Names::new())).unwrap();
    let error = within(cluster.refresh(Refresh::Brokers)).await.unwrap_err().to_string();
    assert!(error.contains(&format!("nobody listens at [::1]:{port}")), "{error}");
}

#[test]
fn each_way_to_write_an_address_is_read_or_refused_with_a_sentence() {
    let read = [
        ("[::1]:9092", "[::1]:9092"),
        ("[::1]", "[::1]:9092"),
        ("[2001:db8::7]:19092", "[2001:db8::7]:19092"),
        ("[2001:DB8::7]:1", "[2001:DB8::7]:1"),
        ("[::ffff:10.0.0.7]:9092", "[::ffff:10.0.0.7]:9092"),
        ("[fe80::1%eth0]:9092", "[fe80::1%eth0]:9092"),
        ("[fe80::1%3]:9092", "[fe80::1%3]:9092"),
        ("10.0.0.7:9092", "10.0.0.7:9092"),
        ("broker", "broker:9092"),
        ("Broker-1.Example.COM:9092", "Broker-1.Example.COM:9092"),
        ("broker.example.com.:9092", "broker.example.com.:9092"),
        ("bücher.example:9092", "bücher.example:9092"),
        ("  broker:9092\t", "broker:9092"),
        ("under_score:9092", "under_score:9092"),
    ];
    for (text, shown) in read {
        assert_eq!(Address::parse(text).unwrap().to_string(), shown);
    }
    // What it is refused for, and what the sentence leads to.
    let refused = [
        ("::1", "brackets"),
        ("::1:9092", "[::1]:9092"),
        ("fe80::1%eth0", "brackets"),
        ("2001:db8::7:9092", "brackets"),
        ("host:9092:9092", "more than one colon"),
        ("host:1,host:2:3", "colon"),
        ("[::1", "not closed"),
        ("[::1]9092", "colon"),
        ("[::1]:", "missing"),
        ("[::1]:x", "not a number"),
        ("[]:9092", "brackets"),
        ("[host]:9092", "without"),
        ("[fe80::1%]:9092", "zone"),
        ("PLAINTEXT://host:9092", "here host:9092"),
        ("kafka://host:9092", "here host:9092"),
        ("https://host/topics", "leave out “https://”"),
        ("SASL_SSL://[::1]:9092", "here [::1]:9092"),
        ("host:0", "1 to 65535"),
        ("host:65536", "1 to 65535"),
        ("host:-1", "not a number"),
        ("host: 9092", "not a number"),
        ("two hosts:9092", "host"),
        (":9092", "missing"),
        ("9092", "no host"),
        ("a..b:9092", "dot"),
        (".:9092", "dot"),
        ("1.2.3.256:9092", "IPv4"),
        ("user@host:9092", "“@”"),
        ("host/path", "“/”"),
        ("", "at least one broker"),
    ];
    for (text, leads_to) in refused {
        let error = match Address::parse(text) {
            Err(error) => error,
            Ok(address) => panic!("“{text}” was read as {address}"),
        };
        let What::BadInput(sentence) = error.what() else { panic!("{error:?}") };
        assert!(sentence.contains(leads_to), "“{text}”: {sentence}");
    }
}
