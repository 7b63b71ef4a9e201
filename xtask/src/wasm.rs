//! Which compiler builds the page. A rustup toolchain often has no standard library for WebAssembly and a machine may
//! not be able to fetch one; Debian has a second compiler with that library's source, and a toolchain may have its own. So, in this
//! order: what is there, Debian's packages, the toolchain's source, rustup. The target is not listed in a rust-toolchain file, since rustup would then try to fetch
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
    /// The toolchain in use has its source (rustup's component `rust-src`, Flatpak's Rust).
    Source { library: PathBuf, linker: PathBuf },
}

const DEBIANS_SOURCE: &str = "/usr/lib/rustlib/src/rust/library";

impl fmt::Display for WasmStd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WasmStd::Installed => write!(f, "the toolchain's own"),
            WasmStd::Debian { .. } => write!(f, "built from Debian's source"),
            WasmStd::Source { .. } => write!(f, "built from the toolchain's source"),
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
            WasmStd::Source { linker, .. } => {
                let mut command = cargo::command();
                command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                command
            }
        };
        // Flags for the host's compiler are not meant for this one.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command.env("RUSTFLAGS", self.flags().join(" "));
        command
    }

    /// Views of one kind are compiled once, by Leptos' own switch, and not once for each place that draws one. And a compiler that takes
    /// unstable flags leaves out where each panic stands in the source, and how each type looks to a programmer: nobody reads it in a page.
    /// The page of a toolchain that takes no such flags is a little larger, and otherwise the same.
    fn flags(&self) -> &'static [&'static str] {
        match self {
            WasmStd::Installed => &["--cfg", "erase_components"],
            WasmStd::Debian { .. } | WasmStd::Source { .. } => {
                &["-Zlocation-detail=none", "-Zfmt-debug=none", "--cfg", "erase_components"]
            }
        }
    }

    pub(crate) fn arguments(&self) -> &'static [&'static str] {
        match self {
            WasmStd::Installed => &[],
            WasmStd::Debian { .. } | WasmStd::Source { .. } => {
                &["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]
            }
        }
    }

    /// Where the standard library's workspace is, when it is built from that.
    pub(crate) fn source(&self) -> Option<&Path> {
        match self {
            WasmStd::Installed => None,
            WasmStd::Debian { .. } => Some(Path::new(DEBIANS_SOURCE)),
            WasmStd::Source { library, .. } => Some(library),
        }
    }

    /// The compiler's version: another one makes another page.
    pub(crate) fn compiler(&self) -> String {
        let rustc = match self {
            WasmStd::Installed | WasmStd::Source { .. } => "rustc",
            WasmStd::Debian { .. } => "/usr/bin/rustc",
        };
        ask(rustc, &["--version"]).unwrap_or_default()
    }
}

pub(crate) fn find_or_install() -> Result<WasmStd> {
    if is_installed() {
        return Ok(WasmStd::Installed);
    }
    if let Some(found) = debian()?.or_else(own_source) {
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
    let version = ask("/usr/bin/rustc", &["--version"]).unwrap_or_default();
    if !Path::new(DEBIANS_SOURCE).join("std").exists()
        || !Path::new("/usr/bin/cargo").exists()
        || !new_enough(&version)
    {
        return Ok(None);
    }
    let linker = linker().context("`rustc --print sysroot` says nothing")?;
    if !linker.exists() {
        bail!("{} is missing; it comes with a rustup toolchain", linker.display());
    }
    Ok(Some(WasmStd::Debian { linker }))
}

/// The source that came with the toolchain in use.
fn own_source() -> Option<WasmStd> {
    let sysroot = ask("rustc", &["--print", "sysroot"])?;
    let library = Path::new(&sysroot).join("lib/rustlib/src/rust/library");
    let linker = linker()?;
    (library.join("std").exists() && linker.exists()).then_some(WasmStd::Source { library, linker })
}

/// Where a rustup toolchain has the linker for WebAssembly.
fn linker() -> Option<PathBuf> {
    let sysroot = ask("rustc", &["--print", "sysroot"])?;
    let host = ask("rustc", &["--version", "--verbose"])?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    Some(Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-lld"))
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
