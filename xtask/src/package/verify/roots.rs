//! Two small Debian systems, made once and kept: a bare one, and one with what the package depends on and what drives a window. All of it is
//! fetched here, before the network is taken away; a package that wants more is found out there.

use std::{
    fs,
    hash::{DefaultHasher, Hasher as _},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use super::super::{crates::words, deb::quietly};

/// The oldest system with what packaging/floor.txt promises.
const SUITE: &str = "bookworm";

/// To show a window, to drive it, and to watch what it asks of the kernel.
const TOOLS: [&str; 3] = ["xvfb", "webkit2gtk-driver", "strace"];

/// Who starts the program: nobody special.
pub(crate) const USER: &str = "visitor";

fn folder() -> PathBuf {
    real_kafka::cache_folder().join("roots")
}

/// Debian's least system that has apt.
pub(crate) fn bare() -> Result<PathBuf> {
    kept(&format!("{SUITE}-bare-1"), |root| {
        let mut make = Command::new("debootstrap");
        make.args(["--variant=minbase", SUITE]).arg(root);
        // A company's own copy of Debian, where the usual one can't be reached.
        make.args(std::env::var_os("BROKERSCOPE_DEBIAN_MIRROR"));
        quietly(&mut make).context("debootstrap")?;
        let mut add = Command::new("chroot");
        add.arg(root).args(["useradd", "--create-home", "--shell", "/bin/sh", USER]);
        quietly(&mut add)
    })
}

/// With what the package depends on, taken from itself.
pub(crate) fn window(package: &Path) -> Result<PathBuf> {
    let depends = words(Command::new("dpkg-deb").arg("--field").arg(package).arg("Depends"))?;
    let mut packages: Vec<_> = depends.split(',').filter_map(|one| one.split_whitespace().next()).collect();
    packages.extend(TOOLS);
    let mut hash = DefaultHasher::new();
    hash.write(packages.join(" ").as_bytes());
    let base = bare()?;
    kept(&format!("{SUITE}-window-{:08x}", hash.finish() & 0xffff_ffff), |root| {
        quietly(Command::new("cp").arg("--archive").arg(&base).arg(root))?;
        fs::copy("/etc/resolv.conf", root.join("etc/resolv.conf")).context("/etc/resolv.conf")?;
        let mut install = Command::new("chroot");
        install.arg(root).args(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]);
        quietly(install.args(["install", "--no-install-recommends"]).args(&packages))?;
        quietly(Command::new("chroot").arg(root).args(["apt-get", "clean"]))
    })
}

/// The folder of that name, made when it isn't there. One that was left half made is begun anew.
fn kept(name: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let root = folder().join(name);
    if root.is_dir() {
        return Ok(root);
    }
    let half = folder().join(format!("{name}.half"));
    if half.exists() {
        fs::remove_dir_all(&half).with_context(|| half.display().to_string())?;
    }
    fs::create_dir_all(folder())?;
    eprintln!("making {}", root.display());
    if let Err(problem) = make(&half) {
        bail!("{} can't be made: {problem:#}", root.display());
    }
    fs::rename(&half, &root)?;
    Ok(root)
}
