//! Debian's and Red Hat's own judges over what was made: `lintian`, `rpmlint`, `desktop-file-validate`, `appstreamcli`. A warning counts as a
//! failure; an exception stands in packaging/, with its reason.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};

use super::release::Release;
use crate::{step, workspace::root};

pub(crate) fn check(release: &Release, folder: &Path) -> Result<()> {
    let packaging = root().join("packaging");
    let mut desktop = Command::new("desktop-file-validate");
    silent(desktop.arg("--no-hints").arg(packaging.join("io.github.brokerscope.desktop")))?;
    let mut metainfo = Command::new("appstreamcli");
    metainfo.args(["validate", "--no-net", "--pedantic"]);
    succeeds(metainfo.arg(packaging.join("io.github.brokerscope.metainfo.xml")))?;

    let mut lintian = Command::new("lintian");
    lintian.args(["--fail-on", "error,warning", "--tag-display-limit", "0"]);
    lintian.args(["--allow-root"]);
    silent(lintian.arg(folder.join(release.deb())))?;

    let mut rpmlint = Command::new("rpmlint");
    rpmlint.arg("--strict").arg("--config").arg(packaging.join("rpm/rpmlint.toml"));
    succeeds(rpmlint.arg(folder.join(release.rpm())))
}

fn succeeds(command: &mut Command) -> Result<()> {
    said(command).map(|_| ())
}

/// Has nothing to say either.
fn silent(command: &mut Command) -> Result<()> {
    let words = said(command)?;
    if !words.is_empty() {
        bail!("`{}` says:\n{words}", step::line(command));
    }
    Ok(())
}

fn said(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("`{}` can't be run", step::line(command)))?;
    let mut words = String::from_utf8_lossy(&output.stdout).into_owned();
    words.push_str(&String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        bail!("`{}` failed ({}):\n{}", step::line(command), output.status, words.trim());
    }
    Ok(words.trim().to_owned())
}
