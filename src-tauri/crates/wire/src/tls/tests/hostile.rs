//! Peers that speak no TLS, or not to the end.

use std::time::Duration;

use socket2::SockRef;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{Instant, sleep, timeout},
};

use super::{
    authority::Authority,
    server::{HANG, open, refused, settings},
};
use crate::{Address, Connection, Error, Settings, Tls, What};

async fn peer<F: Future<Output = ()> + Send + 'static>(
    play: impl Fn(TcpStream) -> F + Send + 'static,
) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(play(socket));
        }
    });
    port
}

fn tls() -> Tls {
    Authority::new("ours").trusted()
}

#[tokio::test]
async fn a_listener_without_tls_is_told_as_that() {
    for (says, word) in [
        (&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], "(HTTP)"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "“SSH-2.0-"),
        (b"-ERR unknown command\r\n", "“-ERR unk”"),
        (b"\0\0\0\x0a\0\0\0\0\0\0\0\0\0\0", "the answer is not TLS"),
        (&[0xa5; 300], "the answer is not TLS"),
    ] {
        let port = peer(move |mut socket: TcpStream| async move {
            let _ = socket.read(&mut [0; 4096]).await;
            let _ = socket.write_all(says).await;
            let _ = socket.shutdown().await;
            let _ = socket.read_to_end(&mut Vec::new()).await;
        })
        .await;
        let why = refused("127.0.0.1", port, &tls()).await;
        assert!(why.contains(word) && why.contains("seems to be a listener without TLS"), "{why}");
    }
}

/// A plain listener of Kafka reads the greeting as the size of a request, which is too large, and hangs up. So does a broker
/// that is going down: asking again must stay possible.
#[tokio::test]
async fn one_that_hangs_up_at_the_greeting_may_be_a_listener_without_tls() {
    for reset in [false, true] {
        let port = peer(move |mut socket: TcpStream| async move {
            let _ = socket.read(&mut [0; 64]).await;
            if reset {
                let _ = SockRef::from(&socket).set_linger(Some(Duration::ZERO));
            }
        })
        .await;
        let why = open("127.0.0.1", port, &tls()).await.unwrap_err();
        assert!(
            matches!(why.what(), What::Connect(words) if words.contains("seems to be a listener without TLS")),
            "{why:?}"
        );
    }
}

#[tokio::test]
async fn no_common_version_is_told() {
    for says in [[0x15, 3, 1, 0, 2, 2, 70], [0x15, 3, 3, 0, 2, 2, 70]] {
        let port = peer(move |mut socket: TcpStream| async move {
            let _ = socket.read(&mut [0; 4096]).await;
            let _ = socket.write_all(&says).await;
            let _ = socket.read_to_end(&mut Vec::new()).await;
        })
        .await;
        let why = refused("127.0.0.1", port, &tls()).await;
        assert!(why.contains("no common version"), "{why}");
    }
}

async fn hurried(port: u16) -> (Error, Duration) {
    let began = Instant::now();
    let address = Address { host: "127.0.0.1".to_owned(), port };
    let settings = Settings { setup_timeout: Duration::from_millis(300), ..settings(&tls()) };
    let ended = timeout(HANG, Connection::open(&address, &settings)).await.expect("it ends");
    (ended.unwrap_err(), began.elapsed())
}

#[tokio::test]
async fn silence_and_a_trickle_end_with_the_time_for_setting_up() {
    let silent = peer(async |mut socket: TcpStream| {
        let _ = socket.read_to_end(&mut Vec::new()).await;
    });
    let (why, _) = hurried(silent.await).await;
    assert!(
        matches!(why.what(), What::Connect(words) if words.contains("did not answer the greeting of TLS")),
        "{why:?}"
    );
    let trickle = peer(async |mut socket: TcpStream| {
        // The head of a record of sixteen kilobytes, and then a byte now and then.
        let _ = socket.write_all(&[0x16, 3, 3, 0x40, 0]).await;
        while socket.write_all(&[2]).await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    });
    let (why, _) = hurried(trickle.await).await;
    assert!(matches!(why.what(), What::Connect(words) if words.contains("came to no end")), "{why:?}");
}

#[tokio::test]
async fn records_without_an_end_are_not_kept() {
    let flood = peer(async |mut socket: TcpStream| {
        let _ = socket.read(&mut [0; 4096]).await;
        // A handshake message that claims sixteen megabytes, in records of sixteen kilobytes.
        let mut record = vec![0x16, 3, 3, 0x40, 0, 11, 0xff, 0xff, 0xff];
        record.resize(5 + 0x4000, 0);
        while socket.write_all(&record).await.is_ok() {}
    });
    let why = refused("127.0.0.1", flood.await, &tls()).await;
    assert!(!why.is_empty());
}
