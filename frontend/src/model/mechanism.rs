//! The ways to sign in, as a list to choose from. Choosing another one keeps what both have in common: who looks for the right
//! mechanism should not have to type the user each time.

use contract::{AwsCredentials, Sasl};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mechanism {
    None,
    Plain,
    ScramSha256,
    ScramSha512,
    OauthToken,
    OauthClient,
    MskIam,
}

impl Mechanism {
    pub const ALL: [Mechanism; 7] = [
        Mechanism::None,
        Mechanism::Plain,
        Mechanism::ScramSha256,
        Mechanism::ScramSha512,
        Mechanism::OauthClient,
        Mechanism::OauthToken,
        Mechanism::MskIam,
    ];

    #[must_use]
    pub const fn of(sasl: &Sasl) -> Mechanism {
        match sasl {
            Sasl::None => Mechanism::None,
            Sasl::Plain { .. } => Mechanism::Plain,
            Sasl::ScramSha256 { .. } => Mechanism::ScramSha256,
            Sasl::ScramSha512 { .. } => Mechanism::ScramSha512,
            Sasl::OauthToken { .. } => Mechanism::OauthToken,
            Sasl::OauthClient { .. } => Mechanism::OauthClient,
            Sasl::MskIam { .. } => Mechanism::MskIam,
        }
    }

    /// As brokers call it, in lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mechanism::None => "No sign-in",
            Mechanism::Plain => "PLAIN",
            Mechanism::ScramSha256 => "SCRAM-SHA-256",
            Mechanism::ScramSha512 => "SCRAM-SHA-512",
            Mechanism::OauthToken => "OAUTHBEARER, a token given here",
            Mechanism::OauthClient => "OAUTHBEARER, tokens from an endpoint",
            Mechanism::MskIam => "AWS MSK IAM",
        }
    }

    /// What is sent, in one sentence.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Mechanism::None => "Brokers know us by our own certificate, or not at all.",
            Mechanism::Plain => {
                "User and password go to the broker as they are; only with TLS are they hidden on the way."
            }
            Mechanism::ScramSha256 | Mechanism::ScramSha512 => {
                "Both sides prove that they know the password; it is never sent."
            }
            Mechanism::OauthToken => {
                "The token is sent as it is given. It ends when its issuer said it does."
            }
            Mechanism::OauthClient => "A token is fetched from the endpoint, and a new one before it ends.",
            Mechanism::MskIam => {
                "A request signed with AWS credentials stands in for a password. It wants TLS."
            }
        }
    }

    /// The settings of this mechanism, with what `from` has in common with it.
    #[must_use]
    pub fn switch(self, from: &Sasl) -> Sasl {
        let (user, token) = match from {
            Sasl::Plain { user } => (user.clone(), false),
            Sasl::ScramSha256 { user, token } | Sasl::ScramSha512 { user, token } => (user.clone(), *token),
            _ => (String::new(), false),
        };
        let extensions = match from {
            Sasl::OauthToken { extensions } | Sasl::OauthClient { extensions, .. } => extensions.clone(),
            _ => Vec::new(),
        };
        if self == Mechanism::of(from) {
            return from.clone();
        }
        match self {
            Mechanism::None => Sasl::None,
            Mechanism::Plain => Sasl::Plain { user },
            Mechanism::ScramSha256 => Sasl::ScramSha256 { user, token },
            Mechanism::ScramSha512 => Sasl::ScramSha512 { user, token },
            Mechanism::OauthToken => Sasl::OauthToken { extensions },
            Mechanism::OauthClient => Sasl::OauthClient {
                endpoint: String::new(),
                client_id: String::new(),
                scope: String::new(),
                audience: String::new(),
                extensions,
                signed: None,
            },
            Mechanism::MskIam => {
                Sasl::MskIam { region: String::new(), credentials: AwsCredentials::default() }
            }
        }
    }
}

/// "logicalCluster=lkc-1, identityPoolId=pool-2" as pairs; what has no `=` is a name without a value.
#[must_use]
pub fn read_pairs(text: &str) -> Vec<(String, String)> {
    let parts = text.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (name.trim().to_owned(), value.trim().to_owned())
        })
        .collect()
}

/// Pairs as they are typed.
#[must_use]
pub fn pairs(pairs: &[(String, String)]) -> String {
    let parts: Vec<String> = pairs
        .iter()
        .map(|(name, value)| if value.is_empty() { name.clone() } else { format!("{name}={value}") })
        .collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use contract::Sasl;

    use super::{Mechanism, pairs, read_pairs};

    #[test]
    fn another_mechanism_keeps_the_user() {
        let plain = Sasl::Plain { user: "alice".to_owned() };
        for to in [Mechanism::ScramSha256, Mechanism::ScramSha512] {
            let scram = to.switch(&plain);
            assert_eq!(Mechanism::of(&scram), to);
            assert_eq!(Mechanism::Plain.switch(&scram), plain);
        }
    }

    #[test]
    fn every_mechanism_can_be_reached_from_every_other() {
        for from in Mechanism::ALL {
            let start = from.switch(&Sasl::None);
            assert_eq!(Mechanism::of(&start), from);
            for to in Mechanism::ALL {
                assert_eq!(Mechanism::of(&to.switch(&start)), to);
            }
        }
    }

    #[test]
    fn choosing_the_same_one_again_loses_nothing() {
        let set = Sasl::OauthToken { extensions: vec![("a".to_owned(), "b".to_owned())] };
        assert_eq!(Mechanism::OauthToken.switch(&set), set);
    }

    #[test]
    fn extensions_come_back_from_how_they_are_typed() {
        let read = read_pairs("logicalCluster=lkc-1, pool = p=2\n ,lone");
        let wanted = [("logicalCluster", "lkc-1"), ("pool", "p=2"), ("lone", "")];
        assert_eq!(read, wanted.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!(read_pairs(&pairs(&read)), read);
    }
}
