//! How the programs are compiled for users. A build carries the paths of its machine in the text of panics, so that two machines would
//! make two programs of one commit: each such path is told to the compilers by a name that is the same everywhere.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use super::release::Release;
use crate::{
    page, setup, shell,
    step::ask,
    workspace::{root, target},
};

/// What we ship, and below which folder of a prefix.
pub(crate) const PROGRAMS: [(&str, &str); 2] =
    [("brokerscope", "bin"), ("brokerscope-window", "lib/brokerscope")];

/// Builds the page and both programs; the folder with the programs.
pub(crate) fn programs() -> Result<PathBuf> {
    page::build(&setup::page()?)?;
    page::fits()?;
    let program = shell::build_for_users()?;
    let folder = program.parent().context("the program has no folder")?.to_owned();
    for (program, _) in PROGRAMS {
        if !folder.join(program).is_file() {
            bail!("{} was not built", folder.join(program).display());
        }
    }
    Ok(folder)
}

/// Makes a cargo build what users get. The benches measure the same programs, so they call this too.
pub(crate) fn as_released(cargo: &mut Command) {
    let renamed = renamed();
    let mut flags: Vec<_> =
        renamed.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).collect();
    if links_with_lld() {
        // Functions of the same code lie on each other: generic ones are many.
        flags.push("-Clink-arg=-Wl,--icf=all".to_owned());
    }
    // C sources name themselves in their assertions.
    let c: Vec<_> =
        renamed.iter().map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display())).collect();
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env_remove("RUSTFLAGS");
    cargo.env("CFLAGS", c.join(" "));
    if let Ok(release) = Release::here() {
        cargo.env("SOURCE_DATE_EPOCH", release.epoch.to_string());
    }
}

/// Whether Rust links with its own LLD, as it does by itself on this system alone; other linkers don't know all of its flags.
fn links_with_lld() -> bool {
    let linker = "lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld/ld.lld";
    cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))
        && ask("rustc", &["--print", "sysroot"])
            .is_some_and(|sysroot| Path::new(&sysroot).join(linker).exists())
}

/// Each folder of this machine that could be named in a program, and its name everywhere. The last that fits counts.
fn renamed() -> Vec<(PathBuf, String)> {
    let mut all = vec![(root().to_owned(), "/brokerscope".to_owned())];
    for registry in registries() {
        all.push((registry, "/crates".to_owned()));
    }
    if let Some(sysroot) = ask("rustc", &["--print", "sysroot"]) {
        let compiler = ask("rustc", &["-vV"]).unwrap_or_default();
        let hash = compiler.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
        all.push((Path::new(&sysroot).join("lib/rustlib/src/rust"), format!("/rustc/{hash}")));
    }
    all.push((target(), "/target".to_owned()));
    all
}

/// A registry's folder is named after where it is, which may be a mirror.
fn registries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home.map(|home| home.join("registry/src")).unwrap_or_default();
    let mut all: Vec<_> =
        fs::read_dir(sources).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    all.sort();
    all
}
