//! `cargo xtask bench`: builds the benches with the other clients, and the program for the row that opens its window, runs
//! them and writes docs/BENCHMARKS.md and target/bench.json. The benches are a workspace of their own, so that ordinary
//! builds neither fetch nor compile the other clients. `--only start` measures the start of the window alone, for which no other
//! client is needed, and writes docs/START.md.

use std::{fs, path::Path, process::Command, str::FromStr};

use anyhow::Result;
use clap::Args;

use crate::{cargo, page, setup, shell, step, workspace};

/// The row that opens the window.
const WINDOW: u32 = 13;

#[derive(Args)]
pub(crate) struct Options {
    /// Only these rows, by number (the document is left as it is), or `start`
    #[arg(long, value_delimiter = ',')]
    only: Vec<Wanted>,
    /// Fewer rounds: for a look; the document is left as it is
    #[arg(long)]
    quick: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Row(u32),
    Start,
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "start" => Ok(Wanted::Start),
            number => number
                .parse()
                .map(Wanted::Row)
                .map_err(|_| format!("“{number}” is neither the number of a row nor `start`")),
        }
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    if options.only.iter().any(|wanted| matches!(wanted, Wanted::Row(_))) || options.only.is_empty() {
        rows(options)?;
    }
    if options.only.contains(&Wanted::Start) || options.only.is_empty() {
        start(options.quick)?;
    }
    Ok(())
}

fn rows(options: &Options) -> Result<()> {
    let window = options.only.is_empty() || options.only.contains(&Wanted::Row(WINDOW));
    let whole = options.only.is_empty() && !options.quick;
    let mut steps = step::Steps::of(if window { 3 } else { 2 });
    steps.next("building the benches and the other clients (about 8 minutes the first time)");
    let folder = workspace::target().join("benches");
    let manifest = workspace::root().join("tests/benches/Cargo.toml");
    let mut build = cargo::command();
    // One of the other clients asks for a newer compiler in its manifest and builds with ours. Not `--locked`: what our own
    // crates come to need is added to this workspace's lock file by itself, and nothing else in it changes.
    build.args(["build", "--release", "--ignore-rust-version", "--manifest-path"]).arg(manifest);
    step::run(build.env("CARGO_TARGET_DIR", &folder))?;

    let mut benches =
        Command::new(folder.join("release").join(format!("benches{}", std::env::consts::EXE_SUFFIX)));
    cargo::clean(&mut benches);
    if window {
        steps.next("building the program as users get it");
        setup::window(true)?;
        page::build(&setup::page()?)?;
        benches.arg("--shell").arg(shell::build_for_users()?);
    }
    for wanted in &options.only {
        if let Wanted::Row(number) = wanted {
            benches.arg("--only").arg(number.to_string());
        }
    }
    if options.quick {
        benches.arg("--quick");
    }
    // A part of the rows must not pass for a whole run.
    let json = workspace::output().join(if whole { "bench.json" } else { "bench-part.json" });
    fs::create_dir_all(workspace::output())?;
    benches.arg("--json").arg(&json);
    if whole {
        benches.arg("--document").arg(workspace::root().join("docs/BENCHMARKS.md"));
    }
    steps.next("measuring; what else runs on this machine is measured too");
    step::run(&mut benches)?;
    eprintln!("the figures: {}", json.display());
    Ok(())
}

fn start(quick: bool) -> Result<()> {
    let mut steps = step::Steps::of(2);
    steps.next("building the program as users get it, and the least window of its kind");
    setup::window(true)?;
    page::build(&setup::page()?)?;
    let program = shell::build_for_users_beside_hello()?;
    // By itself: what it needs of shared crates is no matter of the program's.
    step::run(cargo::command().args(["build", "--release", "--package", "start-up"]))?;
    let beside = |name: &str| {
        let folder = program.parent().unwrap_or(Path::new("."));
        folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    };
    fs::create_dir_all(workspace::output())?;
    let mut measuring = Command::new(beside("start-up"));
    cargo::clean(&mut measuring);
    measuring.arg("--program").arg(&program).arg("--hello").arg(beside("hello-window"));
    measuring.arg("--json").arg(workspace::output().join("start.json"));
    measuring.arg("--pictures").arg(workspace::output());
    if quick {
        measuring.args(["--rounds", "2"]);
    } else {
        measuring.arg("--document").arg(workspace::root().join("docs/START.md"));
    }
    steps.next("measuring; what else runs on this machine is measured too");
    step::run(&mut measuring)
}
