//! One broker's listener and the connections that it accepted. Stopping it ends all of them before it returns, so that a
//! test that stopped a broker can't meet a late answer of it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;

use crate::behaviour::Behaviour;
use crate::cluster::Shared;
use crate::connection::Connection;
use crate::sasl::SignIn;

/// A broker that listens. Dropping it stops it too, a little later than [`stop`](Self::stop).
#[derive(Debug)]
pub(crate) struct BrokerSocket {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

/// Binds a loopback port; 0 means a free one. While a broker is stopped its port may serve some outgoing connection for
/// a moment, so a given port is tried again for a while before it counts as taken.
pub(crate) async fn bind(port: u16) -> io::Result<TcpListener> {
    const TRIES: u32 = 40;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    for _ in 1..TRIES {
        match TcpListener::bind(address).await {
            Err(error) if port != 0 && error.kind() == io::ErrorKind::AddrInUse => {
                sleep(Duration::from_millis(50)).await;
            }
            settled => return settled,
        }
    }
    TcpListener::bind(address).await
}

impl BrokerSocket {
    pub(crate) fn open(
        shared: Arc<Shared>,
        broker: i32,
        listener: TcpListener,
        behaviour: watch::Receiver<Behaviour>,
    ) -> Self {
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(listen(shared, broker, listener, behaviour, stopped));
        Self { stop, task }
    }

    pub(crate) async fn stop(mut self) {
        self.stop.send_replace(true);
        // A task that panicked has stopped as well.
        let _ = (&mut self.task).await;
    }
}

impl Drop for BrokerSocket {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn listen(
    shared: Arc<Shared>,
    broker: i32,
    listener: TcpListener,
    behaviour: watch::Receiver<Behaviour>,
    mut stopped: watch::Receiver<bool>,
) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            // Also when the sender is gone.
            _ = stopped.changed() => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else { continue };
                if *behaviour.borrow() == Behaviour::Hangup {
                    continue;
                }
                // Small answers go out at once; a socket that can't has just been closed.
                let _ = stream.set_nodelay(true);
                let number = shared.journal.opened(broker);
                let open = Open { shared: Arc::clone(&shared), broker };
                let (shared, behaviour) = (Arc::clone(&shared), behaviour.clone());
                let connection =
                    Connection { shared, broker, number, behaviour, stream, unread: BytesMut::new(), sign_in: SignIn::default() };
                connections.spawn(async move {
                    let _open = open;
                    connection.run().await;
                });
            }
        }
    }
    drop(listener);
    connections.shutdown().await;
}

/// Counts a connection as closed however its task ends.
struct Open {
    shared: Arc<Shared>,
    broker: i32,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.shared.journal.closed(self.broker);
    }
}
