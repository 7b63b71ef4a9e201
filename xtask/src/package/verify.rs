//! `cargo xtask package --verify`: what was made, used as its users do, on the oldest system that we promise, without a network. A package that
//! was only built has been proven by nobody.
//!
//! Small Debian systems are made once and kept (`roots`). What follows runs in namespaces of its own (`cut_off`): loopback is the only network,
//! each system is seen through an overlay that is thrown away, and with the last process all of it is gone.

mod archive;
mod bad;
mod checks;
mod cut_off;
mod driver;
mod installed;
mod place;
mod red_hat;
mod roots;
mod screen;
mod watch;

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

pub(crate) use cut_off::cut_off;

use super::{deb, layout::fresh, release::Release, sums};
use crate::{
    counts::Counts,
    setup,
    step::{self, Steps, ask},
};
use checks::Checks;

/// Where the part without a network finds its things, below its workplace.
const PACKAGES: &str = "packages";
const RESULT: &str = "result";
const OLDER: &str = "older.deb";
const FOREIGN: &str = "foreign.deb";
const CUT_SHORT: &str = "cut-short.deb";

/// What runs apart from the machine's network and processes.
const APART: [&str; 8] =
    ["--mount", "--net", "--pid", "--ipc", "--fork", "--kill-child", "--propagation", "private"];

/// Why nothing can be proven on this machine.
fn impossible() -> Option<String> {
    if !cfg!(target_os = "linux") || ask("id", &["-u"]).as_deref() != Some("0") {
        let why = "it makes file systems and namespaces of its own, which takes root on Linux: sudo cargo xtask package --verify";
        return Some(why.to_owned());
    }
    // Containers often have root and may not make any.
    let apart = [&APART[..], &["mount", "-t", "tmpfs", "tmpfs", "/mnt"]].concat();
    ask("unshare", &apart).is_none().then(|| {
        "this machine lets nobody make namespaces and mount file systems in them, as most containers don't".to_owned()
    })
}

pub(crate) fn run(folder: &Path) -> Result<Counts> {
    if let Some(why) = impossible() {
        bail!("{why}");
    }
    let mut steps = Steps::of(4);
    steps.next("the files of the release, and the .rpm");
    setup::bare_systems()?;
    let release = Release::here()?;
    let mut checks = Checks::default();
    checks.check("each file is as SHA256SUMS lists it", || in_order(folder));
    checks
        .check("a file that was cut short, and one that is missing, are named", || damaged(&release, folder));
    red_hat::check(&release, folder, &mut checks);

    steps.next("a small Debian, and one with what the package depends on (3 minutes and 1.3 GB, once)");
    let bare = roots::bare()?;
    let window = roots::window(&folder.join(release.deb()))?;

    steps.next("packages that are older, foreign and cut short");
    let workplace = Release::workshop().join("verify");
    fresh(&workplace)?;
    let packages = workplace.join(PACKAGES);
    fs::create_dir(&packages)?;
    for name in [release.deb(), release.portable()] {
        fs::copy(folder.join(&name), packages.join(&name))?;
    }
    altered(&release, &packages, OLDER, "Version", "0.0.1")?;
    altered(
        &release,
        &packages,
        FOREIGN,
        "Architecture",
        if release.arch == "x86_64" { "arm64" } else { "amd64" },
    )?;
    let whole = fs::read(packages.join(release.deb()))?;
    fs::write(packages.join(CUT_SHORT), whole.get(..whole.len() / 2).unwrap_or_default())?;

    steps.next("without a network: install, start, drive, upgrade, remove");
    let mut apart = Command::new("unshare");
    apart.args(APART);
    apart.arg(std::env::current_exe()?).args(["package", "--cut-off"]).arg(&workplace);
    apart.env("BROKERSCOPE_ROOTS", std::env::join_paths([&bare, &window])?);
    step::run(&mut apart)?;
    let result =
        fs::read_to_string(workplace.join(RESULT)).context("the part without a network told nothing")?;
    let mut numbers = result.split_whitespace().map(|number| number.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    let mut counts = Counts { passed: next(), failed: next(), skipped: next() };
    counts.add(checks.counts());
    Ok(counts)
}

fn in_order(folder: &Path) -> Result<String> {
    let wrong = sums::check(folder)?;
    if !wrong.is_empty() {
        bail!("{wrong:?}");
    }
    Ok(String::new())
}

fn damaged(release: &Release, folder: &Path) -> Result<String> {
    let copy = Release::workshop().join("damaged");
    fresh(&copy)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        fs::copy(entry.path(), copy.join(entry.file_name()))?;
    }
    let deb = copy.join(release.deb());
    let size = fs::metadata(&deb)?.len();
    fs::File::options().write(true).open(&deb)?.set_len(size - 1)?;
    fs::remove_file(copy.join(release.rpm()))?;
    let wrong = sums::check(&copy)?;
    fs::remove_dir_all(&copy)?;
    let expected = [sums::Wrong::Differs(release.deb()), sums::Wrong::Missing(release.rpm())];
    if !expected.iter().all(|one| wrong.contains(one)) || wrong.len() != expected.len() {
        bail!("{wrong:?}");
    }
    Ok(String::new())
}

/// The same package with another word in its control file.
fn altered(release: &Release, packages: &Path, name: &str, field: &str, value: &str) -> Result<()> {
    let tree = Release::workshop().join("altered");
    fresh(&tree)?;
    let mut unpack = Command::new("dpkg-deb");
    deb::quietly(unpack.arg("--raw-extract").arg(packages.join(release.deb())).arg(&tree))?;
    let control = tree.join("DEBIAN/control");
    let text = fs::read_to_string(&control)?;
    let start = format!("{field}: ");
    let lines: Vec<_> = text
        .lines()
        .map(|line| if line.starts_with(&start) { format!("{start}{value}") } else { line.to_owned() })
        .collect();
    fs::write(&control, lines.join("\n") + "\n")?;
    let mut pack = Command::new("dpkg-deb");
    // Quick: it is used once.
    pack.args(["--root-owner-group", "-Zgzip", "-z1", "--build"]).arg(&tree).arg(packages.join(name));
    deb::quietly(&mut pack)?;
    fs::remove_dir_all(&tree)?;
    Ok(())
}
