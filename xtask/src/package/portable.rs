//! The portable archive: one folder that runs from where it is unpacked, also from a medium that can't be written. By the system's tar and
//! gzip, told to forget who packed it and when.

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use super::{
    layout::{Kind, fresh, lay},
    release::Release,
};

pub(crate) fn make(release: &Release, programs: &Path, made: &Path, into: &Path) -> Result<()> {
    let stage = Release::workshop().join("portable");
    fresh(&stage)?;
    let name = release.portable();
    let folder = name.trim_end_matches(".tar.gz");
    lay(Kind::Portable, &stage.join(folder), programs, made)?;
    release.stamp(&stage)?;
    archive(release, &stage, folder, &into.join(&name))
}

/// Packs `folder`, which stands in `stage`: the same bytes for the same files, whoever packs them where and when.
pub(crate) fn archive(release: &Release, stage: &Path, folder: &str, file: &Path) -> Result<()> {
    let goal = File::create(file).with_context(|| file.display().to_string())?;
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.arg(format!("--mtime=@{}", release.epoch)).arg("--directory").arg(stage).arg(folder);
    let mut tar = tar.stdout(Stdio::piped()).spawn().context("tar")?;
    let packed = tar.stdout.take().context("tar has no output")?;
    let gzip =
        Command::new("gzip").args(["--no-name", "-9"]).stdin(packed).stdout(goal).status().context("gzip")?;
    let tar = tar.wait()?;
    if !tar.success() || !gzip.success() {
        // Half an archive must not be taken for one.
        let _ = fs::remove_file(file);
        bail!("{} was not packed (tar: {tar}, gzip: {gzip})", file.display());
    }
    Ok(())
}

/// Compresses one file beside itself, as man pages and change logs are kept.
pub(crate) fn gzip(file: &Path) -> Result<()> {
    let status =
        Command::new("gzip").args(["--no-name", "-9", "--force"]).arg(file).status().context("gzip")?;
    if !status.success() {
        bail!("gzip {} failed ({status})", file.display());
    }
    Ok(())
}
