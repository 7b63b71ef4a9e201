//! One step towards a broker at a time: its name, each address behind it, encryption, the first words, the sign-in; and a second
//! look at who answers there instead.
//!
//! `Connection::open` says in one sentence why there is no connection. A person who has to mend it wants to know which steps
//! went well before that, and what the listener would have wanted. What is sent are the first words of every client, a greeting of
//! TLS and a sign-in as set, and nothing else.

mod strangers;
mod way;

pub(crate) use strangers::named;
pub use way::Passing;

use std::{io, net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout_at},
};

use crate::{
    Address, CertificateFacts, Connection, Encryption, Error, Meant, Roots, Settings, Tls, TlsPlan, Verify,
    What, connection::stepwise, message::sasl_handshake::SaslHandshake, tls::Encrypted,
};

/// A second look takes no longer than this.
const SECOND_LOOK: Duration = Duration::from_secs(3);
/// How long a peer is listened to before anything is said to it: mail and SSH servers speak first.
pub(crate) const LISTENING: Duration = Duration::from_millis(500);
/// Of what a stranger says.
const MOST_SAID: usize = 512;

/// Where a socket leads; the layers above name it by this, since none of them has a use for sockets.
pub type Place = SocketAddr;

/// One address, examined with these settings; dialled as `settings.reach` says, like every connection.
#[derive(Clone, Debug)]
pub struct Probe {
    pub address: Address,
    /// Whose address it is, where that is known: a rule may be about that.
    pub broker: Option<i32>,
    pub settings: Settings,
}

/// Why a name leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// The name service answers, and does not know it.
    Unknown(String),
    /// The name service can't be asked, or has trouble of its own.
    Trouble(String),
    /// It did not answer within this time.
    Silent(Duration),
    /// It knows the name and no address of it.
    Nothing,
}

/// Why there is no TCP connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreached {
    Refused,
    /// No answer within this time.
    Silent(Duration),
    /// The network says that there is no way there.
    NoWay(String),
    Other(String),
}

/// A connection without a word on it yet.
#[derive(Debug)]
pub struct Reached {
    stream: TcpStream,
    pub place: SocketAddr,
}

/// A connection that is encrypted, or need not be.
pub struct Ready {
    stream: Stream,
    place: SocketAddr,
}

enum Stream {
    Plain(TcpStream),
    Encrypted(Box<Encrypted<TcpStream>>, Encryption),
}

impl Probe {
    fn deadline(&self) -> Instant {
        Instant::now() + self.settings.setup_timeout
    }

    /// The addresses behind the name that is dialled, each once. An address needs no look-up.
    ///
    /// # Errors
    /// Why there are none.
    pub async fn places(&self) -> Result<Vec<SocketAddr>, Unnamed> {
        let dialled = self.dialled();
        if let Some(place) = stepwise::literal(&dialled) {
            return Ok(vec![place]);
        }
        // As long as dialling would wait for it.
        let limit = self.settings.setup_timeout / 2;
        let found = self.settings.resolver.resolve(&dialled.host, dialled.port);
        let found = timeout_at(Instant::now() + limit, found).await.map_err(|_| Unnamed::Silent(limit))?;
        let found = found.map_err(|why| {
            let words = why.to_string();
            // The system tells these two apart by words alone.
            if words.contains("emporary failure") || words.contains("try again") {
                Unnamed::Trouble(words)
            } else {
                Unnamed::Unknown(words)
            }
        })?;
        let mut places = Vec::new();
        for place in found {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        if places.is_empty() { Err(Unnamed::Nothing) } else { Ok(places) }
    }

    /// A TCP connection to one of them, which may be the proxy.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn reach(&self, place: SocketAddr) -> Result<Reached, Unreached> {
        let stream = stepwise::connect(place, self.deadline()).await.map_err(|why| match why.kind() {
            io::ErrorKind::ConnectionRefused => Unreached::Refused,
            io::ErrorKind::TimedOut => Unreached::Silent(self.settings.setup_timeout),
            io::ErrorKind::NetworkUnreachable
            | io::ErrorKind::HostUnreachable
            | io::ErrorKind::AddrNotAvailable => Unreached::NoWay(why.to_string()),
            _ => Unreached::Other(why.to_string()),
        })?;
        Ok(Reached { stream, place })
    }

    /// Encrypts, where the settings say so. Beside the outcome the certificates that were shown, also where they are not believed.
    ///
    /// # Errors
    /// As of `Connection::open`.
    pub async fn encrypt(&self, reached: Reached) -> (Vec<CertificateFacts>, Result<Ready, Error>) {
        let Reached { stream, place } = reached;
        let Some(tls) = &self.settings.tls else {
            return (Vec::new(), Ok(Ready { stream: Stream::Plain(stream), place }));
        };
        let greeted = tls.greet(stream, &self.address.host, self.deadline()).await;
        match greeted.outcome {
            Ok((stream, encryption)) => {
                let shown = CertificateFacts::of(&encryption.chain);
                (shown, Ok(Ready { stream: Stream::Encrypted(Box::new(stream), encryption), place }))
            }
            Err(what) => {
                (CertificateFacts::of(&greeted.shown.chain), Err(Error::new(what).at(place.to_string())))
            }
        }
    }

    /// The first words: which requests in which versions.
    ///
    /// # Errors
    /// As of `Connection::open`.
    pub async fn greet(&self, ready: Ready, meant: Option<&Meant>) -> Result<Connection, Error> {
        let deadline = self.deadline();
        let (address, settings, place) = (&self.address, &self.settings, ready.place);
        let greeted = match ready.stream {
            Stream::Plain(stream) => stepwise::greet(stream, None, address, settings, meant, deadline).await,
            Stream::Encrypted(stream, encryption) => {
                stepwise::greet(*stream, Some(encryption), address, settings, meant, deadline).await
            }
        };
        greeted.map_err(|why| why.at(place.to_string()))
    }

    /// Signs in as the settings say, once. Beside the outcome the mechanisms that the listener takes, where it named them.
    ///
    /// # Errors
    /// As of `Connection::open`.
    pub async fn sign_in(&self, connection: Connection) -> (Vec<String>, Result<Connection, Error>) {
        stepwise::sign_in(connection, &self.settings, self.deadline()).await
    }

    /// Which mechanisms the listener would take; `None`: it takes no sign-in. Nobody signs in.
    ///
    /// # Errors
    /// When it does not say.
    pub async fn mechanisms(&self, place: SocketAddr) -> Result<Option<Vec<String>>, Error> {
        let closed = || Error::new(What::Closed);
        let reached = self.reached(place, self.deadline()).await.ok_or_else(closed)?;
        let connection = self.greet(self.encrypt(reached).await.1?, None).await?;
        let asked = SaslHandshake { mechanism: String::new() };
        let told = connection.call(&asked, self.deadline()).await;
        connection.close(Error::new(What::Closed));
        told.map(|told| Some(told.reply.mechanisms).filter(|named| !named.is_empty()))
    }

    /// When a second look that begins now is over: none is longer than the step that gave rise to it may be.
    fn second_look(&self) -> Instant {
        Instant::now() + SECOND_LOOK.min(self.settings.setup_timeout)
    }

    /// Whether a Kafka listener without TLS answers there.
    pub async fn is_plain(&self, place: SocketAddr) -> bool {
        let plain = Probe { settings: Settings { tls: None, ..self.settings.clone() }, ..self.clone() };
        let look = async {
            let reached = plain.reached(place, self.second_look()).await?;
            let connection = plain.greet(plain.encrypt(reached).await.1.ok()?, None).await.ok()?;
            connection.close(Error::new(What::Closed));
            Some(())
        };
        timeout_at(self.second_look(), look).await.is_ok_and(|seen| seen.is_some())
    }

    /// The certificates of a listener with TLS, if one answers there; believed or not.
    pub async fn is_encrypted(&self, place: SocketAddr) -> Option<Vec<CertificateFacts>> {
        let deadline = self.second_look();
        let plan = TlsPlan { roots: Roots::Own(Vec::new()), identity: None, verify: Verify::Nothing };
        let tls = Tls::new(plan).ok()?;
        let stream = self.reached(place, deadline).await?.stream;
        let greeted = tls.greet(stream, &self.address.host, deadline).await;
        match greeted.outcome {
            Ok((_, encryption)) => Some(CertificateFacts::of(&encryption.chain)),
            Err(_) if !greeted.shown.chain.is_empty() => Some(CertificateFacts::of(&greeted.shown.chain)),
            Err(_) => None,
        }
    }

    /// Whether what takes connections there ends them at the first words, with none of its own: what forwards a port to nobody does.
    pub async fn hangs_up(&self, place: SocketAddr) -> bool {
        let deadline = self.second_look();
        let Some(Reached { mut stream, .. }) = self.reached(place, deadline).await else { return false };
        let Some(words) = stepwise::first_words(&self.settings) else { return false };
        // One that is gone already takes no words.
        let _ = stream.write_all(&words).await;
        let heard = timeout_at(deadline, stream.read(&mut [0; 1])).await;
        matches!(heard, Ok(Ok(0) | Err(_)))
    }

    /// What answers there looks like, when it is no Kafka: by what it says unasked, or to the first words.
    pub async fn stranger(&self, place: SocketAddr) -> Option<String> {
        let deadline = self.second_look();
        let mut stream = self.reached(place, deadline).await?.stream;
        let mut said = vec![0; MOST_SAID];
        let mut heard = match timeout_at(Instant::now() + LISTENING, stream.read(&mut said)).await {
            Ok(read) => read.ok()?,
            Err(_) => 0,
        };
        if heard == 0 {
            stream.write_all(&stepwise::first_words(&self.settings)?).await.ok()?;
            heard = timeout_at(deadline, stream.read(&mut said)).await.ok()?.ok()?;
        }
        strangers::named(said.get(..heard)?)
    }
}

impl Ready {
    /// How it is encrypted, if it is.
    #[must_use]
    pub fn encryption(&self) -> Option<&Encryption> {
        match &self.stream {
            Stream::Plain(_) => None,
            Stream::Encrypted(_, encryption) => Some(encryption),
        }
    }
}

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ready({}, {:?})", self.place, self.encryption().map(|had| had.protocol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_look_is_no_longer_than_the_step_that_gave_rise_to_it_may_be() {
        let longest = |setup_timeout| {
            let settings = Settings { setup_timeout, ..Settings::default() };
            let address = Address { host: "a".to_owned(), port: 1 };
            let began = Instant::now();
            Probe { address, broker: None, settings }.second_look().saturating_duration_since(began)
        };
        assert!(longest(Duration::from_secs(3600)) >= SECOND_LOOK);
        // Far below three seconds, however slow this machine is.
        assert!(longest(Duration::from_millis(1)) < SECOND_LOOK);
    }
}
