//! Broker addresses as people type them and as clusters advertise them.
//!
//! A list that was typed wrong must say what was wrong in words that lead to the right one; an IPv6 address split at its
//! first colon, or a port that wrapped around, would otherwise fail much later as "can't connect".

mod host;

use std::{fmt, net::IpAddr};

pub(crate) use host::check;

use crate::{Error, What};

/// The port that a Kafka listener has when nobody says otherwise.
const USUAL_PORT: u16 = 9092;

/// A broker's address as the user or the cluster gives it: host (name, IPv4, or IPv6 without brackets) and port.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    pub host: String,
    pub port: u16,
}

impl Address {
    /// Parses one address: "host:port", "[::1]:9092"; a missing port is 9092.
    ///
    /// # Errors
    /// `What::BadInput` with a sentence that says what is wrong and what to type instead.
    pub fn parse(text: &str) -> Result<Address, Error> {
        parse_one(text.trim()).map_err(|sentence| Error::new(What::BadInput(sentence)))
    }

    /// Parses a list separated by commas, semicolons and white space. An address that is named twice counts once; an empty list
    /// is an error.
    ///
    /// # Errors
    /// As `parse`, for the first entry that can't be used.
    pub fn parse_list(text: &str) -> Result<Vec<Address>, Error> {
        let mut list: Vec<Address> = Vec::new();
        for entry in text.split(|c: char| c == ',' || c == ';' || c.is_whitespace()) {
            if entry.is_empty() {
                continue;
            }
            let address = Address::parse(entry)?;
            if !list.iter().any(|known| known.same_as(&address)) {
                list.push(address);
            }
        }
        if list.is_empty() { Err(Error::new(What::BadInput(nothing()))) } else { Ok(list) }
    }

    /// Whether it says by itself that it is this machine; no name is looked up.
    #[must_use]
    pub fn is_this_machine(&self) -> bool {
        let loopback = self.host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        loopback || self.host.eq_ignore_ascii_case("localhost")
    }

    /// Names are the same in capitals and small letters.
    fn same_as(&self, other: &Address) -> bool {
        self.port == other.port && self.host.eq_ignore_ascii_case(&other.host)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

fn parse_one(text: &str) -> Result<Address, String> {
    if text.is_empty() {
        return Err(nothing());
    }
    if let Some((scheme, rest)) = text.split_once("://") {
        let rest = rest.split('/').next().unwrap_or(rest);
        let instead = if rest.is_empty() { "host:9092" } else { rest };
        return Err(format!(
            "“{text}”: leave out “{scheme}://”; a Kafka address is only host:port, here {instead}"
        ));
    }
    let (host, port) = split(text)?;
    host::check(host, text)?;
    let port = port.map_or(Ok(USUAL_PORT), |port| port_of(port, text))?;
    Ok(Address { host: host.to_owned(), port })
}

/// Host and port of a rule, in which either may be something else than in an address; checked by nobody yet.
pub(crate) fn parts(text: &str) -> Result<(&str, Option<&str>), String> {
    match text.split_once("://") {
        Some((scheme, _)) => Err(format!("“{text}”: leave out “{scheme}://”; an address is only host:port")),
        None => split(text),
    }
}

/// Host and port as they stand, without the brackets of an IPv6 address.
fn split(text: &str) -> Result<(&str, Option<&str>), String> {
    if let Some(inner) = text.strip_prefix('[') {
        let Some((host, rest)) = inner.split_once(']') else {
            return Err(format!("“{text}”: the bracket is not closed; write an IPv6 address as [::1]:9092"));
        };
        if !host.contains(':') {
            return Err(format!(
                "“{text}”: brackets are for IPv6 addresses; write a name or an IPv4 address without"
            ));
        }
        return match rest.strip_prefix(':') {
            Some(port) => Ok((host, Some(port))),
            None if rest.is_empty() => Ok((host, None)),
            None => Err(format!("“{text}”: after the bracket comes a colon and the port, as in [::1]:9092")),
        };
    }
    match text.split_once(':') {
        None => Ok((text, None)),
        Some((_, port)) if port.contains(':') => Err(format!(
            "“{text}” has more than one colon; put an IPv6 address in brackets, as in [::1]:9092, and separate addresses \
             with commas"
        )),
        Some((host, port)) => Ok((host, Some(port))),
    }
}

pub(crate) fn port_of(port: &str, text: &str) -> Result<u16, String> {
    if port.is_empty() {
        return Err(format!(
            "“{text}”: the port after the colon is missing; Kafka's usual one is {USUAL_PORT}"
        ));
    }
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("“{text}”: the port “{port}” is not a number; type one from 1 to 65535"));
    }
    match port.parse::<u16>() {
        Ok(0) | Err(_) => Err(format!("“{text}”: no port has the number {port}; type one from 1 to 65535")),
        Ok(port) => Ok(port),
    }
}

fn nothing() -> String {
    format!("No address is given; type at least one broker as host:port, for example localhost:{USUAL_PORT}")
}

#[cfg(test)]
mod tests;
