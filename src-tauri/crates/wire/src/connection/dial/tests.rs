//! The order of addresses and the race between them, on a clock of their own; and real sockets where the words matter.

use std::{future::pending, io, net::SocketAddr, time::Duration};

use socket2::SockRef;
use tokio::{net::TcpListener, time::Instant};

use super::{dial, in_turn, race};
use crate::{Address, What};

fn places(list: &[&str]) -> Vec<SocketAddr> {
    list.iter().map(|place| place.parse().unwrap()).collect()
}

#[test]
fn families_take_turns_and_the_first_choice_stays_first() {
    let found = places(&["[::1]:1", "[::2]:1", "[::1]:1", "10.0.0.1:1", "10.0.0.2:1", "10.0.0.3:1"]);
    let turns = places(&["[::1]:1", "10.0.0.1:1", "[::2]:1", "10.0.0.2:1", "10.0.0.3:1"]);
    assert_eq!(in_turn(found), turns);
    let only = places(&["10.0.0.2:1", "10.0.0.1:1"]);
    assert_eq!(in_turn(only.clone()), only);
    assert!(in_turn(Vec::new()).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_silent_address_costs_a_quarter_of_a_second() {
    let start = Instant::now();
    let list = places(&["[::1]:1", "10.0.0.1:1"]);
    let won =
        race(list.into(), |place| async move { if place.is_ipv6() { pending().await } else { Ok(place) } });
    assert_eq!(won.await.unwrap().to_string(), "10.0.0.1:1");
    assert_eq!(start.elapsed(), Duration::from_millis(250));
}

#[tokio::test(start_paused = true)]
async fn a_refused_address_costs_no_time() {
    let start = Instant::now();
    let list = places(&["[::1]:1", "10.0.0.1:1"]);
    let won = race(list.into(), |place| async move {
        if place.is_ipv6() { Err(io::ErrorKind::ConnectionRefused.into()) } else { Ok(place) }
    });
    assert_eq!(won.await.unwrap().to_string(), "10.0.0.1:1");
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_slow_first_address_may_still_win() {
    let list = places(&["10.0.0.1:1", "10.0.0.2:1"]);
    let won = race(list.into(), |place| async move {
        let wait = if place.to_string() == "10.0.0.1:1" { 300 } else { 5_000 };
        tokio::time::sleep(Duration::from_millis(wait)).await;
        io::Result::Ok(place)
    });
    assert_eq!(won.await.unwrap().to_string(), "10.0.0.1:1");
}

#[tokio::test(start_paused = true)]
async fn when_all_fail_each_is_named() {
    let list = places(&["10.0.0.1:1", "10.0.0.2:1", "10.0.0.3:1"]);
    let lost = race::<(), _>(list.into(), |_| async { Err(io::ErrorKind::ConnectionRefused.into()) });
    let failures = lost.await.unwrap_err();
    assert_eq!(failures.len(), 3);
    let told = super::told(&failures);
    assert!(
        told.contains("nobody listens at 10.0.0.2:1") && told.contains("is the broker running"),
        "{told}"
    );
}

async fn sentence(host: &str, port: u16) -> String {
    let within = Duration::from_secs(20);
    let address = Address { host: host.to_owned(), port };
    match dial(&address, Instant::now() + within, within).await.unwrap_err() {
        What::Connect(why) => why,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_named() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let why = sentence("127.0.0.1", port).await;
    assert!(why.contains(&format!("nobody listens at 127.0.0.1:{port}")), "{why}");
}

#[tokio::test]
async fn a_name_that_does_not_resolve_is_named() {
    let why = sentence("no-such-host.invalid", 9092).await;
    assert!(why.contains("“no-such-host.invalid”"), "{why}");
}

#[tokio::test]
async fn a_socket_sends_at_once_and_notices_a_vanished_peer() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address { host: "localhost".to_owned(), port: listener.local_addr().unwrap().port() };
    let within = Duration::from_secs(20);
    let stream = dial(&address, Instant::now() + within, within).await.unwrap();
    assert!(stream.nodelay().unwrap());
    assert!(SockRef::from(&stream).keepalive().unwrap());
}
