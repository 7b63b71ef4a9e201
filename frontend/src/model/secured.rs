//! How a connection is secured, in a few words for its row, and what deserves a warning for as long as it is on screen.

use contract::{Identity, Profile, Sasl, TlsSettings, Trust};

/// "TLS, own CA · SCRAM-SHA-512 as alice"; "Plaintext" where nothing is hidden.
#[must_use]
pub fn words(profile: &Profile) -> String {
    let mut parts = vec![tls(&profile.tls)];
    parts.extend(signs_in(&profile.sasl));
    parts.extend(super::way::reached(&profile.reach));
    parts.join(" · ")
}

fn tls(tls: &TlsSettings) -> String {
    if !tls.on {
        return "Plaintext".to_owned();
    }
    let mut words = "TLS".to_owned();
    if !matches!(tls.trust, Trust::System) {
        words.push_str(", own CA");
    }
    if tls.identity.is_some() {
        words.push_str(", own certificate");
    }
    words
}

fn signs_in(sasl: &Sasl) -> Option<String> {
    let (name, user) = match sasl {
        Sasl::None => return None,
        Sasl::Plain { user } => ("PLAIN", user.as_str()),
        Sasl::ScramSha256 { user, .. } => ("SCRAM-SHA-256", user.as_str()),
        Sasl::ScramSha512 { user, .. } => ("SCRAM-SHA-512", user.as_str()),
        Sasl::OauthToken { .. } => ("OAUTHBEARER", ""),
        Sasl::OauthClient { client_id, .. } => ("OAUTHBEARER", client_id.as_str()),
        Sasl::MskIam { .. } => ("AWS MSK IAM", ""),
    };
    Some(if user.is_empty() { name.to_owned() } else { format!("{name} as {user}") })
}

/// What is not checked, as a chip and as a sentence; None where all is.
#[must_use]
pub fn unchecked(tls: &TlsSettings) -> Option<(&'static str, &'static str)> {
    match (tls.on, tls.verify_issuer, tls.verify_host_name) {
        (false, ..) | (true, true, true) => None,
        (true, false, _) => Some((
            "Certificates not checked",
            "Whoever answers at these addresses is believed, and gets what signs in. Turn the check of the issuer on in this connection's security settings.",
        )),
        (true, true, false) => Some((
            "Names not checked",
            "Anybody with a certificate of a trusted issuer may answer for these brokers. Turn the check of the name on in this connection's security settings.",
        )),
    }
}

/// How our own certificate is given, as a list to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    None,
    Store,
    Files,
    Text,
}

impl Own {
    pub const ALL: [Own; 4] = [Own::None, Own::Store, Own::Files, Own::Text];

    #[must_use]
    pub const fn of(identity: Option<&Identity>) -> Own {
        match identity {
            None => Own::None,
            Some(Identity::Store { .. }) => Own::Store,
            Some(Identity::Files { .. }) => Own::Files,
            Some(Identity::Text { .. }) => Own::Text,
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Own::None => "None",
            Own::Store => "One file: PEM, JKS or PKCS12",
            Own::Files => "Two files: certificate and key",
            Own::Text => "Pasted here",
        }
    }

    #[must_use]
    pub fn blank(self) -> Option<Identity> {
        match self {
            Own::None => None,
            Own::Store => Some(Identity::Store { path: String::new(), alias: None }),
            Own::Files => Some(Identity::Files { certificate: String::new(), key: String::new() }),
            Own::Text => Some(Identity::Text { certificate: String::new() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::{Profile, Sasl, TlsSettings, Trust};

    use super::{Own, unchecked, words};

    fn tls(verify_issuer: bool, verify_host_name: bool) -> TlsSettings {
        TlsSettings { on: true, verify_issuer, verify_host_name, ..TlsSettings::default() }
    }

    #[test]
    fn a_row_says_what_hides_and_who_signs_in() {
        let mut profile = Profile::default();
        assert_eq!(words(&profile), "Plaintext");
        profile.tls.on = true;
        profile.sasl = Sasl::Plain { user: String::new() };
        assert_eq!(words(&profile), "TLS · PLAIN");
        profile.tls.trust = Trust::Text { pem: String::new() };
        profile.sasl = Sasl::ScramSha512 { user: "alice".to_owned(), token: false };
        assert_eq!(words(&profile), "TLS, own CA · SCRAM-SHA-512 as alice");
    }

    #[test]
    fn a_check_that_is_off_is_warned_of_only_where_it_would_matter() {
        assert_eq!(unchecked(&tls(true, true)), None);
        assert_eq!(unchecked(&TlsSettings { on: false, ..tls(false, false) }), None);
        assert_eq!(unchecked(&tls(false, true)).map(|(chip, _)| chip), Some("Certificates not checked"));
        assert_eq!(unchecked(&tls(true, false)).map(|(chip, _)| chip), Some("Names not checked"));
    }

    #[test]
    fn every_way_to_give_a_certificate_is_told_from_what_it_makes() {
        for own in Own::ALL {
            assert_eq!(Own::of(own.blank().as_ref()), own);
        }
    }
}
