//! The .rpm, by rpm's own `rpmbuild`: its generators compute which sonames, with which symbol versions, the programs need. Those are the same
//! words on Fedora, on Red Hat's and on SUSE's systems, whose packages have other names.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use super::{
    deb::quietly,
    filled::filled,
    layout::{Kind, files, fresh, lay},
    release::Release,
};
use crate::{step, workspace::root};

/// Makes the package and tells what it requires.
pub(crate) fn make(release: &Release, programs: &Path, made: &Path, into: &Path) -> Result<Vec<String>> {
    let top = Release::workshop().join("rpm");
    fresh(&top)?;
    let stage = top.join("stage");
    lay(Kind::Rpm, &stage.join("usr"), programs, made)?;
    release.stamp(&stage)?;
    let template = fs::read_to_string(root().join("packaging/rpm/brokerscope.spec"))?;
    let spec = top.join("brokerscope.spec");
    fs::write(
        &spec,
        filled(
            &template,
            &[
                ("VERSION", release.version),
                ("REVISION", &Release::revision().to_string()),
                ("FILES", &listed(&files(&stage)?)),
                ("DATE", &release.date("+%a %b %d %Y")?),
            ],
        )?,
    )?;

    let mut build = Command::new("rpmbuild");
    build.args(["-bb", "--target", release.arch]);
    let top_text = top.to_string_lossy().into_owned();
    let stage_text = stage.to_string_lossy().into_owned();
    for (name, value) in [
        ("_topdir", top_text.as_str()),
        ("stage", stage_text.as_str()),
        // Nothing of the machine that builds, and no clock.
        ("_buildhost", "reproducible"),
        ("use_source_date_epoch_as_buildtime", "1"),
        ("clamp_mtime_to_source_date_epoch", "1"),
        ("source_date_epoch_from_changelog", "0"),
        ("_build_id_links", "none"),
        ("debug_package", "%{nil}"),
        // The files are as they should be; Debian's rpm would strip and rewrite by its own lights.
        ("__os_install_post", "%{nil}"),
        // One thread makes the same bytes everywhere, and every rpm since 2010 reads xz.
        ("_binary_payload", "w9.xzdio"),
        ("_rpmfilename", "%{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm"),
    ] {
        build.arg("--define").arg(format!("{name} {value}"));
    }
    build.arg(&spec).env("SOURCE_DATE_EPOCH", release.epoch.to_string());
    quietly(&mut build).context("rpmbuild (Debian package rpm)")?;
    let file = top.join("RPMS").join(release.rpm());
    let goal = into.join(release.rpm());
    fs::copy(&file, &goal).with_context(|| format!("{} was not made", file.display()))?;
    required(&goal)
}

/// What the package requires of the system, without what rpm itself has to know to read it.
pub(crate) fn required(package: &Path) -> Result<Vec<String>> {
    let all = query(package, &["--requires"])?;
    let mut all: Vec<_> =
        all.lines().filter(|line| !line.starts_with("rpmlib(")).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    Ok(all)
}

/// What `rpm --query` says of a package file.
pub(crate) fn query(package: &Path, what: &[&str]) -> Result<String> {
    let mut ask = Command::new("rpm");
    // Not the machine's database, which a Debian has not.
    ask.args(["--query", "--package", "--nosignature"]).args(what).arg(package);
    let output = ask.output().context("rpm (Debian package rpm)")?;
    if !output.status.success() {
        bail!("`{}`: {}", step::line(&ask), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Each file by name, and our own folders; folders of others (icons, man pages) belong to others.
fn listed(files: &[String]) -> String {
    let mut lines = vec!["%dir /usr/lib/brokerscope".to_owned()];
    lines.push("%dir /usr/share/doc/brokerscope".to_owned());
    lines.push("%dir /usr/share/licenses/brokerscope".to_owned());
    for file in files {
        let mark = if file.starts_with("usr/share/licenses/") {
            "%license "
        } else if file.starts_with("usr/share/doc/") || file.starts_with("usr/share/man/") {
            "%doc "
        } else {
            ""
        };
        lines.push(format!("{mark}/{file}"));
    }
    lines.join("\n")
}
