//! What can be a host: a name, an IPv4 address, an IPv6 address (with a zone, for link-local ones).
//!
//! A bare number is refused, because it is nearly always a port that lost its host; a resolver would take "9092" for the
//! IPv4 address 0.0.35.132.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The longest name that DNS carries.
const LONGEST_NAME: usize = 253;

pub(crate) fn check(host: &str, text: &str) -> Result<(), String> {
    if host.is_empty() {
        return Err(format!(
            "“{text}”: the host before the colon is missing; type it as host:port, without spaces"
        ));
    }
    if host.contains(':') {
        return check_v6(host, text);
    }
    if let Some(odd) = host.chars().find(|c| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))) {
        return Err(format!(
            "“{text}”: the character “{}” can't stand in a host name; type the address as host:port",
            odd.escape_debug()
        ));
    }
    if host.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "“{text}”: {host} is a number and no host; type the address as host:port, without spaces"
        ));
    }
    let numbers = host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if numbers && host != "." && host.parse::<Ipv4Addr>().is_err() {
        return Err(format!("“{text}”: {host} is not an IPv4 address; those are four numbers from 0 to 255"));
    }
    let name = host.strip_suffix('.').unwrap_or(host);
    if name.split('.').any(str::is_empty) {
        return Err(format!(
            "“{text}”: the name has a dot with nothing before or after it; check it for a slip"
        ));
    }
    if name.len() > LONGEST_NAME {
        return Err(format!(
            "The name that starts with “{}” is longer than any host name; check it for a slip",
            start_of(host)
        ));
    }
    Ok(())
}

fn check_v6(host: &str, text: &str) -> Result<(), String> {
    let (address, zone) = host.split_once('%').map_or((host, None), |(address, zone)| (address, Some(zone)));
    if address.parse::<Ipv6Addr>().is_err() {
        return Err(format!("“{text}”: {address} is not an IPv6 address; write it as [::1]:9092"));
    }
    if zone.is_some_and(str::is_empty) {
        return Err(format!(
            "“{text}”: the zone after the percent sign is missing, as in [fe80::1%eth0]:9092"
        ));
    }
    Ok(())
}

fn start_of(host: &str) -> String {
    host.chars().take(20).collect()
}
