//! What a test can ask for before the brokers start, and the start itself: claim, configure, format, launch, wait. Each
//! step is left to its own file; the order is what is decided here.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::{
    claim::Claim,
    cluster::Kafka,
    config::{self, Added, Broker, Shape, USERS},
    error::{At, Error, Result},
    java,
    process::Process,
    tls::Tls,
    tools::Tool,
    version::Version,
};

/// A cluster that is yet to be started.
#[derive(Debug)]
#[must_use = "nothing runs before `start`"]
pub struct Builder {
    version: Version,
    brokers: u16,
    detached: bool,
    properties: Vec<(String, String)>,
    jvm_options: Vec<String>,
    added: Vec<Added>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            version: Version::V4_4,
            brokers: 3,
            detached: false,
            properties: Vec::new(),
            jvm_options: Vec::new(),
            added: Vec::new(),
        }
    }
}

impl Builder {
    pub fn version(mut self, version: Version) -> Self {
        self.version = version;
        self
    }

    /// At most nine; three by default.
    pub fn brokers(mut self, brokers: u16) -> Self {
        self.brokers = brokers.clamp(1, 9);
        self
    }

    /// One more line in every broker's configuration; it wins over ours.
    pub fn property(mut self, key: &str, value: &str) -> Self {
        self.properties.push((key.to_owned(), value.to_owned()));
        self
    }

    /// One more argument of every broker's JVM, before the class: what Kafka reads as a system property.
    pub fn jvm_option(mut self, option: &str) -> Self {
        self.jvm_options.push(option.to_owned());
        self
    }

    /// One more listener with TLS in every broker; these properties hold for it alone, as `ssl.client.auth` = `required` or
    /// `ssl.keystore.location` = one of [`Tls`]'s. For clusters of a few brokers: each has its own ports.
    pub fn tls_listener(mut self, name: &str, properties: &[(&str, &str)]) -> Self {
        let properties =
            properties.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        self.added.push(Added { name: name.to_uppercase(), properties, advertised: None });
        self
    }

    /// One more open listener in every broker, which advertises this address instead of its own: what a client outside of a
    /// closed network gets to hear. `{id}` in it is the broker's number.
    pub fn listener_known_as(mut self, name: &str, advertised: &str) -> Self {
        let advertised = Some(advertised.to_owned());
        self.added.push(Added { name: name.to_uppercase(), properties: Vec::new(), advertised });
        self
    }

    /// The brokers outlive this program, until [`crate::Detached::stop`].
    pub fn detached(mut self) -> Self {
        self.detached = true;
        self
    }

    /// Downloads the jars when they aren't there, starts the brokers and waits until each of them serves.
    pub fn start(self) -> Result<Kafka> {
        let tls = Tls::load_or_make()?;
        let _ = crate::jars(self.version)?;
        let added = u16::try_from(self.added.len()).unwrap_or(u16::MAX);
        let before_added = self.brokers * (Broker::PORTS + Broker::SPARE) + 1;
        let claim = Claim::take(self.brokers.saturating_mul(added).saturating_add(before_added))?;
        let folder = claim.folder.clone();
        let zookeeper_port = claim.first_port + self.brokers * Broker::PORTS;
        let zookeeper = format!("127.0.0.1:{zookeeper_port}");
        let mut brokers: Vec<_> =
            (0..self.brokers).map(|i| Broker::new(&folder, claim.first_port, i)).collect();
        let mut ports = claim.first_port + before_added..;
        for broker in &mut brokers {
            for (added, port) in self.added.iter().zip(&mut ports) {
                broker.added.push((added.name.clone(), format!("127.0.0.1:{port}")));
            }
        }
        let shape = Shape {
            version: self.version,
            brokers: &brokers,
            zookeeper: &zookeeper,
            tls: &tls,
            added: &self.added,
            extra: &self.properties,
        };
        for broker in &brokers {
            fs::write(&broker.config_file, config::properties(&shape, broker)).at(&broker.config_file)?;
            for path in broker.log_dirs.iter().chain([&broker.metadata_dir]) {
                fs::create_dir_all(path).at(path)?;
            }
        }
        let keeper = if self.version.is_zookeeper() {
            Some(self.start_zookeeper(&folder, zookeeper_port)?)
        } else {
            format(self.version, &brokers)?;
            None
        };
        let mut kafka = Kafka::new(self.version, brokers, tls, claim, keeper, self.detached);
        kafka.jvm_options = self.jvm_options;
        for broker in kafka.brokers() {
            kafka.launch(broker)?;
        }
        for broker in kafka.brokers() {
            kafka.wait_until_ready(broker, kafka.brokers().len())?;
        }
        if self.version.is_zookeeper() {
            // KRaft gets them while it is formatted.
            for (name, password) in USERS {
                let both = format!("SCRAM-SHA-256=[password={password}],SCRAM-SHA-512=[password={password}]");
                let user =
                    ["--alter", "--entity-type", "users", "--entity-name", name, "--add-config", &both];
                kafka.tool(Tool::Configs, &user)?;
            }
        }
        if self.detached {
            // Only now: a start that failed leaves nothing behind.
            kafka.detach()?;
        }
        Ok(kafka)
    }

    fn start_zookeeper(&self, folder: &Path, port: u16) -> Result<Process> {
        let data = folder.join("zookeeper");
        fs::create_dir_all(&data).at(&data)?;
        let config = folder.join("zookeeper.properties");
        let lines = BTreeMap::from([
            ("dataDir", data.display().to_string()),
            ("clientPort", port.to_string()),
            ("clientPortAddress", "127.0.0.1".to_owned()),
            ("admin.enableServer", "false".to_owned()),
            ("maxClientCnxns", "0".to_owned()),
            ("tickTime", "500".to_owned()),
        ]);
        let text: String = lines.iter().map(|(key, value)| format!("{key}={value}\n")).collect();
        fs::write(&config, text).at(&config)?;
        let mut command = java::jvm(self.version, "INFO")?;
        command.arg("org.apache.zookeeper.server.quorum.QuorumPeerMain").arg(&config);
        let log = folder.join("zookeeper.log");
        let mut process = Process::spawn(&mut command, &log, folder.join("zookeeper.pid"), self.detached)?;
        let deadline = Instant::now() + Kafka::PATIENCE;
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > deadline || !process.is_running() {
                return Err(Kafka::not_ready("ZooKeeper did not listen".to_owned(), &log));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(process)
    }
}

/// Formats each node's directories, all at once: most of the time is the start of a JVM.
fn format(version: Version, brokers: &[Broker]) -> Result<()> {
    // Any 16 bytes in base 64 will do; each cluster is alone in its ports.
    const CLUSTER_ID: &str = "QnJva2Vyc2NvcGVUZXN0cw";
    let one = |broker: &Broker| {
        let mut command = java::jvm(version, "WARN")?;
        command.args(["kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c"]).arg(&broker.config_file);
        for (name, password) in USERS {
            for mechanism in ["SCRAM-SHA-256", "SCRAM-SHA-512"] {
                command.arg("--add-scram").arg(format!("{mechanism}=[name={name},password={password}]"));
            }
        }
        java::output(&mut command, java::JAVA_PACKAGE).map(drop)
    };
    thread::scope(|scope| {
        let running: Vec<_> = brokers.iter().map(|broker| scope.spawn(move || one(broker))).collect();
        running.into_iter().try_for_each(|thread| thread.join().unwrap_or(Err(Error::NoSuchBroker(-1))))
    })
}
