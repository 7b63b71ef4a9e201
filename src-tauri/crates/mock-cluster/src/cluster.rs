//! The handle that a test holds: addresses, state, faults, counters, and stopping and starting brokers. The last clone
//! that is dropped ends every socket and task.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use crate::behaviour::Behaviour;
use crate::broker_socket::{self, BrokerSocket};
use crate::builder::Builder;
use crate::fault::{Action, Fault, FaultId, Faults};
use crate::journal::{Journal, Seen};
use crate::state::{NoSuch, State};

/// What every connection needs; it owns no socket, so that the sockets end with the handle and not with each other.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) state: Mutex<State>,
    pub(crate) faults: Faults,
    pub(crate) journal: Journal,
}

/// A running cluster. Clones are the same cluster.
#[derive(Debug, Clone)]
pub struct MockCluster {
    shared: Arc<Shared>,
    sockets: Arc<Sockets>,
}

#[derive(Debug, Default)]
struct Sockets {
    listening: Mutex<BTreeMap<i32, BrokerSocket>>,
    behaviours: Mutex<BTreeMap<i32, watch::Sender<Behaviour>>>,
}

/// Where a broker comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    Same,
    /// A free one, which metadata names from then on.
    New,
}

impl MockCluster {
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) async fn open(state: State, kept: usize) -> io::Result<Self> {
        let ids: Vec<i32> = state.brokers().map(|broker| broker.id).collect();
        let shared =
            Shared { state: Mutex::new(state), faults: Faults::default(), journal: Journal::keeping(kept) };
        let cluster = Self { shared: Arc::new(shared), sockets: Arc::default() };
        for id in ids {
            cluster.listen(id, 0).await?;
        }
        Ok(cluster)
    }

    /// The addresses of all brokers that listen, as a bootstrap list.
    pub fn bootstrap(&self) -> String {
        let addresses: Vec<String> = self.broker_addresses().into_values().collect();
        addresses.join(",")
    }

    /// `host:port` of each broker that listens.
    pub fn broker_addresses(&self) -> BTreeMap<i32, String> {
        let listening: Vec<i32> = self.sockets.listening.lock().keys().copied().collect();
        let state = self.state();
        let known = listening.into_iter().filter_map(|id| state.broker(id).ok());
        known.map(|broker| (broker.id, format!("{}:{}", broker.host, broker.port))).collect()
    }

    /// The state, locked: change it in one expression and let it go, every broker waits meanwhile.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock()
    }

    /// Arms a fault. The first armed one that matches a request is used.
    pub fn fault(&self, fault: Fault, action: Action) -> FaultId {
        self.shared.faults.arm(fault, action)
    }

    pub fn disarm(&self, id: FaultId) {
        self.shared.faults.disarm(id);
    }

    pub fn disarm_all(&self) {
        self.shared.faults.disarm_all();
    }

    /// How a broker treats the network from now on, also on open connections.
    pub fn behave(&self, id: i32, behaviour: Behaviour) -> Result<(), NoSuch> {
        let behaviours = self.sockets.behaviours.lock();
        behaviours.get(&id).ok_or(NoSuch::Broker(id))?.send_replace(behaviour);
        Ok(())
    }

    /// The process dies: its port refuses and its connections are closed. The cluster doesn't know yet; see
    /// [`State::fence`].
    pub async fn stop_broker(&self, id: i32) -> Result<(), NoSuch> {
        self.state().broker(id)?;
        let socket = self.sockets.listening.lock().remove(&id);
        if let Some(socket) = socket {
            socket.stop().await;
        }
        Ok(())
    }

    /// The process is back and listens; the cluster doesn't know yet, see [`State::unfence`]. One that runs already is
    /// left alone, unless it is to move to a new port.
    pub async fn start_broker(&self, id: i32, port: Port) -> io::Result<()> {
        let runs = self.sockets.listening.lock().contains_key(&id);
        let known = self.state().broker(id).map(|broker| broker.port).map_err(io::Error::other)?;
        match port {
            Port::Same if runs => Ok(()),
            Port::Same => self.listen(id, known).await,
            Port::New => {
                self.stop_broker(id).await.map_err(io::Error::other)?;
                self.listen(id, 0).await
            }
        }
    }

    /// [`stop_broker`](Self::stop_broker), and the cluster notices: leaders move and ISRs shrink.
    pub async fn fail_broker(&self, id: i32) -> Result<(), NoSuch> {
        self.stop_broker(id).await?;
        self.state().fence(id)
    }

    /// [`start_broker`](Self::start_broker), and the cluster notices; the broker's replicas still have to
    /// [`catch_up`](State::catch_up).
    pub async fn restore_broker(&self, id: i32, port: Port) -> io::Result<()> {
        self.start_broker(id, port).await?;
        self.state().unfence(id).map_err(io::Error::other)
    }

    async fn listen(&self, id: i32, port: u16) -> io::Result<()> {
        let listener = broker_socket::bind(port).await?;
        let port = listener.local_addr()?.port();
        self.state().advertise(id, "127.0.0.1", port).map_err(io::Error::other)?;
        let behaviour = {
            let mut behaviours = self.sockets.behaviours.lock();
            behaviours.entry(id).or_insert_with(|| watch::Sender::new(Behaviour::Normal)).subscribe()
        };
        let socket = BrokerSocket::open(Arc::clone(&self.shared), id, listener, behaviour);
        self.sockets.listening.lock().insert(id, socket);
        Ok(())
    }

    /// The requests of one key so far, in the order of arrival.
    pub fn requests(&self, key: i16) -> Vec<Seen> {
        self.shared.journal.requests(key)
    }

    /// All requests so far, in the order of arrival.
    pub fn all_requests(&self) -> Vec<Seen> {
        self.shared.journal.all()
    }

    /// How many requests of one key arrived; exact also where the record has let old ones go.
    pub fn count(&self, key: i16) -> u64 {
        self.shared.journal.count(key)
    }

    pub fn connections_opened(&self, broker: i32) -> u64 {
        self.shared.journal.connections_opened(broker)
    }

    pub fn connections_open(&self, broker: i32) -> u64 {
        self.shared.journal.connections_open(broker)
    }

    /// Starts the record and the totals anew.
    pub fn forget_requests(&self) {
        self.shared.journal.forget();
    }

    /// Waits until this holds, looking again after each request, connection or close. Give it a deadline of your own.
    pub async fn until(&self, holds: impl Fn(&Self) -> bool) {
        let mut changes = self.shared.journal.changes();
        while !holds(self) {
            // The sender lives in `self`, so that this can't fail.
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}
