//! The folder of the user's files: it is there, for its owner only, and can be written to; or there is a sentence that says what
//! can't be kept.
//!
//! It is looked at when the program starts. Without that, somebody with a home that can't be written would learn it from the first
//! thing that he wants to keep, after having typed it.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io,
    path::Path,
};

/// Makes a folder, and those above it that are missing, for their owner only.
pub(crate) fn make(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// Makes it where it is missing, and finds out whether it takes files, which no permission bits tell of a mount.
pub(crate) fn writable(dir: &Path) -> io::Result<()> {
    make(dir)?;
    let tried = dir.join(format!(".writable-{}", std::process::id()));
    match OpenOptions::new().write(true).create_new(true).open(&tried) {
        Ok(_) => fs::remove_file(&tried),
        // Another window is at it, or left it: either way it could be made.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// What it means that it can't.
pub(crate) fn unkept(dir: &Path, error: &io::Error) -> String {
    format!(
        "Nothing can be kept in {}: {error}. Connections that are added or changed are there until the program ends, and secrets can be given \
         for the session.",
        dir.display()
    )
}
