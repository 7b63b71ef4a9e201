//! The bills of materials, CycloneDX and SPDX, by `cargo sbom`. It describes the whole workspace, with tests and tools, stamped with chance and
//! the clock and the name of who runs it; here its answers are narrowed to what is in the programs and the page, with the sums that the lock
//! file holds and the release's own time. A bill that lists what nobody gets hides what everybody gets.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{crates::Crate, release::Release};
use crate::{cargo, setup, step, workspace::root};

mod cyclonedx;
mod spdx;

/// What the narrowing needs to know of the crates.
pub(crate) struct Wanted {
    /// Name and version, and the registry's sum where it is of a registry.
    sums: BTreeMap<(String, String), Option<String>>,
    /// The packages that are programs or the page.
    roots: BTreeSet<String>,
}

pub(crate) fn write(release: &Release, crates: &[Crate], folder: &Path) -> Result<()> {
    let wanted = wanted(crates)?;
    for (form, file, narrowed) in [
        (
            "cyclone_dx_json_1_6",
            release.cyclonedx(),
            cyclonedx::narrowed as fn(Value, &Wanted, &Release) -> Result<Value>,
        ),
        ("spdx_json_2_3", release.spdx(), spdx::narrowed),
    ] {
        let bill = narrowed(asked(form)?, &wanted, release).with_context(|| form.to_owned())?;
        fs::write(folder.join(&file), serde_json::to_string_pretty(&bill)? + "\n")
            .with_context(|| file.clone())?;
    }
    Ok(())
}

fn wanted(crates: &[Crate]) -> Result<Wanted> {
    let locked = locked(&fs::read_to_string(root().join("Cargo.lock")).context("Cargo.lock")?);
    let mut sums = BTreeMap::new();
    for one in crates {
        let key = (one.name.clone(), one.version.clone());
        let sum = locked.get(&key).cloned();
        if sum.is_none() && !one.ours {
            bail!("Cargo.lock has no sum of {} {}", one.name, one.version);
        }
        sums.insert(key, sum);
    }
    Ok(Wanted { sums, roots: super::crates::ROOTS.iter().map(|(name, _)| (*name).to_owned()).collect() })
}

/// The sums of a lock file, by name and version.
fn locked(text: &str) -> BTreeMap<(String, String), String> {
    let mut all = BTreeMap::new();
    for block in text.split("[[package]]") {
        let field = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim_start_matches([' ', '=', '"']).trim_end_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(sum)) =
            (field("name ="), field("version ="), field("checksum ="))
        {
            all.insert((name, version), sum);
        }
    }
    all
}

impl Wanted {
    fn has(&self, name: &Value, version: &Value) -> Option<&Option<String>> {
        self.sums.get(&(name.as_str()?.to_owned(), version.as_str()?.to_owned()))
    }

    /// A crate that the bill doesn't list is one that it keeps quiet about.
    fn all_are_there(&self, listed: usize) -> Result<()> {
        if listed != self.sums.len() {
            bail!("{listed} of {} crates are listed", self.sums.len());
        }
        Ok(())
    }
}

/// A field, or nothing.
fn field<'bill>(of: &'bill Value, name: &str) -> &'bill Value {
    of.get(name).unwrap_or(&Value::Null)
}

/// An old way to write "or", which is no SPDX.
fn expression(text: &str) -> String {
    text.replace('/', " OR ").replace("  ", " ")
}

/// A number for the document that is the same for the same content.
fn number(content: &Value) -> String {
    let hash = Sha256::digest(content.to_string().as_bytes());
    let hex: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default().to_owned();
    // Version 8: "made by a way of one's own".
    format!("{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

fn asked(form: &str) -> Result<Value> {
    let mut ask = Command::new(program()?);
    cargo::clean(&mut ask);
    let text = super::crates::words(ask.args(["sbom", "--output-format", form]))?;
    serde_json::from_str(&text).context("what cargo sbom says")
}

fn program() -> Result<PathBuf> {
    if setup::on_path("cargo-sbom") {
        return Ok("cargo-sbom".into());
    }
    let folder = real_kafka::cache_folder().join("tools");
    let built = folder.join("bin/cargo-sbom");
    if !built.is_file() {
        eprintln!("packages: building cargo-sbom for the first time (a minute)");
        // Not `--locked`: a locked dependency can be newer than what a registry mirror serves.
        let mut install = cargo::command();
        install.args(["install", "cargo-sbom", "--version", "^0.10", "--root"]).arg(&folder);
        step::run(&mut install).context("to install by hand: cargo install cargo-sbom")?;
    }
    Ok(built)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    pub(super) fn wanted_of(list: &[(&str, &str, Option<&str>)]) -> Wanted {
        let sums = list
            .iter()
            .map(|(name, version, sum)| (((*name).to_owned(), (*version).to_owned()), sum.map(str::to_owned)))
            .collect();
        Wanted { sums, roots: ["launch".to_owned()].into() }
    }

    pub(super) fn release() -> Release {
        Release { version: "0.1.0", epoch: 0, arch: "x86_64", debian_arch: "amd64" }
    }

    #[test]
    fn sums_are_read_from_the_lock_file() {
        let text = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"x\"\nchecksum = \"abc\"\n\n\
                    [[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        let all = locked(text);
        assert_eq!(all.get(&("a".to_owned(), "1.0.0".to_owned())).map(String::as_str), Some("abc"));
        assert_eq!(all.len(), 1);
    }

    #[test]
    fn the_same_content_has_the_same_number_in_the_form_of_one() {
        let one = number(&json!({ "a": 1 }));
        assert_eq!(one, number(&json!({ "a": 1 })));
        assert_ne!(one, number(&json!({ "a": 2 })));
        assert_eq!(one.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
    }
}
