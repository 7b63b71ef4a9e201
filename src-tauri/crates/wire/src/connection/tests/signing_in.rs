//! Signing in on a new connection: what is said in which order, and what each way of being refused is told as.

use std::time::Duration;

use bytes::BufMut;
use tokio::{task::JoinHandle, time::Instant};

use super::{answered, ask, peer::*};
use crate::{ApiKey, Connection, Error, Hash, Secret, Settings, SignIn, What, connection::session};

pub(super) const OFFER: &[(i16, i16, i16)] = &[(3, 0, 13), (17, 0, 1), (18, 0, 4), (36, 0, 2), (55, 0, 2)];

pub(super) fn alice() -> SignIn {
    SignIn::plain("alice", Secret::new("hunter2"))
}

/// As `Connection::open`, over a pipe.
pub(super) fn opening(sign_in: &SignIn) -> (JoinHandle<Result<Connection, Error>>, Peer) {
    let settings = Settings { sign_in: Some(sign_in.clone()), ..Settings::default() };
    let (greeted, peer) = start(&settings, 1 << 16);
    let opening = tokio::spawn(async move {
        let deadline = Instant::now() + settings.setup_timeout;
        session::begin(greeted.await.unwrap()?, &settings, deadline).await
    });
    (opening, peer)
}

pub(super) fn handshake(code: i16, mechanisms: &[&str]) -> Vec<u8> {
    let mut body = Vec::new();
    body.put_i16(code);
    body.put_i32(i32::try_from(mechanisms.len()).unwrap());
    for mechanism in mechanisms {
        body.put_i16(i16::try_from(mechanism.len()).unwrap());
        body.put_slice(mechanism.as_bytes());
    }
    body
}

/// SaslAuthenticate v2 with its flexible header.
pub(super) fn authenticated(code: i16, words: &str, heard: &str, lifetime: Duration) -> Vec<u8> {
    let mut body = vec![0];
    body.put_i16(code);
    for text in [words, heard] {
        body.put_u8(u8::try_from(text.len() + 1).unwrap());
        body.put_slice(text.as_bytes());
    }
    body.put_i64(i64::try_from(lifetime.as_millis()).unwrap());
    body.put_u8(0);
    body
}

/// The broker's part up to the first word of the mechanism.
pub(super) async fn greet(peer: &mut Peer) {
    let asked = peer.request().await;
    peer.raw_reply(asked.correlation, &offer(OFFER)).await;
}

/// The broker's part of signing in by PLAIN, at any time.
pub(super) async fn take(peer: &mut Peer, lifetime: Duration) {
    let agreed = peer.request().await;
    assert_eq!((agreed.key, agreed.version), (ApiKey::SaslHandshake, 1));
    assert_eq!(agreed.rest, b"\0\x05PLAIN");
    peer.raw_reply(agreed.correlation, &handshake(0, &["PLAIN"])).await;
    let said = peer.request().await;
    assert_eq!((said.key, said.version), (ApiKey::SaslAuthenticate, 2));
    assert_eq!(said.rest, b"\0\x0f\0alice\0hunter2\0");
    peer.raw_reply(said.correlation, &authenticated(0, "", "", lifetime)).await;
}

/// Opens and plays a broker that answers the handshake with this; what comes of it.
async fn handshaken(body: Vec<u8>) -> Error {
    let (opening, mut peer) = opening(&alice());
    greet(&mut peer).await;
    let agreed = peer.request().await;
    peer.raw_reply(agreed.correlation, &body).await;
    let why = opening.await.unwrap().unwrap_err();
    peer.hears_the_end().await;
    why
}

fn not_known(why: &Error) -> &str {
    match why.what() {
        What::Authentication(words) => words,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn requests_follow_when_the_sign_in_is_over() {
    let (opening, mut peer) = opening(&alice());
    greet(&mut peer).await;
    take(&mut peer, Duration::ZERO).await;
    let connection = opening.await.unwrap().unwrap();
    let session = connection.session().unwrap();
    assert_eq!((session.user.as_str(), session.mechanism, session.until), ("alice", "PLAIN", None));
    let asked = ask(&connection, "and now?");
    let came = peer.request().await;
    assert_eq!(came.text(), "and now?");
    peer.reply(&came, "yes").await;
    assert_eq!(answered(asked).await, "yes");
}

#[tokio::test(start_paused = true)]
async fn each_refusal_of_the_handshake_says_what_to_do() {
    let other = handshaken(handshake(33, &["SCRAM-SHA-512", "GSSAPI"])).await;
    assert!(not_known(&other).contains("choose one that it takes: SCRAM-SHA-512, GSSAPI"), "{other}");
    let plaintext = handshaken(handshake(34, &[])).await;
    assert!(not_known(&plaintext).contains("takes no sign-in"), "{plaintext}");
    let odd = handshaken(handshake(-1, &[])).await;
    assert!(matches!(odd.what(), What::Connect(words) if words.contains("UNKNOWN_SERVER_ERROR")), "{odd}");
}

#[tokio::test(start_paused = true)]
async fn a_broker_without_the_two_requests_is_told_as_such() {
    for offered in
        [&[(3, 0, 13)][..], &[(3, 0, 13), (17, 0, 0)], &[(3, 0, 13), (17, 5, 9)], &[(3, 0, 13), (17, 1, 0)]]
    {
        let (opening, mut peer) = opening(&alice());
        let asked = peer.request().await;
        peer.raw_reply(asked.correlation, &offer(offered)).await;
        let why = opening.await.unwrap().unwrap_err();
        assert!(not_known(&why).contains("Kafka 1.0 and newer"), "{why}");
        peer.hears_the_end().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_refused_password_is_not_said_again_and_never_shown() {
    let sign_in = alice();
    let (first, mut peer) = opening(&sign_in);
    greet(&mut peer).await;
    let agreed = peer.request().await;
    peer.raw_reply(agreed.correlation, &handshake(0, &["PLAIN"])).await;
    let said = peer.request().await;
    peer.raw_reply(said.correlation, &authenticated(58, "no such user", "", Duration::ZERO)).await;
    let why = first.await.unwrap().unwrap_err();
    assert!(not_known(&why).contains("alice was refused by PLAIN: no such user"), "{why}");
    peer.hears_the_end().await;

    let (again, mut peer) = opening(&sign_in);
    greet(&mut peer).await;
    let then = again.await.unwrap().unwrap_err();
    assert!(not_known(&then).contains("not tried again for"), "{then}");
    peer.hears_the_end().await;
    for shown in [why.to_string(), format!("{why:?}"), then.to_string(), format!("{sign_in:?}")] {
        assert!(!shown.contains("hunter2"), "{shown}");
    }

    let (wished, mut peer) = opening(&sign_in.afresh());
    greet(&mut peer).await;
    take(&mut peer, Duration::ZERO).await;
    wished.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn what_ends_half_way_is_a_failure_to_connect_and_may_be_tried_again() {
    let sign_in = alice();
    for _ in 0..5 {
        let (opening, mut peer) = opening(&sign_in);
        greet(&mut peer).await;
        let agreed = peer.request().await;
        peer.raw_reply(agreed.correlation, &handshake(0, &["PLAIN"])).await;
        peer.request().await;
        drop(peer);
        let why = opening.await.unwrap().unwrap_err();
        assert!(matches!(why.what(), What::Connect(words) if words.contains("came to no end")), "{why}");
    }
    let (opening, mut peer) = opening(&sign_in);
    greet(&mut peer).await;
    let began = Instant::now();
    let why = opening.await.unwrap().unwrap_err();
    assert!(matches!(why.what(), What::Connect(words) if words.contains("not answered within")), "{why}");
    assert_eq!(began.elapsed(), Duration::from_secs(10), "all of the setting up has one limit");
}

#[tokio::test(start_paused = true)]
async fn a_listener_that_only_says_yes_is_not_believed() {
    let sign_in = SignIn::scram(Hash::Sha256, "alice", Secret::new("hunter2"));
    let (opening, mut peer) = opening(&sign_in);
    greet(&mut peer).await;
    let agreed = peer.request().await;
    peer.raw_reply(agreed.correlation, &handshake(0, &["SCRAM-SHA-256"])).await;
    let said = peer.request().await;
    peer.raw_reply(said.correlation, &authenticated(0, "", "", Duration::ZERO)).await;
    let why = opening.await.unwrap().unwrap_err();
    assert!(not_known(&why).contains("no proof of itself"), "{why}");
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_that_is_dropped_half_way_keeps_no_socket() {
    let (opening, mut peer) = opening(&alice());
    greet(&mut peer).await;
    peer.request().await;
    opening.abort();
    peer.hears_the_end().await;
}
