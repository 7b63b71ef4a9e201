//! Examines the way to a cluster step by step: each address that the user gave, then each that the brokers advertise.
//!
//! A client says "can't connect" of a cluster whose bootstrap address works and whose brokers tell it names that this machine
//! doesn't know. Here each step towards each address is a finding of its own, told as it comes. Nothing is sent but the first
//! words of a client, its sign-in, and a look at the brokers that creates nothing; and credentials that were refused are not
//! tried at the next address, because accounts get locked.

mod gate;
mod patient;
mod way;

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinSet,
};
use wire::{Address, Encryption, Error, Meant, Offered, Rewritten, Settings};

pub use wire::{CertificateFacts, Passing, Place, Session, Unnamed, Unpassed, Unreached};

use crate::{Config, shared};
use gate::Gate;
use patient::Patient;

/// So many addresses at once.
const AT_ONCE: usize = 20;
/// Advertised addresses that are examined; a cluster has no more kinds of trouble than this.
pub const MOST_ADVERTISED: usize = 50;

/// Why an address is examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The user gave it.
    Given,
    /// A broker is advertised there.
    Advertised(i32),
}

/// A step towards a broker, in the order in which they are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Name,
    Tcp,
    /// What the set way makes of the address: before the name and TCP, or after them where those are a proxy's.
    Way,
    Tls,
    ApiVersions,
    SignIn,
    Metadata,
}

/// The way to an address, as it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The rule that fits.
    pub rewritten: Option<Rewritten>,
    pub through: Passing,
    /// Whose name is looked up here: the broker's, the one of the rule, or the proxy's.
    pub dialled: Address,
}

/// What is told as it comes.
#[derive(Clone, Debug)]
pub enum Finding {
    /// This address is examined now; the number is what the others name it by.
    Address {
        patient: usize,
        address: Address,
        because: Because,
        way: Way,
    },
    Began {
        patient: usize,
        stage: Stage,
        place: Option<Place>,
    },
    Ended {
        patient: usize,
        stage: Stage,
        place: Option<Place>,
        took: Duration,
        outcome: Box<Outcome>,
    },
    /// It was not this step that failed: an earlier one is told anew.
    Withdrawn {
        patient: usize,
        stage: Stage,
        place: Place,
    },
    /// An address that was given is also the one that this broker advertises.
    IsBroker {
        patient: usize,
        broker: i32,
    },
    /// More brokers are advertised than are examined.
    LeftOut {
        brokers: usize,
    },
}

/// What became of a step.
#[derive(Clone, Debug)]
pub enum Outcome {
    Name {
        found: Result<Vec<Place>, Unnamed>,
        is_address: bool,
    },
    Tcp(Result<(), Unreached>),
    /// The port of this machine that leads there, where somebody forwards one.
    Way {
        way: Way,
        result: Result<Option<Place>, Unpassed>,
    },
    Tls {
        shown: Vec<CertificateFacts>,
        result: Result<Encryption, Error>,
        instead: Option<Instead>,
    },
    ApiVersions {
        result: Result<Arc<Offered>, Error>,
        throttled: bool,
        instead: Option<Instead>,
    },
    SignIn {
        mechanism: &'static str,
        user: String,
        takes: Vec<String>,
        result: Result<Session, Error>,
    },
    /// Not tried, because these credentials were refused there.
    NotSignedIn {
        refused_by: String,
    },
    Metadata {
        result: Result<Seen, Error>,
        throttle: Duration,
        wants: Option<Vec<String>>,
    },
}

/// What a second look found where a broker was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// A listener with TLS, and its certificates.
    Encrypted(Vec<CertificateFacts>),
    /// A Kafka listener without TLS.
    Plain,
    /// "an SSH server".
    Stranger(String),
    /// Something forwards, and what stands behind it does not answer: who that is and what it says of it, where that is known.
    DeadEnd { by: Option<String>, said: Option<String> },
}

/// What a broker says of its cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub cluster_id: Option<String>,
    pub controller: Option<i32>,
    pub brokers: Vec<(i32, Address)>,
}

/// Examines; ends when all is told. Dropped, it stops.
pub async fn examine(config: Config, tell: mpsc::UnboundedSender<Finding>) {
    let settings = shared::settings(&config);
    let ward = Arc::new(Ward { settings, gate: Gate::default(), beds: Semaphore::new(AT_ONCE), tell });
    let given = config.bootstrap;
    let mut examined = JoinSet::new();
    for (patient, address) in given.iter().enumerate() {
        let one = Patient::new(Arc::clone(&ward), patient, address.clone(), None);
        one.announce(Because::Given);
        examined.spawn(one.examine());
    }
    let mut seen: Vec<(usize, Seen)> = Vec::new();
    while let Some(ended) = examined.join_next().await {
        seen.extend(ended.ok().and_then(|(patient, seen)| Some((patient, seen?))));
    }
    // In the order in which they were given, whoever answered first.
    seen.sort_by_key(|(patient, _)| *patient);
    let advertised = advertised(&given, &seen);
    for (patient, broker) in &advertised.given {
        ward.say(Finding::IsBroker { patient: *patient, broker: *broker });
    }
    for (index, (address, meant)) in advertised.others.iter().take(MOST_ADVERTISED).enumerate() {
        let patient = given.len() + index;
        let one = Patient::new(Arc::clone(&ward), patient, address.clone(), Some(meant.clone()));
        one.announce(Because::Advertised(meant.broker));
        examined.spawn(one.examine());
    }
    let left_out = advertised.others.len().saturating_sub(MOST_ADVERTISED);
    if left_out > 0 {
        ward.say(Finding::LeftOut { brokers: left_out });
    }
    while examined.join_next().await.is_some() {}
}

/// What all patients share.
struct Ward {
    settings: Settings,
    gate: Gate,
    beds: Semaphore,
    tell: mpsc::UnboundedSender<Finding>,
}

impl Ward {
    fn say(&self, finding: Finding) {
        // Nobody listens any more: it is about to be stopped.
        let _ = self.tell.send(finding);
    }
}

#[derive(Debug, Default)]
struct Advertised {
    /// Given addresses that are advertised too.
    given: Vec<(usize, i32)>,
    others: Vec<(Address, Meant)>,
}

fn advertised(given: &[Address], seen: &[(usize, Seen)]) -> Advertised {
    let same =
        |one: &Address, other: &Address| one.port == other.port && one.host.eq_ignore_ascii_case(&other.host);
    let mut all = Advertised::default();
    for (_, seen) in seen {
        for (broker, address) in &seen.brokers {
            if let Some(patient) = given.iter().position(|one| same(one, address)) {
                if !all.given.iter().any(|(known, _)| *known == patient) {
                    all.given.push((patient, *broker));
                }
            } else if !all.others.iter().any(|(known, _)| same(known, address)) {
                let cluster_id = seen.cluster_id.clone().unwrap_or_default();
                all.others.push((address.clone(), Meant { cluster_id, broker: *broker }));
            }
        }
    }
    all
}
