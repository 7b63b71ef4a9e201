//! The way to one address as a step of its own: the rule that fits, what the proxy says, who forwards.
//!
//! A rule or a tunnel that leads nowhere looks like a broker that is down, and people would look for the fault on the wrong side
//! of it.

use wire::{Passing, Place, Reached, Unpassed};

use super::{Because, Finding, Instead, Outcome, Stage, Way, patient::Patient};

impl Patient {
    pub(super) fn announce(&self, because: Because) {
        let (patient, address, way) = (self.number, self.probe.address.clone(), self.way());
        self.ward.say(Finding::Address { patient, address, because, way });
    }

    fn way(&self) -> Way {
        let probe = &self.probe;
        Way { rewritten: probe.rewritten(), through: probe.passing(), dialled: probe.dialled() }
    }

    /// What is known before anything is dialled: a rule, and the port of this machine where somebody forwards one.
    pub(super) async fn forwarded(&self) -> Result<Option<Place>, Unpassed> {
        let way = self.way();
        if self.probe.settings.reach.is_direct() || matches!(way.through, Passing::Proxy(_)) {
            return Ok(None);
        }
        let began = self.begin(Stage::Way, None);
        let result = self.probe.forwarded().await;
        self.end(Stage::Way, None, began, Outcome::Way { way, result: result.clone() });
        result
    }

    /// What the proxy makes of the connection to it.
    pub(super) async fn passed(&self, reached: Reached) -> Result<Reached, Unpassed> {
        let way = self.way();
        if !matches!(way.through, Passing::Proxy(_)) {
            return Ok(reached);
        }
        let place = Some(reached.place);
        let began = self.begin(Stage::Way, place);
        let passed = self.probe.pass(reached).await;
        let result = passed.as_ref().map(|_| None).map_err(Clone::clone);
        self.end(Stage::Way, place, began, Outcome::Way { way, result });
        passed
    }

    /// Whether nobody stands behind what forwards there. A rule to this machine leads to a tunnel that somebody else made.
    pub(super) async fn dead_end(&self, place: Place) -> Option<Instead> {
        let way = self.way();
        let by = match way.through {
            Passing::Forwarder(name) => Some(name),
            Passing::Nothing if way.rewritten?.to.is_this_machine() => None,
            Passing::Nothing | Passing::Proxy(_) => return None,
        };
        if !self.probe.hangs_up(place).await {
            return None;
        }
        Some(Instead::DeadEnd { by, said: self.probe.forwarder_says().await })
    }
}
