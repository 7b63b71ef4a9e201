//! Where connections are kept: in the platform's folder, or with `--config-dir` in that. Both programs go by this, so that a command finds
//! what the window kept.

use std::{env, io, path::PathBuf};

use terminal::Arguments;

/// The folder, whether it is there or not.
///
/// # Errors
///
/// When the folder that we stand in is gone, and a path from there was given.
pub fn config_dir(arguments: &Arguments) -> io::Result<PathBuf> {
    match &arguments.config_dir {
        // Also when somebody changes the folder that we stand in.
        Some(dir) => std::path::absolute(dir),
        None => Ok(dirs::config_dir().unwrap_or_else(env::temp_dir).join("brokerscope")),
    }
}
