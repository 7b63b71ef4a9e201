//! Where things are. `xtask` may be called from any folder of the workspace, and with a target folder elsewhere.

use std::{
    env,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// As the cargo that called us says it: with a target folder that several working copies share, what was there when this
/// program was built may be another copy, or gone.
static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
    let told = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let mut folder = told.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    folder.pop();
    folder
});

/// The workspace's root folder.
pub(crate) fn root() -> &'static Path {
    &ROOT
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
