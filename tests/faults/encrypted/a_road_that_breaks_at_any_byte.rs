//! An encrypted connection that is reset after so many bytes, at each stage of the handshake and behind it: the failure is the
//! broker's own, says that something broke, and the others go on.

use std::time::Duration;

use meta::What;
use socket2::SockRef;
use support::{
    encrypted::{Authority, all_before},
    ground::{connect_as, three},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::{groups, hurried};

/// A way to this port on which each connection is reset after so many bytes of the broker's.
async fn road(to: u16, bytes: usize) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((ours, _)) = listener.accept().await {
            tokio::spawn(async move {
                let theirs = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
                let (mut theirs_in, mut theirs_out) = theirs.into_split();
                let (mut ours_in, mut ours_out) = ours.into_split();
                let up = tokio::spawn(async move { tokio::io::copy(&mut ours_in, &mut theirs_out).await });
                let mut left = bytes;
                let mut chunk = [0; 512];
                while left > 0 {
                    let room = left.min(chunk.len());
                    let Ok(count @ 1..) = theirs_in.read(&mut chunk[..room]).await else { break };
                    left -= count;
                    if ours_out.write_all(&chunk[..count]).await.is_err() {
                        break;
                    }
                }
                let _ = SockRef::from(ours_out.as_ref()).set_linger(Some(Duration::ZERO));
                up.abort();
            });
        }
    });
    port
}

#[tokio::test]
async fn it_is_the_broker_s_own_failure_at_whatever_byte() {
    let (mock, authority) = (three().start().await.unwrap(), Authority::new());
    let bootstrap = all_before(&mock, &authority.server(&["127.0.0.1"])).await;
    let ports: Vec<u16> =
        bootstrap.split(',').map(|one| one.rsplit_once(':').unwrap().1.parse().unwrap()).collect();
    let first = bootstrap.split(',').next().unwrap();
    // The handshake has some thousand bytes.
    for bytes in [0, 1, 5, 60, 127, 128, 300, 700, 900, 1_000, 1_100] {
        let port = road(ports[1], bytes).await;
        mock.state().advertise(2, "127.0.0.1", port).unwrap();
        let (cluster, _) = connect_as(hurried(first, &authority.trusted())).await;
        let (answered, failed) = groups(&cluster).await;
        assert_eq!((answered, failed.len()), (vec![1, 3], 1), "{bytes}");
        let what = failed[0].error.what();
        assert!(matches!(what, What::Connect(_) | What::Disconnected { .. }), "{bytes}: {what:?}");
    }
}
