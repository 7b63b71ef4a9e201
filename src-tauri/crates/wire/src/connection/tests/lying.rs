//! A peer that breaks the protocol: the connection ends, everybody hears the same cause, nobody waits for ever.

use std::time::Duration;

use tokio::{io::AsyncWriteExt, time::timeout};

use super::{answered, ask, failed, peer::*, was_sent};
use crate::{Settings, What};

#[tokio::test(start_paused = true)]
async fn answers_in_the_wrong_order_end_the_connection() {
    let (connection, mut peer) = open().await;
    let (one, two) = (ask(&connection, "one"), ask(&connection, "two"));
    let (_, second) = (peer.request().await, peer.request().await);
    peer.reply(&second, "two").await;
    let (one, two) = (failed(one).await, failed(two).await);
    assert!(was_sent(&one) && was_sent(&two));
    assert_eq!(one, two, "one death, one cause");
    let cause = connection.ended().unwrap();
    assert!(matches!(cause.what(), What::Decode(why) if why.contains("came where")), "{cause}");
    assert_eq!(cause.address(), Some("broker:9092"));
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_nobody_asked_for_ends_the_connection() {
    for correlation in [-1, 0, 1, i32::MAX] {
        let (connection, mut peer) = open().await;
        peer.raw_reply(correlation, b"\0").await;
        peer.hears_the_end().await;
        assert!(matches!(connection.ended().unwrap().what(), What::Decode(_)));
        let what = failed(ask(&connection, "after")).await;
        assert!(!was_sent(&what), "{what:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_answer_to_one_request_ends_the_connection() {
    let (connection, mut peer) = open().await;
    let asked = ask(&connection, "once");
    let came = peer.request().await;
    peer.reply(&came, "first").await;
    peer.reply(&came, "again").await;
    assert_eq!(answered(asked).await, "first");
    peer.hears_the_end().await;
    assert!(connection.ended().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_negative_size_ends_the_connection() {
    let (connection, mut peer) = open().await;
    let asked = ask(&connection, "anything");
    peer.request().await;
    peer.0.write_all(&(-5_i32).to_be_bytes()).await.unwrap();
    assert!(was_sent(&failed(asked).await));
    assert!(connection.ended().unwrap().to_string().contains("-5"));
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_cannot_be_read_ends_the_connection_for_all() {
    let (connection, mut peer) = open().await;
    let (bad, behind) = (ask(&connection, "bad"), ask(&connection, "behind"));
    let came = peer.request().await;
    peer.request().await;
    peer.reply(&came, "lie").await;
    assert_eq!(failed(bad).await, What::Decode("a lie".to_owned()));
    let behind = failed(behind).await;
    assert!(was_sent(&behind));
    assert!(matches!(&behind, What::Disconnected { why, .. } if why.contains("a lie")), "{behind:?}");
    assert_eq!(*connection.ended().unwrap().what(), What::Decode("a lie".to_owned()));
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_header_whose_tags_lie_is_its_own_requests_failure() {
    let (connection, mut peer) = open().await;
    let asked = ask(&connection, "tags");
    let came = peer.request().await;
    peer.raw_reply(came.correlation, b"\x01\x00\x7f").await;
    assert!(matches!(failed(asked).await, What::Decode(_)));
    assert!(connection.ended().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_broker_that_hangs_up_is_told_to_everybody_once() {
    let (connection, mut peer) = open().await;
    let first = ask(&connection, "first");
    let came = peer.request().await;
    peer.reply(&came, "").await;
    answered(first).await;
    let asked = ask(&connection, "waiting");
    peer.request().await;
    drop(peer);
    let why = "the broker closed the connection".to_owned();
    assert_eq!(failed(asked).await, What::Disconnected { sent: true, why: why.clone() });
    let late = failed(ask(&connection, "late")).await;
    assert_eq!(late, What::Disconnected { sent: false, why });
}

#[tokio::test(start_paused = true)]
async fn a_broker_that_hangs_up_at_the_first_request_may_ask_for_sasl() {
    let (connection, mut peer) = open().await;
    let asked = ask(&connection, "who are you");
    peer.request().await;
    drop(peer);
    let what = failed(asked).await;
    assert!(was_sent(&what));
    assert!(matches!(&what, What::Disconnected { why, .. } if why.contains("SASL")), "{what:?}");
}

#[tokio::test(start_paused = true)]
async fn no_bytes_can_make_it_hang_or_panic() {
    // A small generator of its own: the same bytes in each run.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    };
    for round in 0..300_u32 {
        let settled = round % 2 == 0;
        let length = usize::from(next());
        let noise: Vec<u8> = (0..length).map(|n| if n < 3 && round % 3 == 0 { 0 } else { next() }).collect();
        if settled {
            let (connection, mut peer) = open().await;
            let asked = ask(&connection, "noise");
            peer.request().await;
            let _ = peer.0.write_all(&noise).await;
            drop(peer);
            let _ = timeout(Duration::from_secs(31), asked).await.expect("an answer or a failure").unwrap();
        } else {
            let (opening, mut peer) = start(&Settings::default(), 4096);
            peer.request().await;
            let _ = peer.0.write_all(&noise).await;
            drop(peer);
            timeout(Duration::from_secs(11), opening).await.expect("an end").unwrap().unwrap_err();
        }
    }
}
