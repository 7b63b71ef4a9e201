//! What each key of a Kafka client means to this program. A key that is missing here is called a typo, so the tables hold
//! all of Java's and librdkafka's keys, also those that nobody needs for looking at a cluster.

mod consumers;
mod others;
mod settings;

use std::{collections::HashMap, sync::LazyLock};

/// A setting that a connection has, whatever the clients call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    Bootstrap,
    ClientId,
    RequestTimeout,
    ConnectTimeout,
    Protocol,
    TlsEnabled,
    SaslEnabled,
    HostCheck,
    /// `true` checks the certificates.
    ChainCheck,
    /// `true` checks nothing.
    SkipVerify,
    TlsVersions,
    TrustFile,
    TrustKind,
    TrustPassword,
    TrustText,
    /// A CA file as librdkafka names it.
    CaFile,
    StoreFile,
    StoreKind,
    StorePassword,
    PassPhrase,
    ChainText,
    CertFile,
    PrivateFile,
    PrivateText,
    Mechanism,
    Jaas,
    JaasModule,
    User,
    Password,
    TokenAuth,
    OauthMethod,
    OauthGrant,
    OauthConfig,
    OauthUnsecured,
    TokenEndpoint,
    OauthClientId,
    OauthSecret,
    OauthScope,
    OauthExtensions,
    Token,
    AwsProfile,
    AwsRole,
    AwsAccessId,
    AwsSecret,
    AwsSessionToken,
    ClientHandler,
    LoginHandler,
}

impl Key {
    /// Its value must not be shown. (A JAAS string is shown in part, see there.)
    pub(crate) fn is_secret(self) -> bool {
        matches!(
            self,
            Self::TrustPassword
                | Self::StorePassword
                | Self::PassPhrase
                | Self::PrivateText
                | Self::Password
                | Self::OauthSecret
                | Self::Token
                | Self::AwsSecret
                | Self::AwsSessionToken
                | Self::OauthConfig
        )
    }

    /// It has to do with TLS only.
    pub(crate) fn is_tls(self) -> bool {
        self >= Self::HostCheck && self <= Self::PrivateText
    }

    /// It has to do with signing in only.
    pub(crate) fn is_sasl(self) -> bool {
        self >= Self::Mechanism
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Setting(Key),
    /// Why this program does without it.
    NotNeeded(&'static str),
    /// Why it can't be followed, and what to do instead.
    NotSupported(&'static str),
}

/// The tables as one; the first of them wins.
static KNOWN: LazyLock<HashMap<&'static str, Meaning>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for (names, why) in consumers::TABLE {
        known.extend(names.iter().map(|name| (*name, Meaning::NotNeeded(why))));
    }
    known.extend(others::TABLE.iter().copied());
    known.extend(settings::TABLE.iter().map(|(name, key)| (*name, Meaning::Setting(*key))));
    known
});

/// Longer than any key of any client.
const LONGEST: usize = 200;

/// What a client's key means; `None` if no client we know has it.
pub(crate) fn meaning(key: &str) -> Option<Meaning> {
    if key.len() > LONGEST {
        return None;
    }
    let key = key.to_ascii_lowercase();
    let key = key.as_str();
    if let Some(meaning) = KNOWN.get(key) {
        return Some(*meaning);
    }
    others::PREFIXES.iter().find(|(prefix, _)| key.starts_with(prefix)).map(|(_, meaning)| *meaning)
}

/// Keys that librdkafka has and Java has not: a file that holds one is not Java's.
pub(crate) fn only_librdkafka(key: &str) -> bool {
    settings::LIBRDKAFKA.contains(&key)
}

/// The known key that is spelt most like this one.
pub(crate) fn nearest(key: &str) -> Option<&'static str> {
    if key.len() > 80 || key.len() < 4 {
        return None;
    }
    let key = key.to_ascii_lowercase().replace(['_', '-'], ".");
    let known = KNOWN.keys().copied();
    // The distance is dear, and most names are far off: their letters alone tell.
    let letters_of_key = letters(&key);
    let near = |name: &&'static str| {
        name.len().abs_diff(key.len()) <= allowed(name)
            && name.get(..1) == key.get(..1)
            && letters_of_key.iter().zip(letters(name)).map(|(a, b)| a.abs_diff(b)).sum::<usize>()
                <= 2 * allowed(name)
    };
    known
        .filter(near)
        .map(|name| (strsim::damerau_levenshtein(&key, name), name))
        .min()
        .filter(|(distance, name)| *distance <= allowed(name))
        .map(|(_, name)| name)
}

/// How often each letter is in it.
fn letters(text: &str) -> [usize; 32] {
    let mut counts = [0; 32];
    for byte in text.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte % 32)) {
            *count += 1;
        }
    }
    counts
}

/// The same among names that only one program has.
pub(crate) fn nearest_of(key: &str, names: &[&'static str]) -> Option<&'static str> {
    let key: String = key.get(..key.len().min(80))?.chars().filter(char::is_ascii_alphanumeric).collect();
    let bare = |name: &str| {
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
    };
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&key.to_ascii_lowercase(), &bare(name)), *name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= 1 + name.len() / 4)
        .map(|(_, name)| name)
}

fn allowed(name: &str) -> usize {
    1 + name.len() / 5
}

/// Whether the value of a key that nobody has may be a secret: `sasl.pasword` is a password all the same.
pub(crate) fn unknown_may_be_secret(key: &str) -> bool {
    let tail = key.rsplit(['.', '_']).next().unwrap_or(key);
    let like = |name: &&&'static str| name.get(..1) == tail.to_ascii_lowercase().get(..1);
    looks_secret(key)
        || nearest(key).is_some_and(looks_secret)
        || SECRETS.iter().filter(like).any(|name| nearest_of(tail, &[*name]).is_some())
}

/// What ends a key of a secret, for those that are mistyped.
const SECRETS: &[&str] = &[
    "password",
    "passphrase",
    "secret",
    "clientSecret",
    "truststorePassword",
    "keystorePassword",
    "keyPassword",
];

/// Whether the value of a key that we know, or that isn't ours, may be a secret.
pub(crate) fn looks_secret(key: &str) -> bool {
    let lower = key.to_ascii_lowercase();
    let bare: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    [
        "password",
        "passwd",
        "passphrase",
        "secret",
        "token",
        "credential",
        "privatekey",
        "apikey",
        "accesskey",
        "jaasconfig",
        "userinfo",
        "authorization",
        "keypem",
        "pwd",
    ]
    .iter()
    .any(|word| bare.contains(word))
        || lower.ends_with(".pass")
        || lower.ends_with("_pass")
        || bare.ends_with("keystorekey")
        || lower.ends_with("ssl_key")
}
