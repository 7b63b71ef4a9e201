//! Signing in on a connection that has just come about, or once more on one that is in use.
//!
//! A broker says no in several ways, and each asks for something else to be done about it: another mechanism, another
//! listener, another password. What only ended half-way (a silence, a hang-up) is a failure to connect, which is tried
//! again; a refusal is not, because accounts get locked.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use tokio::time::Instant;

use super::{Connection, session::Session};
use crate::{
    ApiKey, Error, ErrorCode, Request, What,
    message::{
        sasl_authenticate::{self, SaslAuthenticate},
        sasl_handshake::SaslHandshake,
    },
    sasl::{Conversation, NO_KERBEROS, Ready, SignIn, Unconvincing},
};

const UNSUPPORTED_SASL_MECHANISM: ErrorCode = ErrorCode(33);
const ILLEGAL_SASL_STATE: ErrorCode = ErrorCode(34);

/// More than any mechanism has; a broker that goes on for ever is left.
const MOST_STEPS: usize = 8;

/// Everything that is said to sign in with what was fetched for it, by the deadline. Nothing else may be on its way.
pub(super) async fn say(
    connection: &Connection,
    sign_in: &SignIn,
    ready: &Ready,
    deadline: Instant,
) -> Result<(Session, Option<Duration>), Error> {
    let address = connection.shared.address.as_str();
    let refused = |why| Error::new(What::Authentication(why)).at(address).asking(ApiKey::SaslAuthenticate);
    let turn = sign_in.standing().turn(address, deadline).await.map_err(refused)?;
    let said = Talk { connection, sign_in, ready, deadline, bytes: (0, 0) }.whole().await;
    drop(turn);
    settle(sign_in, ready, address, said).map_err(|why| why.at(address))
}

/// Lets everybody who has these credentials know how it went.
fn settle<T>(sign_in: &SignIn, ready: &Ready, address: &str, said: Result<T, Failed>) -> Result<T, Error> {
    match said {
        Ok(session) => {
            sign_in.standing().taken(address);
            Ok(session)
        }
        Err(Failed::Refused(why)) => {
            sign_in.standing().refused(address, &why);
            sign_in.refused(ready);
            Err(Error::new(What::Authentication(why)).asking(ApiKey::SaslAuthenticate))
        }
        Err(Failed::Otherwise(error)) => Err(error),
    }
}

enum Failed {
    /// These credentials, by this broker.
    Refused(String),
    Otherwise(Error),
}

struct Talk<'a> {
    connection: &'a Connection,
    sign_in: &'a SignIn,
    ready: &'a Ready,
    deadline: Instant,
    bytes: (usize, usize),
}

impl Talk<'_> {
    async fn whole(mut self) -> Result<(Session, Option<Duration>), Failed> {
        let began = Instant::now();
        self.agree().await?;
        let mut conversation = self.sign_in.converse(self.ready, self.host());
        let mut say = conversation.first().map_err(|why| self.unconvinced(&why))?;
        for _ in 0..MOST_STEPS {
            let reply = self.step(Bytes::copy_from_slice(&say), &conversation).await?;
            match conversation.next(&reply.heard).await.map_err(|why| self.unconvinced(&why))? {
                Some(next) => say = next,
                None => return Ok((self.session(began, reply.lifetime), reply.lifetime)),
            }
        }
        Err(self.otherwise(What::Authentication("the broker never came to an end of signing in".to_owned())))
    }

    /// That the listener takes our mechanism.
    async fn agree(&mut self) -> Result<(), Failed> {
        let mechanism = self.sign_in.mechanism();
        let reply = self.ask(&SaslHandshake { mechanism: mechanism.to_owned() }).await?;
        let _ = self.connection.shared.mechanisms.set(reply.mechanisms.clone());
        let why = match reply.code {
            code if code.is_none() => return Ok(()),
            UNSUPPORTED_SASL_MECHANISM if reply.mechanisms.is_empty() => {
                format!("the listener does not take {mechanism}")
            }
            UNSUPPORTED_SASL_MECHANISM if reply.mechanisms.iter().all(|theirs| theirs == "GSSAPI") => {
                format!("the listener takes Kerberos alone, and not {mechanism}. {NO_KERBEROS}")
            }
            UNSUPPORTED_SASL_MECHANISM => {
                let theirs = reply.mechanisms.join(", ");
                format!("the listener does not take {mechanism}; choose one that it takes: {theirs}")
            }
            ILLEGAL_SASL_STATE => {
                "this listener takes no sign-in: use the address of a SASL listener, or take user \
                                   name and password out of this connection"
                    .to_owned()
            }
            code => {
                return Err(self.otherwise(What::Connect(format!(
                    "it ended the sign-in with {code}: {}",
                    code.sentence()
                ))));
            }
        };
        Err(self.otherwise(What::Authentication(why)))
    }

    async fn step(
        &mut self,
        said: Bytes,
        conversation: &Conversation,
    ) -> Result<sasl_authenticate::Reply, Failed> {
        let reply = self.ask(&SaslAuthenticate { said }).await?;
        if reply.code.is_none() {
            return Ok(reply);
        }
        let words = conversation.told(&reply.words.unwrap_or_else(|| reply.code.sentence().to_owned()));
        if reply.code.authentication() {
            return Err(Failed::Refused(self.refusal(&words)));
        }
        Err(self.otherwise(What::Connect(format!("it ended the sign-in with {}: {words}", reply.code))))
    }

    async fn ask<R: Request>(&mut self, request: &R) -> Result<R::Reply, Failed> {
        let version = self.connection.version_for(R::KEY, R::VERSIONS).map_err(|_| {
            self.otherwise(What::Authentication(format!(
                "this broker can't be signed in to: it offers no {} in a version that this program speaks (Kafka 1.0 and newer do)",
                R::KEY
            )))
        })?;
        let exchange = self.connection.exchange_among(request, version, self.deadline).await;
        let exchange = exchange.map_err(|why| Failed::Otherwise(self.half_way(&why).asking(R::KEY)))?;
        self.bytes.0 += exchange.sent_bytes;
        self.bytes.1 += exchange.received_bytes;
        Ok(exchange.reply)
    }

    /// What ended before the broker said yes or no.
    fn half_way(&self, why: &Error) -> Error {
        let mechanism = self.sign_in.mechanism();
        Error::new(match why.what() {
            What::Timeout { after, .. } => What::Connect(format!(
                "the sign-in by {mechanism} was not answered within {:.1} s",
                after.as_secs_f64()
            )),
            What::Disconnected { why, .. } => {
                What::Connect(format!("the sign-in by {mechanism} came to no end: {why}"))
            }
            other => other.clone(),
        })
    }

    /// The name that was dialled, as a broker of Amazon's knows itself.
    fn host(&self) -> &str {
        let address = self.connection.shared.address.as_str();
        address.rsplit_once(':').map_or(address, |(host, _port)| host)
    }

    fn who(&self) -> &str {
        self.ready.who().unwrap_or_else(|| self.sign_in.user())
    }

    fn refusal(&self, words: &str) -> String {
        format!("{} was refused by {}: {words}", self.who(), self.sign_in.mechanism())
    }

    fn unconvinced(&self, why: &Unconvincing) -> Failed {
        Failed::Refused(format!("{} by {}: {}", self.who(), self.sign_in.mechanism(), why.0))
    }

    fn otherwise(&self, what: What) -> Failed {
        Failed::Otherwise(Error::new(what).asking(ApiKey::SaslHandshake))
    }

    fn session(&self, began: Instant, lifetime: Option<Duration>) -> Session {
        let since = SystemTime::now();
        Session {
            user: self.who().to_owned(),
            mechanism: self.sign_in.mechanism(),
            since,
            until: lifetime.and_then(|lifetime| since.checked_add(lifetime)),
            token_until: self.ready.until(),
            renewals: 0,
            took: began.elapsed(),
            bytes: self.bytes,
        }
    }
}
