//! The name that a certificate is held against: that of the dialled host, as a certificate would write it.
//!
//! "broker.example.com." and "broker.example.com" are one host and only the second stands in a certificate; an address
//! stands there as an address, without the brackets and the zone that we need to dial it.

use std::net::{IpAddr, Ipv4Addr};

use rustls::pki_types::ServerName;

use super::plan::Verify;

pub(super) fn of(host: &str, verify: Verify) -> Result<ServerName<'static>, String> {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let address = bare.split_once('%').map_or(bare, |(address, _zone)| address);
    if let Ok(ip) = address.parse::<IpAddr>() {
        return Ok(ServerName::from(ip));
    }
    let name = bare.strip_suffix('.').unwrap_or(bare);
    match ServerName::try_from(name.to_owned()) {
        Ok(name) => Ok(name),
        Err(_) if verify == Verify::Everything => Err(format!(
            "the name “{name}” can't stand in a certificate; write one with other letters in its form for DNS (xn--…)"
        )),
        // Nobody looks at it; an address, so that it isn't told to the broker either.
        Err(_) => Ok(ServerName::from(IpAddr::V4(Ipv4Addr::UNSPECIFIED))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Verify, of};

    #[test]
    fn a_host_is_named_as_certificates_write_it() {
        for (host, name) in [
            ("broker.example.com", "broker.example.com"),
            ("broker.example.com.", "broker.example.com"),
            ("broker_1", "broker_1"),
            ("10.0.0.7", "10.0.0.7"),
            ("::1", "::1"),
            ("[::1]", "::1"),
            ("fe80::1%eth0", "fe80::1"),
        ] {
            assert_eq!(of(host, Verify::Everything).unwrap().to_str(), name, "{host}");
        }
    }

    #[test]
    fn a_name_that_no_certificate_can_have_is_told_unless_nobody_looks_at_it() {
        assert!(of("bröker", Verify::Everything).unwrap_err().contains("bröker"));
        of("bröker", Verify::NotTheName).unwrap();
    }
}
