//! One connection to one broker: many requests in flight on one socket, each with its deadline, none able to harm it.
//!
//! A handle is cheap to clone. The socket belongs to a task of its own (`connection/task.rs`), so that dropping a call can't
//! leave half a frame behind. A reply is checked and read on its caller's side, so that a large one holds up nobody
//! else; one that can't be read ends the connection, because after it nothing on the socket can be trusted.

mod departure;
mod dial;
mod exchange;
mod frame;
mod negotiate;
mod queue;
mod receive;
mod session;
mod settings;
mod shared;
mod sign_in;
pub(crate) mod stepwise;
mod stream_to;
mod task;
mod writing;

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{mpsc, watch},
    time::Instant,
};

pub use departure::Departure;
pub use dial::{Found, Resolve, SystemResolver};
use negotiate::Unfinished;
pub use session::Session;
pub use settings::{Exchange, Meant, Offered, Settings};
use shared::{Command, Shared};
pub use stream_to::{Duplex, stream_to};

use crate::{Address, ApiKey, Encryption, Error, Request, What};

/// The largest reply that is read from a stranger.
const FIRST_REPLY: usize = 1 << 20;

/// A handle to one socket; clones share it. The socket's task ends when the last handle is dropped and all answers came.
#[derive(Clone, Debug)]
pub struct Connection {
    shared: Arc<Shared>,
    settings: Arc<Settings>,
    offered: Arc<Offered>,
    commands: mpsc::UnboundedSender<Command>,
    /// `None` where there is no sign-in.
    session: Option<watch::Receiver<Session>>,
}

impl Connection {
    /// Looks the name up, connects, encrypts where that is wanted, asks for the versions and signs in, all within `setup_timeout`.
    ///
    /// # Errors
    /// `What::Connect`, `What::Tls`, `What::NotKafka` or `What::Authentication`, with a sentence that says how far it came and what to look at.
    pub async fn open(address: &Address, settings: &Settings) -> Result<Connection, Error> {
        Connection::open_to(address, None, settings, None).await
    }

    /// The same, to a broker that is known. `broker`: its id, by which a rule may say where it is found. `meant`: the same with
    /// its cluster; one that knows itself (Kafka 4.4) and is another answers `REBOOTSTRAP_REQUIRED`, and the connection does not
    /// come about.
    ///
    /// # Errors
    /// As `open`, and `What::Broker` with that code.
    pub async fn open_to(
        address: &Address,
        broker: Option<i32>,
        settings: &Settings,
        meant: Option<&Meant>,
    ) -> Result<Connection, Error> {
        let deadline = Instant::now() + settings.setup_timeout;
        if let Some(sign_in) = &settings.sign_in {
            // Nobody is even dialled with what was refused a moment ago.
            let left_alone = sign_in.standing().left_alone(&address.to_string());
            left_alone.map_err(|why| Error::new(What::Authentication(why)).at(address.to_string()))?;
        }
        let (whom, how, meant) = (address.clone(), settings.clone(), meant.cloned());
        let first_words = move |stream| {
            let (whom, how, meant) = (whom.clone(), how.clone(), meant.clone());
            async move {
                let Some(tls) = &how.tls else {
                    return Connection::over(stream, &whom, &how, meant.as_ref(), deadline).await;
                };
                let greeted = tls.greet(stream, &whom.host, deadline).await;
                let (stream, encryption) = greeted.outcome.map_err(Error::new)?;
                Connection::begun(stream, Some(encryption), &whom, &how, meant.as_ref(), deadline).await
            }
        };
        let opened = async {
            // Signed in only where the race was won: a password goes to one address behind a name.
            let connection = dial::by_reach(address, broker, settings, deadline, first_words).await?;
            session::begin(connection, settings, deadline).await
        };
        opened.await.map_err(|why| why.at(address.to_string()))
    }

    /// As `open_to`, on a stream that exists: no name is looked up, nothing is dialled or encrypted and nobody signs in.
    ///
    /// # Errors
    /// As `open_to`.
    pub async fn over<S>(
        stream: S,
        address: &Address,
        settings: &Settings,
        meant: Option<&Meant>,
        deadline: Instant,
    ) -> Result<Connection, Error>
    where
        S: AsyncRead + AsyncWrite + Send + 'static,
    {
        Connection::begun(stream, None, address, settings, meant, deadline).await
    }

    /// The first words on a stream that may be encrypted.
    async fn begun<S>(
        stream: S,
        encryption: Option<Encryption>,
        address: &Address,
        settings: &Settings,
        meant: Option<&Meant>,
        deadline: Instant,
    ) -> Result<Connection, Error>
    where
        S: AsyncRead + AsyncWrite + Send + 'static,
    {
        let most = FIRST_REPLY.min(settings.max_frame);
        let mut shared = Shared::new(address.to_string(), most);
        shared.encryption = encryption;
        let shared = Arc::new(shared);
        let (commands, inbox) = mpsc::unbounded_channel();
        tokio::spawn(task::run(stream, inbox, Arc::clone(&shared)));
        let connection = Connection {
            shared,
            settings: Arc::new(settings.clone()),
            offered: Arc::default(),
            commands,
            session: None,
        };
        let unfinished = Unfinished(Some(connection.clone()));
        let offered = negotiate::offered(&connection, settings, meant, deadline).await?;
        let connection = Connection { offered: Arc::new(offered), ..connection };
        connection.shared.most.store(settings.max_frame, Ordering::Release);
        if connection.shared.encryption.is_some() && connection.offered.stalls_when_encrypted() {
            connection.shared.one_at_a_time.store(true, Ordering::Relaxed);
        }
        unfinished.finish().map(|_| connection).ok_or_else(|| Error::new(What::Closed))
    }

    /// What the broker offers, as it said when this connection came about.
    #[must_use]
    pub fn offered(&self) -> Arc<Offered> {
        Arc::clone(&self.offered)
    }

    /// How it is encrypted, if it is.
    #[must_use]
    pub fn encryption(&self) -> Option<Encryption> {
        self.shared.encryption.clone()
    }

    /// The version that this connection would use, without sending.
    ///
    /// # Errors
    /// `What::Unsupported` when the ranges don't meet.
    pub fn version_for(&self, key: ApiKey, ours: (i16, i16)) -> Result<i16, Error> {
        self.offered.common(key, ours).map_err(|why| self.place(why, key))
    }

    /// Asks, and waits for the answer until the deadline. May be dropped at any time.
    ///
    /// # Errors
    /// With `sent` in it where that is a question: whether any byte may have reached the broker.
    pub async fn call<R: Request>(
        &self,
        request: &R,
        deadline: Instant,
    ) -> Result<Exchange<R::Reply>, Error> {
        self.call_as(request, Instant::now(), deadline, &Departure::default()).await
    }

    /// The same, asked just now, under a departure that tells when it leaves and by which it can be taken back.
    ///
    /// # Errors
    /// As `call`; `What::Cancelled` when it was taken back.
    pub async fn call_as<R: Request>(
        &self,
        request: &R,
        asked: Instant,
        deadline: Instant,
        departure: &Departure,
    ) -> Result<Exchange<R::Reply>, Error> {
        if self.settings.read_only && request.could_write() {
            return Err(self.place(Error::new(What::ReadOnly), R::KEY));
        }
        if let Some(what) = self.shared.refuses() {
            return Err(self.place(Error::new(what), R::KEY));
        }
        if let Some(until) = self.shared.held_until().filter(|until| deadline <= *until) {
            let left = until.saturating_duration_since(Instant::now());
            return Err(self.place(Error::new(What::Throttled { left }), R::KEY));
        }
        let version = self.version_for(R::KEY, R::VERSIONS)?;
        self.exchange(request, version, (asked, deadline), departure).await
    }

    /// Takes a request back that was called under this departure. True: nothing of it has left and nothing will.
    #[must_use]
    pub fn withdraw(&self, departure: &Departure) -> bool {
        let withdrawn = departure.withdraw();
        if withdrawn {
            let _ = self.commands.send(Command::Look);
        }
        withdrawn
    }

    /// How long the broker has answered nothing although something is awaited.
    #[must_use]
    pub fn silent_for(&self) -> Duration {
        self.shared.silent_for()
    }

    /// Requests that wait to be written or answered; one whose caller has gone counts until its answer comes.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.shared.in_flight()
    }

    /// The first cause of its end, when it has ended or takes nothing new because of its sign-in.
    #[must_use]
    pub fn ended(&self) -> Option<Error> {
        self.shared.left().cloned()
    }

    /// Whether there is such a cause.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.shared.left().is_some()
    }

    /// When it was last asked or last answered.
    #[must_use]
    pub fn last_used(&self) -> Instant {
        self.shared.last_used()
    }

    /// Until when the broker wants to be left alone; requests wait that long, within their deadlines.
    #[must_use]
    pub fn held_until(&self) -> Option<Instant> {
        self.shared.held_until()
    }

    /// No new requests; ends when what is in flight has been answered.
    pub fn retire(&self) {
        self.shared.retire();
        let _ = self.commands.send(Command::Retire);
    }

    /// Ends at once; what is in flight hears this cause, and whether it had left.
    pub fn close(&self, why: Error) {
        self.shared.end(if why.address().is_none() { why.at(self.shared.address.as_str()) } else { why });
        let _ = self.commands.send(Command::Close);
    }

    fn place(&self, why: Error, key: ApiKey) -> Error {
        why.at(self.shared.address.as_str()).asking(key)
    }
}

#[cfg(test)]
pub(crate) mod tests;
