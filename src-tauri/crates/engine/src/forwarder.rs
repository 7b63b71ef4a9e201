//! The program of the user's that forwards ports for one connection: nothing is started before a broker is dialled, and all of it ends
//! with the connection.

use std::sync::Arc;

use admin::{Address, Forward};
use contract::{Forwarded, Passage, PassageState, Through};
use port_forward::{Kubectl, Programs, Ssh, State};
use tokio::sync::watch;

use crate::clock::millis;

/// What forwards.
#[derive(Clone, Debug)]
pub(crate) enum Forwarder {
    Ssh(Arc<Ssh>),
    Kubectl(Arc<Kubectl>),
}

impl Forwarder {
    /// What this way wants, `None` where nothing forwards. The error is a sentence.
    pub(crate) fn of(through: &Through, programs: &Programs) -> Result<Option<Forwarder>, String> {
        let refused = |why: port_forward::Refused| full_stop(&capital(&why.to_string()));
        let (forwarder, missing) = match through {
            Through::Nothing | Through::Socks5 { .. } => return Ok(None),
            Through::Ssh { host } if host.trim().is_empty() => {
                return Err("There is no jump host. Type it as after ssh: bastion, or me@bastion.".to_owned());
            }
            Through::Ssh { host } => {
                let ssh = Ssh::among(programs.clone(), host.trim()).map_err(refused)?;
                let missing = ssh.missing();
                (Forwarder::Ssh(Arc::new(ssh)), missing)
            }
            Through::Kubectl { context, namespace } => {
                let kubectl =
                    Kubectl::among(programs.clone(), context.trim(), namespace.trim()).map_err(refused)?;
                let missing = kubectl.missing();
                (Forwarder::Kubectl(Arc::new(kubectl)), missing)
            }
        };
        match missing {
            None => Ok(Some(forwarder)),
            Some(why) => Err(full_stop(&capital(&why))),
        }
    }

    pub(crate) fn as_forward(&self) -> Arc<dyn Forward> {
        match self {
            Forwarder::Ssh(ssh) => Arc::clone(ssh) as Arc<dyn Forward>,
            Forwarder::Kubectl(kubectl) => Arc::clone(kubectl) as Arc<dyn Forward>,
        }
    }

    /// What there is before anything was started.
    fn idle(&self) -> Passage {
        let what = self.as_forward().name();
        Passage { what, state: PassageState::Idle, pid: None, ports: Vec::new(), more: 0 }
    }

    /// Each process with its state and its ports; `of` tells whose a forwarded address is, and under which it is known.
    pub(crate) fn passages(&self, of: impl Fn(&Address) -> Option<(Option<i32>, Address)>) -> Vec<Passage> {
        let states = match self {
            Forwarder::Ssh(ssh) => ssh.states(),
            Forwarder::Kubectl(kubectl) => kubectl.states(),
        };
        if states.is_empty() {
            return vec![self.idle()];
        }
        let port = |to: Address, place: String| {
            let (broker, address) = of(&to).unwrap_or((None, to));
            Forwarded { broker, address: address.to_string(), place }
        };
        let passages = states.into_iter().map(|passage| {
            let since = millis(passage.since);
            Passage {
                what: passage.what,
                state: match passage.state {
                    State::Starting => PassageState::Starting { since },
                    State::Up => PassageState::Up { since },
                    State::Ended(why) => PassageState::Ended { since, why: full_stop(&capital(&why)) },
                },
                pid: passage.pid,
                ports: passage.ports.into_iter().map(|(to, place)| port(to, place.to_string())).collect(),
                more: 0,
            }
        });
        passages.collect()
    }

    /// Changes whenever `passages` has something new.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        match self {
            Forwarder::Ssh(ssh) => ssh.changes(),
            Forwarder::Kubectl(kubectl) => kubectl.changes(),
        }
    }

    /// Ends its processes, and waits until they are gone.
    pub(crate) async fn end(&self) {
        match self {
            Forwarder::Ssh(ssh) => ssh.close().await,
            Forwarder::Kubectl(kubectl) => kubectl.close().await,
        }
    }
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    // The name of a program keeps its small letters.
    if ["ssh", "kubectl"].iter().any(|name| words.starts_with(name)) {
        return words.to_owned();
    }
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn full_stop(words: &str) -> String {
    if words.ends_with(['.', '?', '!', '…']) { words.to_owned() } else { format!("{words}.") }
}
