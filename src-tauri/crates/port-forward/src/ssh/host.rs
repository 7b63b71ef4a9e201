//! Which names are passed to `ssh`: those that can't be read as an option, nor as anything by the shell that it hands them to.
//!
//! A configuration with a `ProxyCommand` puts the host's name into a line for the user's shell; a name with a back quote in it would
//! run there.

use std::net::IpAddr;

use wire::Address;

use crate::Refused;

/// The jump host as it is typed.
pub(crate) fn check(host: &str) -> Result<&str, Refused> {
    let host = host.trim();
    let bare = host.strip_prefix("ssh://").unwrap_or(host);
    let refused = |why: &str| {
        Refused(format!(
            "“{}” {why}; write “bastion”, “me@bastion” or “ssh://me@bastion:2222”, or a Host of your ssh configuration",
            host.escape_debug()
        ))
    };
    if bare.is_empty() {
        return Err(refused("names no jump host"));
    }
    // After "user@" as well, where older programs read on.
    if host.split('@').any(|part| part.starts_with('-')) || bare.starts_with('-') {
        return Err(refused("begins with “-”, which ssh would read as an option"));
    }
    let fits = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_' | '@' | ':' | '[' | ']' | '%' | '+')
    };
    match bare.chars().find(|letter| !fits(*letter)) {
        Some(letter) => Err(refused(&format!("has “{}” in it", letter.escape_debug()))),
        None => Ok(host),
    }
}

/// A broker as `ssh -L` wants it named: "kafka-1:9092", "[fd00::1]:9092".
pub(crate) fn forwardable(to: &Address) -> Result<String, String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let named = !to.host.is_empty() && to.host.chars().all(fits) && !to.host.starts_with('-');
    if named || to.host.parse::<IpAddr>().is_ok() {
        Ok(to.to_string())
    } else {
        Err(format!("{to} can't be named to ssh: only letters of ASCII, digits, “.”, “-” and “_” can"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_as_people_write_them_are_taken() {
        for host in [
            "bastion",
            "me@bastion",
            "first.last@bastion.example.com",
            "ssh://me@bastion:2222",
            "10.0.0.1",
            "::1",
            "fe80::1%eth0",
            "jump_host-1",
        ] {
            assert_eq!(check(host), Ok(host));
        }
        assert_eq!(check(" bastion\n"), Ok("bastion"));
    }

    #[test]
    fn what_could_be_an_option_or_a_command_is_refused() {
        for host in [
            "",
            "ssh://",
            "-oProxyCommand=touch x",
            "--",
            "me@-oProxyCommand=x",
            "ssh://-oProxyCommand=x",
            "a b",
            "bastion\nother",
            "`id`",
            "$(id)",
            "a;id",
            "a|id",
            "a'b",
            "a\\b",
            "a/b",
        ] {
            let why = check(host).expect_err(host).to_string();
            assert!(why.contains("write “bastion”"), "{why}");
        }
    }

    #[test]
    fn brokers_are_named_as_ssh_reads_them() {
        let of = |host: &str| forwardable(&Address { host: host.to_owned(), port: 9092 });
        assert_eq!(of("kafka-1.internal"), Ok("kafka-1.internal:9092".to_owned()));
        assert_eq!(of("10.0.0.1"), Ok("10.0.0.1:9092".to_owned()));
        assert_eq!(of("fd00::1"), Ok("[fd00::1]:9092".to_owned()));
        for host in ["", "-x", "a b", "a/b", "a:b", "kafka]:1:[x", "bücher"] {
            assert!(of(host).is_err(), "{host}");
        }
    }
}
