//! Brokers and their log directories: address, rack, fenced or not, what they advertise, and how full each volume is.

use std::collections::BTreeMap;

use super::{NoSuch, State};

/// One broker as the cluster sees it; whether its process runs is the socket's matter.
#[derive(Debug, Clone)]
pub struct Broker {
    pub id: i32,
    /// The advertised listener.
    pub host: String,
    pub port: u16,
    pub rack: Option<String>,
    /// Registered but not live: gone from Metadata, still in replica lists.
    pub fenced: bool,
    pub log_dirs: Vec<LogDir>,
    /// Static settings (`server.properties`) and dynamic ones of this broker.
    pub static_configs: BTreeMap<String, String>,
    pub dynamic_configs: BTreeMap<String, String>,
    pub(crate) versions: BTreeMap<i16, (i16, i16)>,
    /// Counts replicas placed here, so that directories take turns.
    pub(crate) turn: usize,
}

/// A log directory with the state of its volume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogDir {
    pub path: String,
    pub spec: LogDirSpec,
}

/// What is true of a log directory's volume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogDirSpec {
    pub total: i64,
    pub usable: i64,
    /// Failed: its replicas are offline and it answers KAFKA_STORAGE_ERROR.
    pub offline: bool,
    /// Closed for new replicas.
    pub cordoned: bool,
}

impl LogDirSpec {
    /// A healthy directory on a volume of this size.
    pub fn new(total: i64, usable: i64) -> Self {
        Self { total, usable, offline: false, cordoned: false }
    }
}

impl Default for LogDirSpec {
    fn default() -> Self {
        Self::new(1 << 40, 3 << 38)
    }
}

impl State {
    pub fn broker(&self, id: i32) -> Result<&Broker, NoSuch> {
        self.brokers.get(&id).ok_or(NoSuch::Broker(id))
    }

    pub fn broker_mut(&mut self, id: i32) -> Result<&mut Broker, NoSuch> {
        self.brokers.get_mut(&id).ok_or(NoSuch::Broker(id))
    }

    pub fn brokers(&self) -> impl Iterator<Item = &Broker> {
        self.brokers.values()
    }

    pub fn is_live(&self, id: i32) -> bool {
        self.brokers.get(&id).is_some_and(|broker| !broker.fenced)
    }

    pub fn live_brokers(&self) -> impl Iterator<Item = i32> + '_ {
        self.brokers.values().filter(|broker| !broker.fenced).map(|broker| broker.id)
    }

    /// Changes the address that metadata names for a broker; nothing moves.
    pub fn advertise(&mut self, id: i32, host: &str, port: u16) -> Result<(), NoSuch> {
        let broker = self.broker_mut(id)?;
        host.clone_into(&mut broker.host);
        broker.port = port;
        Ok(())
    }

    /// Overrides one advertised range; the key need not be one that anybody knows, nor the range one that makes sense.
    pub fn advertise_versions(&mut self, id: i32, key: i16, min: i16, max: i16) -> Result<(), NoSuch> {
        self.broker_mut(id)?.versions.insert(key, (min, max));
        Ok(())
    }

    /// Drops a key from what a broker advertises; a request of it then closes the connection.
    pub fn withdraw_versions(&mut self, id: i32, key: i16) -> Result<(), NoSuch> {
        self.broker_mut(id)?.versions.remove(&key);
        Ok(())
    }

    /// Adds a directory, or changes the one at this path.
    pub fn set_log_dir(&mut self, id: i32, path: &str, spec: LogDirSpec) -> Result<(), NoSuch> {
        let went_offline = spec.offline;
        let broker = self.broker_mut(id)?;
        match broker.log_dirs.iter_mut().find(|dir| dir.path == path) {
            Some(dir) => dir.spec = spec,
            None => broker.log_dirs.push(LogDir { path: path.to_owned(), spec }),
        }
        if went_offline {
            self.drop_offline_replicas(id);
        }
        Ok(())
    }
}
