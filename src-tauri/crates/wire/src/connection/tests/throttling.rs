//! A broker that asks to be left alone is left alone, and everybody can see until when.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::time::Instant;

use super::{List, answered, ask, ask_by, failed, peer::*, soon};
use crate::{ApiKey, Malformed, Request, What};

/// Its reply holds the throttle time in second place.
struct Behind;

impl Request for Behind {
    type Reply = i32;
    const KEY: ApiKey = ApiKey::OffsetDelete;
    const VERSIONS: (i16, i16) = (0, 0);
    const BOUNDS_ITSELF: bool = true;

    fn encode(&self, _: i16, _: &mut BytesMut) -> Result<(), Malformed> {
        Ok(())
    }

    fn decode(_: i16, body: Bytes) -> Result<i32, Malformed> {
        let mut reader = crate::Reader::new(&body);
        reader.i16("ErrorCode")?;
        reader.i32("ThrottleTimeMs")
    }

    fn could_write(&self) -> bool {
        false
    }

    fn throttle(reply: &i32) -> Duration {
        Duration::from_millis(u64::try_from(*reply).unwrap_or(0))
    }
}

#[tokio::test(start_paused = true)]
async fn the_next_request_waits_until_the_broker_wants_it() {
    let (connection, mut peer) = open().await;
    let listed = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&List, soon()).await }
    });
    let came = peer.request().await;
    peer.raw_reply(came.correlation, &[b"\0", &2500_i32.to_be_bytes()[..]].concat()).await;
    let exchange = listed.await.unwrap().unwrap();
    let from = Instant::now();
    assert_eq!(exchange.throttle, Duration::from_millis(2500));
    assert_eq!(connection.held_until(), Some(from + Duration::from_millis(2500)));
    let asked = ask(&connection, "patient");
    let came = peer.request().await;
    assert!(from.elapsed() >= Duration::from_millis(2500), "{:?}", from.elapsed());
    assert_eq!(connection.held_until(), None);
    peer.reply(&came, "thanks").await;
    assert_eq!(answered(asked).await, "thanks");
}

#[tokio::test(start_paused = true)]
async fn a_throttle_time_behind_the_front_is_kept_as_well() {
    let (connection, mut peer) = open().await;
    let deleted = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&Behind, soon()).await }
    });
    let came = peer.request().await;
    peer.raw_reply(came.correlation, b"\0\0\0\0\x03\xe8").await;
    assert_eq!(deleted.await.unwrap().unwrap().throttle, Duration::from_secs(1));
    let from = Instant::now();
    let asked = ask(&connection, "patient");
    let came = peer.request().await;
    assert!(from.elapsed() >= Duration::from_secs(1));
    peer.reply(&came, "thanks").await;
    assert_eq!(answered(asked).await, "thanks");
}

#[tokio::test(start_paused = true)]
async fn a_request_held_back_past_its_deadline_never_left() {
    let (connection, mut peer) = open().await;
    let listed = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&List, soon()).await }
    });
    let came = peer.request().await;
    peer.raw_reply(came.correlation, &[b"\0", &i32::MAX.to_be_bytes()[..]].concat()).await;
    listed.await.unwrap().unwrap();
    let from = Instant::now();
    let held = ask_by(&connection, "held", Instant::now() + Duration::from_secs(4));
    assert_eq!(failed(held).await, What::Throttled { left: Duration::from_secs(60) });
    assert_eq!(from.elapsed(), Duration::ZERO, "it is said at once");
    assert!(connection.ended().is_none());
    peer.hears_nothing_for(Duration::from_secs(59)).await;
}

#[tokio::test(start_paused = true)]
async fn no_broker_is_left_alone_for_longer_than_a_minute() {
    let (connection, mut peer) = open().await;
    let listed = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&List, soon()).await }
    });
    let came = peer.request().await;
    peer.raw_reply(came.correlation, &[b"\0", &i32::MAX.to_be_bytes()[..]].concat()).await;
    listed.await.unwrap().unwrap();
    let from = Instant::now();
    let asked = ask_by(&connection, "patient", from + Duration::from_secs(90));
    let came = peer.request().await;
    assert_eq!(from.elapsed(), Duration::from_secs(60));
    peer.reply(&came, "thanks").await;
    let exchange = asked.await.unwrap().unwrap();
    assert_eq!(exchange.held, Duration::from_secs(60));
    assert_eq!(exchange.took, Duration::ZERO, "the wait is not the broker's");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_waiting_when_the_throttle_comes_says_so_at_its_deadline() {
    let (connection, mut peer) = open_with(crate::Settings::default(), 64, USUAL).await;
    let listed = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&List, soon()).await }
    });
    let came = peer.request().await;
    let long = ask(&connection, &"l".repeat(1000));
    tokio::task::yield_now().await;
    let behind = ask_by(&connection, "behind", Instant::now() + Duration::from_secs(5));
    tokio::task::yield_now().await;
    peer.raw_reply(came.correlation, &[b"\0", &30_000_i32.to_be_bytes()[..]].concat()).await;
    listed.await.unwrap().unwrap();
    assert_eq!(failed(behind).await, What::Throttled { left: Duration::from_secs(25) });
    drop(peer);
    failed(long).await;
}

#[tokio::test(start_paused = true)]
async fn answers_still_come_in_while_requests_are_held_back() {
    let (connection, mut peer) = open().await;
    let listed = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&List, soon()).await }
    });
    let first = peer.request().await;
    let asked = ask(&connection, "already out");
    let second = peer.request().await;
    peer.raw_reply(first.correlation, &[b"\0", &9000_i32.to_be_bytes()[..]].concat()).await;
    listed.await.unwrap().unwrap();
    let from = Instant::now();
    peer.reply(&second, "here").await;
    assert_eq!(answered(asked).await, "here");
    assert_eq!(from.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_negative_throttle_time_is_none() {
    let (connection, mut peer) = open().await;
    let listed = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&List, soon()).await }
    });
    let came = peer.request().await;
    peer.raw_reply(came.correlation, &[b"\0", &(-1_i32).to_be_bytes()[..]].concat()).await;
    assert_eq!(listed.await.unwrap().unwrap().throttle, Duration::ZERO);
    assert_eq!(connection.held_until(), None);
}
