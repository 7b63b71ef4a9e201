//! The order of addresses and the race between them, on a clock of their own; and real sockets where the words matter.

use std::{
    future::pending,
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use socket2::SockRef;
use tokio::{net::TcpListener, time::Instant};

use super::{
    Found, Resolve, dial, in_turn,
    race::{FIRST_WORDS, STAGGER, Why, race},
    words::{Listener, told},
};
use crate::{Address, Error, Settings, What};

/// Only a hang takes this long.
const HANG: Duration = Duration::from_secs(20);

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

type Tried = Result<SocketAddr, Why>;

fn refused() -> Tried {
    Err(Why::Unreached(io::ErrorKind::ConnectionRefused.into()))
}

fn later() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

#[tokio::test(start_paused = true)]
async fn a_silent_address_costs_a_quarter_of_a_second() {
    let start = Instant::now();
    let list = places(&["[::1]:1", "10.0.0.1:1"]);
    let won = race(list.into(), later(), |place, _| async move {
        if place.is_ipv6() { pending().await } else { Tried::Ok(place) }
    });
    assert_eq!(won.await.unwrap().to_string(), "10.0.0.1:1");
    assert_eq!(start.elapsed(), STAGGER);
}

#[tokio::test(start_paused = true)]
async fn a_refused_address_costs_no_time() {
    let start = Instant::now();
    let list = places(&["[::1]:1", "10.0.0.1:1"]);
    let won =
        race(
            list.into(),
            later(),
            |place, _| async move { if place.is_ipv6() { refused() } else { Ok(place) } },
        );
    assert_eq!(won.await.unwrap().to_string(), "10.0.0.1:1");
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn an_address_that_takes_the_connection_and_says_nothing_does_not_win() {
    let start = Instant::now();
    let list = places(&["10.0.0.1:1", "10.0.0.2:1", "10.0.0.3:1"]);
    let won = race(list.into(), later(), |place, reached| async move {
        reached.tell();
        if place.to_string() == "10.0.0.3:1" { Tried::Ok(place) } else { pending().await }
    });
    assert_eq!(won.await.unwrap().to_string(), "10.0.0.3:1");
    assert_eq!(start.elapsed(), FIRST_WORDS * 2);
}

#[tokio::test(start_paused = true)]
async fn a_slow_first_address_may_still_win() {
    let list = places(&["10.0.0.1:1", "10.0.0.2:1"]);
    let won = race(list.into(), later(), |place, _| async move {
        let wait = if place.to_string() == "10.0.0.1:1" { 300 } else { 5_000 };
        tokio::time::sleep(Duration::from_millis(wait)).await;
        Tried::Ok(place)
    });
    assert_eq!(won.await.unwrap().to_string(), "10.0.0.1:1");
}

#[tokio::test(start_paused = true)]
async fn when_all_fail_each_is_named() {
    let list = places(&["10.0.0.1:1", "10.0.0.2:1", "10.0.0.3:1"]);
    let failures = race(list.into(), later(), |_, _| async { refused() }).await.unwrap_err();
    assert_eq!(failures.len(), 3);
    let told = told(failures, Listener::Broker, Duration::from_secs(10)).to_string();
    assert!(
        told.contains("nobody listens at 10.0.0.2:1") && told.contains("is the broker running"),
        "{told}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_refused_password_is_not_tried_at_the_next_address() {
    let list = places(&["10.0.0.1:1", "10.0.0.2:1"]);
    let tried = Arc::new(AtomicUsize::new(0));
    let lost = race(list.into(), later(), |_, _| {
        tried.fetch_add(1, Ordering::Relaxed);
        async { Tried::Err(Why::Unfinished(Error::new(What::Authentication("no".to_owned())))) }
    });
    let why = told(lost.await.unwrap_err(), Listener::Broker, Duration::from_secs(10));
    assert_eq!(*why.what(), What::Authentication("no".to_owned()));
    assert_eq!(tried.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn what_says_most_is_told_first() {
    let place = places(&["10.0.0.1:1"])[0];
    let refused = || (place, Why::Unreached(io::ErrorKind::ConnectionRefused.into()));
    let web = Error::new(What::NotKafka("a web server".to_owned()));
    let why = told(
        vec![refused(), (place, Why::Unfinished(web.clone()))],
        Listener::Broker,
        Duration::from_secs(1),
    );
    assert_eq!(why, web);
    let mute = || (place, Why::Unfinished(Error::new(What::Connect("it said nothing".to_owned()))));
    let why = told(vec![refused(), mute()], Listener::Broker, Duration::from_secs(1)).to_string();
    assert!(why.contains("nobody listens") && why.contains("10.0.0.1:1: it said nothing"), "{why}");
    assert_eq!(
        told(vec![mute()], Listener::Broker, Duration::from_secs(1)).to_string(),
        "Can't connect: it said nothing"
    );
}

/// A name service that says what the test wants, or nothing at all.
#[derive(Debug)]
struct Stub(Option<Vec<SocketAddr>>);

impl Resolve for Stub {
    fn resolve(&self, _: &str, _: u16) -> Found {
        match self.0.clone() {
            Some(found) => Box::pin(async move { Ok(found) }),
            None => Box::pin(pending()),
        }
    }
}

fn with(resolver: Stub, setup_timeout: Duration) -> Settings {
    Settings { resolver: Arc::new(resolver), setup_timeout, ..Settings::default() }
}

#[tokio::test(start_paused = true)]
async fn a_name_service_that_hangs_takes_half_of_the_time_and_is_named() {
    let within = Duration::from_secs(10);
    let address = Address { host: "broker".to_owned(), port: 1 };
    let start = Instant::now();
    let settings = with(Stub(None), within);
    let lost = dial(&address, Listener::Broker, &settings, start + within, |_| async { Ok(()) });
    let why = lost.await.unwrap_err().to_string();
    assert_eq!(start.elapsed(), within / 2);
    assert!(why.contains("looking up the name “broker” took longer than 5.0 s"), "{why}");
}

#[tokio::test]
async fn a_name_service_that_hangs_holds_up_no_address() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address { host: "127.0.0.1".to_owned(), port: listener.local_addr().unwrap().port() };
    let settings = with(Stub(None), Duration::from_secs(3600));
    dial(&address, Listener::Broker, &settings, Instant::now() + HANG, |_| async { Ok(()) }).await.unwrap();
}

#[tokio::test]
async fn a_name_without_an_address_is_named() {
    let address = Address { host: "broker".to_owned(), port: 1 };
    let settings = with(Stub(Some(Vec::new())), HANG);
    let why = dial(&address, Listener::Broker, &settings, Instant::now() + HANG, |_| async { Ok(()) })
        .await
        .unwrap_err();
    assert!(why.to_string().contains("“broker” has no address"), "{why}");
}

async fn sentence(host: &str, port: u16) -> String {
    let address = Address { host: host.to_owned(), port };
    let settings = Settings { setup_timeout: HANG, ..Settings::default() };
    let lost = dial(&address, Listener::Broker, &settings, Instant::now() + HANG, |_| async { Ok(()) })
        .await
        .unwrap_err();
    match lost.what() {
        What::Connect(why) => why.clone(),
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
    let settings = Settings::default();
    let stream =
        dial(&address, Listener::Broker, &settings, Instant::now() + HANG, |stream| async { Ok(stream) });
    let stream = stream.await.unwrap();
    assert!(stream.nodelay().unwrap());
    assert!(SockRef::from(&stream).keepalive().unwrap());
}
