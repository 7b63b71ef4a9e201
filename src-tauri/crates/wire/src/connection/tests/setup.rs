//! How a connection comes about, or what it says when it doesn't.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    time::Instant,
};

use super::{Ask, answered, ask, peer::*, soon};
use crate::{Address, ApiKey, Connection, Error, Settings, What};

#[tokio::test(start_paused = true)]
async fn versions_are_asked_first_and_unknown_keys_are_kept() {
    let (connection, _peer) = open_with(Settings::default(), 4096, &[(3, 0, 12), (1000, 2, 7)]).await;
    let offered = connection.offered();
    assert_eq!(offered.ranges, [(ApiKey::Metadata, 0, 12), (ApiKey::Unknown(1000), 2, 7)]);
    assert!(offered.at.is_some());
    assert_eq!(connection.version_for(ApiKey::Metadata, (0, 13)).unwrap(), 12);
    let why = connection.version_for(ApiKey::DescribeQuorum, (0, 2)).unwrap_err();
    assert_eq!(*why.what(), What::Unsupported { ours: (0, 2), theirs: None });
    assert_eq!((why.address(), why.api()), (Some("broker:9092"), Some(ApiKey::DescribeQuorum)));
}

#[tokio::test(start_paused = true)]
async fn a_broker_that_knows_less_is_asked_at_its_own_highest() {
    for (told, next) in [(vec![(18, 0, 2)], 2), (vec![], 0), (vec![(18, 0, 9)], 0)] {
        let (opening, mut peer) = start(&Settings::default(), 4096);
        let first = peer.request().await;
        assert_eq!(first.version, 4);
        peer.raw_reply(first.correlation, &old_offer(35, &told)).await;
        let second = peer.request().await;
        assert_eq!((second.key, second.version), (ApiKey::ApiVersions, next));
        assert_eq!(second.rest, b"", "versions below 3 have an empty body");
        let mut body = old_offer(0, &[(3, 0, 9)]);
        if next > 0 {
            body.extend([0; 4]);
        }
        peer.raw_reply(second.correlation, &body).await;
        let connection = opening.await.unwrap().unwrap();
        assert_eq!(connection.version_for(ApiKey::Metadata, (0, 13)).unwrap(), 9);
    }
}

#[tokio::test(start_paused = true)]
async fn a_broker_that_refuses_every_version_is_not_asked_for_ever() {
    let (opening, mut peer) = start(&Settings::default(), 4096);
    for _ in 0..2 {
        let asked = peer.request().await;
        peer.raw_reply(asked.correlation, &old_offer(35, &[])).await;
    }
    let why = opening.await.unwrap().unwrap_err();
    assert_eq!(why.code().unwrap().0, 35);
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_range_that_is_upside_down_costs_that_request_only() {
    let (connection, mut peer) = open_with(Settings::default(), 4096, &[(3, 9, 4), (55, 0, 1)]).await;
    connection.version_for(ApiKey::Metadata, (0, 13)).unwrap_err();
    let asked = ask(&connection, "still here");
    let came = peer.request().await;
    assert_eq!(came.version, 1);
    peer.reply(&came, "yes").await;
    assert_eq!(answered(asked).await, "yes");
}

async fn refused(send: &[u8]) -> Error {
    let (opening, mut peer) = start(&Settings::default(), 1 << 21);
    peer.request().await;
    peer.0.write_all(send).await.unwrap();
    opening.await.unwrap().unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn what_is_no_kafka_is_named() {
    let not_kafka = |why: Error| match why.what() {
        What::NotKafka(words) => words.clone(),
        other => panic!("{other:?}"),
    };
    assert!(not_kafka(refused(b"HTTP/1.1 400 Bad Request\r\n\r\n").await).contains("HTTP"));
    assert!(not_kafka(refused(b"\x15\x03\x03\x00\x02\x02\x46").await).contains("TLS"));
    assert!(not_kafka(refused(&reply(77, b"abc")).await).contains("no reply of a broker"));
    assert!(not_kafka(refused(&reply(0, b"\0\0\xff")).await).contains("no reply of a broker"));
    assert!(not_kafka(refused(&((1 << 20) + 1_i32).to_be_bytes()).await).contains("1048577"));
    let controller = offer(&[(18, 0, 4), (52, 0, 2), (55, 0, 2)]);
    assert!(not_kafka(refused(&reply(0, &controller)).await).contains("port of a controller"));
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_accepts_and_says_nothing_is_given_up_in_time() {
    let start_at = Instant::now();
    let (opening, mut peer) = start(&Settings::default(), 4096);
    let why = opening.await.unwrap().unwrap_err();
    assert_eq!(start_at.elapsed(), Duration::from_secs(10));
    assert!(
        matches!(why.what(), What::Connect(words) if words.contains("said nothing within 10.0 s")),
        "{why}"
    );
    peer.request().await;
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_hangs_up_at_once_is_told_as_such() {
    let (opening, mut peer) = start(&Settings::default(), 4096);
    peer.request().await;
    drop(peer);
    let why = opening.await.unwrap().unwrap_err();
    assert!(matches!(why.what(), What::Connect(words) if words.contains("closed the connection")), "{why}");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_set_up_keeps_no_socket() {
    let (opening, mut peer) = start(&Settings::default(), 4096);
    peer.request().await;
    let before = Instant::now();
    opening.abort();
    peer.hears_the_end().await;
    assert_eq!(before.elapsed(), Duration::ZERO);
}

#[tokio::test]
async fn it_opens_over_tcp_and_names_the_address_when_it_does_not() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address::parse(&listener.local_addr().unwrap().to_string()).unwrap();
    let broker = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        for body in [offer(USUAL), b"\0hello".to_vec()] {
            let mut frame = vec![0; usize::try_from(socket.read_i32().await.unwrap()).unwrap()];
            socket.read_exact(&mut frame).await.unwrap();
            let correlation = i32::from_be_bytes(frame[4..8].try_into().unwrap());
            socket.write_all(&reply(correlation, &body)).await.unwrap();
        }
    });
    let connection = Connection::open(&address, &Settings::default()).await.unwrap();
    assert_eq!(connection.call(&Ask(Vec::new()), soon()).await.unwrap().reply, b"hello");
    broker.await.unwrap();
    let why = Connection::open(&address, &Settings::default()).await.unwrap_err();
    assert_eq!(why.address(), Some(address.to_string().as_str()));
    assert!(why.to_string().contains("nobody listens"), "{why}");
}
