//! What can go wrong around a broker, each with the command or the file that it happened to: a harness that only says
//! "did not start" costs more time than the bug that it should show.

use std::{io, path::PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no Kafka version {0} here; there are 4.4.0, 3.9.2 and 2.8.2")]
    UnknownVersion(String),
    #[error("`{program}` can't be run ({source}); on Debian: apt-get install {package}")]
    Missing { program: String, package: &'static str, source: io::Error },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("`{command}` failed ({status}):\n{output}")]
    Command { command: String, status: String, output: String },
    #[error("{what} within {seconds} s; the end of its log {log}:\n{tail}")]
    NotReady { what: String, seconds: u64, log: PathBuf, tail: String },
    #[error("no broker {0} in this cluster")]
    NoSuchBroker(i32),
    #[error("broker {0} is not running")]
    NotRunning(i32),
    #[error("no {0} free ports in a row between 15000 and 30000")]
    NoPorts(u16),
    #[error("a process can't be stopped and continued on this system")]
    NoSignals,
}

pub type Result<T> = std::result::Result<T, Error>;

/// Names the file that an I/O error is about.
pub(crate) trait At<T> {
    fn at(self, path: impl Into<PathBuf>) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: impl Into<PathBuf>) -> Result<T> {
        self.map_err(|source| Error::File { path: path.into(), source })
    }
}
