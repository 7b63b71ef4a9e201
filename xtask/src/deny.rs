//! What may come into the build: licences, sources and banned crates, held against deny.toml by `cargo deny`.
//!
//! It is a program of its own, built once into this project's cache folder; the advisories are asked for where their database
//! can be had, and an air-gapped machine is told that they were not.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{cargo, setup, step};

/// The lists that need no database from elsewhere.
const LISTS: [&str; 3] = ["bans", "licenses", "sources"];

/// Checks the workspace. The first time on a machine the program is built, which takes some minutes.
pub(crate) fn check() -> Result<()> {
    let program = program()?;
    let mut here = deny(&program);
    step::run(here.arg("check").args(LISTS))?;
    if !fetched(&program) {
        eprintln!("deny: the advisory database can't be had from here; advisories were not looked at");
        return Ok(());
    }
    let mut known = deny(&program);
    step::run(known.args(["check", "--disable-fetch", "advisories"]))
}

fn fetched(program: &PathBuf) -> bool {
    let mut fetch = deny(program);
    fetch.args(["fetch", "db"]).output().is_ok_and(|output| output.status.success())
}

fn deny(program: &PathBuf) -> Command {
    let mut command = Command::new(program);
    cargo::clean(&mut command);
    command.args(["--log-level", "error"]);
    command
}

fn program() -> Result<PathBuf> {
    let name = format!("cargo-deny{}", std::env::consts::EXE_SUFFIX);
    if setup::on_path("cargo-deny") {
        return Ok(name.into());
    }
    let folder = real_kafka::cache_folder().join("tools");
    let built = folder.join("bin").join(name);
    if !built.is_file() {
        eprintln!("deny: building cargo-deny for the first time (some minutes)");
        // Not `--locked`: a locked dependency can be newer than what a registry mirror serves.
        let mut install = cargo::command();
        install.args(["install", "cargo-deny", "--root"]).arg(&folder);
        step::run(&mut install).context("to install by hand: cargo install cargo-deny")?;
    }
    Ok(built)
}
