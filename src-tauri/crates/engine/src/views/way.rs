//! How the brokers of an open connection are reached, and as whom it is signed in there.
//!
//! A rule is shown with what it does to the addresses that are known, so that one which fits nothing is seen to fit nothing. A proxy
//! tells nobody how it is; that it lets through what goes through it is read from whether any broker answers.

use std::collections::BTreeSet;

use admin::{Address, doctor::Session};
use contract::{
    ConnectionState, Forwarded, Passage, PassageState, RuleUse, Sasl, SignedIn, Through, TokenEnd, Way,
};

use crate::{clock::millis, forwarder::Forwarder, open_cluster::OpenCluster};

/// So many addresses are listed, of all rules together and of all passages together; a page has to stay small.
const MOST_LISTED: usize = 100;
const MOST_SIGNED_IN: usize = 100;

impl OpenCluster {
    pub(crate) fn way_page(&self) -> Way {
        let known = self.known_addresses();
        let mut sign_ins = self.sign_ins();
        let more = sign_ins.len().saturating_sub(MOST_SIGNED_IN);
        sign_ins.truncate(MOST_SIGNED_IN);
        sign_ins.sort_by(|one, other| (one.broker, &one.address).cmp(&(other.broker, &other.address)));
        Way {
            rules: self.rules(&known),
            passages: self.passages(&known),
            sign_ins,
            more_sign_ins: u32::try_from(more).unwrap_or(u32::MAX),
            anonymous: self.road.sasl == Sasl::None,
        }
    }

    /// What the brokers advertise, then what was typed.
    fn known_addresses(&self) -> Vec<Known> {
        let snapshot = self.snapshot();
        let brokers = snapshot.brokers().iter().map(|broker| Known {
            broker: Some(broker.id),
            address: Address { host: broker.host.to_string(), port: broker.port },
        });
        let mut known: Vec<Known> = brokers.collect();
        for address in &self.road.bootstrap {
            if !known.iter().any(|there| there.address == *address) {
                known.push(Known { broker: None, address: address.clone() });
            }
        }
        known
    }

    fn rules(&self, known: &[Known]) -> Vec<RuleUse> {
        let mut room = MOST_LISTED;
        let rules = self.road.reach.rewrites.iter().zip(1..);
        let used = rules.map(|(rule, number)| {
            let applies = known.iter().filter_map(|known| {
                let found = self.road.rewrites.of(&known.address, known.broker)?;
                (found.rule == number).then(|| known.at(found.to.to_string()))
            });
            let (applies, more) = fitting(applies.collect(), &mut room);
            RuleUse { from: rule.from.clone(), to: rule.to.clone(), applies, more }
        });
        used.collect()
    }

    fn passages(&self, known: &[Known]) -> Vec<Passage> {
        match (&self.road.forwarder, &self.road.reach.through) {
            (Some(forwarder), _) => self.forwarded(forwarder, known),
            (None, Through::Socks5 { proxy, .. }) => vec![self.proxy(proxy, known)],
            (None, _) => Vec::new(),
        }
    }

    fn forwarded(&self, forwarder: &Forwarder, known: &[Known]) -> Vec<Passage> {
        let mut room = MOST_LISTED;
        let mut passages = forwarder.passages(|address| {
            // A rule comes before what goes through: the forwarder knows the address that the rule made.
            let of = known.iter().filter(|known| self.place(known) == *address);
            of.map(|known| (known.broker, known.address.clone())).next()
        });
        for passage in &mut passages {
            (passage.ports, passage.more) = fitting(std::mem::take(&mut passage.ports), &mut room);
        }
        passages
    }

    fn proxy(&self, proxy: &str, known: &[Known]) -> Passage {
        let state = match self.state() {
            ConnectionState::Closed => PassageState::Idle,
            ConnectionState::Connecting { since } => PassageState::Starting { since },
            ConnectionState::Open { since } => PassageState::Up { since },
            ConnectionState::Failed { error } => {
                PassageState::Unanswered { since: error.at, why: error.message }
            }
        };
        let ports = known.iter().map(|known| known.at(self.place(known).to_string())).collect();
        let (ports, more) = fitting(ports, &mut MOST_LISTED.clone());
        Passage { what: format!("SOCKS5 proxy {proxy}"), state, pid: None, ports, more }
    }

    /// Where it is dialled, as far as the rules go.
    fn place(&self, known: &Known) -> Address {
        let found = self.road.rewrites.of(&known.address, known.broker);
        found.map_or_else(|| known.address.clone(), |found| found.to)
    }

    /// Those that end first come first, and stand for the other connections to the same broker.
    fn sign_ins(&self) -> Vec<SignedIn> {
        let connections = self.cluster.connections().into_iter();
        let signed = connections.filter_map(|connection| {
            let session = connection.session?;
            Some(signed_in(connection.broker, connection.address, session))
        });
        let mut signed: Vec<SignedIn> = signed.collect();
        signed.sort_by_key(|one| match (one.token, one.until) {
            (TokenEnd::At { at }, _) => (0, at.0),
            (TokenEnd::Unknown, _) => (1, 0),
            (TokenEnd::Endless, until) => (2, until.map_or(i64::MAX, |until| until.0)),
        });
        let mut seen = BTreeSet::new();
        signed.retain(|one| seen.insert((one.broker, one.address.clone())));
        signed
    }
}

/// An address that this connection may dial.
struct Known {
    broker: Option<i32>,
    address: Address,
}

impl Known {
    fn at(&self, place: String) -> Forwarded {
        Forwarded { broker: self.broker, address: self.address.to_string(), place }
    }
}

fn signed_in(broker: Option<i32>, address: String, session: Session) -> SignedIn {
    let token = match session.token_until {
        Some(at) => TokenEnd::At { at: millis(at) },
        None => without_end(session.mechanism, &session.user),
    };
    SignedIn {
        broker,
        address,
        user: session.user,
        mechanism: session.mechanism.to_owned(),
        at: millis(session.since),
        renewals: session.renewals,
        until: session.until.map(millis),
        token,
    }
}

/// Of what no end was told: whether it can have one at all. AWS says by a key's first letters whether it is lent.
fn without_end(mechanism: &str, user: &str) -> TokenEnd {
    match mechanism {
        "OAUTHBEARER" => TokenEnd::Unknown,
        "AWS_MSK_IAM" if !user.starts_with("AKIA") => TokenEnd::Unknown,
        _ => TokenEnd::Endless,
    }
}

/// As many as there is room for, and how many more there are.
fn fitting(mut all: Vec<Forwarded>, room: &mut usize) -> (Vec<Forwarded>, u32) {
    let more = all.len().saturating_sub(*room);
    all.truncate(*room);
    *room -= all.len();
    (all, u32::try_from(more).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use contract::TokenEnd;

    use super::without_end;

    #[test]
    fn what_can_have_an_end_that_nobody_told_is_not_called_endless() {
        for (mechanism, user, end) in [
            ("OAUTHBEARER", "app", TokenEnd::Unknown),
            ("AWS_MSK_IAM", "ASIAEXAMPLE", TokenEnd::Unknown),
            ("AWS_MSK_IAM", "AKIAEXAMPLE", TokenEnd::Endless),
            ("SCRAM-SHA-512", "app", TokenEnd::Endless),
        ] {
            assert_eq!(without_end(mechanism, user), end, "{mechanism} as {user}");
        }
    }
}
