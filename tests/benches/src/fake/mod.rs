//! The cluster that ours and the peers all talk to: loopback sockets that serve replies made beforehand, as fast as a
//! thread can write them. A cluster that builds its replies per request would measure itself; one that knew who asks
//! could favour somebody. It runs in threads of its own in the same process, the same for everybody, and speaks each api
//! in whatever version it is asked in.

mod answers;
mod broker;
mod frame;
mod layout;
mod replies;

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI32, AtomicU64, Ordering},
    },
};

pub use frame::Asked;
pub use layout::{Layout, name as topic_name};

use answers::Answers;
use broker::Listening;

/// Api keys that the rows count or hurt.
pub mod key {
    pub const LIST_OFFSETS: i16 = 2;
    pub const METADATA: i16 = 3;
    pub const FIND_COORDINATOR: i16 = 10;
    pub const DESCRIBE_GROUPS: i16 = 15;
    pub const API_VERSIONS: i16 = 18;
    pub const CREATE_TOPICS: i16 = 19;
}

/// A running cluster; it ends when it is dropped.
pub struct Fake {
    shared: Arc<Shared>,
    listening: Mutex<Vec<Arc<Listening>>>,
    /// Moved away from and still there, saying nothing.
    left: Mutex<Vec<Arc<Listening>>>,
    /// An address that leads to some broker whatever moves, as a service's name does.
    service: Option<Arc<Listening>>,
}

/// What the threads of all brokers share.
pub struct Shared {
    answers: Answers,
    received: [AtomicU64; 128],
    accepted: AtomicU64,
    /// The api key whose requests make the connection drop without a reply; -1: none.
    dropping: AtomicI32,
    /// The api key whose requests get no reply, the connection staying open; -1: none.
    ignoring: AtomicI32,
}

impl Fake {
    /// Brokers as the layout says, on free ports.
    pub fn start(layout: Layout) -> io::Result<Fake> {
        Fake::start_with(layout, false)
    }

    /// Beside the brokers an address that always leads to one of them.
    pub fn start_behind_a_service(layout: Layout) -> io::Result<Fake> {
        Fake::start_with(layout, true)
    }

    fn start_with(layout: Layout, service: bool) -> io::Result<Fake> {
        let brokers = layout.brokers;
        let shared = Arc::new(Shared {
            answers: Answers::new(layout),
            received: [const { AtomicU64::new(0) }; 128],
            accepted: AtomicU64::new(0),
            dropping: AtomicI32::new(-1),
            ignoring: AtomicI32::new(-1),
        });
        let listening = (1..=brokers).map(|id| Listening::open(id, Arc::clone(&shared)));
        let listening = listening.collect::<io::Result<Vec<_>>>()?;
        for broker in &listening {
            shared.answers.place(broker.id(), broker.address());
        }
        let service = if service { Some(Listening::open(1, Arc::clone(&shared))?) } else { None };
        Ok(Fake { shared, listening: Mutex::new(listening), left: Mutex::default(), service })
    }

    /// The addresses of all brokers, in order.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.listening.lock().unwrap().iter().map(|broker| broker.address()).collect()
    }

    /// Three of them, as a user would type, or the service's.
    pub fn bootstrap(&self) -> Vec<String> {
        match &self.service {
            Some(service) => vec![service.address().to_string()],
            None => self.addresses().iter().take(3).map(SocketAddr::to_string).collect(),
        }
    }

    /// How many requests of this api arrived, at all brokers together.
    pub fn received(&self, key: i16) -> u64 {
        self.shared.received[key as usize].load(Ordering::Relaxed)
    }

    /// How many sockets were opened to any broker.
    pub fn accepted(&self) -> u64 {
        self.shared.accepted.load(Ordering::Relaxed)
    }

    /// Drops connections on which a request of this api arrives.
    pub fn drop_on(&self, key: Option<i16>) {
        self.shared.dropping.store(key.map_or(-1, i32::from), Ordering::Relaxed);
    }

    /// Leaves requests of this api without a reply.
    pub fn ignore(&self, key: Option<i16>) {
        self.shared.ignoring.store(key.map_or(-1, i32::from), Ordering::Relaxed);
    }

    /// Closes a broker's port and all its sockets. Nobody else takes over until `lead_elsewhere`.
    pub fn stop(&self, id: i32) {
        let all = self.listening.lock().unwrap();
        if let Some(broker) = all.iter().find(|broker| broker.id() == id) {
            broker.stop();
        }
    }

    /// What this broker led is led by the next one from now on, and it is no longer listed.
    pub fn lead_elsewhere(&self, id: i32) {
        self.shared.answers.remove(id);
    }

    /// A broker that accepts and says nothing from now on, on old sockets too.
    pub fn mute(&self, id: i32) {
        let all = self.listening.lock().unwrap();
        if let Some(broker) = all.iter().find(|broker| broker.id() == id) {
            broker.mute();
        }
    }

    /// All brokers get new addresses. Their old ports are closed with all sockets, or stay and say nothing.
    pub fn move_all(&self, old: Old) -> io::Result<()> {
        let mut all = self.listening.lock().unwrap();
        let moved = all.iter().map(|broker| Listening::open(broker.id(), Arc::clone(&self.shared)));
        let moved = moved.collect::<io::Result<Vec<_>>>()?;
        for broker in &moved {
            self.shared.answers.place(broker.id(), broker.address());
        }
        for broker in all.iter() {
            match old {
                Old::Refused => broker.stop(),
                Old::Mute => broker.mute(),
            }
        }
        self.left.lock().unwrap().append(&mut all);
        *all = moved;
        Ok(())
    }

    /// The reply's body as it goes over the wire, for those who read it without a socket.
    pub fn body(&self, asked: Asked) -> Arc<[u8]> {
        self.shared.answers.body(&asked)
    }
}

/// What is left behind at an address from which a broker moved away.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Old {
    Refused,
    Mute,
}

impl Drop for Fake {
    fn drop(&mut self) {
        for broker in self.listening.get_mut().unwrap().drain(..) {
            broker.stop();
        }
        for broker in self.left.get_mut().unwrap().drain(..) {
            broker.stop();
        }
        if let Some(service) = &self.service {
            service.stop();
        }
    }
}
