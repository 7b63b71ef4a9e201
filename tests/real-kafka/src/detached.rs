//! Clusters that were started to stay (`cargo xtask kafka up`), found again by a later program. What is known of them
//! lies in their own folder, so that it can't be lost with a build folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    claim::{self, DETACHED},
    cluster::Kafka,
    error::{At, Result},
    process::living,
    version::Version,
};

/// A cluster that runs on its own.
#[derive(Debug)]
pub struct Detached {
    pub version: Version,
    pub bootstrap: String,
    pub sasl_bootstrap: String,
    pub tls_bootstrap: String,
    pub sasl_tls_bootstrap: String,
    pub folder: PathBuf,
}

impl Detached {
    /// All that there are, with at least one process alive.
    pub fn all() -> Vec<Self> {
        let Ok(entries) = fs::read_dir(claim::clusters()) else { return Vec::new() };
        let mut found: Vec<_> = entries.filter_map(|entry| Self::read(&entry.ok()?.path())).collect();
        found.sort_by_key(|cluster| std::cmp::Reverse(cluster.version));
        found
    }

    fn read(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join(DETACHED)).ok()?;
        let mut lines = text.lines().map(str::to_owned);
        let found = Self {
            version: lines.next()?.parse().ok()?,
            bootstrap: lines.next()?,
            sasl_bootstrap: lines.next()?,
            tls_bootstrap: lines.next()?,
            sasl_tls_bootstrap: lines.next()?,
            folder: folder.to_owned(),
        };
        (found.processes() > 0).then_some(found)
    }

    /// How many of its processes run (brokers, and ZooKeeper where there is one).
    pub fn processes(&self) -> usize {
        living(&self.folder).len()
    }

    /// Ends all of them and removes their data.
    pub fn stop(self) {
        claim::end(&self.folder);
    }
}

impl Kafka {
    pub(crate) fn describe_for_later(&self) -> Result<()> {
        let path = self.folder().join(DETACHED);
        let lines = [
            self.version().number(),
            &self.bootstrap(),
            &self.sasl_bootstrap(),
            &self.tls_bootstrap(),
            &self.sasl_tls_bootstrap(),
        ];
        fs::write(&path, lines.join("\n")).at(&path)
    }
}
