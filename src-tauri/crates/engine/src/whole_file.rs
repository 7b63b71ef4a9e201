//! Files that are always whole: written beside themselves and put in place, so that a crash or a full disk leaves the old one;
//! and set aside under a name that says when, if they can't be read, since they are somebody's work.
//!
//! Each file of this program goes through here. One written in place would be half a file after a power cut.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use contract::Millis;

/// Writes all of it and makes sure that it is on disk before the old file goes. Nobody but the user may read it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(dir)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = dir.join(format!("{name}.new"));
    // One that a crash left may have other permissions.
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = private().open(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)?;
    // The new name itself must reach the disk too; not every system lets a directory be opened for that.
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
    Ok(())
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Moves a file to "name.broken-<when>.ext" beside it, and gives that path.
pub(crate) fn set_aside(path: &Path, at: Millis) -> io::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    // A name that is free: an older broken file is kept as well.
    let aside = (0..1_000)
        .map(|number| match number {
            0 => path.with_file_name(format!("{stem}.broken-{}.{extension}", at.0)),
            number => path.with_file_name(format!("{stem}.broken-{}-{number}.{extension}", at.0)),
        })
        .find(|aside| !aside.exists())
        .ok_or_else(|| io::Error::other("no free name beside it"))?;
    fs::rename(path, &aside)?;
    Ok(aside)
}
