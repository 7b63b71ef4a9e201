//! The user's own `kubectl port-forward`: one child for each address that is asked for, with a port of this machine that it chose.
//!
//! The context, the log-in and the rights are the user's own, as in a terminal; nothing is passed to it but the names.

mod run;
mod target;

use std::{collections::BTreeMap, fmt, net::SocketAddr, sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::sync::watch;
use wire::{Address, Forward, PlaceFuture};

use self::target::Target;
use crate::{
    Passage, Programs, Refused,
    attempt::{Attempt, Outcome, closed},
    living::Living,
    passage::Changes,
    words::Words,
};

/// Children at most. A cluster says which addresses there are; one that names thousands must not start as many processes.
const MOST: usize = 100;
/// How long one may take until it has a port. A log-in of a cloud takes seconds; what takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// `kubectl` for one context and namespace. Dropped, it ends all children that it started.
pub struct Kubectl {
    shared: Arc<Shared>,
}

struct Shared {
    programs: Programs,
    /// Empty: the current one.
    context: String,
    /// Empty: the context's own.
    namespace: String,
    patience: Duration,
    living: Living,
    changes: Changes,
    lines: Mutex<Lines>,
}

#[derive(Default)]
struct Lines {
    closed: bool,
    of: BTreeMap<Address, Line>,
}

/// One child and what it said.
struct Line {
    what: String,
    attempt: Attempt<SocketAddr>,
    words: Arc<Words>,
}

impl Kubectl {
    /// By its context (empty: the current one) and namespace (empty: the context's own).
    ///
    /// # Errors
    /// A name that can't be one.
    pub fn new(context: &str, namespace: &str) -> Result<Kubectl, Refused> {
        Kubectl::among(Programs::on_path(), context, namespace)
    }

    /// The same with the programs of other folders.
    ///
    /// # Errors
    /// A name that can't be one.
    pub fn among(programs: Programs, context: &str, namespace: &str) -> Result<Kubectl, Refused> {
        if context.starts_with('-') || context.chars().any(char::is_control) {
            return Err(Refused(format!(
                "“{}” can't be a context of kubectl; `kubectl config get-contexts` lists yours",
                context.escape_default()
            )));
        }
        if !namespace.is_empty() && !target::is_label(namespace) {
            return Err(Refused(format!(
                "“{}” can't be a namespace: those are small letters, digits and “-”, 63 at most",
                namespace.escape_default()
            )));
        }
        Ok(Kubectl {
            shared: Arc::new(Shared {
                programs,
                context: context.to_owned(),
                namespace: namespace.to_owned(),
                patience: PATIENCE,
                living: Living::default(),
                changes: Changes::default(),
                lines: Mutex::default(),
            }),
        })
    }

    /// Gives up on a child that has no port after this time, instead of a minute.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Kubectl {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.patience = patience;
        }
        self
    }

    /// Why none can be started, if that is known before.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        self.shared.programs.find("kubectl").err()
    }

    /// All children and those that ended.
    #[must_use]
    pub fn states(&self) -> Vec<Passage> {
        let lines = self.shared.lines.lock();
        let passage = |(address, line): (&Address, &Line)| {
            let ports = line.attempt.up().map(|place| (address.clone(), place));
            line.attempt.passage(line.what.clone(), ports.into_iter().collect())
        };
        lines.of.iter().map(passage).collect()
    }

    /// Changes whenever `states` has something new.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.watched()
    }

    /// Ends all children and waits until they are gone; nothing is started afterwards.
    pub async fn close(&self) {
        self.shared.close();
        self.shared.living.none().await;
    }
}

impl Drop for Kubectl {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl Shared {
    fn close(&self) {
        let mut lines = self.lines.lock();
        lines.closed = true;
        lines.of.clear();
        drop(lines);
        self.changes.tell();
    }

    /// The run that leads to this address, begun when there is none.
    fn line(&self, to: &Address) -> Result<Outcome<SocketAddr>, String> {
        let target = Target::of(to, &self.namespace)?;
        let mut lines = self.lines.lock();
        if lines.closed {
            return Err(closed());
        }
        if let Some(line) = lines.of.get(to).filter(|line| !line.attempt.is_over()) {
            return Ok(line.attempt.outcome());
        }
        if lines.of.len() >= MOST {
            lines.of.retain(|_, line| !line.attempt.is_over());
        }
        if lines.of.len() >= MOST {
            return Err(format!("{MOST} processes of kubectl run for this connection; no more are started"));
        }
        let words = Arc::new(Words::default());
        let what = format!("kubectl port-forward {}", target.resource);
        let run = run::Run {
            what: what.clone(),
            order: run::order(&self.programs, &self.context, &target)?,
            patience: self.patience,
            living: self.living.clone(),
            words: Arc::clone(&words),
        };
        let attempt = Attempt::begin(&self.changes, |course| run.through(course));
        let outcome = attempt.outcome();
        lines.of.insert(to.clone(), Line { what, attempt, words });
        Ok(outcome)
    }
}

impl Forward for Kubectl {
    fn place(&self, to: &Address) -> PlaceFuture {
        let shared = Arc::clone(&self.shared);
        let to = lowered(to);
        Box::pin(async move { shared.line(&to)?.await })
    }

    fn said(&self, to: &Address) -> Option<String> {
        let lines = self.shared.lines.lock();
        let line = lines.of.get(&lowered(to))?;
        line.attempt.why().or_else(|| line.words.lately())
    }

    fn name(&self) -> String {
        let Shared { context, namespace, .. } = &*self.shared;
        match (namespace.as_str(), context.as_str()) {
            ("", "") => "kubectl".to_owned(),
            ("", context) => format!("kubectl in {context}"),
            (namespace, _) => format!("kubectl in {namespace}"),
        }
    }
}

impl fmt::Debug for Kubectl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kubectl").field(&self.name()).finish()
    }
}

/// Names are the same in capitals and small letters, and with the dot of the root.
fn lowered(address: &Address) -> Address {
    Address { host: address.host.trim_end_matches('.').to_ascii_lowercase(), port: address.port }
}
