//! Deadlines, and the truth about what had left when they came.

use std::time::Duration;

use tokio::{io::AsyncWriteExt, time::Instant};

use super::{answered, ask, ask_by, failed, peer::*, was_sent};
use crate::{Settings, What};

fn in_seconds(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(seconds)
}

#[tokio::test(start_paused = true)]
async fn an_unanswered_request_ends_the_connection_and_all_in_flight() {
    let (connection, mut peer) = open().await;
    let (slow, behind) =
        (ask_by(&connection, "slow", in_seconds(5)), ask_by(&connection, "behind", in_seconds(60)));
    let start = Instant::now();
    assert_eq!(failed(slow).await, What::Timeout { sent: true, after: Duration::from_secs(5) });
    let behind = failed(behind).await;
    assert_eq!(start.elapsed(), Duration::from_secs(5));
    assert!(was_sent(&behind));
    assert!(
        matches!(&behind, What::Disconnected { why, .. } if why.contains("DescribeQuorum unanswered for 5.0 s")),
        "{behind:?}"
    );
    assert!(matches!(connection.ended().unwrap().what(), What::Timeout { sent: true, .. }));
    peer.request().await;
    peer.request().await;
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_trickles_is_bounded_by_the_deadline() {
    let (connection, mut peer) = open().await;
    let asked = ask_by(&connection, "loris", in_seconds(10));
    let came = peer.request().await;
    let bytes = reply(came.correlation, &[0; 100]);
    let trickle = async {
        for byte in bytes {
            if peer.0.write_all(&[byte]).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    };
    let (what, ()) = tokio::join!(failed(asked), trickle);
    assert_eq!(what, What::Timeout { sent: true, after: Duration::from_secs(10) });
}

#[tokio::test(start_paused = true)]
async fn what_had_not_left_says_so_when_the_connection_ends() {
    let (connection, mut peer) = open_with(Settings::default(), 64, USUAL).await;
    let half = ask(&connection, &"h".repeat(1000));
    tokio::task::yield_now().await;
    let never = ask(&connection, "never");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(connection.in_flight(), 2);
    // Some bytes of the first have been taken, the rest and the second wait.
    let mut some = [0; 10];
    tokio::io::AsyncReadExt::read_exact(&mut peer.0, &mut some).await.unwrap();
    drop(peer);
    assert!(was_sent(&failed(half).await));
    assert!(!was_sent(&failed(never).await));
}

#[tokio::test(start_paused = true)]
async fn a_half_written_request_that_times_out_had_left() {
    let (connection, _peer) = open_with(Settings::default(), 64, USUAL).await;
    let half = ask_by(&connection, &"h".repeat(1000), in_seconds(3));
    assert_eq!(failed(half).await, What::Timeout { sent: true, after: Duration::from_secs(3) });
    assert!(connection.ended().is_some(), "the rest of the frame can't be taken back");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_waited_behind_another_times_out_unsent_and_harms_nothing() {
    let (connection, mut peer) = open_with(Settings::default(), 64, USUAL).await;
    let long = ask_by(&connection, &"l".repeat(1000), in_seconds(20));
    tokio::task::yield_now().await;
    let short = ask_by(&connection, "short", in_seconds(2));
    assert_eq!(failed(short).await, What::Timeout { sent: false, after: Duration::from_secs(2) });
    let came = peer.request().await;
    peer.reply(&came, "done").await;
    assert_eq!(answered(long).await, "done");
    assert!(connection.ended().is_none());
    let after = ask(&connection, "after");
    let came = peer.request().await;
    assert_eq!(came.text(), "after");
    peer.reply(&came, "fine").await;
    assert_eq!(answered(after).await, "fine");
}

#[tokio::test(start_paused = true)]
async fn a_deadline_that_has_passed_sends_nothing() {
    let (connection, mut peer) = open().await;
    let asked = ask_by(&connection, "late", Instant::now());
    assert_eq!(failed(asked).await, What::Timeout { sent: false, after: Duration::ZERO });
    peer.hears_nothing().await;
    assert!(connection.ended().is_none());
}
