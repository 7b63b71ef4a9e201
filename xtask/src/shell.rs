//! Builds the program itself and says where it is. It is built as a member of the whole workspace, also when it is only to
//! be run: cargo chooses the features of shared crates by what is built together, and Tauri in two sets of features would
//! be seven minutes twice.

use std::path::PathBuf;

use anyhow::Result;

use crate::{cargo, step, workspace::target};

pub(crate) fn build() -> Result<PathBuf> {
    step::run(cargo::command().args(["build", "--workspace", "--bin", "brokerscope"]))?;
    Ok(target().join("debug").join(format!("brokerscope{}", std::env::consts::EXE_SUFFIX)))
}
