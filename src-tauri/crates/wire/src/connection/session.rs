//! How long a sign-in lasts, and renewing it in time on the same socket (KIP-368).
//!
//! A broker with `connections.max.reauth.ms` ends a connection at the first request after that time; the request is lost with
//! it, and a write's outcome is unknown. So shortly before the end new requests wait, those on their way are waited for,
//! we sign in again, and the waiting ones go on: nobody fails. The time is jittered, since a thousand windows that signed
//! in after a broker's restart would otherwise all renew at once, for ever.

use std::{
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
use crate::{Error, SignIn, What};

/// How long the requests on their way may take to end. When one takes longer (a long poll, a slow change) it keeps the
/// old connection for itself, and new requests get a new one.
const DRAIN: Duration = Duration::from_secs(5);
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
    let (session, lifetime) = sign_in::say(connection, &sign_in, deadline).await?;
    let (told, session) = watch::channel(session);
    let mut connection = unfinished.finish().ok_or_else(|| Error::new(What::Closed))?;
    connection.session = Some(session);
    if let Some(lifetime) = lifetime {
        let keeper = Keeper {
            sign_in,
            shared: Arc::clone(&connection.shared),
            settings: Arc::clone(&connection.settings),
            offered: Arc::clone(&connection.offered),
            commands: connection.commands.downgrade(),
            told,
        };
        tokio::spawn(keeper.keep(lifetime));
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
    async fn keep(self, mut lifetime: Duration) {
        loop {
            let share = rand::random_range(0.85..0.95);
            let due = Instant::now() + lifetime.min(LONGEST).mul_f64(share);
            tokio::select! {
                () = sleep_until(due) => {}
                () = self.shared.over() => return,
            }
            let Some(connection) = self.connection() else { return };
            self.shared.renewing(true);
            let renewed = self.renew(&connection).await;
            if let Err(why) = &renewed {
                self.shared.step_aside(why.clone());
                connection.close(why.clone());
            }
            self.shared.renewing(false);
            let Ok(Some(next)) = renewed else { return };
            lifetime = next;
        }
    }

    fn connection(&self) -> Option<Connection> {
        let commands = self.commands.upgrade()?;
        let (shared, settings) = (Arc::clone(&self.shared), Arc::clone(&self.settings));
        let session = Some(self.told.subscribe());
        Some(Connection { shared, settings, offered: Arc::clone(&self.offered), commands, session })
    }

    /// How long the new sign-in lasts; `None` when there is nothing more to renew.
    async fn renew(&self, connection: &Connection) -> Result<Option<Duration>, Error> {
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
        let (session, lifetime) = sign_in::say(connection, &self.sign_in, deadline).await?;
        self.told.send_modify(|told| *told = Session { renewals: told.renewals + 1, ..session });
        drop(alone);
        Ok(lifetime)
    }
}
