//! What recovery needs beside brokers: a listener that can be turned elsewhere, frozen or shut while brokers go on, and a
//! name service that says what the test wants.

use std::{
    collections::BTreeMap,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use meta::{Cluster, Config, Found, Resolve};
use mock_cluster::{MockCluster, Port};
use parking_lot::Mutex;
use support::ground::config;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// Long enough that a test which waits for it would hang.
pub const FOREVER: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Leads there.
    To(SocketAddr),
    /// Takes connections and bytes and says nothing, also on connections that were open before.
    Mute,
}

/// An address before a broker, as a load balancer or a forwarded port is. Dropped, it refuses.
pub struct Front {
    pub address: SocketAddr,
    mode: watch::Sender<Mode>,
    taken: Arc<Mutex<Vec<Instant>>>,
    task: JoinHandle<()>,
}

impl Front {
    pub async fn new(mode: Mode) -> Front {
        Front::at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), mode).await
    }

    /// At an address that somebody else may just have left.
    pub async fn at(address: SocketAddr, mode: Mode) -> Front {
        let listener = loop {
            match TcpListener::bind(address).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                bound => break bound.unwrap(),
            }
        };
        let address = listener.local_addr().unwrap();
        let (mode, seen) = watch::channel(mode);
        let taken = Arc::<Mutex<Vec<Instant>>>::default();
        let task = tokio::spawn(serve(listener, seen, Arc::clone(&taken)));
        Front { address, mode, taken, task }
    }

    pub fn turn(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }

    /// When connections were taken.
    pub fn taken(&self) -> Vec<Instant> {
        self.taken.lock().clone()
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, mode: watch::Receiver<Mode>, taken: Arc<Mutex<Vec<Instant>>>) {
    let mut open = tokio::task::JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        taken.lock().push(Instant::now());
        open.spawn(carry(stream, mode.clone()));
    }
}

async fn carry(mut near: TcpStream, mut mode: watch::Receiver<Mode>) {
    let _ = near.set_nodelay(true);
    let to = *mode.borrow_and_update();
    let Mode::To(to) = to else { return keep(near).await };
    let Ok(mut far) = TcpStream::connect(to).await else { return };
    let _ = far.set_nodelay(true);
    let muted = async {
        let _ = mode.wait_for(|mode| *mode == Mode::Mute).await;
    };
    tokio::select! {
        _ = copy_bidirectional(&mut near, &mut far) => {}
        () = muted => keep((near, far)).await,
    }
}

async fn keep<T>(_open: T) {
    std::future::pending().await
}

/// A name service. A name that it doesn't know doesn't exist.
#[derive(Debug, Default)]
pub struct Names {
    known: Mutex<BTreeMap<String, Option<Vec<SocketAddr>>>>,
    asked: AtomicUsize,
}

impl Names {
    pub fn new() -> Arc<Names> {
        Arc::default()
    }

    /// From now on the name has these addresses, in this order.
    pub fn set(&self, name: &str, addresses: &[SocketAddr]) {
        self.known.lock().insert(name.to_owned(), Some(addresses.to_vec()));
    }

    /// From now on a look-up of this name never ends.
    pub fn hang(&self, name: &str) {
        self.known.lock().insert(name.to_owned(), None);
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Resolve for Names {
    fn resolve(&self, host: &str, _: u16) -> Found {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let known = self.known.lock().get(host).cloned();
        Box::pin(async move {
            match known {
                Some(Some(found)) => Ok(found),
                Some(None) => std::future::pending().await,
                None => Err(io::Error::new(io::ErrorKind::NotFound, "no such name")),
            }
        })
    }
}

/// Where a broker really listens, whatever it advertises later.
pub fn place(mock: &MockCluster, broker: i32) -> SocketAddr {
    mock.broker_addresses()[&broker].parse().unwrap()
}

/// Each broker advertises a front of its own.
pub async fn behind_fronts(mock: &MockCluster) -> Vec<Front> {
    let mut fronts = Vec::new();
    for broker in 1..=3 {
        let front = Front::new(Mode::To(place(mock, broker))).await;
        mock.state().advertise(broker, "127.0.0.1", front.address.port()).unwrap();
        fronts.push(front);
    }
    fronts
}

/// Where all brokers really listen.
pub fn homes(mock: &MockCluster) -> [SocketAddr; 3] {
    [1, 2, 3].map(|broker| place(mock, broker))
}

/// From now on the brokers advertise where they really listen.
pub fn go_home(mock: &MockCluster, homes: &[SocketAddr; 3]) {
    for (broker, home) in (1..).zip(homes) {
        mock.state().advertise(broker, "127.0.0.1", home.port()).unwrap();
    }
}

/// All brokers come back at other ports; the old ones refuse.
pub async fn move_all(mock: &MockCluster) {
    for broker in 1..=3 {
        mock.start_broker(broker, Port::New).await.unwrap();
    }
}

/// A handle that nothing is known through yet, and that waits for nothing but answers.
pub fn patient(bootstrap: &str, names: &Arc<Names>) -> Config {
    let names: Arc<dyn Resolve> = Arc::clone(names) as _;
    Config { resolver: names, setup_timeout: FOREVER, attempt_timeout: FOREVER, ..config(bootstrap) }
}

/// Which addresses the handle has sockets to, or is dialling.
pub fn used(cluster: &Cluster) -> Vec<String> {
    let busy = |state: &str| matches!(state, "ready" | "connecting");
    let used = cluster.connections().into_iter().filter(|line| busy(&line.state));
    used.map(|line| line.address).collect()
}
