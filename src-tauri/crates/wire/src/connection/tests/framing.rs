//! Frames going both ways: versions, headers, order, pieces.

use tokio::io::AsyncWriteExt;

use super::{Ask, List, answered, ask, failed, peer::*, soon, was_sent};
use crate::{ApiKey, Settings, What};

#[tokio::test(start_paused = true)]
async fn the_body_is_written_in_the_version_of_this_connection() {
    for (offered, header) in [(2, &b""[..]), (3, b"\0"), (5, b"\0")] {
        let ranges = [(3, 0, 13), (16, 0, offered)];
        let (connection, mut peer) = open_with(Settings::default(), 4096, &ranges).await;
        let asked = tokio::spawn(async move { connection.call(&List, soon()).await });
        let came = peer.request().await;
        assert_eq!((came.key, came.version), (ApiKey::ListGroups, offered));
        assert_eq!(came.rest, [header, &[u8::try_from(offered).unwrap()]].concat());
        peer.raw_reply(came.correlation, &[header, b"\0\0\0\0groups"].concat()).await;
        let exchange = asked.await.unwrap().unwrap();
        assert_eq!(exchange.reply, b"\0\0\0\0groups");
        assert_eq!(exchange.version, offered);
        assert_eq!(exchange.sent_bytes, 4 + 10 + 11 + header.len() + 1);
        assert_eq!(exchange.received_bytes, 4 + 4 + header.len() + 10);
    }
}

#[tokio::test(start_paused = true)]
async fn a_field_that_the_version_cannot_carry_sends_nothing() {
    let (connection, mut peer) = open_with(Settings::default(), 4096, &[(3, 0, 13), (55, 0, 1)]).await;
    let why = connection.call(&Ask(b"needs v2".to_vec()), soon()).await.unwrap_err();
    assert!(
        matches!(why.what(), What::NotInVersion { version: 1, why } if why.contains("needs version 2")),
        "{why}"
    );
    peer.hears_nothing().await;
}

#[tokio::test(start_paused = true)]
async fn many_are_in_flight_and_each_gets_its_own_answer() {
    let (connection, mut peer) = open().await;
    let asked: Vec<_> = (0..500).map(|n| ask(&connection, &n.to_string())).collect();
    let mut all = Vec::new();
    for _ in 0..500 {
        all.push(peer.request().await);
    }
    assert_eq!(connection.in_flight(), 500);
    for came in &all {
        peer.reply(came, &came.text()).await;
    }
    for (n, asked) in asked.into_iter().enumerate() {
        assert_eq!(answered(asked).await, n.to_string());
    }
    assert_eq!(connection.in_flight(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_reply_may_come_byte_by_byte_or_two_at_once() {
    let (connection, mut peer) = open().await;
    let (one, two) = (ask(&connection, "one"), ask(&connection, "two"));
    let (first, second) = (peer.request().await, peer.request().await);
    let both =
        [reply(first.correlation, b"\x01\x09\x02zzslow"), reply(second.correlation, b"\0too")].concat();
    for byte in both {
        peer.0.write_all(&[byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    assert_eq!(answered(one).await, "slow", "the header's tagged fields are passed over");
    assert_eq!(answered(two).await, "too");
}

#[tokio::test(start_paused = true)]
async fn a_large_reply_is_read_and_a_larger_one_ends_the_connection() {
    let settings = Settings { max_frame: 3 << 20, ..Settings::default() };
    let (connection, mut peer) = open_with(settings, 1 << 16, USUAL).await;
    let asked = ask(&connection, "large");
    let came = peer.request().await;
    peer.reply(&came, &"x".repeat(2 << 20)).await;
    assert_eq!(answered(asked).await.len(), 2 << 20);

    let (too_large, behind) = (ask(&connection, "too large"), ask(&connection, "behind"));
    peer.request().await;
    peer.0.write_all(&((3 << 20) + 1_i32).to_be_bytes()).await.unwrap();
    assert!(was_sent(&failed(too_large).await));
    assert!(was_sent(&failed(behind).await));
    let cause = connection.ended().unwrap();
    assert!(matches!(cause.what(), What::Decode(why) if why.contains("3145729")), "{cause}");
}

#[tokio::test(start_paused = true)]
async fn a_frame_is_written_whole_through_a_narrow_pipe() {
    let (connection, mut peer) = open_with(Settings::default(), 7, USUAL).await;
    let (long, short) = (ask(&connection, &"y".repeat(10_000)), ask(&connection, "short"));
    let first = peer.request().await;
    assert_eq!(first.text(), "y".repeat(10_000));
    let second = peer.request().await;
    assert_eq!(second.text(), "short");
    peer.reply(&first, "1").await;
    peer.reply(&second, "2").await;
    assert_eq!((answered(long).await, answered(short).await), ("1".to_owned(), "2".to_owned()));
}
