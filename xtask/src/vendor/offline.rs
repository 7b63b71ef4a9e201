//! What makes the tree build by itself, and the proof of it: a new folder, an empty cargo home, and a network namespace in which not
//! even loopback is up. With the developer's cargo home a crate that is missing from the archive would be found there and nobody
//! would know before the first machine that has none.

use std::{fs, io::Write as _, path::Path, process::Command, time::Instant};

use anyhow::{Context, Result, bail};

use super::{Commit, archive};
use crate::{step, workspace};

const SCRIPT: &str = include_str!("build-offline.sh");

/// Sends cargo to the crates beside it, for the workspace and for a standard library that is built from its source.
const CONFIG: &str = "
[source.crates-io]
replace-with = \"vendored\"

[source.vendored]
directory = \"vendor\"

[net]
offline = true
";

pub(super) fn add(tree: &Path, commit: &Commit) -> Result<()> {
    let folder = tree.join(".cargo");
    fs::create_dir_all(&folder)?;
    let mut config = fs::OpenOptions::new().append(true).create(true).open(folder.join("config.toml"))?;
    config.write_all(CONFIG.as_bytes())?;
    fs::write(tree.join("COMMIT"), format!("commit {}\ntime {}\n", commit.id, commit.time))?;
    let script = tree.join("build-offline.sh");
    fs::write(&script, SCRIPT)?;
    step::run(Command::new("chmod").arg("0755").arg(script))
}

/// Unpacks it, builds it without a network, and runs what was built.
pub(super) fn prove(archive: &Path, name: &str, release: bool) -> Result<()> {
    let work = workspace::target().join("offline");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let home = work.join("home");
    fs::create_dir_all(&home)?;
    archive::unpack(archive, &work)?;
    let tree = work.join(name);

    let started = Instant::now();
    // In a namespace without any route these are empty, or have the line that names the columns.
    let routes = alone(&tree, &home).args(["cat", "/proc/net/route", "/proc/net/ipv6_route"]).output()?;
    let told = String::from_utf8_lossy(&routes.stdout);
    if !routes.status.success() || told.lines().any(leads_out) {
        bail!(
            "no network namespace without a route can be made here: {told}{}",
            String::from_utf8_lossy(&routes.stderr)
        );
    }
    let profile = if release { "release" } else { "debug" };
    let script = tree.join("build-offline.sh");
    step::run(alone(&tree, &home).arg(script).arg(format!("--{profile}")))?;
    for program in ["brokerscope", "brokerscope-window"] {
        let file = tree.join("target").join(profile).join(program);
        let output = alone(&tree, &home).arg(&file).arg("--version").output()?;
        if !output.status.success() {
            bail!("{} --version: {}", file.display(), String::from_utf8_lossy(&output.stderr).trim());
        }
        eprintln!("{}", String::from_utf8_lossy(&output.stdout).trim());
    }
    eprintln!(
        "vendor: built ({profile}) with an empty cargo home and no route at all, in {} s",
        started.elapsed().as_secs()
    );
    fs::remove_dir_all(&work).with_context(|| format!("{} stays", work.display()))
}

/// A command in a network namespace of its own, with nothing of this user's environment but the way to the programs.
fn alone(tree: &Path, home: &Path) -> Command {
    let mut command = Command::new("unshare");
    // As root of its own user namespace, so that nobody has to be root here.
    command.args(["--map-root-user", "--net"]).current_dir(tree).env_clear();
    for name in ["PATH", "LANG"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    // Rustup finds its toolchains by it, and looks in the home otherwise.
    let rustup = std::env::var_os("RUSTUP_HOME").map(Into::into);
    if let Some(rustup) = rustup.or_else(|| std::env::home_dir().map(|own| own.join(".rustup"))) {
        command.env("RUSTUP_HOME", rustup).env("RUSTUP_AUTO_INSTALL", "0");
    }
    command.env("HOME", home).env("CARGO_HOME", home.join("cargo")).env("CARGO_TERM_COLOR", "never");
    command
}

/// A line of the kernel's tables, for either family, that is not their head and not the refusal of everything.
fn leads_out(line: &str) -> bool {
    !line.starts_with("Iface") && line.split_whitespace().last().is_some_and(|device| device != "lo")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_told_from_the_head_of_the_table_and_from_loopback() {
        assert!(leads_out("eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0"));
        assert!(leads_out(
            "00000000000000000000000000000000 00 0 00 fe800000 00000400 00000001 00000000 00000003 eth0"
        ));
        assert!(!leads_out("Iface\tDestination\tGateway"));
        assert!(!leads_out(
            "00000000000000000000000000000000 00 0 00 0 ffffffff 00000001 00000000 00200200 lo"
        ));
        assert!(!leads_out(""));
    }
}
