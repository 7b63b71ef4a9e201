//! Variables that belong to no UI: `KAFKA_BOOTSTRAP_SERVERS`, `SASL_USERNAME`. A container's environment has many others
//! beside them, a broker's own settings among them; those are told apart from what might be a typo.

use super::{Asked, Place, relaxed, setting};
use crate::{
    Format, Verdict,
    grammar::Spelling,
    keys::{self, Key, Meaning},
};

/// What a broker's image is set up with.
const BROKERS: [&str; 34] = [
    "ADVERTISED",
    "LISTENER",
    "NODE_ID",
    "BROKER",
    "ZOOKEEPER",
    "CONTROLLER",
    "PROCESS_ROLES",
    "OFFSETS_TOPIC",
    "TRANSACTION_STATE",
    "INTER_BROKER",
    "AUTO_CREATE",
    "LOG",
    "DEFAULT_REPLICATION",
    "MIN_INSYNC",
    "OPTS",
    "HEAP_OPTS",
    "JMX",
    "METRIC",
    "CONFLUENT",
    "GROUP_INITIAL",
    "NUM_",
    "SASL_ENABLED_MECHANISMS",
    "SASL_MECHANISM_INTER",
    "AUTHORIZER",
    "SUPER_USERS",
    "DELETE_TOPIC",
    "SSL_CLIENT_AUTH",
    "CFG_",
    "KRAFT",
    "CLUSTER_ID",
    "SHARE_",
    "MESSAGE_MAX",
    "REPLICA",
    "ALLOW_",
];

pub(super) fn place(asked: &Asked<'_>) -> Option<Place> {
    if asked.spelling != Spelling::Variable {
        return None;
    }
    let name = asked.key;
    let bare = name.strip_prefix("KAFKA_").unwrap_or(name);
    let prefixed = bare.len() < name.len();
    for rest in
        [bare, bare.strip_prefix("CLIENT_").unwrap_or(bare), bare.strip_prefix("PROPERTIES_").unwrap_or(bare)]
    {
        let key = relaxed::client_key(rest, asked.spelling);
        if let Some(meaning) = keys::meaning(&key) {
            // A word without a dot is anybody's variable.
            let certain = prefixed || key.contains('.');
            if certain && !(prefixed && BROKERS.iter().any(|lead| bare.starts_with(lead))) {
                return Some(setting(Format::Environment, String::new(), 0, key, meaning));
            }
        }
    }
    let key = match bare {
        "BOOTSTRAP" | "BOOTSTRAP_SERVER" | "BROKER_LIST" | "BROKERS_LIST" | "URL" if prefixed => {
            Some(Key::Bootstrap)
        }
        "USERNAME" | "USER" | "API_KEY" if prefixed => Some(Key::User),
        "PASSWORD" | "API_SECRET" if prefixed => Some(Key::Password),
        "CLUSTER_API_KEY" => Some(Key::User),
        "CLUSTER_API_SECRET" => Some(Key::Password),
        _ => None,
    };
    if let Some(key) = key {
        let name = name.to_owned();
        return Some(setting(Format::Environment, String::new(), 0, name, Meaning::Setting(key)));
    }
    let secret = keys::unknown_may_be_secret(name);
    let verdict = if prefixed && BROKERS.iter().any(|lead| bare.starts_with(lead)) {
        Verdict::NotNeeded("sets up a broker, not a client".to_owned())
    } else if prefixed {
        super::unknown(&relaxed::client_key(bare, asked.spelling))
    } else {
        Verdict::NotNeeded("is not a setting of a Kafka client".to_owned())
    };
    let cluster = asked.scope.name.is_none().then(String::new);
    Some(Place::Verdict { format: None, cluster, verdict, secret })
}
