//! Spring Boot: `spring.kafka.*` with its own names for what a client calls differently, `properties` maps beside them, and
//! the same once more for consumers, producers, admin clients and streams. A map wins over Spring's own name, as it does in
//! Spring; what is said for all clients wins over what is said for consumers, since ours is neither consumer nor producer.

use super::{Asked, Place, client, keyed, not_needed, not_supported, relaxed};
use crate::{Format, keys::Key, value::Value};

const PARTS: [(&str, i16); 5] =
    [("admin", 10), ("consumer", -10), ("producer", -12), ("streams", -14), ("", 0)];

/// For typos.
const NAMES: &[&str] = &[
    "bootstrap-servers",
    "client-id",
    "security.protocol",
    "properties",
    "ssl.trust-store-location",
    "ssl.trust-store-password",
    "ssl.trust-store-type",
    "ssl.trust-store-certificates",
    "ssl.key-store-location",
    "ssl.key-store-password",
    "ssl.key-store-type",
    "ssl.key-store-certificate-chain",
    "ssl.key-store-key",
    "ssl.key-password",
    "jaas.login-module",
    "jaas.options",
];

pub(super) fn place(asked: &Asked<'_>) -> Option<Place> {
    let key = asked.key;
    if is_profile(key) {
        return Some(Place::Profile);
    }
    if let Some(place) = binder(asked) {
        return Some(place);
    }
    let rest = relaxed::after(key, "springkafka")?;
    for (part, rank) in PARTS {
        let Some(rest) = (if part.is_empty() { Some(rest) } else { relaxed::after(rest, part) }) else {
            continue;
        };
        if let Some(inner) = relaxed::after(rest, "properties") {
            return Some(client(
                Format::Spring,
                String::new(),
                rank + 1,
                &relaxed::client_key(inner, asked.spelling),
            ));
        }
        if let Some(place) = own(asked, rest, rank) {
            return Some(place);
        }
        if !part.is_empty() {
            let why = match part {
                "consumer" => "orders how messages are read, not how to connect",
                "producer" => "orders how messages are written, not how to connect",
                _ => "orders this Spring client's work, not how to connect",
            };
            return Some(not_needed(Format::Spring, "", key, why));
        }
    }
    let why = if ["listener", "template", "retry", "streams"]
        .iter()
        .any(|part| relaxed::after(rest, part).is_some())
    {
        "belongs to the application's listeners and templates, not to the connection"
    } else {
        let said = super::unknown_near(crate::keys::nearest_of(rest, NAMES));
        return Some(Place::Verdict {
            format: Some(Format::Spring),
            cluster: Some(String::new()),
            verdict: said,
            secret: crate::keys::unknown_may_be_secret(rest),
        });
    };
    Some(not_needed(Format::Spring, "", key, why))
}

fn is_profile(key: &str) -> bool {
    matches!(
        relaxed::bare(key.split('[').next().unwrap_or(key)).as_str(),
        "springconfigactivateonprofile" | "springprofiles"
    )
}

/// Spring Cloud Stream's binder.
fn binder(asked: &Asked<'_>) -> Option<Place> {
    let rest = relaxed::after(asked.key, "springcloudstreamkafkabinder")?;
    if let Some(inner) = relaxed::after(rest, "configuration") {
        return Some(client(Format::Spring, String::new(), 1, &relaxed::client_key(inner, asked.spelling)));
    }
    Some(match relaxed::bare(rest).trim_end_matches(|c: char| c.is_ascii_digit()) {
        "brokers" => keyed(Format::Spring, "", 0, "brokers", Key::Bootstrap),
        "jaasloginmodule" => keyed(Format::Spring, "", 0, "jaas.loginModule", Key::JaasModule),
        _ => not_needed(
            Format::Spring,
            "",
            asked.key,
            "belongs to the application's binder, not to the connection",
        ),
    })
}

fn own(asked: &Asked<'_>, rest: &str, rank: i16) -> Option<Place> {
    if let Some(option) = relaxed::after(rest, "jaasoptions") {
        return Some(match jaas_option(&relaxed::bare(option)) {
            Some(key) => keyed(Format::Spring, "", rank, option, key),
            None => {
                let why = "this option of the login module is not known to this program";
                let secret = true;
                let verdict = crate::Verdict::NotSupported(why.to_owned());
                Place::Verdict { format: Some(Format::Spring), cluster: Some(String::new()), verdict, secret }
            }
        });
    }
    let bare = relaxed::bare(rest);
    // `bootstrap-servers[0]`
    let bare = if bare.starts_with("bootstrapservers") {
        bare.trim_end_matches(|c: char| c.is_ascii_digit())
    } else {
        bare.as_str()
    };
    let key = match bare {
        "bootstrapservers" => Key::Bootstrap,
        "clientid" => Key::ClientId,
        "securityprotocol" => Key::Protocol,
        "ssltruststorelocation" => Key::TrustFile,
        "ssltruststoretype" => Key::TrustKind,
        "ssltruststorepassword" => Key::TrustPassword,
        "ssltruststorecertificates" => Key::TrustText,
        "sslkeystorelocation" => Key::StoreFile,
        "sslkeystoretype" => Key::StoreKind,
        "sslkeystorepassword" => Key::StorePassword,
        "sslkeystorecertificatechain" => Key::ChainText,
        "sslkeystorekey" => Key::PrivateText,
        "sslkeypassword" => Key::PassPhrase,
        "sslprotocol" => Key::TlsVersions,
        "jaasloginmodule" => Key::JaasModule,
        "jaasenabled" | "jaascontrolflag" => {
            let why = "the login module and its options are taken either way";
            return Some(not_needed(Format::Spring, "", asked.key, why));
        }
        "sslbundle" => {
            let why = "a bundle is described under spring.ssl.bundle: give the files of its stores instead";
            return Some(not_supported(Format::Spring, "", asked.key, why));
        }
        _ => return None,
    };
    if matches!(key, Key::TrustFile | Key::StoreFile) {
        if asked.value.text.starts_with("classpath:") {
            let why = "the store is inside the application's jar: take it out, and give its path";
            return Some(not_supported(Format::Spring, "", asked.key, why));
        }
        if let Place::Setting(mut target) = keyed(Format::Spring, "", rank, rest, key) {
            target.value = Some(without_scheme(asked.value));
            return Some(Place::Setting(target));
        }
    }
    let name = if key == Key::Bootstrap { "bootstrap-servers" } else { rest };
    Some(keyed(Format::Spring, "", rank, name, key))
}

/// `file:/path` and `file:///path` are what Spring calls a file.
fn without_scheme(value: &Value) -> Value {
    let lead = ["file://", "file:"].into_iter().find(|lead| value.text.starts_with(lead)).map_or(0, str::len);
    value.part(lead..value.text.chars().count())
}

/// An option of a login module that stands alone.
pub(super) fn jaas_option(bare: &str) -> Option<Key> {
    Some(match bare {
        "username" => Key::User,
        "password" => Key::Password,
        "tokenauth" => Key::TokenAuth,
        "clientid" => Key::OauthClientId,
        "clientsecret" => Key::OauthSecret,
        "scope" => Key::OauthScope,
        "awsprofilename" => Key::AwsProfile,
        "awsrolearn" => Key::AwsRole,
        _ => return None,
    })
}
