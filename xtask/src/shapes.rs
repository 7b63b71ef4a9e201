//! `cargo xtask shapes`: Kafka's own message schemas, boiled down to the table that the bounded walk of `wire` reads.
//!
//! The schemas travel as JSON inside the kafka-clients jar. The table is committed, so that a build needs neither Java
//! nor network; this chore writes it anew when a Kafka version is added, and `--check` says whether the committed one is
//! still what the schemas say. A construct that the walk could not follow is an error here, never left out.

mod schema;
mod table;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::workspace;

/// The version whose schemas the table is made of: the newest that we test against.
const KAFKA: &str = "4.4.0";

/// Writes the table, or with `check` compares it with the committed one.
///
/// # Errors
/// When the schemas can't be fetched or followed, and with `check` when the committed table differs.
pub(crate) fn run(check: bool) -> Result<()> {
    let root = workspace::root();
    let target = root.join("src-tauri/crates/wire/src/shape/table.rs");
    let fresh = table::source(&schema::replies(&schemas(root)?)?, KAFKA)?;
    let shapes = fresh.matches("Shape {").count();
    if !check {
        fs::write(&target, fresh).with_context(|| format!("can't write {}", target.display()))?;
        println!("{shapes} shapes of Kafka {KAFKA} written to {}", target.display());
        return Ok(());
    }
    let committed =
        fs::read_to_string(&target).with_context(|| format!("can't read {}", target.display()))?;
    if let Some((line, (was, now))) =
        committed.lines().zip(fresh.lines()).enumerate().find(|(_, (a, b))| a != b)
    {
        bail!(
            "the table of shapes differs from the schemas of Kafka {KAFKA} at line {}:\n  committed: {was}\n  schemas:   {now}\nrun `cargo xtask shapes`",
            line + 1
        );
    }
    ensure!(
        committed == fresh,
        "the table of shapes is not as long as the schemas of Kafka {KAFKA} make it: run `cargo xtask shapes`"
    );
    println!("{shapes} shapes are what the schemas of Kafka {KAFKA} say");
    Ok(())
}

/// The folder with the schemas, unpacked from the jar by Maven (which keeps the jar in its own store).
fn schemas(root: &Path) -> Result<PathBuf> {
    let into = root.join("target/schemas").join(KAFKA);
    let folder = into.join("common/message");
    if folder.join("FetchResponse.json").is_file() {
        return Ok(folder);
    }
    let done = Command::new("mvn")
        .args(["-q", "-B", "dependency:unpack"])
        .arg(format!("-Dartifact=org.apache.kafka:kafka-clients:{KAFKA}"))
        .arg("-Dmdep.unpack.includes=common/message/*.json")
        .arg(format!("-DoutputDirectory={}", into.display()))
        .current_dir(std::env::temp_dir())
        .status()
        .context("can't start mvn (Debian: apt-get install maven)")?;
    ensure!(done.success(), "mvn could not unpack kafka-clients {KAFKA}: {done}");
    ensure!(folder.is_dir(), "the kafka-clients jar holds no schemas at {}", folder.display());
    Ok(folder)
}
