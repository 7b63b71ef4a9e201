//! One rule of a rewrite table: what it is about and where that leads.
//!
//! Names are the same in capitals and small letters and with a dot at their end, and an IPv6 address has many spellings: a rule that
//! was compared letter by letter would miss what a person reads as the same.

use std::net::Ipv6Addr;

use crate::{Address, address};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    from: From,
    /// `None` keeps what the address has.
    host: Option<String>,
    port: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum From {
    Broker(i32),
    /// A host as `plain` has it, with `*`; `None` is every port.
    Place {
        host: String,
        port: Option<u16>,
    },
}

impl Rule {
    pub(super) fn parse(from: &str, to: &str) -> Result<Rule, String> {
        let from = read_from(from)?;
        let (host, port) = read_to(to)?;
        Ok(Rule { from, host, port })
    }

    pub(super) fn fits(&self, address: &Address, broker: Option<i32>) -> bool {
        match &self.from {
            From::Broker(id) => broker == Some(*id),
            From::Place { host, port } => {
                port.is_none_or(|port| port == address.port) && is_like(&plain(&address.host), host)
            }
        }
    }

    pub(super) fn to(&self, address: &Address) -> Address {
        Address {
            host: self.host.clone().unwrap_or_else(|| address.host.clone()),
            port: self.port.unwrap_or(address.port),
        }
    }
}

fn read_from(text: &str) -> Result<From, String> {
    if text.is_empty() {
        return Err("it does not say which broker it is about; type a broker's id (3) or its address \
                    (kafka-3.internal:9092)"
            .to_owned());
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let id = text.parse().map_err(|_| format!("“{text}” is larger than any broker's id"))?;
        return Ok(From::Broker(id));
    }
    if text.starts_with(':') && !text.starts_with("::") {
        return Err(format!(
            "“{text}”: the host before the colon is missing; *{text} is that port of every host"
        ));
    }
    let (host, port) = address::parts(text)?;
    let port = port.filter(|port| *port != "*").map(|port| address::port_of(port, text)).transpose()?;
    // A star stands for what can be there.
    let sample = host.replace('*', if host.contains(':') { "0" } else { "x" });
    if !(host.contains(':') && host.contains('*')) {
        address::check(&sample, text)?;
    } else if let Some(odd) =
        sample.chars().find(|c| !(c.is_ascii_hexdigit() || matches!(c, ':' | '.' | '%')))
    {
        return Err(format!(
            "“{text}”: the character “{}” can't stand in an IPv6 address",
            odd.escape_debug()
        ));
    }
    Ok(From::Place { host: plain(host), port })
}

fn read_to(text: &str) -> Result<(Option<String>, Option<u16>), String> {
    if text.is_empty() {
        return Err("it does not say where the broker is found; type host:port (localhost:19093), a host alone to keep the \
                    port, or :port to keep the host"
            .to_owned());
    }
    if text.contains('*') {
        return Err(format!(
            "“{text}”: a * can't stand in the address where a broker is found; leave the host out to keep it, as in :19093"
        ));
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("“{text}”: write :{text} for that port of the same host, or host:{text}"));
    }
    if let Some(port) = text.strip_prefix(':').filter(|port| !port.contains(':')) {
        return Ok((None, Some(address::port_of(port, text)?)));
    }
    let (host, port) = address::parts(text)?;
    address::check(host, text)?;
    Ok((Some(host.to_owned()), port.map(|port| address::port_of(port, text)).transpose()?))
}

/// A host as it is compared.
fn plain(host: &str) -> String {
    if let Ok(ip) = host.parse::<Ipv6Addr>() {
        return ip.to_string();
    }
    host.strip_suffix('.').filter(|rest| !rest.is_empty()).unwrap_or(host).to_lowercase()
}

/// Whether a text is like a pattern in which each `*` stands for any run of characters. Taking the first place that fits for each
/// part leaves most for those after it, so that nothing has to be gone back to.
fn is_like(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests;
