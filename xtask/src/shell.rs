//! Builds the two programs and says where they are: `brokerscope`, which is called, and `brokerscope-window` beside it, which it starts and
//! becomes. They are built as members of the whole workspace, also when they are only to be run: cargo chooses the features of shared crates
//! by what is built together, and Tauri in two sets of features would be seven minutes twice.

use std::path::PathBuf;

use anyhow::Result;

use crate::{cargo, package, step, workspace::target};

/// For `cargo xtask run`.
pub(crate) fn build() -> Result<PathBuf> {
    built(&[])
}

/// For the window tests: with a test beside it, so that cargo counts in what the tests need of the shared crates, as it did
/// for the parts before; alone, the program would have fewer features, and Tauri would be built once more.
pub(crate) fn build_beside_tests() -> Result<PathBuf> {
    built(&["--test", "window"])
}

/// As users get it, for packages and benches. The process that they start is the window's from its first moments on, under the same number.
pub(crate) fn build_for_users() -> Result<PathBuf> {
    released(&[])
}

/// The same, with the least window of its kind beside it.
pub(crate) fn build_for_users_beside_hello() -> Result<PathBuf> {
    released(&["--package", "hello-window"])
}

fn released(beside: &[&str]) -> Result<PathBuf> {
    let mut build = cargo::command();
    package::as_released(&mut build);
    let programs = ["build", "--release", "--locked", "--package", "launch", "--package", "brokerscope"];
    step::run(build.args(programs).args(beside))?;
    Ok(target().join("release").join(format!("brokerscope{}", std::env::consts::EXE_SUFFIX)))
}

fn built(beside: &[&str]) -> Result<PathBuf> {
    let programs = ["build", "--workspace", "--bin", "brokerscope", "--bin", "brokerscope-window"];
    step::run(cargo::command().args(programs).args(beside))?;
    Ok(target().join("debug").join(format!("brokerscope{}", std::env::consts::EXE_SUFFIX)))
}
