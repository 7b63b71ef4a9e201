//! An encrypted connection carries what a plain one does.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::Instant,
};

use super::{
    authority::Authority,
    server::{HANG, Server, open},
};
use crate::{What, connection::tests::Ask};

fn soon() -> Instant {
    Instant::now() + HANG
}

#[tokio::test]
async fn many_requests_and_large_ones_come_through_whole() {
    let authority = Authority::new("ours");
    let port = Server::of(&authority.broker(&["localhost"])).start().await;
    let connection = open("localhost", port, &authority.trusted()).await.unwrap();
    let mut asked = Vec::new();
    for number in 0..200_usize {
        // Also beyond what the encryption holds back for a socket that is full.
        let length = if number % 20 == 0 { 3 << 20 } else { number };
        let body: Vec<u8> =
            (0..length).map(|index| u8::try_from((index * 7 + number) % 251).unwrap()).collect();
        let (connection, wanted) = (connection.clone(), body.clone());
        asked.push(tokio::spawn(async move {
            let reply = connection.call(&Ask(body), soon()).await.unwrap().reply;
            assert!(reply == wanted, "{} bytes", wanted.len());
        }));
    }
    for asked in asked {
        asked.await.unwrap();
    }
}

#[tokio::test]
async fn a_session_is_gone_on_with_on_the_next_connection() {
    let authority = Authority::new("ours");
    let port = Server::of(&authority.broker(&["localhost"])).start().await;
    let tls = authority.trusted();
    let first = open("localhost", port, &tls).await.unwrap();
    assert!(!first.encryption().unwrap().resumed);
    let again = open("localhost", port, &tls.clone()).await.unwrap();
    assert!(again.encryption().unwrap().resumed);
    let other = open("localhost", port, &authority.trusted()).await.unwrap();
    assert!(!other.encryption().unwrap().resumed, "what was believed with other settings means nothing");
}

/// Passes bytes on until the test has seen enough of them.
async fn relay(to: u16, replies: usize) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((ours, _)) = listener.accept().await {
            tokio::spawn(async move {
                let theirs = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
                let ((mut from_us, mut to_us), (mut from_them, mut to_them)) =
                    (ours.into_split(), theirs.into_split());
                let up = tokio::spawn(async move { tokio::io::copy(&mut from_us, &mut to_them).await });
                let mut left = replies;
                let mut byte = [0; 1];
                while left > 0 && from_them.read_exact(&mut byte).await.is_ok() {
                    left -= 1;
                    if left == 0 {
                        byte[0] ^= 0x55;
                    }
                    if to_us.write_all(&byte).await.is_err() {
                        break;
                    }
                }
                let _ = tokio::io::copy(&mut from_them, &mut to_us).await;
                up.abort();
            });
        }
    });
    port
}

#[tokio::test]
async fn a_byte_that_was_changed_on_the_way_is_never_taken_for_an_answer() {
    let authority = Authority::new("ours");
    let port =
        Server::speaking(&authority.broker(&["127.0.0.1"]), &[&rustls::version::TLS13], None).start().await;
    let tls = authority.trusted();
    let mut ended = 0;
    for place in (1..2_600).step_by(61) {
        let through = relay(port, place).await;
        let connection = match open("127.0.0.1", through, &tls).await {
            Ok(connection) => connection,
            Err(why) => {
                assert!(matches!(why.what(), What::Tls(_) | What::Connect(_)), "{place}: {why:?}");
                ended += 1;
                continue;
            }
        };
        for _ in 0..60 {
            match connection.call(&Ask(b"what was sent".to_vec()), soon()).await {
                Ok(answered) => assert_eq!(answered.reply, b"what was sent"),
                Err(why) => {
                    let broke =
                        matches!(why.what(), What::Disconnected { sent: true, why } if why.contains("broke"));
                    assert!(broke || connection.ended().is_some(), "{place}: {why:?}");
                    break;
                }
            }
        }
        ended += usize::from(connection.ended().is_some());
    }
    // Not all: the version in the head of a record means nothing, and the last places are never reached.
    assert!(20 < ended, "{ended}");
}
