//! The names that only the private network knows, and where their owners really listen.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use meta::{Found, Resolve};
use mock_cluster::MockCluster;
use parking_lot::Mutex;

/// "kafka-1.internal:9092" and the like. Clones are the same network.
#[derive(Clone, Debug, Default)]
pub struct Network(Arc<Mutex<BTreeMap<String, String>>>);

impl Network {
    /// Each broker of this cluster gets a name of the network and advertises that from now on.
    pub fn around(mock: &MockCluster) -> Network {
        let network = Network::default();
        for (broker, address) in mock.broker_addresses() {
            let host = format!("kafka-{broker}.internal");
            mock.state().advertise(broker, &host, 9092).unwrap();
            network.put(&format!("{host}:9092"), &address);
        }
        network
    }

    pub fn put(&self, name: &str, address: &str) {
        self.0.lock().insert(name.to_owned(), address.to_owned());
    }

    pub fn forget(&self, name: &str) {
        self.0.lock().remove(name);
    }

    pub fn at(&self, name: &str) -> Option<String> {
        self.0.lock().get(name).cloned()
    }

    /// All names, as somebody would type them.
    pub fn bootstrap(&self) -> String {
        self.0.lock().keys().cloned().collect::<Vec<_>>().join(",")
    }

    /// A rule for each name, as somebody would write them who has made a tunnel to each.
    pub fn rules(&self) -> Vec<(String, String)> {
        self.0.lock().iter().map(|(name, address)| (name.clone(), address.clone())).collect()
    }
}

/// A name service outside of the network: it knows nothing, and counts who asks.
#[derive(Debug, Default)]
pub struct NoNames(AtomicUsize);

impl NoNames {
    pub fn asked(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Resolve for NoNames {
    fn resolve(&self, host: &str, _port: u16) -> Found {
        self.0.fetch_add(1, Ordering::Relaxed);
        let why = io::Error::other(format!("{host}: Name or service not known"));
        Box::pin(async move { Err(why) })
    }
}
