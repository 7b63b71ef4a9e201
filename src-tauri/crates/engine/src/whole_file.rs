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

use crate::folder;

/// The bytes of a file; None: there is none, and where its folder should be there may be something else.
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_none(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether this says that there is no such file.
pub(crate) fn is_none(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Writes all of it and makes sure that it is on disk before the old file goes. Nobody but the user may read it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    folder::make(dir)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = dir.join(format!("{name}.new"));
    // One that a crash left may have other permissions.
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if let Err(error) = fill(&beside, bytes).and_then(|()| fs::rename(&beside, path)) {
        // Half a file on a full disk would be in the way of everything else that is to be written there.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    // The new name itself must reach the disk too; not every system lets a directory be opened for that.
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
    Ok(())
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private().open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Keeps these bytes of a file as "name.<why>.ext" beside it, before it is written anew; nothing is done where they are kept already.
pub(crate) fn back_up(path: &Path, bytes: &[u8], why: &str) -> io::Result<()> {
    for aside in names_beside(path, why) {
        match fs::read(&aside) {
            Ok(there) if there == bytes => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return write(&aside, bytes),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no free name beside it"))
}

/// Moves a file to "name.broken-<when>.ext" beside it, and gives that path.
pub(crate) fn set_aside(path: &Path, at: Millis) -> io::Result<PathBuf> {
    // A name that is free: an older broken file is kept as well.
    let aside = names_beside(path, &format!("broken-{}", at.0))
        .find(|aside| !aside.exists())
        .ok_or_else(|| io::Error::other("no free name beside it"))?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// "name.<why>.ext", "name.<why>-1.ext", …
fn names_beside(path: &Path, why: &str) -> impl Iterator<Item = PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    (0..1_000).map(move |number| match number {
        0 => path.with_file_name(format!("{stem}.{why}.{extension}")),
        number => path.with_file_name(format!("{stem}.{why}-{number}.{extension}")),
    })
}
