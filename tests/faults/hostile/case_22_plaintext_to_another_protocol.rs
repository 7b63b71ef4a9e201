//! Case 22 (KAFKA-4090, KAFKA-4493, apache/pinot#7008): plain text to a TLS port was read as a huge size: out of memory.
//!
//! TLS, web, mail and shell servers, noise, sizes below zero and beyond all memory, a flood without an end: each stands in
//! broker 2's place. What it is is said where it can be known; it costs its own part of an answer and no memory, and a
//! page that is open goes on.

use std::time::Duration;

use allocation_counter::measure;
use contract::{ListLogDirs, TableQuery};
use meta::{Address, Cluster, What};
use support::{
    Session,
    ground::{three, within},
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::peers::{groups, hurried, listening, reset, second_is_at};

/// What a stranger says, once it was spoken to or at once, and what it is then called.
fn strangers() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    vec![
        ("a TLS alert", vec![0x15, 3, 3, 0, 2, 2, 10], "TLS"),
        ("an old TLS alert", vec![0x15, 3, 1, 0, 2, 2, 0x46], "TLS"),
        ("a TLS greeting", [&[0x16, 3, 3, 0, 0x7a, 2, 0, 0, 0x76][..], &[7; 113]].concat(), "TLS"),
        ("a web server", b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".to_vec(), "HTTP"),
        ("a mail server", b"220 mail.example.com ESMTP\r\n".to_vec(), "text"),
        ("a shell", b"SSH-2.0-OpenSSH_9.2\r\n".to_vec(), "SSH-"),
        ("two gigabytes", [&i32::MAX.to_be_bytes()[..], &[0; 64]].concat(), "2147483647"),
        ("a size of -1", vec![0xff; 64], "-1"),
        ("a size of 0", vec![0; 64], "0 bytes"),
        ("a size of 3", vec![0, 0, 0, 3, 0, 0, 0], "3 bytes"),
        ("a megabyte and one", [&((1 << 20) + 1_i32).to_be_bytes()[..], &[0; 64]].concat(), "1048577"),
        ("noise", vec![0xa5; 300], "size"),
    ]
}

async fn stranger(says: Vec<u8>, at_once: bool) -> u16 {
    listening(move |mut stream| {
        let says = says.clone();
        async move {
            if !at_once {
                let _ = stream.read(&mut [0; 4096]).await;
            }
            let _ = stream.write_all(&says).await;
            let _ = stream.shutdown().await;
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
    })
    .await
}

#[tokio::test]
async fn a_stranger_is_called_by_its_name_and_costs_its_own_part() {
    for (what, says, word) in strangers() {
        for at_once in [false, true] {
            let port = stranger(says.clone(), at_once).await;
            let (_mock, cluster) = second_is_at(port).await;
            let (answered, failed) = groups(&cluster).await;
            assert_eq!(answered, [1, 3], "{what}");
            let error = &failed[0].error;
            assert!(matches!(error.what(), What::NotKafka(why) if why.contains(word)), "{what}: {error:?}");
            assert_eq!((failed.len(), failed[0].broker), (1, Some(2)), "{what}");
        }
    }
}

#[tokio::test]
async fn a_stranger_as_the_only_address_is_called_by_its_name() {
    for (what, says, word) in strangers() {
        let port = stranger(says, false).await;
        let address = format!("127.0.0.1:{port}");
        let error = within(Cluster::connect(hurried(&address))).await.unwrap_err();
        assert!(matches!(error.what(), What::NotKafka(why) if why.contains(word)), "{what}: {error:?}");
        assert!(error.to_string().contains(&address), "{what}: {error}");
    }
}

/// Its memory is held by the thread that reads, so that it can be counted; the flood comes from another one.
#[test]
fn a_flood_without_an_end_is_left_after_its_first_bytes() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    for claim in [(1_i32 << 20) - 4, 1 << 20, i32::MAX, -1, 0x1603_0100] {
        let flood = std::thread::spawn({
            let listener = listener.try_clone().unwrap();
            move || {
                let (mut stream, _) = listener.accept().unwrap();
                let mut sent = 0_u64;
                let piece = [&claim.to_be_bytes()[..], &[0x41; 65_536]].concat();
                while let Ok(count) = std::io::Write::write(&mut stream, &piece) {
                    sent += count as u64;
                    assert!(sent < 1 << 30, "it is still read");
                }
            }
        });
        let settings = wire::Settings { setup_timeout: Duration::from_secs(20), ..wire::Settings::default() };
        let address = Address { host: "127.0.0.1".to_owned(), port };
        let took = measure(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let opened = runtime.block_on(wire::Connection::open(&address, &settings));
            assert!(matches!(opened.unwrap_err().what(), What::NotKafka(_)));
        });
        assert!(took.bytes_max < 4 << 20, "{claim}: {} bytes", took.bytes_max);
        flood.join().unwrap();
    }
}

#[tokio::test]
async fn an_open_page_goes_on_beside_each_of_them() {
    let mock = three().start().await.unwrap();
    let session = Session::open(&mock.bootstrap()).await;
    let mut ports = Vec::new();
    for (what, says, _) in strangers() {
        ports.push((what, stranger(says, false).await));
    }
    ports.push(("a reset at accept", listening(async |stream| reset(stream)).await));
    for (what, port) in ports {
        mock.state().advertise(2, "127.0.0.1", port).unwrap();
        session.refresh(contract::View::Cluster).await;
        session.settled(contract::View::Cluster).await;
        session.refresh(contract::View::LogDirs).await;
        session.settled(contract::View::LogDirs).await;
        let query = TableQuery { limit: 100, ..TableQuery::default() };
        let dirs =
            session.engine.log_dirs(ListLogDirs { cluster: session.id.clone(), query: query.clone() }).await;
        assert!(!dirs.unwrap().rows.is_empty(), "{what}");
        assert_eq!(session.topics(query).await.rows.len(), 1, "{what}");
        assert_eq!(session.brokers().await.rows.len(), 3, "{what}");
    }
}
