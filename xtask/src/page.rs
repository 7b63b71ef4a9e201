//! Builds the page: wasm by cargo, its JavaScript side by wasm-bindgen, the rest copied. Three plain steps of our own instead
//! of a bundler: a bundler fetches tools at build time, and puts an inline script into the page, which our content policy
//! forbids. What has not changed is not built again.

use std::{fs, io::Write as _, path::Path};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    cargo,
    package::crates,
    stamp, step,
    wasm::{TARGET, WasmStd},
    workspace::{dist, output, root, target},
};

/// What a release's wasm is to weigh at most, gzipped.
const GZIPPED_MOST: usize = 600_000;
/// Up to here a release is made all the same, and told that its page is heavier than it is to be.
const GZIPPED_HEAVIEST: usize = 620_000;

/// All that the page is made of, from the workspace's root.
const INPUTS: [&str; 8] = [
    "Cargo.lock",
    "Cargo.toml",
    "frontend/Cargo.toml",
    "frontend/assets",
    "frontend/boot.js",
    "frontend/index.html",
    "frontend/src",
    "frontend/styles",
];
const CONTRACT: [&str; 2] = ["src-tauri/crates/contract/Cargo.toml", "src-tauri/crates/contract/src"];

pub(crate) fn build(std: &WasmStd) -> Result<()> {
    // Debian's cargo must find the lock file as it needs it; ours may still have to add a new dependency to it.
    let mut metadata = cargo::command();
    step::run(
        metadata.args(["metadata", "--format-version", "1", "--quiet"]).stdout(std::process::Stdio::null()),
    )?;

    let inputs: Vec<_> = INPUTS.into_iter().chain(CONTRACT).collect();
    let ours = [include_str!("page.rs"), include_str!("wasm.rs")].concat();
    let wanted = stamp::of(root(), &inputs, &[&std.compiler(), &ours])?;
    let stamp_file = output().join("page.stamp");
    if fs::read_to_string(&stamp_file).is_ok_and(|last| last == wanted)
        && dist().join("page_bg.wasm").exists()
    {
        eprintln!("the page is up to date");
        return Ok(());
    }

    let folder = target().join("page");
    let mut build = std.cargo();
    build.args(["build", "--locked", "--package", "frontend", "--bin", "frontend"]);
    build.args(["--target", TARGET, "--profile", "page"]).args(std.arguments());
    // A folder of its own: two compilers in one would evict each other's work.
    step::run(build.env("CARGO_TARGET_DIR", &folder))?;
    let wasm = folder.join(TARGET).join("page/frontend.wasm");
    assemble(&wasm).with_context(|| format!("putting the page together in {}", dist().display()))?;
    fs::create_dir_all(output())?;
    fs::write(&stamp_file, wanted)?;
    Ok(())
}

/// Makes the new page beside the old one and swaps them, so that a failure leaves the old one whole.
fn assemble(wasm: &Path) -> Result<()> {
    let dist = dist();
    let fresh = dist.with_extension("new");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    fs::create_dir_all(&fresh)?;
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.typescript(false).omit_default_module_path(false).out_name("page");
    bindgen.remove_producers_section(true).remove_name_section(true);
    bindgen.input_path(wasm).generate(&fresh)?;

    let frontend = root().join("frontend");
    for file in ["index.html", "boot.js"] {
        fs::copy(frontend.join(file), fresh.join(file)).with_context(|| format!("frontend/{file}"))?;
    }
    copy(&frontend.join("assets"), &fresh.join("assets"))?;
    fs::write(fresh.join("third-party.txt"), third_party()?)?;
    fs::create_dir(fresh.join("styles"))?;
    fs::write(fresh.join("styles/page.css"), styles(&frontend.join("styles"))?)?;
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    fs::rename(&fresh, &dist)?;
    let wasm = fs::read(dist.join("page_bg.wasm"))?;
    eprintln!(
        "the page is built: {} KB of wasm, {} KB gzipped, in {}",
        wasm.len() / 1000,
        gzipped(&wasm)? / 1000,
        dist.display()
    );
    Ok(())
}

/// Whether the page that is built is small enough for a release.
pub(crate) fn fits() -> Result<()> {
    let size = gzipped(&fs::read(dist().join("page_bg.wasm")).context("the page is not built")?)?;
    let goal = if size > GZIPPED_MOST { "short of the goal" } else { "within the goal" };
    println!("{size:>12} bytes  the page's wasm gzipped, {goal} of {GZIPPED_MOST}");
    if size > GZIPPED_HEAVIEST {
        bail!("the page's wasm is {size} bytes gzipped, and a release's at the very most {GZIPPED_HEAVIEST}");
    }
    Ok(())
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// What of others is in the program: a line for each crate, for somebody who asks. The texts of the licences are beside the installed
/// program.
fn third_party() -> Result<String> {
    let mut text = String::new();
    for one in crates::shipped()?.iter().filter(|one| !one.ours) {
        text.push_str(&format!("{} {}  {}\n", one.name, one.version, one.licence));
    }
    text.push_str("\nInter  OFL-1.1\nJetBrains Mono  OFL-1.1\nLucide  ISC\n");
    Ok(text)
}

/// All style sheets as one, in the order of their names: no list of them to forget one in.
fn styles(folder: &Path) -> Result<String> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|e| e == "css"));
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).with_context(|| file.display().to_string()));
    Ok(texts.collect::<Result<Vec<_>>>()?.join("\n"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.exists() {
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, goal) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &goal)?;
        } else if source.extension().is_none_or(|e| e != "md") {
            fs::copy(&source, &goal).with_context(|| source.display().to_string())?;
        }
    }
    Ok(())
}
