//! Renewing a sign-in on a socket that is in use: nobody fails, and nothing but the sign-in is said meanwhile.

use std::time::Duration;

use tokio::{task::JoinHandle, time::Instant};

use super::{Ask, answered, ask, peer::*, signing_in::*, soon};
use crate::{Connection, Error, Exchange, What};

const LIFETIME: Duration = Duration::from_secs(100);

async fn signed_in(lifetime: Duration) -> (Connection, Peer) {
    let (opening, mut peer) = opening(&alice());
    greet(&mut peer).await;
    take(&mut peer, lifetime).await;
    (opening.await.unwrap().unwrap(), peer)
}

fn patiently(connection: &Connection, text: &str) -> JoinHandle<Result<Exchange<Vec<u8>>, Error>> {
    let (connection, request) = (connection.clone(), Ask(text.as_bytes().to_vec()));
    let deadline = Instant::now() + Duration::from_secs(600);
    tokio::spawn(async move { connection.call(&request, deadline).await })
}

#[tokio::test(start_paused = true)]
async fn it_is_renewed_before_its_end_and_again_and_again() {
    let (connection, mut peer) = signed_in(LIFETIME).await;
    for renewals in 1..=5 {
        let before = Instant::now();
        take(&mut peer, LIFETIME).await;
        let share = before.elapsed().as_secs_f64() / LIFETIME.as_secs_f64();
        assert!((0.85..0.951).contains(&share), "{share}");
        let mut sessions = connection.sessions().unwrap();
        sessions.wait_for(|session| session.renewals == renewals).await.unwrap();
    }
    assert!(connection.ended().is_none());
}

#[tokio::test(start_paused = true)]
async fn what_is_on_its_way_is_answered_first_and_what_comes_waits_and_nobody_fails() {
    // Short enough that all of the jitter lies within the patience for what is on its way.
    const SHORT: Duration = Duration::from_secs(20);
    let (connection, mut peer) = signed_in(SHORT).await;
    tokio::time::sleep(SHORT.mul_f64(0.849)).await;
    let early = patiently(&connection, "early");
    let came = peer.request().await;
    // Past the latest time at which the renewal can have begun.
    tokio::time::sleep(SHORT.mul_f64(0.11)).await;
    let late: Vec<_> = (0..50).map(|_| patiently(&connection, "late")).collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    peer.reply(&came, "now").await;
    assert_eq!(early.await.unwrap().unwrap().reply, b"now");
    // `take` asserts that nothing but the sign-in comes.
    take(&mut peer, SHORT).await;
    for _ in 0..50 {
        let came = peer.request().await;
        assert_eq!(came.text(), "late");
        peer.reply(&came, "yes").await;
    }
    for asked in late {
        assert_eq!(asked.await.unwrap().unwrap().reply, b"yes");
    }
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_waits_for_a_renewal_has_its_own_deadline() {
    let (connection, mut peer) = signed_in(LIFETIME).await;
    let agreed = peer.request().await;
    let deadline = Instant::now() + Duration::from_secs(2);
    let why = connection.call(&Ask(b"hurried".to_vec()), deadline).await.unwrap_err();
    assert!(matches!(why.what(), What::Timeout { sent: false, .. }), "{why}");
    peer.raw_reply(agreed.correlation, &handshake(0, &["PLAIN"])).await;
    let said = peer.request().await;
    peer.raw_reply(said.correlation, &authenticated(0, "", "", LIFETIME)).await;
    let asked = ask(&connection, "after");
    let came = peer.request().await;
    assert_eq!(came.text(), "after");
    peer.reply(&came, "yes").await;
    assert_eq!(answered(asked).await, "yes");
}

#[tokio::test(start_paused = true)]
async fn a_renewal_that_is_refused_ends_the_connection_with_its_reason() {
    let (connection, mut peer) = signed_in(LIFETIME).await;
    let agreed = peer.request().await;
    peer.raw_reply(agreed.correlation, &handshake(0, &["PLAIN"])).await;
    let said = peer.request().await;
    let waiting = patiently(&connection, "waiting");
    tokio::task::yield_now().await;
    // As a broker does: it says why, and hangs up.
    peer.raw_reply(said.correlation, &authenticated(58, "gone", "", Duration::ZERO)).await;
    drop(peer);
    let why = waiting.await.unwrap().unwrap_err();
    // Nothing of it has left, so that anybody may ask again.
    assert!(matches!(why.what(), What::Disconnected { sent: false, .. }), "{why}");
    while connection.ended().is_none() {
        tokio::task::yield_now().await;
    }
    assert!(matches!(connection.ended().unwrap().what(), What::Authentication(_)));
}

#[tokio::test(start_paused = true)]
async fn a_request_that_takes_long_keeps_the_old_connection_to_itself() {
    let (connection, mut peer) = signed_in(LIFETIME).await;
    let long = patiently(&connection, "long poll");
    let came = peer.request().await;
    tokio::time::sleep(LIFETIME).await;
    let ended = connection.ended().expect("it takes nothing new, so that the pool has to dial");
    assert!(matches!(ended.what(), What::Disconnected { sent: false, .. }), "{ended}");
    let why = connection.call(&Ask(b"new".to_vec()), soon()).await.unwrap_err();
    assert!(matches!(why.what(), What::Disconnected { sent: false, .. }), "{why}");
    peer.reply(&came, "at last").await;
    assert_eq!(long.await.unwrap().unwrap().reply, b"at last");
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_sign_in_that_ran_out_while_the_computer_slept_takes_no_request() {
    let (connection, mut peer) = signed_in(Duration::from_millis(20)).await;
    // The wall clock goes on and the other one stands still, as it does in a computer that sleeps.
    std::thread::sleep(Duration::from_millis(40));
    let why = connection.call(&Ask(b"lost".to_vec()), soon()).await.unwrap_err();
    assert!(matches!(why.what(), What::Disconnected { sent: false, .. }), "{why}");
    assert!(connection.ended().is_some());
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_nobody_has_any_more_is_not_kept_by_its_renewal() {
    let (connection, mut peer) = signed_in(LIFETIME).await;
    let began = Instant::now();
    drop(connection);
    peer.hears_the_end().await;
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn renewing_is_no_use_of_a_connection() {
    let (connection, mut peer) = signed_in(LIFETIME).await;
    let before = connection.last_used();
    take(&mut peer, LIFETIME).await;
    let mut sessions = connection.sessions().unwrap();
    sessions.wait_for(|session| session.renewals == 1).await.unwrap();
    assert_eq!(connection.last_used(), before);
}
