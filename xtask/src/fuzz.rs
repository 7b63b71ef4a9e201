//! `cargo xtask fuzz`: a search, led by coverage, for bytes that break a promise of reading. What it finds is put where the
//! suite reads it again in each run, so that a finding is a case from then on.
//!
//! libFuzzer is linked in by a crate, and the compiler's own coverage pass works on the stable toolchain as long as no
//! sanitizer is asked for: there is no unsafe code of ours whose memory one would have to watch.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{cargo, setup, step, step::Steps, workspace};

#[derive(Args)]
pub(crate) struct Options {
    /// How long each of the searches runs; they run side by side
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

/// Bodies of replies, frames of a connection, key and certificate files, settings of other clients; and where the suite reads
/// again what was found.
const SEARCHES: [(&str, &str); 4] = [
    ("replies", "tests/faults/hostile/found/replies"),
    ("frames", "tests/faults/hostile/found/frames"),
    ("stores", "src-tauri/crates/key-stores/tests/found"),
    ("settings", "src-tauri/crates/client-settings/tests/found"),
];

/// As cargo-fuzz has them: counters at each branch, and what is compared with what.
const COVERAGE: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Ccodegen-units=1",
    "--cfg",
    "fuzzing",
];

/// One input that takes longer hangs.
const HANG: Duration = Duration::from_secs(20);
/// Megabytes; more at once is out of all proportion to an input.
const MEMORY: u32 = 2048;
/// Of an input, in bytes.
const LONGEST: u32 = 8192;

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::of(3);
    steps.next("looking for what this machine lacks");
    setup::fuzzer()?;
    steps.next("building the searches, with coverage");
    let programs = build()?;
    steps.next(&format!("searching for {} s", options.seconds));
    let mut running = Vec::new();
    for (name, found) in SEARCHES {
        running.push((name, found, start(name, found, &programs.join(name), options.seconds)?));
    }
    let mut found = Vec::new();
    for (name, folder, mut child) in running {
        if !child.wait()?.success() {
            found.push(format!("{name} ({folder})"));
        }
    }
    if !found.is_empty() {
        bail!(
            "something was found by: {}; the inputs lie there, and `cargo xtask test --only unit` and `--only faults` read them again",
            found.join(", ")
        );
    }
    println!("nothing was found");
    Ok(())
}

/// The folder with the programs.
fn build() -> Result<PathBuf> {
    let host = host()?;
    let target = workspace::target().join("fuzz");
    let mut build = cargo::command();
    build
        .args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"])
        // Named, so that the flags don't reach build scripts, which are linked without libFuzzer.
        .args(["--target", &host])
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"));
    step::run(&mut build)?;
    Ok(target.join(host).join("release"))
}

fn host() -> Result<String> {
    let told = step::ask("rustc", &["-vV"]).context("rustc can't be asked for its host")?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc says no host")
}

fn start(name: &str, found: &str, program: &Path, seconds: u64) -> Result<Child> {
    let corpus = folder(&workspace::target().join("fuzz/corpus").join(name))?;
    let found = folder(&workspace::root().join(found))?;
    step::run(Command::new(program).env("SEEDS", &corpus).current_dir(workspace::root()))?;
    let mut search = Command::new(program);
    search
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={}", HANG.as_secs()))
        .arg(format!("-rss_limit_mb={MEMORY}"))
        .arg(format!("-max_len={LONGEST}"))
        .args(["-use_value_profile=1", "-print_final_stats=1"])
        .arg(format!("-artifact_prefix={}/", found.display()))
        .args([&corpus, &found])
        .current_dir(workspace::root());
    search.spawn().with_context(|| format!("`{}` can't be run", step::line(&search)))
}

fn folder(path: &Path) -> Result<PathBuf> {
    fs::create_dir_all(path).with_context(|| path.display().to_string())?;
    Ok(path.to_owned())
}
