//! How to reach a cluster: where to start, what to allow, how long to wait.
//!
//! Read-only is the default, so that forgetting to decide can't harm a cluster.

use std::{fmt, sync::Arc, time::Duration};

use wire::{Address, Reach, Resolve, SignIn, SystemResolver, Tls};

use crate::Observer;

/// How to reach a cluster and how long to wait for it.
#[derive(Clone)]
pub struct Config {
    /// What the user typed; never forgotten.
    pub bootstrap: Vec<Address>,
    /// Refuse, before anything is sent, every request that could change the cluster.
    pub read_only: bool,
    pub client_id: String,
    /// One dial: name, TCP, TLS, the first exchange and signing in together.
    pub setup_timeout: Duration,
    /// One call of `send` that reads, with everything it waits for.
    pub read_timeout: Duration,
    /// One call of `send` that could write.
    pub write_timeout: Duration,
    /// One attempt within a call.
    pub attempt_timeout: Duration,
    /// Turns names into addresses, at each connect.
    pub resolver: Arc<dyn Resolve>,
    /// How to encrypt, where the listeners want it; the same for all brokers.
    pub tls: Option<Tls>,
    /// Who we are, where the listeners ask for it.
    pub sign_in: Option<SignIn>,
    /// The way to brokers that can't be dialled by the addresses which they advertise.
    pub reach: Reach,
    pub observer: Option<Arc<dyn Observer>>,
}

impl Config {
    #[must_use]
    pub fn new(bootstrap: Vec<Address>) -> Config {
        Config {
            bootstrap,
            read_only: true,
            client_id: "brokerscope".to_owned(),
            setup_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(60),
            attempt_timeout: Duration::from_secs(10),
            resolver: Arc::new(SystemResolver),
            tls: None,
            sign_in: None,
            reach: Reach::default(),
            observer: None,
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("bootstrap", &self.bootstrap)
            .field("read_only", &self.read_only)
            .field("tls", &self.tls)
            .field("sign_in", &self.sign_in)
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}
