//! A folder with scripts that stand in for programs, and what they noted.

use std::{
    fs,
    net::SocketAddr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use port_forward::{Kubectl, Programs, Ssh};
use tempfile::TempDir;
use wire::{Address, Forward};

pub(crate) struct Fakes(TempDir);

/// Tells a port, as kubectl does, and stays.
pub(crate) const FORWARDS: &str = "echo 'Forwarding from 127.0.0.1:34567 -> 9092'; exec sleep 1000";
/// A master with its socket, and what tells it of ports.
pub(crate) const MASTER: &str = r#"case "$1" in
    -M) : > "$3"; exec sleep 1000 ;;
    *) exit 0 ;;
esac"#;

impl Fakes {
    /// A script of this name, which notes its number and its arguments first.
    pub(crate) fn new(name: &str, body: &str) -> Fakes {
        let fakes = Fakes(tempfile::tempdir().unwrap());
        fakes.set(name, body);
        fakes
    }

    pub(crate) fn set(&self, name: &str, body: &str) {
        let folder = self.0.path().display();
        let script = format!(
            "#!/bin/sh\ncd '{folder}'\nline=$$; for one in \"$@\"; do line=\"$line|$one\"; done; echo \"$line\" >> starts\n{body}\n"
        );
        // Put in place whole: a script that is open for writing can't be run.
        let (path, written) = (self.0.path().join(name), self.0.path().join("written"));
        fs::write(&written, script).unwrap();
        fs::set_permissions(&written, fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(written, path).unwrap();
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    pub(crate) fn programs(&self) -> Programs {
        Programs::in_folders([self.folder(), "/usr/bin".into(), "/bin".into()])
    }

    pub(crate) fn kubectl(&self) -> Kubectl {
        Kubectl::among(self.programs(), "", "kafka").unwrap()
    }

    pub(crate) fn ssh(&self) -> Ssh {
        Ssh::among(self.programs(), "bastion").unwrap()
    }

    /// Number and arguments of each start.
    pub(crate) fn starts(&self) -> Vec<(u32, Vec<String>)> {
        let noted = fs::read_to_string(self.0.path().join("starts")).unwrap_or_default();
        let start = |line: &str| {
            let (pid, arguments) = line.split_once('|').unwrap_or((line, ""));
            (pid.parse().unwrap(), arguments.split('|').map(str::to_owned).collect())
        };
        noted.lines().map(start).collect()
    }

    pub(crate) fn pids(&self) -> Vec<u32> {
        self.starts().into_iter().map(|(pid, _)| pid).collect()
    }
}

pub(crate) fn address(host: &str) -> Address {
    Address { host: host.to_owned(), port: 9092 }
}

/// Far beyond what anything here takes: only what hangs comes to it.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) async fn place(forward: &impl Forward, host: &str) -> Result<SocketAddr, String> {
    tokio::time::timeout(PATIENCE, forward.place(&address(host))).await.unwrap()
}

pub(crate) async fn until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub(crate) async fn gone(pid: u32) {
    until(&format!("the end of {pid}"), || !lives(pid)).await;
}

/// Whether it is there and no mere entry that waits to be read by whoever started it.
pub(crate) fn lives(pid: u32) -> bool {
    if cfg!(target_os = "linux") {
        let stat = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"));
        return stat.is_ok_and(|stat| !stat.rsplit(") ").next().unwrap().starts_with('Z'));
    }
    let told = Command::new("ps").args(["-o", "stat=", "-p", &pid.to_string()]).output().unwrap();
    let state = String::from_utf8_lossy(&told.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

pub(crate) fn kill(pid: u32, signal: &str) {
    let killed = Command::new("/bin/kill").args([signal, &pid.to_string()]).status().unwrap();
    assert!(killed.success());
}
