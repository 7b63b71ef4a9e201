//! Dropped futures and ended handles: the socket goes on for the others, and ends when it should.

use std::time::Duration;

use tokio::{io::AsyncWriteExt, time::Instant};

use super::{Ask, answered, ask, failed, peer::*, soon, was_sent};
use crate::{
    Error, What,
    connection::{Departure, shared::MOST_IN_FLIGHT},
};

#[tokio::test(start_paused = true)]
async fn a_late_answer_to_a_dropped_call_is_nobody_elses() {
    let (connection, mut peer) = open().await;
    let dropped = ask(&connection, "dropped");
    let first = peer.request().await;
    dropped.abort();
    assert!(dropped.await.unwrap_err().is_cancelled());
    assert_eq!(connection.in_flight(), 1, "the broker still works on it");
    let asked = ask(&connection, "kept");
    let second = peer.request().await;
    peer.reply(&first, "late").await;
    peer.reply(&second, "mine").await;
    assert_eq!(answered(asked).await, "mine");
    assert_eq!(connection.in_flight(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_call_dropped_in_the_midst_of_its_frame_is_written_to_the_end() {
    let (connection, mut peer) = open_with(crate::Settings::default(), 64, USUAL).await;
    let dropped = ask(&connection, &"d".repeat(1000));
    tokio::time::sleep(Duration::from_secs(1)).await;
    dropped.abort();
    let kept = ask(&connection, "kept");
    let first = peer.request().await;
    assert_eq!(first.text().len(), 1000);
    let second = peer.request().await;
    peer.reply(&first, "").await;
    peer.reply(&second, "mine").await;
    assert_eq!(answered(kept).await, "mine");
}

#[tokio::test(start_paused = true)]
async fn a_call_dropped_before_its_first_byte_never_leaves() {
    let (connection, mut peer) = open_with(crate::Settings::default(), 64, USUAL).await;
    let long = ask(&connection, &"l".repeat(1000));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let dropped = ask(&connection, "dropped");
    tokio::time::sleep(Duration::from_secs(1)).await;
    dropped.abort();
    let kept = ask(&connection, "kept");
    let came = peer.request().await;
    peer.reply(&came, "long").await;
    let came = peer.request().await;
    assert_eq!(came.text(), "kept");
    peer.reply(&came, "mine").await;
    assert_eq!((answered(long).await, answered(kept).await), ("long".to_owned(), "mine".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_retired_connection_takes_nothing_new_and_ends_with_the_last_answer() {
    let (connection, mut peer) = open().await;
    let asked = ask(&connection, "last");
    let came = peer.request().await;
    connection.retire();
    assert!(!was_sent(&failed(ask(&connection, "new")).await));
    assert!(connection.ended().is_none());
    peer.reply(&came, "answer").await;
    assert_eq!(answered(asked).await, "answer");
    peer.hears_the_end().await;
    assert!(connection.ended().is_some());
    // The pool gave the handle away just before: its caller may try elsewhere, nobody closed the cluster.
    assert!(matches!(failed(ask(&connection, "late")).await, What::Disconnected { sent: false, .. }));
}

#[tokio::test(start_paused = true)]
async fn a_retired_connection_with_nothing_in_flight_ends_at_once() {
    let (connection, mut peer) = open().await;
    connection.retire();
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn closing_ends_at_once_and_says_what_had_left() {
    let (connection, mut peer) = open().await;
    let asked = ask(&connection, "open");
    peer.request().await;
    connection.close(Error::new(What::Closed));
    let what = failed(asked).await;
    assert!(was_sent(&what));
    assert_eq!(failed(ask(&connection, "after")).await, What::Closed);
    connection.close(Error::new(What::Decode("a later cause".to_owned())));
    assert_eq!(*connection.ended().unwrap().what(), What::Closed, "the first cause stays");
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn closing_is_heard_while_a_reply_pours_in() {
    let (connection, mut peer) = open().await;
    let asked = ask(&connection, "much");
    peer.request().await;
    peer.0.write_all(&(90_i32 << 20).to_be_bytes()).await.unwrap();
    let pour = tokio::spawn(async move {
        let mut poured = 0_usize;
        while peer.0.write_all(&[7; 4096]).await.is_ok() {
            poured += 4096;
        }
        poured
    });
    tokio::task::yield_now().await;
    connection.close(Error::new(What::Closed));
    assert!(was_sent(&failed(asked).await));
    assert!(pour.await.unwrap() < 80 << 20);
}

#[tokio::test(start_paused = true)]
async fn the_socket_ends_with_its_last_handle_and_not_before_the_answers() {
    let (connection, mut peer) = open().await;
    let other = connection.clone();
    drop(connection);
    let asked = ask(&other, "outlives");
    drop(other);
    let came = peer.request().await;
    peer.reply(&came, "its handle").await;
    assert_eq!(answered(asked).await, "its handle");
    let before = Instant::now();
    peer.hears_the_end().await;
    assert_eq!(before.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn use_is_remembered() {
    let (connection, mut peer) = open().await;
    let opened = connection.last_used();
    tokio::time::sleep(Duration::from_secs(7)).await;
    let asked = ask(&connection, "now");
    let came = peer.request().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    peer.reply(&came, "").await;
    let exchange = asked.await.unwrap().unwrap();
    assert_eq!(exchange.took, Duration::from_secs(2));
    assert_eq!(connection.last_used() - opened, Duration::from_secs(9));
    drop(connection.call(&Ask(Vec::new()), soon()));
}

#[tokio::test(start_paused = true)]
async fn what_was_taken_back_before_its_first_byte_never_leaves_and_what_had_left_can_not_be() {
    let (connection, mut peer) = open_with(crate::Settings::default(), 64, USUAL).await;
    let under = |body: String, departure: &Departure| {
        let (connection, departure) = (connection.clone(), departure.clone());
        tokio::spawn(async move {
            connection.call_as(&Ask(body.into()), Instant::now(), soon(), &departure).await
        })
    };
    let (first, second) = (Departure::default(), Departure::default());
    let long = under("l".repeat(1000), &first);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let waiting = under("waiting".to_owned(), &second);
    let behind = ask(&connection, "behind");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(connection.in_flight(), 3);
    assert!(!connection.withdraw(&first), "some of it is on its way");
    assert!(first.at().is_some());
    assert!(connection.withdraw(&second));
    assert_eq!(failed(waiting).await, What::Cancelled);
    assert_eq!((connection.in_flight(), second.at()), (2, None));
    let came = peer.request().await;
    peer.reply(&came, "long").await;
    let came = peer.request().await;
    assert_eq!(came.text(), "behind");
    peer.reply(&came, "here").await;
    assert_eq!((answered(long).await, answered(behind).await), ("long".to_owned(), "here".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_mute_broker_collects_so_many_requests_and_no_more() {
    let (connection, mut peer) = open_with(crate::Settings::default(), 1 << 20, USUAL).await;
    let many: Vec<_> = (0..MOST_IN_FLIGHT + 500).map(|_| ask(&connection, "more")).collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(connection.in_flight(), MOST_IN_FLIGHT);
    // One answer makes room for one more.
    let came = peer.request().await;
    peer.reply(&came, "one").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(connection.in_flight(), MOST_IN_FLIGHT);
    let (mut answers, mut sent, mut unsent) = (0, 0, 0);
    for asked in many {
        match asked.await.unwrap().as_ref().map_err(|error| error.what()) {
            Ok(_) => answers += 1,
            Err(What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. }) => sent += 1,
            Err(What::Disconnected { sent: false, .. } | What::Timeout { sent: false, .. }) => unsent += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((answers, sent, unsent), (1, MOST_IN_FLIGHT, 499), "nobody is left waiting");
    assert_eq!(connection.in_flight(), 0);
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_room_and_goes_leaves_no_trace() {
    let (connection, mut peer) = open_with(crate::Settings::default(), 1 << 20, USUAL).await;
    let many: Vec<_> = (0..MOST_IN_FLIGHT).map(|_| ask(&connection, "more")).collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let waiting = ask(&connection, "waiting");
    tokio::time::sleep(Duration::from_secs(1)).await;
    waiting.abort();
    for _ in 0..MOST_IN_FLIGHT {
        let came = peer.request().await;
        assert_eq!(came.text(), "more");
        peer.reply(&came, "here").await;
    }
    for asked in many {
        answered(asked).await;
    }
    assert_eq!(connection.in_flight(), 0);
    peer.hears_nothing().await;
}
