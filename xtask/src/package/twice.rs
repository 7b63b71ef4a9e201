//! Builds the same commit a second time, from a clone in another folder with an empty target folder, and compares the bytes of all that is
//! handed on. Whoever doubts a release can do the same and needn't believe anybody.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, bail};

use super::{
    layout::files,
    signature::SIGNATURE,
    sums::{self, SUMS},
};
use crate::{cargo, step, workspace::root};

pub(crate) fn compare(folder: &Path) -> Result<()> {
    if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        bail!("the work tree has changes that no clone would have; commit them first");
    }
    let ground = std::env::temp_dir().join(format!("brokerscope-again-{}", std::process::id()));
    fs::create_dir_all(&ground)?;
    let done = again(&ground).and_then(|second| differing(folder, &second));
    fs::remove_dir_all(&ground)?;
    let (same, differing) = done?;
    for file in &same {
        println!("the same bytes: {file}");
    }
    if !differing.is_empty() {
        bail!("other bytes the second time: {}", differing.join(", "));
    }
    Ok(())
}

fn again(ground: &Path) -> Result<PathBuf> {
    let clone = ground.join("clone");
    let mut copy = Command::new("git");
    step::run(copy.args(["clone", "--quiet", "--no-hardlinks"]).arg(root()).arg(&clone))?;
    let mut package = cargo::command();
    package.current_dir(&clone).env("CARGO_TARGET_DIR", ground.join("target"));
    step::run(package.args(["run", "--package", "xtask", "--", "package"]))?;
    Ok(clone.join("target/release-artifacts"))
}

/// The names of the files that are the same, and of those that aren't or that only one has.
fn differing(first: &Path, second: &Path) -> Result<(Vec<String>, Vec<String>)> {
    let mut all = files(first)?;
    all.extend(files(second)?);
    all.sort();
    all.dedup();
    // A signature has chance in it, and the list differs where a file does.
    all.retain(|file| file != SIGNATURE && file != SUMS);
    let sum = |folder: &Path, file: &str| sums::sum(&folder.join(file)).ok();
    Ok(all.into_iter().partition(|file| {
        let one = sum(first, file);
        one.is_some() && one == sum(second, file)
    }))
}

fn git(arguments: &[&str]) -> Result<String> {
    super::crates::words(Command::new("git").current_dir(root()).args(arguments))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_differs_or_that_one_has_alone_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        for (place, name, text) in [
            (&one, "a", "x"),
            (&two, "a", "x"),
            (&one, "b", "x"),
            (&two, "b", "y"),
            (&two, "c", "x"),
            (&one, SUMS, "x"),
        ] {
            fs::create_dir_all(place).unwrap();
            fs::write(place.join(name), text).unwrap();
        }
        let (same, other) = differing(&one, &two).unwrap();
        assert_eq!((same, other), (vec!["a".to_owned()], vec!["b".to_owned(), "c".to_owned()]));
    }
}
