//! Peers that are no broker, or a broker behind a bad road: what stands in another's place in these cases.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use meta::{Cluster, Config, Key, message::list_groups::ListGroups};
use mock_cluster::MockCluster;
use socket2::SockRef;
use support::ground::{config, connect_as, three, within};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What happens to a connection that has had its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A reset, as a broker that was killed or a firewall sends it.
    Reset,
    Close,
    /// Nothing more comes, and nothing is closed.
    Silence,
}

/// Ends it with a reset: what was not read or sent is thrown away.
pub(super) fn reset(stream: TcpStream) {
    SockRef::from(&stream).set_linger(Some(Duration::ZERO)).unwrap();
    drop(stream);
}

/// A listener that hands each connection to `each`; the port.
pub(super) async fn listening<F>(mut each: impl FnMut(TcpStream) -> F + Send + 'static) -> u16
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(each(stream));
        }
    });
    port
}

/// A road to a broker on which each connection ends after this many bytes of the broker's; the port, and how many bytes
/// the longest one had.
pub(super) async fn road(to: String, bytes: usize, end: End) -> (u16, Arc<AtomicUsize>) {
    let longest = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&longest);
    let port = listening(move |mut ours| {
        let (to, longest) = (to.clone(), Arc::clone(&longest));
        async move {
            let mut theirs = TcpStream::connect(to).await.unwrap();
            let mut passed = 0;
            let (mut asked, mut answered) = ([0; 4096], [0; 4096]);
            while passed < bytes {
                let room = (bytes - passed).min(answered.len());
                tokio::select! {
                    read = ours.read(&mut asked) => match read {
                        Ok(count) if count > 0 => theirs.write_all(&asked[..count]).await.unwrap_or(()),
                        _ => return,
                    },
                    read = theirs.read(&mut answered[..room]) => match read {
                        Ok(count) if count > 0 => {
                            passed += count;
                            longest.fetch_max(passed, Ordering::Relaxed);
                            if ours.write_all(&answered[..count]).await.is_err() {
                                return;
                            }
                        }
                        _ => return,
                    },
                }
            }
            match end {
                End::Reset => reset(ours),
                End::Close => drop(ours),
                End::Silence => while matches!(ours.read(&mut asked).await, Ok(count) if count > 0) {},
            }
        }
    })
    .await;
    (port, seen)
}

/// Three brokers of which the second is said to be at this port, which is not its own; and a handle that has learnt that
/// from the other two.
pub(super) async fn second_is_at(port: u16) -> (MockCluster, Cluster) {
    let mock = three().start().await.unwrap();
    let addresses = mock.broker_addresses();
    mock.state().advertise(2, "127.0.0.1", port).unwrap();
    let bootstrap = format!("{},{}", addresses[&1], addresses[&3]);
    let (cluster, _) = connect_as(hurried(&bootstrap)).await;
    (mock, cluster)
}

/// As long as a test may wait for what never comes, and far longer than what comes takes on a busy machine.
pub(super) fn hurried(bootstrap: &str) -> Config {
    Config {
        setup_timeout: Duration::from_secs(2),
        attempt_timeout: Duration::from_secs(2),
        read_timeout: Duration::from_secs(5),
        ..config(bootstrap)
    }
}

/// Asks every broker; which answered, and what the others' failures say.
pub(super) async fn groups(cluster: &Cluster) -> (Vec<i32>, Vec<meta::Failed>) {
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    let mut answered: Vec<i32> = answers.parts.iter().filter_map(|part| part.source.broker).collect();
    answered.sort_unstable();
    (answered, answers.failed)
}
