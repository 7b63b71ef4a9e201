//! The property files of a broker, per version. Everything that makes a small cluster quick and realistic at once is
//! decided here: two log directories and a rack for each broker, five listeners, and sessions short enough that a killed
//! broker's partitions move while a test waits.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use crate::{tls::Tls, version::Version};

/// The two users of the SASL listener, for PLAIN and SCRAM alike: `(name, password)`.
pub const USERS: [(&str, &str); 2] = [("admin", "admin-secret"), ("alice", "alice-secret")];

/// Where one broker listens and keeps its data.
#[derive(Clone, Debug)]
pub struct Broker {
    pub id: i32,
    pub rack: String,
    /// No encryption, no authentication.
    pub address: String,
    /// SASL_PLAINTEXT: PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512 with [`USERS`].
    pub sasl_address: String,
    /// SSL, with a certificate for `localhost` and 127.0.0.1 of our own authority.
    pub tls_address: String,
    /// SASL_SSL: both together.
    pub sasl_tls_address: String,
    /// Listeners that a test added: name and address.
    pub added: Vec<(String, String)>,
    pub log_dirs: Vec<PathBuf>,
    pub(crate) controller_address: String,
    pub(crate) metadata_dir: PathBuf,
    pub(crate) config_file: PathBuf,
    pub(crate) log_file: PathBuf,
}

impl Broker {
    pub(crate) const PORTS: u16 = 5;
    /// One more for each broker, behind all others: where its open listener can move to.
    pub(crate) const SPARE: u16 = 1;

    pub(crate) fn new(folder: &Path, first_port: u16, index: u16) -> Self {
        let id = i32::from(index) + 1;
        let address = |offset: u16| format!("127.0.0.1:{}", first_port + index * Self::PORTS + offset);
        let home = folder.join(format!("broker-{id}"));
        let rack = char::from(b'a' + u8::try_from(index % 3).unwrap_or(0));
        Self {
            id,
            rack: format!("rack-{rack}"),
            address: address(0),
            sasl_address: address(1),
            tls_address: address(2),
            sasl_tls_address: address(3),
            added: Vec::new(),
            controller_address: address(4),
            log_dirs: vec![home.join("disk-1"), home.join("disk-2")],
            metadata_dir: home.join("metadata"),
            config_file: folder.join(format!("broker-{id}.properties")),
            log_file: folder.join(format!("broker-{id}.log")),
        }
    }
}

/// What all brokers of one cluster have in common.
pub(crate) struct Shape<'a> {
    pub(crate) version: Version,
    pub(crate) brokers: &'a [Broker],
    pub(crate) zookeeper: &'a str,
    pub(crate) tls: &'a Tls,
    pub(crate) added: &'a [Added],
    pub(crate) extra: &'a [(String, String)],
}

/// One more listener, and what is different about it.
#[derive(Debug)]
pub(crate) struct Added {
    /// In capitals, as Kafka wants it.
    pub(crate) name: String,
    pub(crate) properties: Vec<(String, String)>,
    /// Not the address where it listens, and without TLS.
    pub(crate) advertised: Option<String>,
}

pub(crate) fn properties(shape: &Shape<'_>, broker: &Broker) -> String {
    let replicas = shape.brokers.len().min(3);
    let mut text = String::new();
    let mut set = |key: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{key}={value}");
    };
    let mut listeners = format!(
        "PLAINTEXT://{},SASL_PLAINTEXT://{},SSL://{},SASL_SSL://{}",
        broker.address, broker.sasl_address, broker.tls_address, broker.sasl_tls_address
    );
    let mut protocols =
        "PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL,SASL_SSL:SASL_SSL".to_owned();
    let mut advertised = listeners.clone();
    for ((name, address), added) in broker.added.iter().zip(shape.added) {
        let known_as = added.advertised.as_ref().map(|known| known.replace("{id}", &broker.id.to_string()));
        let protocol = if known_as.is_some() { "PLAINTEXT" } else { "SSL" };
        let _ = write!(listeners, ",{name}://{address}");
        let _ = write!(advertised, ",{name}://{}", known_as.as_ref().unwrap_or(address));
        let _ = write!(protocols, ",{name}:{protocol}");
    }
    set("advertised.listeners", &advertised);
    if shape.version.is_zookeeper() {
        set("broker.id", &broker.id);
        set("zookeeper.connect", &shape.zookeeper);
        set("zookeeper.session.timeout.ms", &3000);
    } else {
        set("node.id", &broker.id);
        set("process.roles", &"broker,controller");
        let voters = shape.brokers.iter().map(|b| format!("{}@{}", b.id, b.controller_address));
        set("controller.quorum.voters", &voters.collect::<Vec<_>>().join(","));
        set("controller.listener.names", &"CONTROLLER");
        protocols.push_str(",CONTROLLER:PLAINTEXT");
        // Apart from the data, so that both data directories are alike and can be taken away.
        set("metadata.log.dir", &broker.metadata_dir.display());
        // The default of 9 s is long for a test that waits for a leader to move.
        set("broker.session.timeout.ms", &3000);
        set("broker.heartbeat.interval.ms", &500);
        let _ = write!(listeners, ",CONTROLLER://{}", broker.controller_address);
    }
    set("listener.security.protocol.map", &protocols);
    set("listeners", &listeners);
    set("inter.broker.listener.name", &"PLAINTEXT");
    set("broker.rack", &broker.rack);
    set("log.dirs", &broker.log_dirs.iter().map(|d| d.display().to_string()).collect::<Vec<_>>().join(","));
    set("auto.create.topics.enable", &true);
    set("num.partitions", &3);
    for (key, value) in [
        ("default.replication.factor", replicas),
        ("offsets.topic.replication.factor", replicas),
        ("offsets.topic.num.partitions", 6),
        ("transaction.state.log.replication.factor", replicas),
        ("transaction.state.log.min.isr", 1),
        ("transaction.state.log.num.partitions", 3),
        ("share.coordinator.state.topic.replication.factor", replicas),
        ("share.coordinator.state.topic.min.isr", 1),
        ("share.coordinator.state.topic.num.partitions", 3),
        ("group.initial.rebalance.delay.ms", 0),
        ("replica.lag.time.max.ms", 5000),
        // A directory that fills with the default 10 MB indexes makes sizes hard to compare.
        ("log.index.size.max.bytes", 1 << 20),
    ] {
        set(key, &value);
    }
    security(&mut set, shape.tls);
    for Added { name, properties, .. } in shape.added {
        for (key, value) in properties {
            set(&format!("listener.name.{}.{key}", name.to_lowercase()), value);
        }
    }
    for (key, value) in shape.extra {
        set(key, value);
    }
    text
}

fn security(set: &mut impl FnMut(&str, &dyn std::fmt::Display), tls: &Tls) {
    let [(admin, password), _] = USERS;
    let users = USERS.map(|(name, password)| format!("user_{name}=\"{password}\"")).join(" ");
    let module = "org.apache.kafka.common.security";
    set("sasl.enabled.mechanisms", &"PLAIN,SCRAM-SHA-256,SCRAM-SHA-512");
    for listener in ["sasl_plaintext", "sasl_ssl"] {
        set(
            &format!("listener.name.{listener}.plain.sasl.jaas.config"),
            &format!(
                "{module}.plain.PlainLoginModule required username=\"{admin}\" password=\"{password}\" {users};"
            ),
        );
        // KIP-368, for one mechanism only: the others stay signed in for as long as they like.
        set(&format!("listener.name.{listener}.scram-sha-512.connections.max.reauth.ms"), &5000);
        for mechanism in ["scram-sha-256", "scram-sha-512"] {
            set(
                &format!("listener.name.{listener}.{mechanism}.sasl.jaas.config"),
                &format!("{module}.scram.ScramLoginModule required;"),
            );
        }
    }
    for (key, path) in
        [("ssl.keystore.location", &tls.key_store), ("ssl.truststore.location", &tls.trust_store)]
    {
        set(key, &path.display());
    }
    for key in ["ssl.keystore.password", "ssl.key.password", "ssl.truststore.password"] {
        set(key, &Tls::PASSWORD);
    }
    set("ssl.keystore.type", &"PKCS12");
    set("ssl.truststore.type", &"PKCS12");
}
