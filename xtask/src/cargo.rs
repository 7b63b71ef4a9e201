//! The cargo that called us, with its environment as a user's shell has it. Cargo tells its children about the package
//! that it runs (`CARGO_MANIFEST_DIR` and so on); build scripts that see those values change would build anew.

use std::{env, process::Command};

use crate::workspace;

pub(crate) fn command() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    clean(&mut cargo);
    cargo.env("CARGO_TARGET_DIR", workspace::target());
    cargo
}

/// Takes out of the environment what our own call left in it.
pub(crate) fn clean(command: &mut Command) {
    command.current_dir(workspace::root());
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|start| text.starts_with(start)) {
            command.env_remove(&name);
        }
    }
}
