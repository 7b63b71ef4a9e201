//! Which crates are in what we ship: those that cargo would link into the two programs and into the page, without what only builds or tests
//! them. The licence texts and the bills of materials are both made from this one list.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{cargo, step, wasm};

/// A cargo package that ships a program, and for what it is compiled.
pub(crate) const ROOTS: [(&str, Option<&str>); 3] =
    [("launch", None), ("brokerscope", None), ("frontend", Some(wasm::TARGET))];

pub(crate) struct Crate {
    pub(crate) name: String,
    pub(crate) version: String,
    /// SPDX, as its author wrote it.
    pub(crate) licence: String,
    pub(crate) authors: Vec<String>,
    pub(crate) folder: PathBuf,
    /// A file that its author names instead of the usual ones.
    pub(crate) licence_file: Option<String>,
    /// One of ours: under our licence.
    pub(crate) ours: bool,
}

/// All of them, by name and version.
pub(crate) fn shipped() -> Result<Vec<Crate>> {
    let wanted = linked()?;
    let mut known = described()?;
    let mut all = Vec::new();
    for key in wanted {
        let found = known.remove(&key);
        all.push(found.with_context(|| format!("cargo metadata doesn't know {} {}", key.0, key.1))?);
    }
    Ok(all)
}

type Key = (String, String);

/// `cargo tree` resolves features and targets as the build does; `cargo metadata` would count in what tests turn on.
fn linked() -> Result<BTreeSet<Key>> {
    let mut all = BTreeSet::new();
    for (package, target) in ROOTS {
        let mut tree = cargo::command();
        tree.args([
            "tree",
            "--locked",
            "--edges",
            "normal,no-proc-macro",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ]);
        tree.args(["--package", package]);
        if let Some(target) = target {
            tree.args(["--target", target]);
        }
        all.extend(words(&mut tree)?.lines().filter_map(key));
    }
    Ok(all)
}

/// `name v1.2.3 (/a/path)`.
fn key(line: &str) -> Option<Key> {
    let mut words = line.split(' ');
    let name = words.next()?;
    Some((name.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
}

fn described() -> Result<BTreeMap<Key, Crate>> {
    let mut ask = cargo::command();
    let text = words(ask.args(["metadata", "--locked", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&text).context("what cargo metadata says")?;
    let packages =
        metadata.get("packages").and_then(Value::as_array).context("cargo metadata lists no packages")?;
    Ok(packages.iter().filter_map(described_one).collect())
}

fn described_one(package: &Value) -> Option<(Key, Crate)> {
    let text = |name: &str| package.get(name).and_then(Value::as_str).map(str::to_owned);
    let (name, version) = (text("name")?, text("version")?);
    let manifest = PathBuf::from(text("manifest_path")?);
    let authors = package.get("authors").and_then(Value::as_array).into_iter().flatten();
    let described = Crate {
        name: name.clone(),
        version: version.clone(),
        licence: text("license").unwrap_or_default(),
        authors: authors.filter_map(Value::as_str).map(str::to_owned).collect(),
        folder: manifest.parent()?.to_owned(),
        licence_file: text("license_file"),
        ours: text("source").is_none(),
    };
    Some(((name, version), described))
}

/// What a command prints, when it succeeds.
pub(crate) fn words(command: &mut std::process::Command) -> Result<String> {
    let output = command.output().with_context(|| format!("`{}` can't be run", step::line(command)))?;
    if !output.status.success() {
        bail!("`{}`: {}", step::line(command), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_cargo_tree_names_a_crate() {
        let read = |line| key(line).map(|(name, version)| format!("{name}-{version}"));
        assert_eq!(read("serde v1.0.228").as_deref(), Some("serde-1.0.228"));
        assert_eq!(read("wire v0.1.0 (/some/where) (*)").as_deref(), Some("wire-0.1.0"));
        assert_eq!(read(""), None);
    }
}
