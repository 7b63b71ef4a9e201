//! The profile file: written beside itself and put in place whole, so that a crash or a full disk leaves the old one.
//!
//! A file that can't be read is somebody's work. It is set aside under a name that says when, and the warning says that
//! name; if it can't even be set aside, nothing is written at all.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use contract::Profile;
use serde::{Deserialize, Serialize};

use crate::clock::millis;

const FORMAT: u32 = 1;

/// The file's content.
#[derive(Serialize, Deserialize)]
struct Content {
    format: u32,
    profiles: Vec<Profile>,
}

/// What came of reading it.
pub(crate) struct Loaded {
    pub(crate) profiles: Vec<Profile>,
    /// The bytes that were read.
    pub(crate) seen: Vec<u8>,
    pub(crate) warning: Option<String>,
    pub(crate) locked: bool,
}

pub(crate) fn path(dir: &Path) -> PathBuf {
    dir.join("profiles.json")
}

/// Reads the file; a missing one is an empty list.
pub(crate) fn load(dir: &Path, now: SystemTime) -> Loaded {
    let path = path(dir);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Loaded { profiles: Vec::new(), seen: Vec::new(), warning: None, locked: false };
        }
        Err(error) => {
            let warning = format!("Can't read {}: {error}. It is left as it is.", path.display());
            return Loaded { profiles: Vec::new(), seen: Vec::new(), warning: Some(warning), locked: true };
        }
    };
    match read(&text) {
        Ok(profiles) => Loaded { profiles, seen: text, warning: None, locked: false },
        Err(why) => set_aside(dir, &path, &why, now),
    }
}

fn read(text: &[u8]) -> Result<Vec<Profile>, String> {
    let content: Content = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    if content.format != FORMAT {
        return Err(format!("it has format {}, this version reads format {FORMAT}", content.format));
    }
    Ok(content.profiles)
}

fn set_aside(dir: &Path, path: &Path, why: &str, now: SystemTime) -> Loaded {
    let at = millis(now).0;
    // A name that is free: an older broken file is kept as well.
    let aside = (0..1_000)
        .map(|number| match number {
            0 => dir.join(format!("profiles.broken-{at}.json")),
            number => dir.join(format!("profiles.broken-{at}-{number}.json")),
        })
        .find(|aside| !aside.exists());
    let moved = match &aside {
        Some(aside) => fs::rename(path, aside),
        None => Err(io::Error::other("no free name beside it")),
    };
    match (moved, aside) {
        (Ok(()), Some(aside)) => Loaded {
            profiles: Vec::new(),
            seen: Vec::new(),
            warning: Some(format!(
                "The connections file could not be read ({why}). It is kept as {}.",
                aside.display()
            )),
            locked: false,
        },
        (moved, _) => {
            let error = moved.err().map_or_else(String::new, |error| error.to_string());
            let warning = format!(
                "The connections file {} can't be read ({why}) and can't be set aside: {error}.",
                path.display()
            );
            Loaded { profiles: Vec::new(), seen: Vec::new(), warning: Some(warning), locked: true }
        }
    }
}

/// Whether somebody else wrote the file since. One that is gone has nothing to lose.
pub(crate) fn changed(dir: &Path, seen: &[u8]) -> bool {
    fs::read(path(dir)).is_ok_and(|now| now != seen)
}

/// Writes all of it and makes sure that it is on disk before the old file goes; the bytes that are there then.
pub(crate) fn write(dir: &Path, profiles: &[Profile]) -> io::Result<Vec<u8>> {
    fs::create_dir_all(dir)?;
    let beside = dir.join("profiles.json.new");
    let content = Content { format: FORMAT, profiles: profiles.to_vec() };
    let mut text = serde_json::to_vec_pretty(&content)?;
    text.push(b'\n');
    let mut file = File::create(&beside)?;
    file.write_all(&text)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path(dir))?;
    // The new name itself must reach the disk too; not every system lets a directory be opened for that.
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
    Ok(text)
}
