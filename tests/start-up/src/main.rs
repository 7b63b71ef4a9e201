//! How soon a window stands and what it takes at rest, ours beside the least window of its kind, in turns and in one run: what
//! `cargo xtask bench --only start` calls. Measured from outside, by the screen and the kernel, so that nothing in the program
//! is there for the sake of its figures.

mod document;
mod measure;
mod screen;

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result};
use clap::Parser;

/// Two looks are alike when this share of the pixels is: an age that counts on is no change.
pub(crate) const ALIKE: f64 = 0.99;

#[derive(Parser)]
#[command(about = "How soon a program's window stands, and what it takes at rest")]
struct Arguments {
    /// The program
    #[arg(long)]
    program: PathBuf,
    /// The least window of its kind
    #[arg(long)]
    hello: PathBuf,
    /// So often each, after a first time that doesn't count
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Where the figures go as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Where the table goes as a document
    #[arg(long)]
    document: Option<PathBuf>,
    /// Where the last picture of each goes
    #[arg(long)]
    pictures: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let contestants = [
        measure::Contestant { name: "hello", program: &arguments.hello, arguments: &[] },
        measure::Contestant { name: "ours", program: &arguments.program, arguments: &[] },
        measure::Contestant {
            name: "demo",
            program: &arguments.program,
            arguments: &["--demo", "--demo-stands-still"],
        },
    ];
    let measured = measure::in_turns(&contestants, arguments.rounds, arguments.pictures.as_deref())?;
    let table = document::Table::of(&measured)?;
    print!("{}", table.text());
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&table.json())?;
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &arguments.document {
        fs::write(path, table.document(arguments.rounds)).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
