//! The files that git tracks (and those about to be added): what every other check reads.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A file with its path from the root of the repository.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// The lines above the in-file tests, numbered from 1.
    pub(crate) fn product_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(n, line)| (n + 1, line))
            .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
    }
}

/// Every text file of the repository.
pub(crate) fn files() -> Vec<File> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    assert!(listed.status.success(), "git ls-files failed");
    String::from_utf8(listed.stdout)
        .unwrap()
        .lines()
        .filter_map(|path| {
            let text = std::fs::read_to_string(root().join(path)).ok()?;
            Some(File { path: path.to_owned(), text })
        })
        .collect()
}

pub(crate) fn rust_files() -> Vec<File> {
    files().into_iter().filter(|file| file.path.ends_with(".rs")).collect()
}

/// Fails with all offenders at once; `seen` is printed and must not be zero.
pub(crate) fn verdict(what: &str, seen: usize, offenders: &[String]) {
    println!("{what}: looked at {seen}");
    assert!(seen > 0, "{what}: the check looked at nothing");
    assert!(offenders.is_empty(), "{what}:\n  {}", offenders.join("\n  "));
}
