//! `cargo xtask bench`: builds the benches with the other clients, and the program for the row that opens its window, runs
//! them and writes docs/BENCHMARKS.md and target/bench.json. The benches are a workspace of their own, so that ordinary
//! builds neither fetch nor compile the other clients.

use std::{fs, process::Command};

use anyhow::Result;
use clap::Args;

use crate::{cargo, page, setup, shell, step, workspace};

/// The row that opens the window.
const WINDOW: u32 = 13;

#[derive(Args)]
pub(crate) struct Options {
    /// Only these rows, by number; the document is left as it is
    #[arg(long, value_delimiter = ',')]
    only: Vec<u32>,
    /// Fewer rounds: for a look; the document is left as it is
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let window = options.only.is_empty() || options.only.contains(&WINDOW);
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
    for number in &options.only {
        benches.arg("--only").arg(number.to_string());
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
