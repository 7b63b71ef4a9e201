//! Redpanda Console: `kafka.brokers`, `kafka.sasl`, `kafka.tls` in YAML, the same in capitals as variables.

use super::{Asked, Place, keyed, not_needed, relaxed};
use crate::{Format, grammar::Spelling, keys::Key};

pub(super) fn place(asked: &Asked<'_>) -> Option<Place> {
    let rest = relaxed::after(asked.key, "kafka")?;
    let bare = relaxed::bare(rest);
    let bare = if bare.starts_with("brokers") {
        bare.trim_end_matches(|c: char| c.is_ascii_digit())
    } else {
        bare.as_str()
    };
    let key = match bare {
        "brokers" => Key::Bootstrap,
        "clientid" => Key::ClientId,
        "saslenabled" => Key::SaslEnabled,
        "saslmechanism" => Key::Mechanism,
        "saslusername" => Key::User,
        "saslpassword" => Key::Password,
        "sasloauthtoken" => Key::Token,
        "sasloauthtokenendpoint" => Key::TokenEndpoint,
        "sasloauthclientid" => Key::OauthClientId,
        "sasloauthclientsecret" => Key::OauthSecret,
        "sasloauthscope" => Key::OauthScope,
        "saslawsmskiamaccesskey" => Key::AwsAccessId,
        "saslawsmskiamsecretkey" => Key::AwsSecret,
        "saslawsmskiamsessiontoken" => Key::AwsSessionToken,
        "tlsenabled" => Key::TlsEnabled,
        "tlscafilepath" => Key::CaFile,
        "tlscertfilepath" => Key::CertFile,
        "tlskeyfilepath" => Key::PrivateFile,
        "tlspassphrase" => Key::PassPhrase,
        "tlsinsecureskiptlsverify" => Key::SkipVerify,
        "rackid" | "startup" => return Some(unneeded(asked)),
        _ => {
            let theirs = ["schemaregistry", "protobuf", "messagepack", "startup", "cbor", "saslgssapi"];
            if theirs.iter().any(|name| bare.starts_with(name)) && asked.spelling == Spelling::Dotted {
                return Some(unneeded(asked));
            }
            return None;
        }
    };
    // The same names as variables belong to nobody in particular.
    let theirs = asked.spelling == Spelling::Dotted || key == Key::Bootstrap;
    let format = if theirs { Format::RedpandaConsole } else { Format::Environment };
    let name = if key == Key::Bootstrap { "brokers" } else { rest };
    Some(keyed(format, "", 0, name, key))
}

fn unneeded(asked: &Asked<'_>) -> Place {
    not_needed(
        Format::RedpandaConsole,
        "",
        asked.key,
        "belongs to another service of that UI, not to the connection to brokers",
    )
}
