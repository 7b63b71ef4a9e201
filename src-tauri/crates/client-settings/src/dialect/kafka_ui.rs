//! Kafka UI (provectus, kafbat): `kafka.clusters[n]` in YAML, `KAFKA_CLUSTERS_n_` as variables. What belongs to its other
//! services (registry, connect, ksqlDB, metrics) is theirs.

use super::{Asked, Place, client, keyed, not_needed, relaxed};
use crate::{Format, keys::Key};

/// For typos.
const NAMES: &[&str] = &[
    "name",
    "bootstrapServers",
    "properties",
    "securityProtocol",
    "ssl.truststoreLocation",
    "ssl.truststorePassword",
    "ssl.keystoreLocation",
    "ssl.keystorePassword",
    "ssl.verifySsl",
    "readOnly",
];

pub(super) fn place(asked: &Asked<'_>) -> Option<Place> {
    let rest = relaxed::after(asked.key, "kafkaclusters")?;
    let (number, rest) = relaxed::index(rest)?;
    let cluster = number.to_string();
    let key = |name: &str, key| Some(keyed(Format::KafkaUi, &cluster, 0, name, key));
    for (map, rank) in
        [("properties", 0), ("adminproperties", 2), ("consumerproperties", -2), ("producerproperties", -4)]
    {
        if let Some(inner) = relaxed::after(rest, map) {
            let name = relaxed::client_key(inner, asked.spelling);
            return Some(client(Format::KafkaUi, cluster, rank, &name));
        }
    }
    let bare = relaxed::bare(rest);
    match bare.as_str() {
        "name" => return Some(Place::Name { format: Format::KafkaUi, cluster }),
        "bootstrapservers" => return key("bootstrapServers", Key::Bootstrap),
        "securityprotocol" => return key("securityProtocol", Key::Protocol),
        "ssltruststorelocation" => return key("ssl.truststoreLocation", Key::TrustFile),
        "ssltruststorepassword" => return key("ssl.truststorePassword", Key::TrustPassword),
        "ssltruststoretype" => return key("ssl.truststoreType", Key::TrustKind),
        "sslkeystorelocation" => return key("ssl.keystoreLocation", Key::StoreFile),
        "sslkeystorepassword" => return key("ssl.keystorePassword", Key::StorePassword),
        "sslkeystoretype" => return key("ssl.keystoreType", Key::StoreKind),
        "sslverifyssl" | "sslverify" => return key("ssl.verifySsl", Key::ChainCheck),
        "readonly" => {
            let why = "every connection is read-only here until you unlock it";
            return Some(not_needed(Format::KafkaUi, &cluster, asked.key, why));
        }
        _ => {}
    }
    let theirs = [
        "schemaregistry",
        "kafkaconnect",
        "ksqldb",
        "metrics",
        "masking",
        "audit",
        "serde",
        "defaultkeyserde",
        "defaultvalueserde",
        "pollingthrottlerate",
        "disablelogdirscollection",
        "zookeeper",
        "jmx",
        "protobuf",
        "consumerpolling",
        "consumer",
        "producer",
    ];
    if theirs.iter().any(|name| bare.starts_with(name)) {
        let why = "belongs to another service of that UI, not to the connection to brokers";
        return Some(not_needed(Format::KafkaUi, &cluster, asked.key, why));
    }
    Some(Place::Verdict {
        format: Some(Format::KafkaUi),
        cluster: Some(cluster),
        verdict: super::unknown_near(crate::keys::nearest_of(rest, NAMES)),
        secret: crate::keys::unknown_may_be_secret(rest),
    })
}
