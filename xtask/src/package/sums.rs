//! SHA256SUMS: written for all that a release has, and held against a folder. In the form of `sha256sum`, so that a machine without anything
//! of ours can check it: `sha256sum --check SHA256SUMS`.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Read as _},
    path::Path,
};

use anyhow::{Context, Result, bail};
use sha2::{Digest as _, Sha256};

pub(crate) const SUMS: &str = "SHA256SUMS";

/// What is wrong with one file of a release.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    Missing(String),
    Differs(String),
    /// There, and in no list: nothing vouches for it.
    Unlisted(String),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(file) => write!(f, "{file}: is listed and not there"),
            Self::Differs(file) => {
                write!(f, "{file}: is not the file that was listed (cut short, damaged, or another one)")
            }
            Self::Unlisted(file) => write!(f, "{file}: is there and not listed, so nothing vouches for it"),
        }
    }
}

pub(crate) fn write(folder: &Path) -> Result<()> {
    let mut lines = String::new();
    for name in names(folder)? {
        lines.push_str(&format!("{}  {name}\n", sum(&folder.join(&name))?));
    }
    fs::write(folder.join(SUMS), lines)?;
    Ok(())
}

/// All that is wrong; none when each file is as it was listed.
pub(crate) fn check(folder: &Path) -> Result<Vec<Wrong>> {
    let list = folder.join(SUMS);
    let text = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    let mut wrong = Vec::new();
    let mut listed = Vec::new();
    for line in text.lines() {
        let Some((sum, name)) = line.split_once("  ").filter(|(sum, _)| sum.len() == 64) else {
            bail!("{}: {line:?} is no line of sha256sum", list.display());
        };
        if name.contains('/') || name.starts_with('.') {
            bail!("{}: {name:?} is no file of this folder", list.display());
        }
        listed.push(name.to_owned());
        match self::sum(&folder.join(name)) {
            Ok(found) if found == sum => {}
            Ok(_) => wrong.push(Wrong::Differs(name.to_owned())),
            Err(_) => wrong.push(Wrong::Missing(name.to_owned())),
        }
    }
    if listed.is_empty() {
        bail!("{} lists nothing", list.display());
    }
    wrong.extend(names(folder)?.into_iter().filter(|name| !listed.contains(name)).map(Wrong::Unlisted));
    Ok(wrong)
}

/// The files of a release but for the list itself and its signature.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !name.starts_with(SUMS) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

pub(crate) fn sum(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let mut hash = Sha256::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut part)?;
        let Some(bytes) = part.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
        hash.update(bytes);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a.deb", "the one"), ("b.rpm", "the other"), ("c.tar.gz", "the third")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        write(folder.path()).unwrap();
        folder
    }

    #[test]
    fn a_whole_release_is_in_order() {
        assert_eq!(check(release().path()).unwrap(), []);
    }

    #[test]
    fn files_that_are_cut_short_swapped_missing_or_added_are_named() {
        let folder = release();
        let file = |name: &str| folder.path().join(name);
        File::options().write(true).open(file("a.deb")).unwrap().set_len(3).unwrap();
        assert_eq!(check(folder.path()).unwrap(), [Wrong::Differs("a.deb".to_owned())]);
        fs::rename(file("b.rpm"), file("a.deb")).unwrap();
        fs::write(file("d.msi"), "nobody's").unwrap();
        assert_eq!(
            check(folder.path()).unwrap(),
            [
                Wrong::Differs("a.deb".to_owned()),
                Wrong::Missing("b.rpm".to_owned()),
                Wrong::Unlisted("d.msi".to_owned()),
            ]
        );
    }

    #[test]
    fn a_list_that_is_empty_or_leads_elsewhere_vouches_for_nothing() {
        let folder = release();
        let list = folder.path().join(SUMS);
        fs::write(&list, "").unwrap();
        assert!(check(folder.path()).is_err());
        fs::write(&list, format!("{}  ../a.deb\n", "0".repeat(64))).unwrap();
        assert!(check(folder.path()).unwrap_err().to_string().contains("no file of this folder"));
    }

    #[test]
    fn the_sum_is_the_one_that_others_compute() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("abc");
        fs::write(&file, "abc").unwrap();
        assert_eq!(sum(&file).unwrap(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
