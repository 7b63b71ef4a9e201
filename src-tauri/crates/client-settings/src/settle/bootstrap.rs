//! The addresses, the client's name and the timeouts. An address that can't be one is said here, before it becomes a name
//! look-up that fails for an unknown reason.

use super::draft::Draft;
use crate::{Settings, keys::Key};

/// What librdkafka and kcat take where no port is given.
const PORT: u16 = 9092;
/// Any of them leads to all brokers.
const MOST: usize = 100;

pub(super) fn settle(draft: &mut Draft<'_>, settings: &mut Settings) {
    let mut addresses: Vec<String> = Vec::new();
    for entry in draft.all(Key::Bootstrap) {
        let mut unreadable = false;
        let mut remarks = Vec::new();
        let mut count = 0;
        for text in entry.value.text.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            match address(text, &mut remarks) {
                Some(_) if addresses.len() >= MOST => {
                    remark(&mut remarks, "there are more addresses than 100, and the first are enough");
                }
                Some(address) => {
                    count += 1;
                    if !addresses.contains(&address) {
                        addresses.push(address);
                    }
                }
                None => unreadable = true,
            }
        }
        if unreadable {
            draft.unreadable(entry, "holds an address that is not host:port");
        }
        match count {
            0 if !unreadable => draft.not_needed(entry, "is empty, so it sets nothing"),
            0 => {}
            1 => draft.understood(entry, "one bootstrap address"),
            count => draft.understood(entry, format!("{count} bootstrap addresses")),
        }
        for remark in remarks {
            draft.understood(entry, remark);
        }
    }
    if !addresses.is_empty() {
        settings.bootstrap = Some(addresses.join(","));
    }
    settings.client_id = draft.text(Key::ClientId, "the client id");
    settings.request_timeout_ms = milliseconds(draft, Key::RequestTimeout, "how long a request may take");
    settings.connection_setup_timeout_ms =
        milliseconds(draft, Key::ConnectTimeout, "how long connecting may take");
}

/// `host:port`, without the scheme that librdkafka and listeners put before it.
fn address(text: &str, remarks: &mut Vec<&'static str>) -> Option<String> {
    let text = match text.split_once("://") {
        Some((scheme, rest)) if scheme.chars().all(|c| c.is_ascii_alphabetic() || c == '_') => {
            remark(remarks, "what stands before :// is not needed; security.protocol counts");
            rest
        }
        _ => text,
    };
    let text = text.trim_end_matches('/');
    let (host, port) = if let Some(rest) = text.strip_prefix('[') {
        let (host, rest) = rest.split_once(']')?;
        let fits = !host.is_empty() && host.chars().all(|c| c.is_ascii_hexdigit() || ":.%".contains(c));
        let port = if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) };
        (format!("[{}]", fits.then_some(host)?), port)
    } else {
        let (host, port) = text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port)));
        let fits = !host.is_empty()
            && host.len() <= 255
            && host.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
        (fits.then_some(host)?.to_owned(), port)
    };
    let port = match port {
        Some(port) => port.parse::<u16>().ok().filter(|port| *port > 0)?,
        None => {
            remark(remarks, "an address has no port; 9092 is taken");
            PORT
        }
    };
    Some(format!("{host}:{port}"))
}

fn remark(remarks: &mut Vec<&'static str>, remark: &'static str) {
    if !remarks.contains(&remark) {
        remarks.push(remark);
    }
}

fn milliseconds(draft: &mut Draft<'_>, key: Key, what: &str) -> Option<u64> {
    let entry = draft.get(key)?;
    match entry.value.text.parse::<u64>() {
        Ok(ms) if (1..=3_600_000).contains(&ms) => {
            draft.understood(entry, format!("{what}: {ms} ms"));
            Some(ms)
        }
        Ok(_) => {
            draft.unreadable(entry, "is out of reach: between 1 and 3,600,000 milliseconds make sense");
            None
        }
        Err(_) => {
            draft.unreadable(entry, "is not a number of milliseconds");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port_or_nothing() {
        let parse = |text| address(text, &mut Vec::new());
        assert_eq!(parse("SASL_SSL://b1.example.com:9093"), Some("b1.example.com:9093".to_owned()));
        assert_eq!(parse("localhost"), Some("localhost:9092".to_owned()));
        assert_eq!(parse("[::1]:9092"), Some("[::1]:9092".to_owned()));
        for text in ["a:0", "a:99999", "a:b", ":9092", "a/b:9", "[x]:1", "a:1:2", "user@host:1", "[::1]x"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
