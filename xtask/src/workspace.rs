//! Where things are. `xtask` may be called from any folder of the workspace, and with a target folder elsewhere.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The workspace's root folder.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty()) {
        // A relative one is meant from where the user stands, and so is cargo's own reading of it.
        Some(folder) => env::current_dir().unwrap_or_default().join(folder),
        None => root().join("target"),
    }
}

/// Pictures, reports and stamps of this working copy: never shared with another copy, as cargo's folder may be.
pub(crate) fn output() -> PathBuf {
    root().join("target")
}

/// The page as the shell embeds it.
pub(crate) fn dist() -> PathBuf {
    root().join("frontend/dist")
}
