//! Builds the two programs and says where they are: `brokerscope`, which is called, and `brokerscope-window` beside it, which it starts and
//! becomes. They are built as members of the whole workspace, also when they are only to be run: cargo chooses the features of shared crates
//! by what is built together, and Tauri in two sets of features would be seven minutes twice.

use std::path::PathBuf;

use anyhow::Result;

use crate::{cargo, step, workspace::target};

/// For `cargo xtask run`.
pub(crate) fn build() -> Result<PathBuf> {
    built(&[])
}

/// For the window tests: with a test beside it, so that cargo counts in what the tests need of the shared crates, as it did
/// for the parts before; alone, the program would have fewer features, and Tauri would be built once more.
pub(crate) fn build_beside_tests() -> Result<PathBuf> {
    built(&["--test", "window"])
}

/// As users get it, for the benches.
pub(crate) fn build_for_users() -> Result<PathBuf> {
    step::run(cargo::command().args([
        "build",
        "--release",
        "--package",
        "launch",
        "--package",
        "brokerscope",
    ]))?;
    Ok(target().join("release").join(format!("brokerscope{}", std::env::consts::EXE_SUFFIX)))
}

fn built(beside: &[&str]) -> Result<PathBuf> {
    let programs = ["build", "--workspace", "--bin", "brokerscope", "--bin", "brokerscope-window"];
    step::run(cargo::command().args(programs).args(beside))?;
    Ok(target().join("debug").join(format!("brokerscope{}", std::env::consts::EXE_SUFFIX)))
}
