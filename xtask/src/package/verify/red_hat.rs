//! The .rpm as rpm's own tools see it, held against the .deb: the same programs at the same places, nothing that runs at installation, and
//! requirements that Fedora's, Red Hat's and SUSE's packages all provide. It is not installed: no such system can be had here.

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use super::{
    super::{
        deb::quietly,
        layout::{files, fresh},
        release::Release,
        rpm::{query, required},
        sums,
    },
    checks::Checks,
};

pub(crate) fn check(release: &Release, folder: &Path, checks: &mut Checks) {
    let package = folder.join(release.rpm());
    checks.check("the .rpm says what it is and runs nothing at installation", || facts(release, &package));
    checks.check("the .rpm requires sonames, and nothing by a distribution's own name", || {
        requirements(&package)
    });
    checks.check("the .rpm has the .deb's files", || same_files(&folder.join(release.deb()), &package));
}

fn facts(release: &Release, package: &Path) -> Result<String> {
    let told =
        query(package, &["--queryformat", "%{NAME} %{VERSION} %{RELEASE} %{ARCH} %{LICENSE} %{BUILDHOST}"])?;
    let expected = format!(
        "brokerscope {} {} {} Apache-2.0 reproducible",
        release.version,
        Release::revision(),
        release.arch
    );
    if told != expected {
        bail!("{told:?}, and not {expected:?}");
    }
    // One time in all of it, the commit's, and none of the clock's.
    let times = query(package, &["--queryformat", "%{BUILDTIME}\n[%{FILEMTIMES}\n]"])?;
    let times: std::collections::BTreeSet<_> = times.lines().collect();
    if times.len() != 1 {
        bail!("times: {times:?}");
    }
    let scripts = query(package, &["--scripts", "--triggers"])?;
    if scripts.trim().is_empty() { Ok(String::new()) } else { bail!("{scripts}") }
}

fn requirements(package: &Path) -> Result<String> {
    let all = required(package)?;
    // `libc.so.6(GLIBC_2.34)(64bit)`; `rtld(GNU_HASH)` is the C library's as well.
    let strange: Vec<_> =
        all.iter().filter(|one| !one.contains(".so.") && !one.starts_with("rtld(")).collect();
    if !strange.is_empty() {
        bail!("{strange:?}");
    }
    for needed in ["libwebkit2gtk-4.1.so.0()(64bit)", "libgtk-3.so.0()(64bit)"] {
        if !all.iter().any(|one| one == needed) {
            bail!("{needed} is not among {all:?}");
        }
    }
    Ok(format!("{} sonames", all.len()))
}

/// Where the two differ by the custom of their systems.
const DEBIAN_ONLY: [&str; 2] = ["usr/share/doc/", "usr/share/zsh/"];
const RED_HAT_ONLY: [&str; 3] = ["usr/share/doc/", "usr/share/licenses/", "usr/share/zsh/"];

fn same_files(deb: &Path, rpm: &Path) -> Result<String> {
    let ground = Release::workshop().join("unpacked");
    let (from_deb, from_rpm) = (ground.join("deb"), ground.join("rpm"));
    fresh(&from_deb)?;
    fresh(&from_rpm)?;
    quietly(Command::new("dpkg-deb").arg("--extract").arg(deb).arg(&from_deb))?;
    let mut unpack = Command::new("rpm2cpio");
    let mut unpack = unpack.stdin(File::open(rpm)?).stdout(Stdio::piped()).spawn().context("rpm2cpio")?;
    let stream = unpack.stdout.take().context("rpm2cpio has no output")?;
    let mut place = Command::new("cpio");
    place.args(["--extract", "--make-directories", "--quiet", "--no-absolute-filenames"]);
    let placed = place.current_dir(&from_rpm).stdin(stream).status().context("cpio")?;
    if !unpack.wait()?.success() || !placed.success() {
        bail!("the .rpm can't be unpacked");
    }
    let common = |tree: &Path, own: &[&str]| -> Result<Vec<(String, String)>> {
        let all = files(tree)?.into_iter().filter(|file| !own.iter().any(|start| file.starts_with(start)));
        all.map(|file| Ok((sums::sum(&tree.join(&file))?, file))).collect()
    };
    let (deb, rpm) = (common(&from_deb, &DEBIAN_ONLY)?, common(&from_rpm, &RED_HAT_ONLY)?);
    let differing: Vec<_> = deb
        .iter()
        .filter(|one| !rpm.contains(one))
        .chain(rpm.iter().filter(|one| !deb.contains(one)))
        .map(|(_, file)| file)
        .collect();
    fs::remove_dir_all(&ground)?;
    if !differing.is_empty() || deb.len() < 10 {
        bail!("differing: {differing:?}");
    }
    Ok(format!("{} with the same bytes at the same places", deb.len()))
}
