//! Lists the window's commands for Tauri's permission check and makes sure that there is a page to embed. Without the
//! list any script in the window could call every command; without the page a plain `cargo build` on a fresh clone
//! would fail inside a macro with a message about a folder.

use std::{error::Error, fs, io, path::Path};

use tauri_build::{AppManifest, Attributes};

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Brokerscope</title>\
    <p>The page is not built. Run <code>cargo xtask page</code>, then build again.</p></html>\n";

fn page_or_notice(dist: &Path) -> io::Result<()> {
    let index = dist.join("index.html");
    if !index.exists() {
        fs::create_dir_all(dist)?;
        fs::write(&index, NOT_BUILT)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let dist = Path::new("../frontend/dist");
    page_or_notice(dist)?;
    println!("cargo:rerun-if-changed={}", dist.display());
    tauri_build::try_build(Attributes::new().app_manifest(AppManifest::new().commands(contract::COMMANDS)))?;
    Ok(())
}
