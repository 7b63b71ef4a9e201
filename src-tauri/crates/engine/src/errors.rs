//! A failure as the window gets it: each kind with what can be tried.
//!
//! The advice is decided here, from the kind and the request, so that the window never has to read a sentence to know what
//! to offer. It names the address where there is one: "can't connect" alone helps nobody with five brokers.

use admin::{ApiKey, Error, ErrorCode, What};
use contract::{ApiError, ErrorKind, Millis};

/// A failure of the core as the window gets it.
pub(crate) fn api_error(error: &Error, at: Millis) -> ApiError {
    let code = error.code();
    ApiError {
        kind: kind(error.what()),
        code: code.map(|code| code.0),
        code_name: code.map(|code| code.name().to_owned()),
        message: told(error),
        advice: advice(error),
        broker: error.broker(),
        address: error.address().map(str::to_owned),
        api: error.api().map(|api| api.to_string()),
        left_at: error.left_at().map(crate::clock::millis),
        secret: None,
        at,
    }
}

/// What a broker says is cut here: a sentence is shown, and a page must hold more than one.
const SENTENCE_MOST: usize = 1_000;

/// A failure in words, no longer than a page can hold.
pub(crate) fn told(error: &Error) -> String {
    let mut words = error.to_string();
    if let Some((end, _)) = words.char_indices().nth(SENTENCE_MOST) {
        words.truncate(end);
        words.push('\u{2026}');
    }
    words
}

/// A failure that an error code inside an answer stands for.
pub(crate) fn code_error(code: ErrorCode, source: &admin::Source) -> ApiError {
    let mut error = Error::from_code(code, None).at(source.address.clone()).asking(source.api);
    if let Some(broker) = source.broker {
        error = error.on_broker(broker);
    }
    api_error(&error, crate::clock::millis(source.at))
}

/// A directory's disk failed.
const STORAGE_ERROR: i16 = 56;

fn kind(what: &What) -> ErrorKind {
    match what {
        What::BadInput(_) | What::BadKey(_) => ErrorKind::BadInput,
        What::Connect(_) => ErrorKind::Connect,
        What::NotKafka(_) => ErrorKind::NotKafka,
        What::Disconnected { .. } => ErrorKind::Disconnected,
        What::Timeout { .. } | What::Throttled { .. } => ErrorKind::Timeout,
        What::Tls(_) => ErrorKind::Tls,
        What::Token(_) => ErrorKind::Token,
        What::Authentication(_) => ErrorKind::Authentication,
        What::Authorization(_) => ErrorKind::Authorization,
        What::Broker(_, _) => ErrorKind::Broker,
        What::Decode(_) => ErrorKind::Decode,
        What::ReadOnly => ErrorKind::ReadOnly,
        What::Unsupported { .. } | What::NotInVersion { .. } => ErrorKind::Unsupported,
        What::NoTarget(_) => ErrorKind::NoTarget,
        What::OutcomeUnknown(_) => ErrorKind::OutcomeUnknown,
        What::OtherCluster { .. } => ErrorKind::OtherCluster,
        What::Closed | What::Cancelled => ErrorKind::NotOpen,
    }
}

fn advice(error: &Error) -> Option<String> {
    let there = error.address().map_or_else(|| "the address".to_owned(), str::to_owned);
    match error.what() {
        What::Connect(_) => Some(format!(
            "Check that a broker listens on {there} and that this machine reaches it: name, port, firewall, VPN."
        )),
        What::NotKafka(_) => Some(format!(
            "Use the port of a client listener. What answers on {there} may be a web page, a controller, or a listener with \
             TLS: then turn TLS on for this connection."
        )),
        What::Disconnected { .. } => Some(format!(
            "The broker may be restarting, or {there} is a listener that wants TLS or a login: the connection's settings have both."
        )),
        What::Timeout { .. } => Some(format!(
            "What listens on {there} may be overloaded or frozen, or a firewall drops the packets. Refresh asks again."
        )),
        What::Throttled { .. } => Some(
            "A quota of the cluster holds this client back. Wait, or have its client id or user given more room."
                .to_owned(),
        ),
        What::Tls(_) => Some(format!(
            "Compare the TLS settings of this connection with what listens on {there}: trusted authority, name, client certificate."
        )),
        What::Token(_) => Some(
            "No broker was told anything yet. Look at where the token or the keys of this connection come from.".to_owned(),
        ),
        What::Authentication(_) => Some(format!(
            "{there} did not take this login. Compare mechanism, user and password with what its listener wants."
        )),
        What::Authorization(code) => Some(needed_right(*code, error.api())),
        What::ReadOnly => Some(
            "Looking needs no more. To allow writing, unlock the connection on the connections page."
                .to_owned(),
        ),
        What::OtherCluster { .. } => Some(
            "Close the connection and open it again if the addresses are meant to lead there.".to_owned(),
        ),
        What::Broker(code, _) if code.0 == STORAGE_ERROR => Some(
            "Look at the broker's own log and at the disk; the broker must be restarted to use it again."
                .to_owned(),
        ),
        What::Broker(code, _) if code.retriable() && code.refused_before_effect() => {
            Some("This passes by itself most of the time. Refresh asks again.".to_owned())
        }
        What::Decode(_) => Some(format!(
            "The connection to {there} was closed. If it happens again, the broker's version and the request are worth a report."
        )),
        What::NoTarget(_) => Some("Refresh reads the cluster's metadata again.".to_owned()),
        What::OutcomeUnknown(_) => Some(match error.find_out() {
            Some(sentence) => format!("{sentence}. Look before doing it again."),
            None => "Look at the cluster before doing it again.".to_owned(),
        }),
        What::Unsupported { ours, theirs: None } => Some(not_offered(*ours, error.api())),
        What::BadInput(_)
        | What::BadKey(_)
        | What::Broker(_, _)
        | What::Unsupported { .. }
        | What::NotInVersion { .. }
        | What::Cancelled
        | What::Closed => None,
    }
}

/// What this program would have asked with, and since when brokers know it.
fn not_offered(ours: (i16, i16), api: Option<ApiKey>) -> String {
    let since = match api {
        Some(ApiKey::DescribeAcls) => " Brokers have it since Kafka 0.11.",
        Some(ApiKey::DescribeClientQuotas) => " Brokers have it since Kafka 2.6.",
        Some(ApiKey::DescribeUserScramCredentials) => " Brokers have it since Kafka 2.7.",
        _ => "",
    };
    format!("This program speaks v{}\u{2013}{} of it, the broker none.{since}", ours.0, ours.1)
}

/// The right that is missing, with the command that would give it.
fn needed_right(code: ErrorCode, api: Option<ApiKey>) -> String {
    let configs = matches!(api, Some(ApiKey::DescribeConfigs | ApiKey::DescribeClientQuotas));
    let (operation, resource) = match code.0 {
        // Who writes to a topic is told to those who may read it.
        29 if matches!(api, Some(ApiKey::DescribeProducers)) => ("Read", "--topic <topic>"),
        29 => (if configs { "DescribeConfigs" } else { "Describe" }, "--topic <topic>"),
        30 => ("Describe", "--group <group>"),
        53 => ("Describe", "--transactional-id <id>"),
        _ => (if configs { "DescribeConfigs" } else { "Describe" }, "--cluster"),
    };
    format!(
        "This user needs {operation}: kafka-acls.sh --bootstrap-server <broker> --add --allow-principal User:<name> \
         --operation {operation} {resource}"
    )
}

/// What a page of a cluster gets that nobody has opened.
pub(crate) fn not_open(id: &str, at: Millis) -> ApiError {
    ApiError {
        advice: Some("Open it on the connections page.".to_owned()),
        ..ApiError::plain(ErrorKind::NotOpen, format!("The connection \u{201c}{id}\u{201d} is not open."), at)
    }
}

/// What a page of a cluster gets while its secrets are being asked for.
pub(crate) fn opening(id: &str, at: Millis) -> ApiError {
    ApiError {
        advice: Some("Answer the keychain, if it asks.".to_owned()),
        ..ApiError::plain(
            ErrorKind::NotOpen,
            format!("The connection \u{201c}{id}\u{201d} waits for its secrets from the keychain."),
            at,
        )
    }
}

pub(crate) fn not_found(what: impl Into<String>, at: Millis) -> ApiError {
    ApiError::plain(ErrorKind::NotFound, what, at)
}

pub(crate) fn no_target(what: impl Into<String>, at: Millis) -> ApiError {
    ApiError::plain(ErrorKind::NoTarget, what, at)
}

pub(crate) fn unsupported(what: impl Into<String>, at: Millis) -> ApiError {
    ApiError::plain(ErrorKind::Unsupported, what, at)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use admin::{ApiKey, Error, ErrorCode, What};
    use contract::{ErrorKind, Int64};

    use super::api_error;

    #[test]
    fn a_refused_connection_names_the_address_in_message_and_advice() {
        let error = Error::new(What::Connect("connection refused".into())).at("10.20.4.14:9093");
        let said = api_error(&error, Int64(5));
        assert_eq!(said.kind, ErrorKind::Connect);
        assert!(said.message.contains("10.20.4.14:9093"));
        assert!(said.advice.unwrap().contains("10.20.4.14:9093"));
        assert_eq!(said.at, Int64(5));
    }

    #[test]
    fn a_missing_right_comes_with_the_command_that_gives_it() {
        let error = Error::from_code(ErrorCode(31), None).asking(ApiKey::DescribeLogDirs).on_broker(3);
        let said = api_error(&error, Int64(0));
        assert_eq!((said.kind, said.code, said.broker), (ErrorKind::Authorization, Some(31), Some(3)));
        assert!(said.advice.unwrap().contains("--operation Describe --cluster"));
    }

    #[test]
    fn an_unknown_code_keeps_its_number() {
        let said = api_error(&Error::from_code(ErrorCode(30_000), Some("new".into())), Int64(0));
        assert_eq!((said.kind, said.code), (ErrorKind::Broker, Some(30_000)));
        assert!(said.message.contains("30000") && said.message.contains("new"));
    }

    #[test]
    fn a_broker_that_talks_for_ever_is_cut_short() {
        let error = Error::from_code(ErrorCode(42), Some("é".repeat(50_000)));
        let said = api_error(&error, Int64(0)).message;
        assert_eq!(said.chars().count(), super::SENTENCE_MOST + 1);
        assert!(said.ends_with('\u{2026}'));
    }

    #[test]
    fn silence_is_a_timeout_and_not_a_refusal() {
        let silent = Error::new(What::Timeout { sent: true, after: Duration::from_secs(3) }).at("b:1");
        assert_eq!(api_error(&silent, Int64(0)).kind, ErrorKind::Timeout);
    }
}
