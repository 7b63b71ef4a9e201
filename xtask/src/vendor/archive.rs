//! A commit's files on disk, and a folder as an archive whose bytes depend on nothing but the files: names sorted, every file of one
//! time and nobody's, modes reduced to "may be run" or not. With the times and owners of this machine two archives of one commit
//! would differ, and nobody could check one against the other.

use std::{
    fs::File,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{step, workspace};

/// The files of a commit, without git's own.
pub(crate) fn unpack_commit(commit: &str, into: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.arg("-C").arg(workspace::root()).args(["archive", "--format=tar", commit]);
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--directory"]).arg(into);
    pipe(&mut git, &mut tar)
}

/// `folder/name` as `name/…` in a file.
pub(super) fn pack(folder: &Path, name: &str, time: &str, level: u8, into: &Path) -> Result<()> {
    let mut tar = Command::new("tar");
    tar.args(["--create", "--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=u=rwX,go=rX", &format!("--mtime=@{time}"), "--directory"]).arg(folder).arg(name);
    // A window of 128 MB is the largest that every zstd reads without being told.
    let mut zstd = Command::new("zstd");
    zstd.args(["--quiet", "--force", &format!("-{level}"), "--long=27", "--threads=2", "-o"]).arg(into);
    pipe(&mut tar, &mut zstd)
}

pub(super) fn unpack(archive: &Path, into: &Path) -> Result<()> {
    let mut zstd = Command::new("zstd");
    zstd.args(["--quiet", "--decompress", "--stdout"]).stdin(File::open(archive)?);
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--directory"]).arg(into);
    pipe(&mut zstd, &mut tar)
}

/// Both must succeed: a writer that ended early leaves a whole-looking archive of half of the files.
fn pipe(from: &mut Command, to: &mut Command) -> Result<()> {
    let mut writer = from
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{}` can't be run", step::line(from)))?;
    let Some(bytes) = writer.stdout.take() else { bail!("`{}` has no output", step::line(from)) };
    let read = to.stdin(bytes).status().with_context(|| format!("`{}` can't be run", step::line(to)));
    let written = writer.wait()?;
    if !written.success() {
        bail!("`{}` failed ({written})", step::line(from));
    }
    let read = read?;
    if !read.success() {
        bail!("`{}` failed ({read})", step::line(to));
    }
    Ok(())
}
