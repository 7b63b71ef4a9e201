//! What is told of a child to whoever shows it: what it is, how it stands, and which ports of this machine lead where.

use std::{net::SocketAddr, time::SystemTime};

use tokio::sync::watch;
use wire::Address;

/// One child process, now or at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage {
    /// "ssh bastion", "kubectl port-forward pod/kafka-0".
    pub what: String,
    pub state: State,
    /// Since when it is in this state.
    pub since: SystemTime,
    /// While it is there.
    pub pid: Option<u32>,
    /// Which address is reached by which port of this machine; empty unless it is up.
    pub ports: Vec<(Address, SocketAddr)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Starting,
    Up,
    /// Why, in a sentence.
    Ended(String),
}

/// Tells that something changed; what it is now is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Changes(watch::Sender<u64>);

impl Default for Changes {
    fn default() -> Changes {
        Changes(watch::Sender::new(0))
    }
}

impl Changes {
    pub(crate) fn tell(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }

    pub(crate) fn watched(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
