//! `cargo xtask package`: all that a release has for Linux, in one folder. One file for each kind of system, complete, so that a machine without
//! a network needs nothing else; and beside them what it takes to trust them: sums, a signature, what is in them under which licence.
//!
//! The system's own tools make the packages. Tauri's bundler writes the names of dependencies from a list, knows no manual pages,
//! completions or licence texts, and leaves the builder's clock in the files (docs/OFFLINE.md has the comparison).

mod build;
pub(crate) mod crates;
mod deb;
mod filled;
mod floor;
mod layout;
mod licences;
mod lint;
mod materials;
mod notes;
mod portable;
mod release;
mod rpm;
mod signature;
mod sums;
mod twice;
mod verify;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;

pub(crate) use build::as_released;
use layout::fresh;
use release::Release;

use crate::{counts::Counts, setup, step::Steps};

/// What a release may weigh: an installer, the archive (whose gzip packs less), and all that is installed.
const MOST_PACKED: u64 = 12 * 1000 * 1000;
const MOST_ARCHIVED: u64 = 17 * 1000 * 1000;
const MOST_INSTALLED: u64 = 30 * 1000 * 1000;
/// Up to here a release is made all the same, and told to be heavier than it is to be.
const HEAVIEST_INSTALLED: u64 = 36 * 1000 * 1000;

#[derive(Args)]
pub(crate) struct Options {
    /// Sign SHA256SUMS with this minisign key
    #[arg(long, value_name = "KEY", conflicts_with = "check")]
    sign: Option<PathBuf>,

    /// Install, drive, upgrade and remove what was made, on a small system without a network
    #[arg(long, conflicts_with = "check")]
    verify: bool,

    /// Make nothing: prove the files that are there
    #[arg(long, requires = "verify")]
    as_is: bool,

    /// Build again from a clone, in another place, and compare the bytes
    #[arg(long, conflicts_with = "check")]
    twice: bool,

    /// Make nothing: hold the files of FOLDER against its SHA256SUMS
    #[arg(long, value_name = "FOLDER")]
    check: Option<PathBuf>,

    /// The public key of whoever must have signed the folder
    #[arg(long, value_name = "PUB", requires = "check")]
    key: Option<PathBuf>,

    /// Take the programs from FOLDER instead of building them: to work on packages without ten minutes before each try
    #[arg(long, value_name = "FOLDER", hide = true)]
    programs: Option<PathBuf>,

    /// The part of --verify that runs without a network
    #[arg(long, value_name = "FOLDER", hide = true)]
    cut_off: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(workplace) = &options.cut_off {
        return verify::cut_off(workplace);
    }
    if let Some(folder) = &options.check {
        return checked(folder, options.key.as_deref());
    }
    let folder = if options.as_is {
        Release::folder()
    } else {
        made(options.sign.as_deref(), options.programs.as_deref())?
    };
    if options.twice {
        twice::compare(&folder)?;
    }
    if options.verify {
        let counts = verify::run(&folder)?;
        println!("\n{counts}");
        if counts.failed > 0 {
            bail!("{} of the checks failed", counts.failed);
        }
    }
    Ok(())
}

/// The part of `cargo xtask test`.
pub(crate) fn test(counts: &mut Counts) -> Result<()> {
    let made = made(None, None);
    counts.add(Counts::check(made.is_ok()));
    let told = verify::run(&made?)?;
    counts.add(told);
    if told.failed > 0 { bail!("{} of the checks failed", told.failed) } else { Ok(()) }
}

/// Makes all files of a release; where they are.
fn made(key: Option<&Path>, built: Option<&Path>) -> Result<PathBuf> {
    let mut steps = Steps::of(8);
    steps.next("looking for what this machine lacks");
    setup::packages()?;
    let release = Release::here()?;
    steps.next("building the page and the programs (about 10 minutes the first time)");
    let programs = stripped(&match built {
        Some(folder) => folder.to_owned(),
        None => build::programs()?,
    })?;

    let folder = Release::folder();
    let made = Release::workshop().join("made");
    fresh(&made)?;
    fs::create_dir_all(&folder)?;
    steps.next("licence texts, bills of materials, manual pages");
    let crates = crates::shipped()?;
    let without = licences::write(&crates, &made.join("licences.txt"))?;
    println!("{} crates are in it; {without} of them brought no licence text of their own", crates.len());
    fs::copy(made.join("licences.txt"), folder.join(release.licences()))?;
    fs::copy(made.join("licences.txt"), made.join("licences"))?;
    portable::gzip(&made.join("licences"))?;
    fs::rename(made.join("licences.gz"), made.join("licences.txt.gz"))?;
    materials::write(&release, &crates, &folder)?;
    notes::make(&release, &made)?;

    steps.next("the .deb");
    let depends = deb::make(&release, &programs, &made, &folder)?;
    println!("Depends: {}", depends.join(", "));
    steps.next("the .rpm");
    let requires = rpm::make(&release, &programs, &made, &folder)?;
    println!("Requires: {}", requires.join(", "));
    steps.next("the portable archive");
    portable::make(&release, &programs, &made, &folder)?;

    steps.next("the judges: lintian, rpmlint, desktop-file-validate, appstreamcli; which systems it runs on");
    for line in floor::check(&programs, &depends)? {
        println!("needs {line}");
    }
    lint::check(&release, &folder)?;
    steps.next("sums and sizes");
    let sizes = sizes(&release, &folder);
    if built.is_none() {
        sizes?;
    } else if let Err(problem) = sizes {
        println!("not for a release: {problem:#}");
    }
    sums::write(&folder)?;
    let _ = fs::remove_file(folder.join(signature::SIGNATURE));
    if let Some(key) = key {
        signature::sign(&release, &folder, key)?;
        println!("{} is signed", sums::SUMS);
    }
    println!("all of it is in {}", folder.display());
    Ok(folder)
}

/// Copies of the programs without their symbols, which weigh a quarter; those that were built keep them, for whoever looks into a fault.
fn stripped(built: &Path) -> Result<PathBuf> {
    let folder = Release::workshop().join("programs");
    fresh(&folder)?;
    for (program, _) in build::PROGRAMS {
        let mut strip = std::process::Command::new("strip");
        strip.args(["--strip-all", "--remove-section=.comment", "-o"]);
        deb::quietly(strip.arg(folder.join(program)).arg(built.join(program)))?;
    }
    Ok(folder)
}

fn sizes(release: &Release, folder: &Path) -> Result<()> {
    let mut names: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    names.sort();
    for file in names {
        println!(
            "{:>12} bytes  {}",
            fs::metadata(&file)?.len(),
            file.file_name().unwrap_or_default().display()
        );
    }
    for (name, most) in
        [(release.deb(), MOST_PACKED), (release.rpm(), MOST_PACKED), (release.portable(), MOST_ARCHIVED)]
    {
        let size = fs::metadata(folder.join(&name)).with_context(|| name.clone())?.len();
        if size > most {
            bail!("{name} has {size} bytes, and may have {most}");
        }
    }
    let installed = layout::size(&Release::workshop().join("deb/usr"))?;
    let goal = if installed > MOST_INSTALLED { "short of the goal" } else { "within the goal" };
    println!("{installed:>12} bytes  installed, {goal} of {MOST_INSTALLED}");
    if installed > HEAVIEST_INSTALLED {
        bail!("installed it has {installed} bytes, and may have {HEAVIEST_INSTALLED} at the very most");
    }
    Ok(())
}

fn checked(folder: &Path, key: Option<&Path>) -> Result<()> {
    // The signature first: sums that nobody vouches for say nothing of where files are from.
    match key {
        Some(key) => println!("signed: {}", signature::check(folder, key)?),
        None => println!("no --key: only damage is looked for, not who made these files"),
    }
    let wrong = sums::check(folder)?;
    for one in &wrong {
        println!("{one}");
    }
    if !wrong.is_empty() {
        bail!("{} files of {} are not in order", wrong.len(), folder.display());
    }
    println!("each file of {} is as it was listed", folder.display());
    Ok(())
}
