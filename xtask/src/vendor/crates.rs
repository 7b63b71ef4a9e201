//! Which crates are in the archive. Cargo wants every crate of the lock file to be there, also those that only Windows or macOS
//! compile, and these are half of all bytes. So what no supported Linux and no page compiles is an empty shell: its manifest, which
//! the resolver reads, and nothing else. A page whose standard library is built from source needs that library's crates as well;
//! without them the build stops at a machine that has the compiler and nothing more.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::{cargo, setup, step, wasm};

/// What the archive's script builds on, and for.
const TARGETS: [&str; 3] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", wasm::TARGET];

/// Puts the crates into `tree/vendor`.
pub(super) fn vendor(tree: &Path, std_sources: &[PathBuf], all_platforms: bool) -> Result<()> {
    let manifest = tree.join("Cargo.toml");
    let mut libraries: Vec<_> = std_sources.iter().map(|folder| folder.join("Cargo.toml")).collect();
    if let Some(source) = setup::page()?.source() {
        libraries.push(source.join("Cargo.toml"));
    }
    let folder = tree.join("vendor");
    let mut command = here(tree);
    command.args(["vendor", "--locked", "--versioned-dirs", "--quiet"]);
    for library in &libraries {
        command.arg("--sync").arg(library);
    }
    // What it prints is the configuration, which is written by `offline`.
    step::run(command.arg(&folder).stdout(std::process::Stdio::null()))?;

    let mut compiled = BTreeSet::new();
    for target in TARGETS {
        compiled.append(&mut compiled_for(tree, &manifest, target)?);
    }
    for library in &libraries {
        compiled.append(&mut compiled_for(tree, library, wasm::TARGET)?);
    }
    let (mut whole, mut shells) = (0, 0);
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        if all_platforms || compiled.contains(entry.file_name().to_string_lossy().as_ref()) {
            whole += 1;
        } else {
            empty(&entry.path()).with_context(|| entry.path().display().to_string())?;
            shells += 1;
        }
    }
    eprintln!("vendor: {whole} crates, and {shells} that other systems would compile, as shells");
    Ok(())
}

/// Cargo in the unpacked tree. The standard library's manifest uses what is not stable, and is read only.
fn here(tree: &Path) -> Command {
    let mut command = cargo::command();
    command.current_dir(tree).env("RUSTC_BOOTSTRAP", "1");
    command
}

/// The folders, by cargo's naming, of what is compiled for one target, tests included.
fn compiled_for(tree: &Path, manifest: &Path, target: &str) -> Result<BTreeSet<String>> {
    let mut command = here(tree);
    command.args(["metadata", "--format-version", "1", "--locked", "--quiet", "--filter-platform", target]);
    let output = command.arg("--manifest-path").arg(manifest).output()?;
    if !output.status.success() {
        bail!("`{}` failed: {}", step::line(&command), String::from_utf8_lossy(&output.stderr).trim());
    }
    folders(&serde_json::from_slice(&output.stdout)?).context("cargo's metadata is of another form")
}

fn folders(metadata: &Value) -> Option<BTreeSet<String>> {
    let nodes = metadata.get("resolve")?.get("nodes")?.as_array()?;
    let used: BTreeSet<_> = nodes.iter().filter_map(|node| node.get("id")?.as_str()).collect();
    let packages = metadata.get("packages")?.as_array()?.iter();
    let foreign = packages.filter(|package| package.get("source").is_some_and(Value::is_string));
    let used = foreign
        .filter(|package| package.get("id").and_then(Value::as_str).is_some_and(|id| used.contains(id)));
    used.map(|package| {
        Some(format!("{}-{}", package.get("name")?.as_str()?, package.get("version")?.as_str()?))
    })
    .collect()
}

/// Leaves of a crate what the resolver reads. The sum of its package stays, since it is held against the lock file.
fn empty(folder: &Path) -> Result<()> {
    let sums: Value = serde_json::from_slice(&fs::read(folder.join(".cargo-checksum.json"))?)?;
    let manifest = fs::read(folder.join("Cargo.toml"))?;
    fs::remove_dir_all(folder)?;
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let package = sums.get("package").cloned().unwrap_or(Value::Null);
    fs::write(folder.join(".cargo-checksum.json"), json!({ "files": {}, "package": package }).to_string())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_in_the_graph_and_from_a_registry_counts_as_compiled() {
        let metadata = json!({
            "packages": [
                { "id": "a", "name": "one", "version": "1.0.0", "source": "registry" },
                { "id": "b", "name": "for-windows", "version": "2.0.0", "source": "registry" },
                { "id": "c", "name": "ours", "version": "0.1.0", "source": null },
            ],
            "resolve": { "nodes": [{ "id": "a" }, { "id": "c" }] },
        });
        assert_eq!(folders(&metadata), Some(BTreeSet::from(["one-1.0.0".to_owned()])));
        assert_eq!(folders(&json!({ "packages": [] })), None);
    }
}
