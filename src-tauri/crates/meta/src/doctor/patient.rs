//! One address: its steps in order, until the one that fails; and where a broker was expected and something else answers, a second
//! look at what it is.

use std::sync::Arc;

use tokio::{task::JoinSet, time::Instant};
use wire::{Address, ApiKey, Connection, Error, Meant, Place, Probe, Reached, Ready, What};

use super::{Finding, Instead, Outcome, Seen, Stage, Ward, gate::Gate};
use crate::{Metadata, Refresh};

/// Addresses behind one name that are followed beyond the first that fails.
const MOST_PLACES: usize = 3;

pub(super) struct Patient {
    pub(super) ward: Arc<Ward>,
    pub(super) number: usize,
    meant: Option<Meant>,
    pub(super) probe: Probe,
}

/// How far one of the addresses behind a name came.
enum Came {
    Through(Seen),
    /// Another address behind the name may do better.
    NotThrough,
    /// None will.
    Ended,
}

impl Patient {
    pub(super) fn new(ward: Arc<Ward>, number: usize, address: Address, meant: Option<Meant>) -> Patient {
        let settings = ward.settings.clone();
        let broker = meant.as_ref().map(|meant| meant.broker);
        Patient { ward, number, meant, probe: Probe { address, broker, settings } }
    }

    pub(super) async fn examine(self) -> (usize, Option<Seen>) {
        let ward = Arc::clone(&self.ward);
        let _bed = ward.beds.acquire().await;
        let number = self.number;
        (number, self.all().await)
    }

    async fn all(&self) -> Option<Seen> {
        let places = match self.forwarded().await {
            Ok(Some(place)) => vec![place],
            Ok(None) => self.named().await,
            Err(_) => return None,
        };
        let reached = self.reach(places).await;
        for reached in reached.into_iter().take(MOST_PLACES) {
            match self.through(reached).await {
                Came::Through(seen) => return Some(seen),
                Came::NotThrough => {}
                Came::Ended => return None,
            }
        }
        None
    }

    async fn named(&self) -> Vec<Place> {
        let began = self.begin(Stage::Name, None);
        let found = self.probe.places().await;
        let places = found.clone().unwrap_or_default();
        let dialled = self.probe.dialled();
        let is_address = places.iter().any(|place| place.ip().to_string() == dialled.host);
        self.end(Stage::Name, None, began, Outcome::Name { found, is_address });
        places
    }

    /// All addresses behind the name at once; those that take a connection, in the order of the look-up.
    async fn reach(&self, places: Vec<Place>) -> Vec<Reached> {
        let mut dialled = JoinSet::new();
        for (turn, place) in places.into_iter().enumerate() {
            let began = self.begin(Stage::Tcp, Some(place));
            let probe = self.probe.clone();
            dialled.spawn(async move { (turn, place, began, probe.reach(place).await, Instant::now()) });
        }
        let mut reached = Vec::new();
        while let Some(ended) = dialled.join_next().await {
            let Ok((turn, place, began, result, at)) = ended else { continue };
            let outcome = Outcome::Tcp(result.as_ref().map(|_| ()).map_err(Clone::clone));
            self.ended_at(Stage::Tcp, Some(place), (began, at), outcome);
            reached.extend(result.ok().map(|reached| (turn, reached)));
        }
        reached.sort_by_key(|(turn, _)| *turn);
        reached.into_iter().map(|(_, reached)| reached).collect()
    }

    async fn through(&self, reached: Reached) -> Came {
        let place = reached.place;
        let Ok(reached) = self.passed(reached).await else { return Came::NotThrough };
        let Some(ready) = self.encrypted(reached).await else { return Came::NotThrough };
        let Some(connection) = self.greeted(ready, place).await else { return Came::NotThrough };
        let connection = match self.signed_in(connection, place).await {
            Ok(connection) => connection,
            Err(came) => return came,
        };
        let seen = self.seen(&connection, place).await;
        connection.close(Error::new(What::Closed));
        seen.map_or(Came::NotThrough, Came::Through)
    }

    async fn encrypted(&self, reached: Reached) -> Option<Ready> {
        let place = reached.place;
        if self.probe.settings.tls.is_none() {
            return self.probe.encrypt(reached).await.1.ok();
        }
        let began = self.begin(Stage::Tls, Some(place));
        let (shown, result) = self.probe.encrypt(reached).await;
        let ended = Instant::now();
        let instead = match &result {
            // It showed no certificate: it may not know TLS at all.
            Err(_) if shown.is_empty() => match self.unencrypted(place).await {
                None => self.dead_end(place).await,
                instead => instead,
            },
            _ => None,
        };
        let told = match &result {
            Ok(ready) => ready.encryption().cloned().ok_or_else(|| Error::new(What::Closed)),
            Err(why) => Err(why.clone()),
        };
        self.ended_at(Stage::Tls, Some(place), (began, ended), Outcome::Tls { shown, result: told, instead });
        result.ok()
    }

    async fn unencrypted(&self, place: Place) -> Option<Instead> {
        if self.probe.is_plain(place).await {
            return Some(Instead::Plain);
        }
        self.probe.stranger(place).await.map(Instead::Stranger)
    }

    async fn greeted(&self, ready: Ready, place: Place) -> Option<Connection> {
        let encryption = ready.encryption().cloned();
        let began = self.begin(Stage::ApiVersions, Some(place));
        let meant = self.meant.as_ref().filter(|meant| !meant.cluster_id.is_empty());
        let greeted = self.probe.greet(ready, meant).await;
        let ended = Instant::now();
        let instead = match (&greeted, &encryption) {
            (Err(why), None) if matches!(why.what(), What::NotKafka(_) | What::Connect(_)) => {
                match self.other(place).await {
                    None => self.dead_end(place).await,
                    instead => instead,
                }
            }
            _ => None,
        };
        if let (Err(why), Some(encryption)) = (&greeted, &encryption)
            && matches!(why.what(), What::Tls(_))
        {
            // In TLS 1.3 our certificate is refused after the handshake: it was that step all the same.
            let shown = wire::CertificateFacts::of(&encryption.chain);
            self.withdrawn(Stage::ApiVersions, place);
            let outcome = Outcome::Tls { shown, result: Err(why.clone()), instead: None };
            self.ended_at(Stage::Tls, Some(place), (began, ended), outcome);
            return None;
        }
        let result = greeted.as_ref().map(Connection::offered).map_err(Clone::clone);
        let throttled = greeted.as_ref().is_ok_and(|connection| connection.held_until().is_some());
        let outcome = Outcome::ApiVersions { result, throttled, instead };
        self.ended_at(Stage::ApiVersions, Some(place), (began, ended), outcome);
        greeted.ok()
    }

    async fn other(&self, place: Place) -> Option<Instead> {
        if let Some(shown) = self.probe.is_encrypted(place).await {
            return Some(Instead::Encrypted(shown));
        }
        self.probe.stranger(place).await.map(Instead::Stranger)
    }

    async fn signed_in(&self, connection: Connection, place: Place) -> Result<Connection, Came> {
        let Some(sign_in) = &self.probe.settings.sign_in else { return Ok(connection) };
        let (mechanism, user) = (sign_in.mechanism(), sign_in.user().to_owned());
        let turn = match self.ward.gate.turn().await {
            Ok(turn) => turn,
            Err(refused_by) => {
                connection.close(Error::new(What::Closed));
                let began = self.begin(Stage::SignIn, Some(place));
                self.end(Stage::SignIn, Some(place), began, Outcome::NotSignedIn { refused_by });
                return Err(Came::Ended);
            }
        };
        let began = self.begin(Stage::SignIn, Some(place));
        let (takes, signed_in) = self.probe.sign_in(connection).await;
        let said = takes.iter().any(|theirs| theirs == mechanism);
        let ended = match &signed_in {
            Ok(_) => {
                Gate::took(turn);
                Came::Ended
            }
            // A listener that has another mechanism was told no password.
            Err(why) if matches!(why.what(), What::Authentication(_)) && said => {
                Gate::refused(turn, self.probe.address.to_string());
                Came::Ended
            }
            // Nothing to sign in with: asking for it at each address is asking the same again.
            Err(why) if matches!(why.what(), What::Token(_)) => {
                Gate::refused(turn, self.probe.address.to_string());
                Came::Ended
            }
            Err(why) if matches!(why.what(), What::Authentication(_)) => Came::Ended,
            Err(_) => Came::NotThrough,
        };
        let session = |connection: &Connection| connection.session().ok_or_else(|| Error::new(What::Closed));
        let result = signed_in.as_ref().map_err(Clone::clone).and_then(session);
        let outcome = Outcome::SignIn { mechanism, user, takes, result };
        self.end(Stage::SignIn, Some(place), began, outcome);
        signed_in.map_err(|_| ended)
    }

    async fn seen(&self, connection: &Connection, place: Place) -> Option<Seen> {
        let began = self.begin(Stage::Metadata, Some(place));
        let deadline = Instant::now() + self.probe.settings.setup_timeout;
        let asked = connection.call(&Metadata { what: Refresh::Brokers }, deadline).await;
        let ended = Instant::now();
        let throttle = asked.as_ref().map(|told| told.throttle).unwrap_or_default();
        let result = asked.and_then(|told| {
            let error = told.reply.error();
            if !error.is_none() {
                return Err(Error::from_code(error, None).at(place.to_string()).asking(ApiKey::Metadata));
            }
            let brokers = told.reply.brokers.iter();
            Ok(Seen {
                cluster_id: told.reply.cluster_id().map(str::to_owned),
                controller: told.reply.controller,
                brokers: brokers
                    .map(|broker| (broker.id, Address { host: broker.host.to_string(), port: broker.port }))
                    .collect(),
            })
        });
        let wants = match &result {
            // A SASL listener closes at the first question of a stranger.
            Err(_) if self.probe.settings.sign_in.is_none() => {
                self.probe.mechanisms(place).await.ok().flatten()
            }
            _ => None,
        };
        let seen = result.as_ref().ok().cloned();
        self.ended_at(
            Stage::Metadata,
            Some(place),
            (began, ended),
            Outcome::Metadata { result, throttle, wants },
        );
        seen
    }

    pub(super) fn begin(&self, stage: Stage, place: Option<Place>) -> Instant {
        self.ward.say(Finding::Began { patient: self.number, stage, place });
        Instant::now()
    }

    pub(super) fn end(&self, stage: Stage, place: Option<Place>, began: Instant, outcome: Outcome) {
        self.ended_at(stage, place, (began, Instant::now()), outcome);
    }

    fn ended_at(
        &self,
        stage: Stage,
        place: Option<Place>,
        (began, ended): (Instant, Instant),
        outcome: Outcome,
    ) {
        let (patient, took) = (self.number, ended.saturating_duration_since(began));
        self.ward.say(Finding::Ended { patient, stage, place, took, outcome: Box::new(outcome) });
    }

    /// It was not this step after all.
    fn withdrawn(&self, stage: Stage, place: Place) {
        self.ward.say(Finding::Withdrawn { patient: self.number, stage, place });
    }
}
