//! Which compiler builds the page. A rustup toolchain often has no standard library for WebAssembly and a machine may
//! not be able to fetch one; Debian has a second compiler with that library's source. So, in this order: what is there,
//! Debian's packages, rustup. The target is not listed in a rust-toolchain file, since rustup would then try to fetch
//! it before every cargo command.

use std::{
    fmt,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    apt, cargo, setup,
    step::{ask, run},
};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The least compiler that the workspace takes (`rust-version`), as Debian's may be older.
const LEAST: (u32, u32) = (1, 95);

pub(crate) enum WasmStd {
    /// The toolchain in use has it.
    Installed,
    /// Debian's compiler builds it from source, linking with the toolchain's linker.
    Debian { linker: PathBuf },
}

impl fmt::Display for WasmStd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WasmStd::Installed => write!(f, "the toolchain's own"),
            WasmStd::Debian { .. } => write!(f, "built from Debian's source"),
        }
    }
}

impl WasmStd {
    /// A cargo that builds for the page; the caller adds what.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = match self {
            WasmStd::Installed => cargo::command(),
            WasmStd::Debian { linker } => {
                let mut command = Command::new("/usr/bin/cargo");
                cargo::clean(&mut command);
                command
                    .env("RUSTC", "/usr/bin/rustc")
                    // -Zbuild-std is not stable, and this compiler is only ever used for it.
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
                    .env_remove("RUSTUP_TOOLCHAIN")
                    .env_remove("RUSTC_WRAPPER");
                command
            }
        };
        // Flags for the host's compiler are not meant for this one.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command
    }

    pub(crate) fn arguments(&self) -> &'static [&'static str] {
        match self {
            WasmStd::Installed => &[],
            WasmStd::Debian { .. } => &["-Zbuild-std=std,panic_abort"],
        }
    }

    /// The compiler's version: another one makes another page.
    pub(crate) fn compiler(&self) -> String {
        let rustc = match self {
            WasmStd::Installed => "rustc",
            WasmStd::Debian { .. } => "/usr/bin/rustc",
        };
        ask(rustc, &["--version"]).unwrap_or_default()
    }
}

pub(crate) fn find_or_install() -> Result<WasmStd> {
    if is_installed() {
        return Ok(WasmStd::Installed);
    }
    if let Some(found) = debian()? {
        return Ok(found);
    }
    if offered_by_debian() {
        eprintln!("set-up: this toolchain has no standard library for {TARGET}; Debian has one");
        apt::install(&["rustc-web", "cargo-web", "rust-web-src"])?;
        if let Some(found) = debian()? {
            return Ok(found);
        }
    }
    eprintln!("set-up: asking rustup for the target {TARGET}");
    run(Command::new("rustup").args(["target", "add", TARGET])).with_context(|| {
        format!(
            "the page needs Rust's standard library for {TARGET}; to try by hand: rustup target add {TARGET}"
        )
    })?;
    if !is_installed() {
        bail!("rustup added {TARGET}, but the `rustc` on the PATH does not have it; is it rustup's?");
    }
    Ok(WasmStd::Installed)
}

fn is_installed() -> bool {
    // The folder alone says nothing: rustup leaves an empty one behind.
    let folder = ask("rustc", &["--print", "target-libdir", "--target", TARGET]).unwrap_or_default();
    std::fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.any(|entry| entry.is_ok_and(|e| e.file_name().to_string_lossy().starts_with("libstd-")))
    })
}

/// Debian's second compiler, when it is there, whole and new enough.
fn debian() -> Result<Option<WasmStd>> {
    let source = Path::new("/usr/lib/rustlib/src/rust/library/std");
    let version = ask("/usr/bin/rustc", &["--version"]).unwrap_or_default();
    if !source.exists() || !Path::new("/usr/bin/cargo").exists() || !new_enough(&version) {
        return Ok(None);
    }
    let sysroot = ask("rustc", &["--print", "sysroot"]).context("`rustc --print sysroot` says nothing")?;
    let host = ask("rustc", &["--version", "--verbose"]).unwrap_or_default();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let linker = Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-lld");
    if !linker.exists() {
        bail!("{} is missing; it comes with a rustup toolchain", linker.display());
    }
    Ok(Some(WasmStd::Debian { linker }))
}

fn offered_by_debian() -> bool {
    if !setup::on_path("apt-cache") {
        return false;
    }
    // On a machine whose lists were never fetched nothing is offered at first.
    let offered = || {
        let policy = ask("apt-cache", &["policy", "rust-web-src"]).unwrap_or_default();
        policy.lines().any(|line| line.trim().starts_with("Candidate:") && !line.contains("(none)"))
    };
    offered() || (apt::refresh().is_ok() && offered())
}

/// `rustc 1.96.0 (…)`.
fn new_enough(version: &str) -> bool {
    let number = version.split(' ').nth(1).unwrap_or_default();
    let mut parts = number.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= LEAST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_compiler_is_not_taken_for_the_page() {
        assert!(new_enough("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"));
        assert!(new_enough("rustc 2.0.0"));
        assert!(!new_enough("rustc 1.63.0"));
        assert!(!new_enough(""));
    }
}
