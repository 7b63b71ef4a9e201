//! The first words on a socket: which versions does this broker speak, and is it one at all?
//!
//! The highest version goes first. A broker that doesn't know it says so and tells its own range, and is asked once more
//! within that. What goes wrong here is told as "can't connect" or "no Kafka", because to the person nothing has been asked yet.

use std::time::SystemTime;

use tokio::time::Instant;

use super::{Connection, Departure, Exchange, Offered, Settings};
use crate::{
    ApiKey, Error, ErrorCode, Request, What,
    message::api_versions::{ApiVersions, Reply},
};

/// The versions on offer, of a connection that has just come about.
pub(super) async fn offered(
    connection: &Connection,
    settings: &Settings,
    deadline: Instant,
) -> Result<Offered, Error> {
    match ask(connection, deadline).await {
        Ok(exchange) => {
            let (told_in, bytes) = (Some(exchange.version), (exchange.sent_bytes, exchange.received_bytes));
            read(exchange.reply).map(|offered| Offered { told_in, bytes, ..offered })
        }
        Err(why) => Err(Error::new(first_words(why.what(), connection.ended().as_ref(), settings))),
    }
}

async fn ask(connection: &Connection, deadline: Instant) -> Result<Exchange<Reply>, Error> {
    let (low, high) = ApiVersions::VERSIONS;
    let mut version = high;
    loop {
        let exchange = connection.exchange(&ApiVersions, version, deadline, &Departure::default()).await?;
        match exchange.reply.code {
            code if code.is_none() => return Ok(exchange),
            ErrorCode::UNSUPPORTED_VERSION if low < version => version = lower(&exchange.reply, version),
            code => return Err(Error::from_code(code, None)),
        }
    }
}

/// The highest version that the broker told, when it is lower than the one it refused; else the lowest there is.
fn lower(reply: &Reply, refused: i16) -> i16 {
    let (low, _) = ApiVersions::VERSIONS;
    let told = reply.ranges.iter().find(|(key, _, _)| *key == ApiKey::ApiVersions).map(|(_, _, high)| *high);
    told.filter(|high| (low..refused).contains(high)).unwrap_or(low)
}

fn read(reply: Reply) -> Result<Offered, Error> {
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

fn first_words(what: &What, ended: Option<&Error>, settings: &Settings) -> What {
    let cause = ended.map_or(what, Error::what);
    match cause {
        What::NotKafka(why) => What::NotKafka(why.clone()),
        What::Decode(why) => What::NotKafka(format!("its first answer is no reply of a broker: {why}")),
        What::Timeout { .. } => What::Connect(format!(
            "it takes connections, but said nothing within {:.1} s; is it a Kafka listener, and one without TLS?",
            settings.setup_timeout.as_secs_f64()
        )),
        What::Disconnected { why, .. } => What::Connect(format!(
            "{why} before its first answer; a listener that asks for TLS does that, and a broker that is starting or full"
        )),
        other => other.clone(),
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
