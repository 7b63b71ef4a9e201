//! Debian packages: installed as root or through sudo, or named with the command that installs them. apt-get shows its own
//! progress; nothing that is on the machine may go for what we add.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{
    setup::on_path,
    step::{ask, run},
};

pub(crate) fn install(missing: &[&str]) -> Result<()> {
    let by_hand = format!("sudo apt-get install --no-install-recommends {}", missing.join(" "));
    let list = missing.join(" ");
    if !on_path("apt-get") {
        bail!(
            "missing, by Debian's names: {list}. No apt-get here: please install what your system calls them"
        );
    }
    if !may_install() {
        bail!("missing: {list}. We may not install here; as root: {by_hand}");
    }
    // An old list names files that are no longer served.
    refresh().with_context(|| format!("to install by hand: {by_hand}"))?;
    eprintln!("set-up: installing {} Debian packages: {list}", missing.len());
    let mut command = apt_get();
    run(command.args(["install", "--no-install-recommends"]).args(missing))
        .with_context(|| format!("to install by hand: {by_hand}"))
}

/// Fetches the lists of packages.
pub(crate) fn refresh() -> Result<()> {
    if !may_install() {
        bail!("we may not fetch Debian's lists of packages here");
    }
    eprintln!("set-up: fetching Debian's lists of packages");
    run(apt_get().arg("update"))
}

fn apt_get() -> Command {
    let mut command = if is_root() { Command::new("env") } else { Command::new("sudo") };
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", "--no-remove"]);
    // Another installation may be going on.
    command.args(["-o", "DPkg::Lock::Timeout=300"]);
    command
}

fn may_install() -> bool {
    is_root() || on_path("sudo")
}

fn is_root() -> bool {
    ask("id", &["-u"]).as_deref() == Some("0")
}
