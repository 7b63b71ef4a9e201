//! Where a request would go and why, told without sending: the same table, the same view and the same pool as a send.
//!
//! It is what makes routing something to look at instead of something to believe.

use wire::{ApiKey, Error, ErrorCode, gate};

use crate::{
    By, Class, Coordinates, Key, Route, Snapshot, Spread,
    coordinators::{Wanted, absent, topic_of},
    pool::{Endpoint, Lane},
    routing::route,
    send::{controller, leader},
    shared::Shared,
};

/// Where a request would go and why, told without sending.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub api: ApiKey,
    pub route: Route,
    pub could_write: bool,
    /// Why it would be refused here: the gate, or a key that does not fit.
    pub refused: Option<Error>,
    pub targets: Vec<Target>,
    pub why: String,
}

/// One broker that would be asked.
#[derive(Clone, Debug)]
pub struct Target {
    pub broker: Option<i32>,
    pub address: String,
    /// "connected, offers v0 to v5", "not connected", "backing off: refused".
    pub state: String,
    pub why: String,
}

const UNKNOWN_TOPIC: ErrorCode = ErrorCode::UNKNOWN_TOPIC_OR_PARTITION;

/// How many brokers are named for a request that any of them can answer: where it goes, and where it goes then.
const ALTERNATIVES: usize = 3;

pub(crate) fn explain(shared: &Shared, api: ApiKey, key: &Key) -> Explanation {
    let route = route(api);
    let could_write = gate::could_write(api);
    let refused = shared.admit(api, could_write, key).err();
    let snapshot = shared.snapshot.load();
    let (whom, why) = whom(shared, &snapshot, api, key);
    let targets =
        whom.into_iter().map(|(endpoint, why)| target(shared, &snapshot, endpoint, api, why)).collect();
    Explanation { api, route, could_write, refused, targets, why }
}

fn target(shared: &Shared, snapshot: &Snapshot, endpoint: Endpoint, api: ApiKey, why: String) -> Target {
    let (address, state) = shared.pool.describe(&endpoint, api, Lane::of(api)).unwrap_or_else(|| {
        let broker = endpoint.broker().and_then(|id| snapshot.broker(id));
        let address = broker.map_or(String::new(), |broker| format!("{}:{}", broker.host, broker.port));
        (address, "not in the cluster's list of brokers".to_owned())
    });
    Target { broker: endpoint.broker(), address, state, why }
}

/// Which endpoints, each with its reason, and the reason as a whole.
fn whom(shared: &Shared, snapshot: &Snapshot, api: ApiKey, key: &Key) -> (Vec<(Endpoint, String)>, String) {
    let route = route(api);
    if !route.sent {
        return (
            Vec::new(),
            "Clients don't send it: it is spoken in hand-shakes or among brokers.".to_owned(),
        );
    }
    let one = |id: i32, why: &str| vec![(Endpoint::Node(id), why.to_owned())];
    match (key, route.class) {
        (Key::Broker(id), _) => (one(*id, "named by the caller"), "The caller names the broker.".to_owned()),
        (Key::Group(id), _) => coordinator(shared, snapshot, Coordinates::Group, id, "group"),
        (Key::Transaction(id), _) => {
            coordinator(shared, snapshot, Coordinates::Transaction, id, "transactional id")
        }
        (Key::Partition(topic, index), _) => match leader(snapshot, topic, *index) {
            Ok(id) => (
                one(id, &format!("leads {topic}-{index}")),
                "The leader of the partition answers it; the snapshot names it.".to_owned(),
            ),
            Err(error) => (Vec::new(), format!("The leader would be looked up first: {error}.")),
        },
        (Key::None, _) if route.spread == Spread::EachBroker => {
            let all = snapshot.brokers().iter();
            let all = all.map(|broker| (Endpoint::Node(broker.id), "answers for itself only".to_owned()));
            let why = "Each broker answers for itself, so all are asked and the replies are put together.";
            (all.collect(), why.to_owned())
        }
        (Key::None, Class::Any) => any(shared, route, Lane::of(api)),
        (Key::None, Class::Controller) => match controller(snapshot) {
            Ok(id) => (
                one(id, "the controller by the last metadata"),
                "The controller answers it; with KRaft, metadata names some broker, which forwards it."
                    .to_owned(),
            ),
            Err(error) => (Vec::new(), format!("The controller would be looked up first: {error}.")),
        },
        (Key::None, Class::Coordinator(of)) => {
            let what = match of {
                Coordinates::Group => "group",
                Coordinates::Transaction => "transactional id",
            };
            (Vec::new(), format!("Split by {what}; each part goes to that {what}'s coordinator."))
        }
        (Key::None, Class::Specific(By::PartitionLeader)) => {
            (Vec::new(), "Split by partition; each part goes to the leaders of its partitions.".to_owned())
        }
        (Key::None, Class::Specific(By::Caller)) => {
            (Vec::new(), "Split by the broker that each part of the body names.".to_owned())
        }
    }
}

fn any(shared: &Shared, route: Route, lane: Lane) -> (Vec<(Endpoint, String)>, String) {
    let order = shared.pool.preferred(lane).into_iter().take(ALTERNATIVES);
    let reason = |place: usize| match place {
        0 => "connected and least busy, or first to be tried",
        _ => "if the one before fails",
    };
    let targets = order.enumerate().map(|(place, endpoint)| (endpoint, reason(place).to_owned())).collect();
    let why = match route.spread {
        Spread::PerItem => {
            "Any broker answers it, except for parts whose body names a broker: those go there."
        }
        Spread::One | Spread::EachBroker => {
            "Any broker answers it; one that is connected and idle is preferred."
        }
    };
    (targets, why.to_owned())
}

fn coordinator(
    shared: &Shared,
    snapshot: &Snapshot,
    of: Coordinates,
    id: &str,
    what: &str,
) -> (Vec<(Endpoint, String)>, String) {
    match shared.coordinators.cached(&Wanted { of, id: id.into() }) {
        Some(node) => (
            vec![(Endpoint::Node(node), format!("coordinates {what} {id}"))],
            format!("The coordinator of the {what} answers it; it was looked up before."),
        ),
        None if snapshot.refusal(topic_of(of)).is_some_and(|refusal| refusal.code == UNKNOWN_TOPIC) => {
            (Vec::new(), format!("{}.", absent(of)))
        }
        None => {
            (Vec::new(), format!("The coordinator of the {what} would be looked up first (FindCoordinator)."))
        }
    }
}
