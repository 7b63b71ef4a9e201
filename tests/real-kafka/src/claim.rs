//! A folder and a run of ports for one cluster, ours alone until it ends. Ports are taken below the range from which
//! systems hand out local ones, so that a broker which is killed and started again doesn't find its port in use by some
//! client's outgoing connection. A lock file says who holds a block: the system drops the lock when its holder dies,
//! however it dies, and whoever comes next ends the brokers left behind and removes their folder.

use std::{
    fs::{self, File},
    net::TcpListener,
    path::{Path, PathBuf},
    process, thread,
    time::Duration,
};

use crate::{
    artifacts::cache_folder,
    error::{At, Error, Result},
    process::{Signal, living, send},
};

const FIRST_PORT: u16 = 15_000;
const LAST_PORT: u16 = 30_000;
/// Enough for nine brokers with all that they listen on.
const BLOCK: u16 = 60;

/// In a cluster's folder: it is meant to outlive the program that started it.
pub(crate) const DETACHED: &str = "detached";

pub(crate) struct Claim {
    pub(crate) folder: PathBuf,
    pub(crate) first_port: u16,
    /// Stays when this value is dropped.
    pub(crate) detached: bool,
    _lock: File,
}

impl Claim {
    /// Takes a free block whose first `ports` ports can be bound.
    pub(crate) fn take(ports: u16) -> Result<Self> {
        let root = clusters();
        fs::create_dir_all(&root).at(&root)?;
        sweep(&root);
        let blocks = (LAST_PORT - FIRST_PORT) / BLOCK;
        // Each process starts its search elsewhere: fewer collisions, no coordination.
        let start = u16::try_from(process::id() * 7 % u32::from(blocks)).unwrap_or(0);
        for block in (start..blocks).chain(0..start) {
            let first_port = FIRST_PORT + block * BLOCK;
            let Some(lock) = lock(&lock_file(&root, first_port)) else { continue };
            let folder = root.join(first_port.to_string());
            if folder.exists() || !all_free(first_port, ports) {
                continue;
            }
            fs::create_dir(&folder).at(&folder)?;
            return Ok(Self { folder, first_port, detached: false, _lock: lock });
        }
        Err(Error::NoPorts(ports))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.detached {
            return;
        }
        if thread::panicking() {
            let kept = clusters().join(format!("failed-{}", self.first_port));
            let _ = fs::remove_dir_all(&kept);
            if fs::rename(&self.folder, &kept).is_ok() {
                eprintln!("the brokers' logs and files are kept in {}", kept.display());
            }
        }
        // Left over at worst, and then removed by the next that sweeps.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn clusters() -> PathBuf {
    cache_folder().join("clusters")
}

fn lock_file(root: &Path, first_port: u16) -> PathBuf {
    root.join(format!("{first_port}.lock"))
}

fn lock(path: &Path) -> Option<File> {
    let file = File::options().create(true).truncate(false).write(true).open(path).ok()?;
    file.try_lock().ok().map(|()| file)
}

fn all_free(first: u16, count: u16) -> bool {
    // Held together, so that one port isn't counted twice, and let go together.
    let held: Vec<_> =
        (first..first + count).map_while(|port| TcpListener::bind(("127.0.0.1", port)).ok()).collect();
    held.len() == usize::from(count)
}

/// Ends what dead holders left. What fails here is tried again by the next one.
fn sweep(root: &Path) {
    let Ok(entries) = fs::read_dir(root) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension().is_none_or(|e| e != "lock") {
            continue;
        }
        let folder = path.with_extension("");
        let Some(_lock) = folder.exists().then(|| lock(&path)).flatten() else { continue };
        if !folder.join(DETACHED).exists() || living(&folder).is_empty() {
            end(&folder);
        }
    }
}

/// Kills the processes of a cluster that is not ours as a child, and removes its folder.
pub(crate) fn end(folder: &Path) {
    for pid in living(folder) {
        let _ = send(pid, Signal::Kill);
    }
    // Bounded, for the case that we may not signal it.
    for _ in 0..250 {
        if living(folder).is_empty() {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let _ = fs::remove_dir_all(folder);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_clusters_never_share_a_block() {
        let one = Claim::take(4).unwrap();
        let two = Claim::take(4).unwrap();
        assert_ne!(one.first_port, two.first_port);
        assert_ne!(one.folder, two.folder);
    }

    #[test]
    fn a_claim_leaves_no_folder_behind() {
        let folder = Claim::take(1).unwrap().folder.clone();
        assert!(!folder.exists());
    }

    #[test]
    fn what_a_dead_holder_left_is_swept() {
        let mut claim = Claim::take(1).unwrap();
        let folder = claim.folder.clone();
        claim.detached = true; // as if it had no time to clean up
        drop(claim);
        assert!(folder.exists());
        drop(Claim::take(1).unwrap());
        assert!(!folder.exists());
    }
}
