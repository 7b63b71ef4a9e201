//! What one release is called: version, architecture by each packager's word for it, and the time that stands in all that is made. Names
//! decided in two places would drift apart, and a time that comes from the clock would make each build another.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::{step::ask, workspace};

/// Of our own revision of an unchanged version; rpm always has one in its names.
const REVISION: u32 = 1;

pub(crate) struct Release {
    pub(crate) version: &'static str,
    /// Seconds since 1970, of the commit: no file in a package is newer.
    pub(crate) epoch: u64,
    /// As rpm and Rust say it.
    pub(crate) arch: &'static str,
    /// As Debian says it.
    pub(crate) debian_arch: &'static str,
}

impl Release {
    /// Of the work tree that we stand in.
    pub(crate) fn here() -> Result<Self> {
        let (arch, debian_arch) = match std::env::consts::ARCH {
            "x86_64" => ("x86_64", "amd64"),
            "aarch64" => ("aarch64", "arm64"),
            other => bail!("no package is described for {other}"),
        };
        Ok(Self { version: env!("CARGO_PKG_VERSION"), epoch: epoch()?, arch, debian_arch })
    }

    /// Where all of it is put.
    pub(crate) fn folder() -> PathBuf {
        workspace::output().join("release-artifacts")
    }

    /// Where it is put together.
    pub(crate) fn workshop() -> PathBuf {
        workspace::output().join("package")
    }

    pub(crate) fn deb(&self) -> String {
        format!("brokerscope_{}_{}.deb", self.version, self.debian_arch)
    }

    pub(crate) fn rpm(&self) -> String {
        format!("brokerscope-{}-{REVISION}.{}.rpm", self.version, self.arch)
    }

    pub(crate) fn revision() -> u32 {
        REVISION
    }

    /// The folder inside the archive has the same name without the ending.
    pub(crate) fn portable(&self) -> String {
        format!("brokerscope-{}-{}-linux.tar.gz", self.version, self.arch)
    }

    pub(crate) fn cyclonedx(&self) -> String {
        format!("brokerscope-{}.cdx.json", self.version)
    }

    pub(crate) fn spdx(&self) -> String {
        format!("brokerscope-{}.spdx.json", self.version)
    }

    pub(crate) fn licences(&self) -> String {
        format!("brokerscope-{}-licences.txt", self.version)
    }

    /// The commit's time in another form, by the system's own `date`.
    pub(crate) fn date(&self, form: &str) -> Result<String> {
        ask("env", &["LC_ALL=C", "date", "-u", "-d", &format!("@{}", self.epoch), form])
            .with_context(|| format!("`date {form}` says nothing"))
    }

    /// Gives each file and folder below `tree` the release's time.
    pub(crate) fn stamp(&self, tree: &Path) -> Result<()> {
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(self.epoch);
        for entry in std::fs::read_dir(tree)? {
            let path = entry?.path();
            if path.is_dir() {
                self.stamp(&path)?;
            } else {
                std::fs::File::open(&path)?.set_modified(time)?;
            }
        }
        std::fs::File::open(tree)?.set_modified(time)?;
        Ok(())
    }
}

fn epoch() -> Result<u64> {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok();
    let root = workspace::root().to_string_lossy().into_owned();
    let text = told.or_else(|| ask("git", &["-C", &root, "log", "-1", "--format=%ct"]));
    let text = text.context("no git here, and no SOURCE_DATE_EPOCH: the packages' time is unknown")?;
    text.trim().parse().with_context(|| format!("{text:?} is no number of seconds"))
}
