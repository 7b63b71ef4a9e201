//! The first words on a socket: which versions does this broker speak, and is it one at all?
//!
//! The highest version goes first. A broker that doesn't know it says so and tells its own range, and is asked once more
//! within that. A broker that we know from metadata is also told whom we mean (`Meant`), so that an address which was given to
//! another is noticed before anything else is said to it. What goes wrong here is told as "can't connect" or "no Kafka", because to the person nothing has been asked yet.

use std::time::SystemTime;

use tokio::time::Instant;

use super::{Connection, Departure, Exchange, Meant, Offered, Settings};
use crate::{
    ApiKey, Error, ErrorCode, Request, What,
    message::api_versions::{ApiVersions, ApiVersionsOf, Reply},
};

/// The versions on offer, of a connection that has just come about.
pub(super) async fn offered(
    connection: &Connection,
    settings: &Settings,
    meant: Option<&Meant>,
    deadline: Instant,
) -> Result<Offered, Error> {
    match ask(connection, meant, deadline).await {
        Ok(exchange) => {
            let (told_in, bytes) = (Some(exchange.version), (exchange.sent_bytes, exchange.received_bytes));
            let confirmed = told_in >= Some(ApiVersionsOf::VERSIONS.0);
            read(exchange.reply).map(|offered| Offered { told_in, bytes, confirmed, ..offered })
        }
        Err(why) => Err(Error::new(first_words(why.what(), connection, settings))),
    }
}

async fn ask(
    connection: &Connection,
    meant: Option<&Meant>,
    deadline: Instant,
) -> Result<Exchange<Reply>, Error> {
    let (low, mut version) = ApiVersions::VERSIONS;
    if let Some(Meant { cluster_id, broker }) = meant {
        let named = ApiVersionsOf { cluster_id: cluster_id.clone(), broker: *broker };
        let asked = ApiVersionsOf::VERSIONS.1;
        let when = (Instant::now(), deadline);
        let exchange = connection.exchange(&named, asked, when, &Departure::default()).await?;
        match exchange.reply.code {
            code if code.is_none() => return Ok(exchange),
            ErrorCode::UNSUPPORTED_VERSION => version = lower(&exchange.reply, asked).min(version),
            code => return Err(refusal(code)),
        }
    }
    loop {
        let when = (Instant::now(), deadline);
        let exchange = connection.exchange(&ApiVersions, version, when, &Departure::default()).await?;
        match exchange.reply.code {
            code if code.is_none() => return Ok(exchange),
            ErrorCode::UNSUPPORTED_VERSION if low < version => version = lower(&exchange.reply, version),
            code => return Err(refusal(code)),
        }
    }
}

/// A code in the first words is about the connection. It must not be taken for the answer to a request that nobody has sent
/// yet: "unknown server error" would make the outcome of a write unknown of which no byte has left.
fn refusal(code: ErrorCode) -> Error {
    if code.rebootstrap() || code == ErrorCode::UNSUPPORTED_VERSION {
        return Error::from_code(code, None);
    }
    Error::new(What::Connect(format!("it answered the first question with {code}: {}", code.sentence())))
}

/// The highest version that the broker told, when it is lower than the one it refused; else the lowest there is.
fn lower(reply: &Reply, refused: i16) -> i16 {
    let (low, _) = ApiVersions::VERSIONS;
    let told = reply.ranges.iter().find(|(key, _, _)| *key == ApiKey::ApiVersions).map(|(_, _, high)| *high);
    told.filter(|high| (low..refused).contains(high)).unwrap_or(low)
}

/// Kafka has a hundred kinds of requests and ten features; what offers many times that is no broker, and would be carried
/// about, searched and shown for as long as the connection lasts.
const MOST_KEYS: usize = 1000;
const MOST_FEATURES: usize = 200;
/// Of the name of a feature, in bytes.
const LONGEST_NAME: usize = 249;

/// Why this can't be what a broker offers.
fn absurd(reply: &Reply) -> Option<String> {
    let features = || reply.supported_features.iter().chain(&reply.finalized_features);
    if MOST_KEYS < reply.ranges.len() {
        return Some(format!(
            "it offers {} kinds of requests, and Kafka has some hundred",
            reply.ranges.len()
        ));
    }
    if MOST_FEATURES < features().count() {
        return Some(format!("it tells {} features, and Kafka has some ten", features().count()));
    }
    let long = features().map(|(name, _, _)| name.len()).find(|length| LONGEST_NAME < *length);
    long.map(|length| format!("the name of a feature has {length} bytes"))
}

fn read(reply: Reply) -> Result<Offered, Error> {
    if let Some(why) = absurd(&reply) {
        return Err(Error::new(What::NotKafka(why)));
    }
    let offers = |key| reply.ranges.iter().any(|(offered, _, _)| *offered == key);
    if !offers(ApiKey::Metadata) {
        return Err(Error::new(What::NotKafka(
            if offers(ApiKey::Vote) || offers(ApiKey::FetchSnapshot) {
                "this is the port of a controller; type the address of a broker"
            } else {
                "it speaks the protocol, but does not offer Metadata"
            }
            .to_owned(),
        )));
    }
    Ok(Offered {
        finalized: reply.finalized_epoch.map(|_| reply.finalized_features),
        ranges: reply.ranges,
        features: reply.supported_features,
        at: Some(SystemTime::now()),
        ..Offered::default()
    })
}

fn first_words(what: &What, connection: &Connection, settings: &Settings) -> What {
    let ended = connection.ended();
    let cause = ended.as_ref().map_or(what, Error::what);
    match cause {
        What::NotKafka(why) => What::NotKafka(why.clone()),
        What::Decode(why) => What::NotKafka(format!("its first answer is no reply of a broker: {why}")),
        What::Timeout { .. } => {
            let seconds = settings.setup_timeout.as_secs_f64();
            What::Connect(match &settings.tls {
                None => format!(
                    "it takes connections, but said nothing within {seconds:.1} s; is it a Kafka listener, and one without TLS?"
                ),
                Some(_) => format!(
                    "it took the encrypted connection, but said nothing within {seconds:.1} s; is it a Kafka listener?"
                ),
            })
        }
        What::Disconnected { why, .. } => {
            What::Connect(format!("{why} before its first answer; {}", hung_up(connection)))
        }
        other => other.clone(),
    }
}

/// Who hangs up at the first question.
fn hung_up(connection: &Connection) -> &'static str {
    match &connection.shared.encryption {
        None => "a listener that asks for TLS does that, and a broker that is starting or full",
        Some(had) if had.asked_for_certificate => match had.showed {
            None => {
                "it had asked for a client certificate and this connection has none: it may want one; a broker that is starting or \
                 full does that too"
            }
            Some(_) => {
                "it had asked for our client certificate and may not take it; a broker that is starting or full does that too"
            }
        },
        Some(_) => "a broker that is starting or full does that",
    }
}

/// Ends a connection whose set-up was dropped half-way, so that nobody keeps a socket that nobody asked for.
pub(super) struct Unfinished(pub(super) Option<Connection>);

impl Unfinished {
    pub(super) fn finish(mut self) -> Option<Connection> {
        self.0.take()
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            connection.close(Error::new(What::Closed));
        }
    }
}
