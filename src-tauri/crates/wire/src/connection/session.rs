//! How long a sign-in lasts, and renewing it in time on the same socket (KIP-368).
//!
//! A broker with `connections.max.reauth.ms` ends a connection at the first request after that time; the request is lost with
//! it, and a write's outcome is unknown. So shortly before the end new requests wait, those on their way are waited for,
//! we sign in again, and the waiting ones go on: nobody fails. The time is jittered, since a thousand windows that signed
//! in after a broker's restart would otherwise all renew at once, for ever.
//!
//! Where a token is needed it is fetched while requests still go on, and earlier. As long as none comes, or none that lives
//! longer than the last, the connection stays in use up to its end, and it is asked for again.

use std::{
    ops::Range,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::{
    sync::{mpsc::WeakUnboundedSender, watch},
    time::{Instant, sleep_until, timeout_at},
};

use super::{
    Connection, Offered, Settings,
    negotiate::Unfinished,
    shared::{Command, Shared},
    sign_in,
};
use crate::{Error, SignIn, What, sasl::Ready};

/// How long the requests on their way may take to end. When one takes longer (a long poll, a slow change) it keeps the
/// old connection for itself, and new requests get a new one.
const DRAIN: Duration = Duration::from_secs(5);
/// Which share of its life a connection signs in again after; earlier, where something has to be fetched for it.
const DUE: Range<f64> = 0.85..0.95;
const DUE_WHEN_FETCHING: Range<f64> = 0.75..0.85;
/// So long before its end a connection without a new token takes nothing new.
const MARGIN: Duration = Duration::from_millis(250);
/// The shortest time between two questions for a token that did not come.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// A lifetime beyond this is no different from one without end.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A sign-in that a broker took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub user: String,
    pub mechanism: &'static str,
    pub since: SystemTime,
    /// When the broker wants to be signed in to again; `None`: never, or it did not tell.
    pub until: Option<SystemTime>,
    /// When the token ends that it was signed in with, or the session of AWS keys, where that is known.
    pub token_until: Option<SystemTime>,
    /// How often this connection was signed in again.
    pub renewals: u32,
    pub took: Duration,
    /// Sent and received for it.
    pub bytes: (usize, usize),
}

impl Session {
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| until <= SystemTime::now())
    }

    /// How long this sign-in lasts from now; `lifetime` is what the broker said just now.
    fn lasts(&self, lifetime: Duration) -> Duration {
        let token = self.token_until.and_then(|until| until.duration_since(SystemTime::now()).ok());
        token.map_or(lifetime, |token| lifetime.min(token)).min(LONGEST)
    }
}

/// Signs in where that is wanted, and renews it for as long as the connection lives.
pub(super) async fn begin(
    connection: Connection,
    settings: &Settings,
    deadline: Instant,
) -> Result<Connection, Error> {
    let Some(sign_in) = settings.sign_in.clone() else { return Ok(connection) };
    let unfinished = Unfinished(Some(connection));
    let Some(connection) = &unfinished.0 else { return Err(Error::new(What::Closed)) };
    let ready = sign_in.ready(deadline).await?;
    let (session, lifetime) = sign_in::say(connection, &sign_in, &ready, deadline).await?;
    // A broker that tells no time ends nothing and may not know how to be signed in to again (before Kafka 2.2).
    let lasts = lifetime.map(|lifetime| session.lasts(lifetime));
    let (told, session) = watch::channel(session);
    let mut connection = unfinished.finish().ok_or_else(|| Error::new(What::Closed))?;
    connection.session = Some(session);
    if let Some(lasts) = lasts {
        let keeper = Keeper {
            sign_in,
            shared: Arc::clone(&connection.shared),
            settings: Arc::clone(&connection.settings),
            offered: Arc::clone(&connection.offered),
            commands: connection.commands.downgrade(),
            told,
        };
        tokio::spawn(keeper.keep(lasts));
    }
    Ok(connection)
}

impl Connection {
    /// The sign-in as it is now; `None` when none was wanted.
    #[must_use]
    pub fn session(&self) -> Option<Session> {
        self.session.as_ref().map(|session| session.borrow().clone())
    }

    /// Tells of each renewal; ends with the connection.
    #[must_use]
    pub fn sessions(&self) -> Option<watch::Receiver<Session>> {
        self.session.clone()
    }

    /// Whether the sign-in ran out without having been renewed, as when the computer slept. A request sent now would be lost,
    /// so that this connection takes none any more.
    pub(super) fn outlived(&self) -> bool {
        let over = self.session.as_ref().is_some_and(|session| session.borrow().is_over());
        if over {
            self.step_aside("the sign-in has run out");
        }
        over
    }

    /// Takes nothing new; what is on its way is still answered.
    fn step_aside(&self, why: &str) {
        let why = What::Disconnected { sent: false, why: why.to_owned() };
        self.shared.step_aside(Error::new(why).at(self.shared.address.as_str()));
        let _ = self.commands.send(Command::Retire);
    }
}

/// What renews a sign-in. It holds no handle, so that a connection that nobody has any more can end.
struct Keeper {
    sign_in: SignIn,
    shared: Arc<Shared>,
    settings: Arc<Settings>,
    offered: Arc<Offered>,
    commands: WeakUnboundedSender<Command>,
    told: watch::Sender<Session>,
}

impl Keeper {
    async fn keep(self, mut lasts: Duration) {
        loop {
            let end = Instant::now() + lasts;
            let share = rand::random_range(if self.sign_in.fetches() { DUE_WHEN_FETCHING } else { DUE });
            let due = Instant::now() + lasts.mul_f64(share);
            tokio::select! {
                () = sleep_until(due) => {}
                () = self.shared.over() => return,
            }
            let ready = tokio::select! {
                ready = self.ready(end) => ready,
                () = self.shared.over() => return,
            };
            let Some(connection) = self.connection() else { return };
            let ready = match ready {
                Ok(ready) => ready,
                Err(why) => return connection.step_aside(&why),
            };
            self.shared.renewing(true);
            let renewed = self.renew(&connection, &ready).await;
            if let Err(why) = &renewed {
                self.shared.step_aside(why.clone());
                connection.close(why.clone());
            }
            self.shared.renewing(false);
            let Ok(Some(next)) = renewed else { return };
            lasts = next;
        }
    }

    /// What is needed to sign in again, asked for until shortly before the end.
    async fn ready(&self, end: Instant) -> Result<Ready, String> {
        let last = end.checked_sub(MARGIN).unwrap_or(end);
        loop {
            let deadline = last.min(Instant::now() + self.settings.setup_timeout);
            let why = match self.sign_in.ready(deadline).await {
                Ok(ready) if !self.outlives_nothing(&ready) => return Ok(ready),
                Ok(_) => "the sign-in runs out with its token, and there is no newer one".to_owned(),
                Err(why) => format!("the sign-in runs out. {why}"),
            };
            let now = Instant::now();
            let next = now + (end.saturating_duration_since(now) / 4).max(ASK_AGAIN);
            if last <= next {
                sleep_until(last).await;
                return Err(why);
            }
            sleep_until(next).await;
        }
    }

    /// The same token again, which is what ends this sign-in: with it the new one would end at the same time.
    fn outlives_nothing(&self, ready: &Ready) -> bool {
        let told = self.told.borrow();
        let (Some(token), Some(until)) = (told.token_until, told.until) else { return false };
        let bound = until.checked_add(ASK_AGAIN).is_none_or(|until| token <= until);
        bound && ready.until().is_some_and(|again| again <= token)
    }

    fn connection(&self) -> Option<Connection> {
        let commands = self.commands.upgrade()?;
        let (shared, settings) = (Arc::clone(&self.shared), Arc::clone(&self.settings));
        let session = Some(self.told.subscribe());
        Some(Connection { shared, settings, offered: Arc::clone(&self.offered), commands, session })
    }

    /// How long the new sign-in lasts; `None` when there is nothing more to renew.
    async fn renew(&self, connection: &Connection, ready: &Ready) -> Result<Option<Duration>, Error> {
        let began = Instant::now();
        let limit = connection.held_until().unwrap_or(began).max(began) + DRAIN;
        let alone = match timeout_at(limit, self.shared.alone()).await {
            Ok(Some(alone)) => alone,
            Ok(None) => return Ok(None),
            Err(_) => {
                connection.step_aside(
                    "the sign-in has to be renewed and a request on this connection takes long; new ones get a new connection",
                );
                return Ok(None);
            }
        };
        let deadline = Instant::now() + self.settings.setup_timeout;
        let (session, lifetime) = sign_in::say(connection, &self.sign_in, ready, deadline).await?;
        let lasts = lifetime.map(|lifetime| session.lasts(lifetime));
        self.told.send_modify(|told| *told = Session { renewals: told.renewals + 1, ..session });
        drop(alone);
        Ok(lasts)
    }
}
