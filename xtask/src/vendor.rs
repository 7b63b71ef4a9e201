//! `cargo xtask vendor`: the source of one commit and of every crate that it is built from in one archive, with a script that
//! builds it where no network is. What is archived is the commit and never the work tree: an archive must be what its name says,
//! and the same commit must give the same bytes.

mod archive;
mod crates;
mod offline;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    setup,
    step::{Steps, ask},
    workspace,
};

#[derive(Args)]
pub(crate) struct Options {
    /// Also unpack it into a new folder and build it there, without a network and with an empty cargo home
    #[arg(long)]
    verify: bool,
    /// With --verify: build as users get it, which takes several times as long
    #[arg(long, requires = "verify")]
    release: bool,
    /// Take in whole the crates of Windows and macOS too; without it they are empty shells that only cargo's lock file sees
    #[arg(long)]
    all_platforms: bool,
    /// Also take in what this standard library is built from: the `library` folder of a toolchain's source
    #[arg(long, value_name = "DIR")]
    std_source: Vec<PathBuf>,
    /// How hard zstd works; a release has the default
    #[arg(long, default_value_t = 19, value_parser = clap::value_parser!(u8).range(1..=19), value_name = "LEVEL")]
    level: u8,
}

/// The commit that is archived.
struct Commit {
    id: String,
    /// Seconds since 1970, for every file's time.
    time: String,
    version: String,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::of(if options.verify { 4 } else { 3 });
    setup::archiver()?;
    let commit = Commit::head()?;
    let name = format!("brokerscope-{}", commit.version);
    let work = workspace::output().join("vendor");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let tree = work.join(&name);
    fs::create_dir_all(&tree)?;

    steps.next(&format!("the source of {}", commit.id));
    archive::unpack_commit(&commit.id, &tree)?;
    steps.next("the crates");
    crates::vendor(&tree, &options.std_source, options.all_platforms)?;
    offline::add(&tree, &commit)?;
    steps.next("one archive of it");
    let into = workspace::output().join("release-artifacts");
    fs::create_dir_all(&into)?;
    let archive = into.join(format!("{name}-source-vendored.tar.zst"));
    archive::pack(&work, &name, &commit.time, options.level, &archive)?;
    fs::remove_dir_all(&work)?;
    let size = fs::metadata(&archive)?.len();
    eprintln!("{}: {:.1} MB", archive.display(), f64::from(u32::try_from(size / 1000)?) / 1000.0);
    if options.verify {
        steps.next("building it where no network is");
        offline::prove(&archive, &name, options.release)?;
    }
    Ok(())
}

impl Commit {
    fn head() -> Result<Self> {
        let git = |args: &[&str]| {
            let folder = workspace::root().to_string_lossy().into_owned();
            let args: Vec<_> = ["-C", &folder].iter().chain(args).copied().collect();
            ask("git", &args).with_context(|| format!("`git {}` says nothing", args.join(" ")))
        };
        let id = git(&["rev-parse", "HEAD"])?;
        let time = git(&["show", "--no-patch", "--format=%ct", "HEAD"])?;
        let manifest = git(&["show", "HEAD:Cargo.toml"])?;
        if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
            eprintln!("vendor: what is not committed is not in the archive");
        }
        let Some(version) = version(&manifest) else {
            bail!("Cargo.toml has no version under [workspace.package]");
        };
        Ok(Self { id, time, version: version.to_owned() })
    }
}

/// The workspace's version, as its manifest says it.
pub(crate) fn version(manifest: &str) -> Option<&str> {
    let (_, package) = manifest.split_once("[workspace.package]")?;
    let own = package.split("\n[").next()?;
    own.lines().find_map(|line| line.strip_prefix("version = ")).map(|text| text.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_workspaces_and_no_dependencys() {
        let manifest = "[workspace]\n\n[workspace.package]\nedition = \"2024\"\nversion = \"1.2.3\"\n\n[x]\nversion = \"9\"\n";
        assert_eq!(version(manifest), Some("1.2.3"));
        assert_eq!(version("[workspace.package]\nedition = \"2024\"\n[x]\nversion = \"9\"\n"), None);
        assert_eq!(version("version = \"9\""), None);
    }
}
