//! The way round to brokers as it is set. What can't be gone is an error: dialling directly instead would send a password to whoever
//! has that address in the network that this machine happens to be in.

use admin::{Address, Rewrites, Secret, Socks5};
use contract::{ApiError, CheckedReach, Millis, Reach, SecretKind, Through};

use port_forward::Programs;

use super::{Given, Means, of_kind, unfit};
use crate::{forwarder::Forwarder, secrets::Hidden};

/// The port that SOCKS proxies have when nobody says otherwise (RFC 1928).
const PROXY_PORT: u16 = 1080;
/// The protocol's names and passwords end there (RFC 1929).
const LOGIN_MOST: usize = 255;

/// The way to brokers, and the program that has to be ended with it.
pub(super) fn of(
    reach: &Reach,
    given: &Given,
    means: &Means,
    at: Millis,
) -> Result<(admin::Reach, Option<Forwarder>), ApiError> {
    let rewrites = rewrites(reach, at)?;
    let (through, forwarder) = match &reach.through {
        Through::Nothing => (admin::Through::Nothing, None),
        Through::Socks5 { proxy, user } => {
            let proxy = self::proxy(proxy, user).map_err(|why| unfit(why, at))?;
            let login = match user.is_empty() {
                true => None,
                false => Some((user.clone(), Secret::new(password(given, at)?.text()))),
            };
            (admin::Through::Socks5(Socks5::new(proxy, login)), None)
        }
        Through::Ssh { .. } | Through::Kubectl { .. } => {
            let made = || Forwarder::of(&reach.through, &means.programs);
            let forwarder = means.running.clone().map_or_else(made, |running| Ok(Some(running)));
            let forwarder = forwarder.map_err(|why| ApiError {
                advice: Some("Nothing was dialled directly instead.".to_owned()),
                ..unfit(why, at)
            })?;
            let through = forwarder.as_ref().map(|forwarder| admin::Through::Forward(forwarder.as_forward()));
            (through.unwrap_or_default(), forwarder)
        }
    };
    Ok((admin::Reach { rewrites, through }, forwarder))
}

pub(super) fn rewrites(reach: &Reach, at: Millis) -> Result<Rewrites, ApiError> {
    let rules = reach.rewrites.iter().map(|rule| (&rule.from, &rule.to));
    Rewrites::parse(rules).map_err(|error| unfit(words(&error), at))
}

fn password(given: &Given, at: Millis) -> Result<&Hidden, ApiError> {
    let password = of_kind(given, SecretKind::ProxyPassword, at)?;
    if password.text().len() > LOGIN_MOST {
        let message =
            format!("The proxy's password is longer than the {LOGIN_MOST} bytes that SOCKS5 can carry.");
        return Err(super::wanting(SecretKind::ProxyPassword, message, at));
    }
    Ok(password)
}

/// What is wrong with each part as typed, without any secret.
pub(crate) fn checked(reach: &Reach, programs: &Programs) -> CheckedReach {
    // Each for itself, behind rules that can be read, so that it is named by its own number.
    let rule = |at: usize| {
        let fine = std::iter::repeat_n(("0", "localhost"), at);
        let this = reach.rewrites.get(at).map(|rule| (rule.from.as_str(), rule.to.as_str()));
        Rewrites::parse(fine.chain(this)).err().map(|error| words(&error))
    };
    let through = match &reach.through {
        Through::Nothing => None,
        Through::Socks5 { proxy, user } => self::proxy(proxy, user).err(),
        Through::Ssh { .. } | Through::Kubectl { .. } => Forwarder::of(&reach.through, programs).err(),
    };
    CheckedReach { rules: (0..reach.rewrites.len()).map(rule).collect(), through }
}

/// All that is wrong, as sentences.
pub(super) fn problems(reach: &Reach, programs: &Programs) -> Vec<String> {
    let checked = checked(reach, programs);
    checked.rules.into_iter().flatten().chain(checked.through).collect()
}

/// Where the proxy is, typed as other programs write it.
fn proxy(typed: &str, user: &str) -> Result<Address, String> {
    let text = typed.trim();
    let text =
        ["socks5h://", "socks5://"].iter().find_map(|scheme| text.strip_prefix(scheme)).unwrap_or(text);
    let text = text.trim_end_matches('/');
    if text.is_empty() {
        return Err(
            "There is no proxy to go through. Type its host and port, such as localhost:1080.".to_owned()
        );
    }
    if let Some((scheme, rest)) = text.split_once("://") {
        return Err(format!(
            "A proxy of the kind “{scheme}” can't be used, a SOCKS5 proxy can. Type its host and port, such as {rest}."
        ));
    }
    if text.contains('@') {
        return Err(
            "A proxy's user and password have fields of their own. Type its host and port only.".to_owned()
        );
    }
    if user.len() > LOGIN_MOST {
        return Err(format!("The proxy's user is longer than the {LOGIN_MOST} bytes that SOCKS5 can carry."));
    }
    let has_port = text.rsplit_once(':').is_some_and(|(host, _)| !host.contains(':') || host.ends_with(']'));
    let whole = if has_port { text.to_owned() } else { format!("{text}:{PROXY_PORT}") };
    Address::parse(&whole).map_err(|error| format!("The proxy can't be used: {}", words(&error)))
}

/// What is wrong with something typed, without what the error says around it.
fn words(error: &admin::Error) -> String {
    match error.what() {
        admin::What::BadInput(why) if why.ends_with('.') => why.clone(),
        admin::What::BadInput(why) => format!("{why}."),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::proxy;

    #[test]
    fn a_proxy_is_read_as_other_programs_write_it() {
        for (typed, read) in [
            ("localhost:1081", "localhost:1081"),
            ("bastion", "bastion:1080"),
            (" socks5://10.0.0.7:1080/ ", "10.0.0.7:1080"),
            ("socks5h://proxy.example", "proxy.example:1080"),
            ("[::1]", "[::1]:1080"),
            ("[::1]:9", "[::1]:9"),
        ] {
            assert_eq!(proxy(typed, "").map(|proxy| proxy.to_string()).as_deref(), Ok(read), "{typed}");
        }
        for typed in [
            "",
            "http://proxy:1080",
            "alice:secret@proxy:1080",
            "socks5://alice:secret@proxy",
            "proxy:port",
            "a b",
        ] {
            let why = proxy(typed, "").unwrap_err();
            assert!(why.ends_with('.') && !why.contains("secret"), "{typed}: {why}");
        }
        assert!(proxy("proxy", &"x".repeat(256)).is_err());
    }
}
