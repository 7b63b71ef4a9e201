//! The user's own `ssh` to a jump host: one sign-in, and for each broker a port of this machine that leads to it and to nothing
//! else.
//!
//! A port that leads anywhere (`-D`) would be an open door for every program of this machine. The user's configuration, agent
//! and known hosts count as in a terminal, and no check of theirs is switched off.

mod alone;
mod chatter;
mod host;
mod master;
mod options;
mod socket;
mod why;

use std::{collections::BTreeMap, fmt, net::SocketAddr, sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::sync::watch;
use wire::{Address, Forward, PlaceFuture};

use self::{chatter::Chatter, master::Master};
use crate::{
    Passage, Programs, Refused,
    attempt::{Attempt, Outcome, closed},
    living::Living,
    passage::Changes,
};

/// Ports at most. A cluster says which addresses there are; one that names thousands must not take all ports of this machine.
const MOST: usize = 1000;
/// How long a sign-in may take: through several hosts, with a key that wants to be touched.
const PATIENCE: Duration = Duration::from_secs(60);

/// `ssh` to one host. Dropped, it ends all children that it started.
pub struct Ssh {
    shared: Arc<Shared>,
}

struct Shared {
    means: Means,
    sharing: Sharing,
    changes: Changes,
    lines: Mutex<Lines>,
}

/// What each run needs.
#[derive(Clone)]
struct Means {
    programs: Programs,
    host: String,
    patience: Duration,
    living: Living,
}

/// Whether one ssh serves all brokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// A master that others tell to open ports.
    Master,
    /// That of Windows has no master: each broker has its own, with a sign-in for each.
    Alone,
}

#[derive(Default)]
struct Lines {
    closed: bool,
    master: Option<Master>,
    alone: BTreeMap<Address, Alone>,
}

/// An ssh for one broker.
struct Alone {
    attempt: Attempt<SocketAddr>,
    chatter: Arc<Chatter>,
}

impl Ssh {
    /// By the name that `ssh` knows: "bastion", "me@bastion", "ssh://me@bastion:2222".
    ///
    /// # Errors
    /// A name that can't be passed to it.
    pub fn new(host: &str) -> Result<Ssh, Refused> {
        Ssh::among(Programs::on_path(), host)
    }

    /// The same with the programs of other folders.
    ///
    /// # Errors
    /// A name that can't be passed to it.
    pub fn among(programs: Programs, host: &str) -> Result<Ssh, Refused> {
        let host = host::check(host)?.to_owned();
        let means = Means { programs, host, patience: PATIENCE, living: Living::default() };
        let sharing = if cfg!(windows) { Sharing::Alone } else { Sharing::Master };
        let shared = Shared { means, sharing, changes: Changes::default(), lines: Mutex::default() };
        Ok(Ssh { shared: Arc::new(shared) })
    }

    /// Gives up on one that is not signed in after this time, instead of a minute.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Ssh {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.means.patience = patience;
        }
        self
    }

    /// As for an `ssh` that can be no master: one for each broker.
    #[must_use]
    pub fn one_for_each(mut self) -> Ssh {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.sharing = Sharing::Alone;
        }
        self
    }

    /// Why none can be started, if that is known before.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        self.shared.means.programs.find("ssh").err()
    }

    /// All children and those that ended.
    #[must_use]
    pub fn states(&self) -> Vec<Passage> {
        let lines = self.shared.lines.lock();
        let what = self.name();
        let alone = lines.alone.iter().map(|(address, alone)| {
            let ports = alone.attempt.up().map(|place| (address.clone(), place));
            alone.attempt.passage(format!("{what} for {address}"), ports.into_iter().collect())
        });
        lines.master.iter().map(|master| master.passage(what.clone())).chain(alone).collect()
    }

    /// Changes whenever `states` has something new.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.watched()
    }

    /// Ends all children and waits until they are gone; nothing is started afterwards.
    pub async fn close(&self) {
        self.shared.close();
        self.shared.means.living.none().await;
    }
}

impl Drop for Ssh {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl Shared {
    fn close(&self) {
        let mut lines = self.lines.lock();
        lines.closed = true;
        lines.master = None;
        lines.alone.clear();
        drop(lines);
        self.changes.tell();
    }

    /// The run that leads to this address, begun when there is none.
    fn line(&self, to: &Address) -> Result<Outcome<SocketAddr>, String> {
        let far = host::forwardable(to)?;
        let mut lines = self.lines.lock();
        if lines.closed {
            return Err(closed());
        }
        match self.sharing {
            Sharing::Master => {
                if lines.master.as_ref().is_some_and(Master::is_over) {
                    lines.master = None;
                }
                let master = match &mut lines.master {
                    Some(master) => master,
                    none => none.insert(Master::begin(&self.means, &self.changes)?),
                };
                master.port(to, far, &self.means, &self.changes)
            }
            Sharing::Alone => self.alone(&mut lines.alone, to, far),
        }
    }

    fn alone(
        &self,
        alone: &mut BTreeMap<Address, Alone>,
        to: &Address,
        far: String,
    ) -> Result<Outcome<SocketAddr>, String> {
        if let Some(known) = alone.get(to).filter(|known| !known.attempt.is_over()) {
            return Ok(known.attempt.outcome());
        }
        if alone.len() >= MOST {
            alone.retain(|_, known| !known.attempt.is_over());
        }
        if alone.len() >= MOST {
            return Err(too_many());
        }
        let chatter = Arc::new(Chatter::default());
        let run = alone::Run::new(&self.means, far, Arc::clone(&chatter))?;
        let attempt = Attempt::begin(&self.changes, |course| run.through(course));
        let outcome = attempt.outcome();
        alone.insert(to.clone(), Alone { attempt, chatter });
        Ok(outcome)
    }
}

fn too_many() -> String {
    format!("{MOST} ports are forwarded for this connection; no more are opened")
}

impl Forward for Ssh {
    fn place(&self, to: &Address) -> PlaceFuture {
        let shared = Arc::clone(&self.shared);
        let to = to.clone();
        Box::pin(async move { shared.line(&to)?.await })
    }

    fn said(&self, to: &Address) -> Option<String> {
        let lines = self.shared.lines.lock();
        if let Some(alone) = lines.alone.get(to) {
            let refused = alone.attempt.up().and_then(|place| alone.chatter.refused(place.port()));
            return refused.map(|why| self.refusal(to, &why)).or_else(|| alone.attempt.why());
        }
        let master = lines.master.as_ref()?;
        master.refused(to).map(|why| self.refusal(to, &why)).or_else(|| master.why(&self.name()))
    }

    fn name(&self) -> String {
        format!("ssh {}", self.shared.means.host)
    }
}

impl Ssh {
    fn refusal(&self, to: &Address, why: &str) -> String {
        why::refused(&self.shared.means.host, to, why)
    }
}

impl fmt::Debug for Ssh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ssh").field(&self.shared.means.host).finish()
    }
}
