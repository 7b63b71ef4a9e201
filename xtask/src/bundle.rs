//! `cargo xtask bundle`: an installer by Tauri's bundler, for the systems whose packages only their own tools can make (macOS, Windows) and for AppImage.
//! Both programs are built by us, as for every other package, and the bundler only bundles: its own build knows one program, and refuses a second
//! that is called like the crate. Its files are then renamed as all others of a release are, since the program tells a newer version by
//! the names of files.
//!
//! The bundler fetches its tools when it runs (WiX, NSIS, linuxdeploy, the web view's installer): this is for a machine with a network.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    cargo,
    package::as_released,
    page, setup,
    step::{self, Steps, ask},
    vendor::version,
    workspace::{output, root, target},
};

/// The command line around Tauri's bundler, by the version that its configuration was checked with.
const TAURI_CLI: &str = "2.12.4";
/// A macOS program for both kinds of processor; no compiler's target, but a name that the bundler knows.
const UNIVERSAL: &str = "universal-apple-darwin";
const BOTH: [&str; 2] = ["aarch64-apple-darwin", "x86_64-apple-darwin"];
/// The program that users call, and the window's. The bundler finds the window's where cargo put it, and the other where its
/// configuration says.
const LAUNCHER: &str = "brokerscope";
const WINDOW: &str = "brokerscope-window";
/// `productName` in the configuration.
const PRODUCT: &str = "Brokerscope";

#[derive(Args)]
pub(crate) struct Options {
    /// What to compile for; this machine, if not told
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Which kinds, as the bundler names them: appimage; app,dmg; msi,nsis
    #[arg(long, value_delimiter = ',', required = true)]
    bundles: Vec<String>,
    /// More configuration to merge in, such as who signs
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::of(4);
    let triple = match &options.target {
        Some(triple) => triple.clone(),
        None => host().context("`rustc -vV` doesn't say what it compiles for")?,
    };
    bundler()?;
    steps.next("the page");
    page::build(&setup::page()?)?;
    steps.next("both programs");
    programs(&triple)?;
    steps.next("the bundler");
    let mut bundler = cargo::command();
    bundler.args(["tauri", "bundle", "--ci", "--no-binary-patching", "--target", &triple]);
    bundler.args(["--bundles", &options.bundles.join(",")]);
    bundler.arg("--config").arg(root().join("packaging/bundle/both-programs.json"));
    for config in &options.config {
        bundler.arg("--config").arg(std::path::absolute(config)?);
    }
    step::run(bundler.current_dir(root().join("src-tauri")))?;
    steps.next("names of a release");
    collect(&triple)
}

fn host() -> Option<String> {
    let told = ask("rustc", &["-vV"])?;
    told.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

fn bundler() -> Result<()> {
    if ask("cargo", &["tauri", "--version"]).is_some_and(|told| told.ends_with(TAURI_CLI)) {
        return Ok(());
    }
    eprintln!("bundle: building tauri-cli {TAURI_CLI} (some minutes)");
    let mut install = cargo::command();
    // A target folder of its own would be kept; this one is cargo's and goes.
    install.env_remove("CARGO_TARGET_DIR").args([
        "install",
        "tauri-cli",
        "--version",
        &format!("={TAURI_CLI}"),
    ]);
    step::run(&mut install).context("to install by hand: cargo install tauri-cli")
}

/// Both programs where the bundler looks for them.
fn programs(triple: &str) -> Result<()> {
    let suffix = if triple.contains("windows") { ".exe" } else { "" };
    let folder = root().join("packaging/bundle/programs");
    fs::create_dir_all(&folder)?;
    let launcher = folder.join(format!("{LAUNCHER}-{triple}{suffix}"));
    if triple != UNIVERSAL {
        build(triple)?;
        let built = built(triple, &format!("{LAUNCHER}{suffix}"));
        fs::copy(&built, launcher).with_context(|| built.display().to_string())?;
        return Ok(());
    }
    for one in BOTH {
        build(one)?;
    }
    fs::create_dir_all(target().join(UNIVERSAL).join("release"))?;
    for (program, into) in [(LAUNCHER, launcher), (WINDOW, built(UNIVERSAL, WINDOW))] {
        let mut lipo = Command::new("lipo");
        lipo.args(["-create", "-output"]).arg(into).args(BOTH.map(|one| built(one, program)));
        step::run(&mut lipo)?;
    }
    Ok(())
}

fn build(triple: &str) -> Result<()> {
    let mut cargo = cargo::command();
    cargo.args([
        "build",
        "--locked",
        "--release",
        "--target",
        triple,
        "--package",
        "launch",
        "--package",
        "brokerscope",
    ]);
    if cfg!(unix) {
        // Its flags are for the compilers of Unix.
        as_released(&mut cargo);
    }
    step::run(&mut cargo)
}

fn built(triple: &str, program: &str) -> PathBuf {
    target().join(triple).join("release").join(program)
}

/// Copies what the bundler left, under a release's names.
fn collect(triple: &str) -> Result<()> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let version = version(&manifest).context("Cargo.toml has no version under [workspace.package]")?;
    let into = output().join("release-artifacts");
    fs::create_dir_all(&into)?;
    let bundle = target().join(triple).join("release/bundle");
    let mut found = 0;
    for kind in ["appimage", "dmg", "msi", "nsis"] {
        let Ok(files) = fs::read_dir(bundle.join(kind)) else { continue };
        for file in files {
            let file = file?.path();
            let Some(name) = name_of(&file, version) else { continue };
            fs::copy(&file, into.join(&name)).with_context(|| file.display().to_string())?;
            println!("{}", into.join(name).display());
            found += 1;
        }
    }
    if found == 0 {
        bail!("the bundler left no file of this version in {}", bundle.display());
    }
    Ok(())
}

/// A bundle's name in a release: the bundler's, with the program's name as all others have it. The program reads them where a user keeps newer
/// versions (`engine/src/updates/name.rs`). `None` for what isn't a bundle, or is another version's.
fn name_of(file: &Path, version: &str) -> Option<String> {
    let own = file.file_name()?.to_str()?;
    let rest = own.strip_prefix(&format!("{PRODUCT}_{version}_"))?;
    let installs = [".AppImage", ".dmg", ".msi", "-setup.exe"].iter().any(|ending| rest.ends_with(ending));
    installs.then(|| format!("{LAUNCHER}_{version}_{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundles_are_named_as_a_release_names_its_files() {
        for (theirs, ours) in [
            ("Brokerscope_0.1.0_x64-setup.exe", "brokerscope_0.1.0_x64-setup.exe"),
            ("Brokerscope_0.1.0_x64_en-US.msi", "brokerscope_0.1.0_x64_en-US.msi"),
            ("Brokerscope_0.1.0_aarch64.dmg", "brokerscope_0.1.0_aarch64.dmg"),
            ("Brokerscope_0.1.0_amd64.AppImage", "brokerscope_0.1.0_amd64.AppImage"),
        ] {
            assert_eq!(name_of(Path::new(theirs), "0.1.0").as_deref(), Some(ours));
        }
    }

    #[test]
    fn what_is_no_installer_of_this_version_stays_where_it_is() {
        for other in [
            "Brokerscope_0.1.00_x64-setup.exe",
            "Brokerscope_0.1.0_x64.exe",
            "bundle_dmg.sh",
            "Brokerscope_0.1.0_",
        ] {
            assert_eq!(name_of(Path::new(other), "0.1.0"), None, "{other}");
        }
    }
}
