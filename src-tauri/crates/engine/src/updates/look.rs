//! One look at a folder: which of its files are packages of this program, and whether one is newer. It reads names, the sizes of a few
//! files, and SHA256SUMS; nothing is opened that isn't a file, since a pipe in a share would be waited for.

use std::{cmp::Ordering, fs, io, path::Path, time::UNIX_EPOCH};

use contract::{Found, Int64, Package};

use super::{
    name::{self, Named},
    own::{self, Own},
    sums,
};
use crate::whole_file;

/// More files than this are no folder for packages.
const FILES_MOST: u32 = 200_000;

pub(super) fn look(dir: &Path, own: &Own) -> Found {
    match looked(dir, own) {
        Ok(found) => found,
        Err(error) if whole_file::is_none(&error) => Found::Missing,
        Err(error) => Found::Unreadable { why: error.to_string() },
    }
}

fn looked(dir: &Path, own: &Own) -> io::Result<Found> {
    if !fs::metadata(dir)?.is_dir() {
        return Ok(Found::NotAFolder);
    }
    let (mut files, mut ours) = (0_u32, Vec::new());
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        files += 1;
        if files > FILES_MOST {
            return Err(io::Error::other(format!("there are more than {FILES_MOST} files in it")));
        }
        // What is no text can't be a package's name.
        let Ok(file) = entry.file_name().into_string() else { continue };
        if let Some(named) = name::read(&file) {
            ours.push((file, named));
        }
    }
    if files == 0 {
        return Ok(Found::Empty);
    }
    let packages = u32::try_from(ours.len()).unwrap_or(u32::MAX);
    ours.retain(|(_, named)| own.takes(named));
    ours.sort_by(|(_, a), (_, b)| order(a, b, own));
    // From the best on: one that is gone, a folder, or leads nowhere is none.
    let found = ours.iter().rev().find_map(|(file, named)| {
        let meta = fs::metadata(dir.join(file)).ok().filter(fs::Metadata::is_file)?;
        Some((file, named, meta))
    });
    let Some((file, named, meta)) = found else {
        return Ok(match packages {
            0 => Found::NotOurs { files },
            packages if ours.is_empty() => Found::OtherMachines { packages },
            _ => return Err(io::Error::other("the packages that are listed in it can't be read")),
        });
    };
    let modified = meta.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let package = Package {
        file: file.clone(),
        version: named.version.to_string(),
        pre_release: !named.version.pre.is_empty(),
        bytes: Int64(i64::try_from(meta.len()).unwrap_or(i64::MAX)),
        modified: modified.map(|since| Int64(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))),
        sum: sums::listed(dir, file),
    };
    Ok(match named.version.cmp_precedence(&own.version) {
        Ordering::Greater => Found::Newer { package, command: own::command(named.kind, &dir.join(file)) },
        Ordering::Equal => Found::Same { package },
        Ordering::Less => Found::Older { package },
    })
}

/// The last is the best: a version to rely on that is newer than ours, then the newest, then the kind that ours is.
fn order(a: &Named, b: &Named, own: &Own) -> Ordering {
    let sure = |named: &Named| {
        named.version.pre.is_empty() && named.version.cmp_precedence(&own.version) == Ordering::Greater
    };
    // Who runs a version to try gets the newest of these.
    let (sure_a, sure_b) = if own.version.pre.is_empty() { (sure(a), sure(b)) } else { (true, true) };
    sure_a
        .cmp(&sure_b)
        .then_with(|| a.version.cmp_precedence(&b.version))
        .then_with(|| (a.kind == own.kind).cmp(&(b.kind == own.kind)))
}

#[cfg(test)]
mod tests;
