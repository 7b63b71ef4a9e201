//! Peers that begin a handshake and never end it: silence, a trickle, a flood, a reset. Each costs its own part.
//!
//! A client without a bound on the handshake waits there for ever; one that keeps what a peer claims to send gives its memory
//! to whoever listens at an address that metadata names.

use std::time::Duration;

use meta::{Cluster, What};
use mock_cluster::MockCluster;
use socket2::SockRef;
use support::{
    encrypted::{Authority, all_before},
    ground::{connect_as, three},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::sleep,
};

use super::{groups, hurried};

async fn listening<F: Future<Output = ()> + Send + 'static>(each: fn(TcpStream) -> F) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(each(stream));
        }
    });
    port
}

async fn silence(mut stream: TcpStream) {
    let _ = stream.read_to_end(&mut Vec::new()).await;
}

async fn trickle(mut stream: TcpStream) {
    let _ = stream.write_all(&[0x16, 3, 3, 0x40, 0]).await;
    while stream.write_all(&[2]).await.is_ok() {
        sleep(Duration::from_millis(30)).await;
    }
}

/// A message of sixteen megabytes that never comes to an end.
async fn flood(mut stream: TcpStream) {
    let _ = stream.read(&mut [0; 4096]).await;
    let mut record = vec![0x16, 3, 3, 0x40, 0, 11, 0xff, 0xff, 0xff];
    record.resize(5 + 0x4000, 0);
    while stream.write_all(&record).await.is_ok() {}
}

async fn reset(mut stream: TcpStream) {
    let _ = stream.read(&mut [0; 16]).await;
    let _ = SockRef::from(&stream).set_linger(Some(Duration::ZERO));
}

async fn second_is_at(port: u16) -> (MockCluster, Cluster) {
    let (mock, authority) = (three().start().await.unwrap(), Authority::new());
    let bootstrap = all_before(&mock, &authority.server(&["127.0.0.1"])).await;
    mock.state().advertise(2, "127.0.0.1", port).unwrap();
    let first = bootstrap.split(',').next().unwrap();
    let (cluster, _) = connect_as(hurried(first, &authority.trusted())).await;
    (mock, cluster)
}

#[tokio::test]
async fn each_costs_its_own_part() {
    for (what, port) in [
        ("silence", listening(silence).await),
        ("a trickle", listening(trickle).await),
        ("a flood", listening(flood).await),
        ("a reset", listening(reset).await),
    ] {
        let (_mock, cluster) = second_is_at(port).await;
        let (answered, failed) = groups(&cluster).await;
        assert_eq!((answered, failed.len()), (vec![1, 3], 1), "{what}");
        let error = &failed[0].error;
        assert!(matches!(error.what(), What::Connect(_) | What::Tls(_)), "{what}: {error:?}");
    }
}
