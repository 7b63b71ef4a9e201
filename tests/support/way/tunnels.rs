//! Forwarded ports into a network, as a child process makes them: one for each address, each may end, and what it says of a dead far
//! side comes by another pipe.

use std::{collections::BTreeMap, future::pending, net::SocketAddr, sync::Arc};

use meta::{Address, Forward, PlaceFuture, Reach, Through};
use parking_lot::Mutex;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::{AbortHandle, JoinSet},
};

use super::Network;

/// What `ssh` says when the far side has nobody there.
pub const NOBODY: &str = "channel 2: open failed: connect failed: Connection refused";

/// Clones are the same. The ports end with the last one.
#[derive(Clone, Debug)]
pub struct Tunnels(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    network: Network,
    refuses: Mutex<Option<String>>,
    hangs: bool,
    ports: Mutex<BTreeMap<String, (SocketAddr, AbortHandle)>>,
    made: Mutex<Vec<String>>,
    said: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        for (_, task) in self.ports.get_mut().values() {
            task.abort();
        }
    }
}

impl Tunnels {
    pub fn into_network(network: &Network) -> Tunnels {
        Tunnels::new(network, None, false)
    }

    /// They can't be made, for this reason.
    pub fn refusing(network: &Network, why: &str) -> Tunnels {
        Tunnels::new(network, Some(why.to_owned()), false)
    }

    /// They never come about.
    pub fn hanging(network: &Network) -> Tunnels {
        Tunnels::new(network, None, true)
    }

    fn new(network: &Network, refuses: Option<String>, hangs: bool) -> Tunnels {
        Tunnels(Arc::new(Inner {
            network: network.clone(),
            refuses: Mutex::new(refuses),
            hangs,
            ports: Mutex::default(),
            made: Mutex::default(),
            said: Arc::default(),
        }))
    }

    /// The way through them.
    pub fn reach(&self) -> Reach {
        Reach { through: Through::Forward(Arc::new(self.clone())), ..Reach::default() }
    }

    /// Which addresses a port was made for, each time.
    pub fn made(&self) -> Vec<String> {
        self.0.made.lock().clone()
    }

    /// The process behind it ends, and with it all of its ports and connections.
    pub fn end(&self) {
        for (_, (_, task)) in std::mem::take(&mut *self.0.ports.lock()) {
            task.abort();
        }
    }
}

impl Forward for Tunnels {
    fn place(&self, to: &Address) -> PlaceFuture {
        let (inner, to) = (Arc::clone(&self.0), to.to_string());
        Box::pin(async move {
            if inner.hangs {
                pending::<()>().await;
            }
            if let Some(why) = inner.refuses.lock().clone() {
                return Err(why);
            }
            if let Some((place, _)) = inner.ports.lock().get(&to) {
                return Ok(*place);
            }
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let place = listener.local_addr().unwrap();
            let mut ports = inner.ports.lock();
            // Somebody else was quicker: both share that one.
            if let Some((place, _)) = ports.get(&to) {
                return Ok(*place);
            }
            inner.made.lock().push(to.clone());
            let forwarding = forward(listener, to.clone(), inner.network.clone(), Arc::clone(&inner.said));
            ports.insert(to, (place, tokio::spawn(forwarding).abort_handle()));
            Ok(place)
        })
    }

    fn said(&self, to: &Address) -> Option<String> {
        self.0.said.lock().get(&to.to_string()).cloned()
    }

    fn name(&self) -> String {
        "ssh bastion".to_owned()
    }
}

async fn forward(
    listener: TcpListener,
    to: String,
    network: Network,
    said: Arc<Mutex<BTreeMap<String, String>>>,
) {
    let mut all = JoinSet::new();
    while let Ok((mut ours, _)) = listener.accept().await {
        let there = match network.at(&to) {
            Some(address) => TcpStream::connect(address).await.ok(),
            None => None,
        };
        let Some(mut theirs) = there else {
            said.lock().insert(to.clone(), NOBODY.to_owned());
            continue;
        };
        all.spawn(async move { copy_bidirectional(&mut ours, &mut theirs).await });
    }
}
