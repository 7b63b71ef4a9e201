//! Ours and other clients on the same replies, in one process and one run: what `cargo xtask bench` calls. Prints a table;
//! a whole run also writes it into the documents. No figure there is typed by hand.

mod clients;
mod cluster_apart;
mod counting;
mod fake;
mod floor;
mod in_memory;
mod machine;
mod measure;
mod report;
mod row;
mod rows;

use std::{path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Context as _, Result, bail};
use clap::{Parser, Subcommand};

use rows::Ground;

#[derive(Parser)]
#[command(about = "Ours and other clients on the same replies")]
struct Arguments {
    #[command(subcommand)]
    chore: Option<Chore>,
    /// Only these rows, by number
    #[arg(long, value_delimiter = ',')]
    only: Vec<u32>,
    /// Fewer rounds: for a look, not for the documents
    #[arg(long)]
    quick: bool,
    /// The built program, for the row that opens its window
    #[arg(long)]
    shell: Option<PathBuf>,
    /// Where the figures go as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Where the table goes as a document; a run of all rows only
    #[arg(long)]
    document: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Chore {
    /// A mock cluster in a process of its own, until its standard input ends
    #[command(hide = true)]
    Cluster(cluster_apart::Options),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.chore {
        Some(Chore::Cluster(options)) => cluster_apart::serve(options),
        None => run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nbenches: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(cores).enable_all().build()?;
    let ground = Ground { runtime, quick: arguments.quick, shell: arguments.shell.clone() };
    let machine = machine::Machine::look();
    let wanted = |number| arguments.only.is_empty() || arguments.only.contains(&number);
    let chosen: Vec<_> = rows::ALL.iter().filter(|(number, ..)| wanted(*number)).collect();
    if chosen.is_empty() {
        bail!("there are rows 1 to {}", rows::ALL.len());
    }
    let mut done = Vec::new();
    let mut failed = Vec::new();
    for (number, name, run) in chosen {
        let began = Instant::now();
        eprintln!("row {number}: {name} …");
        // The other rows are worth having all the same.
        match run(&ground) {
            Ok(row) => {
                print!("{}", report::text(&row));
                done.push(row);
            }
            Err(error) => {
                eprintln!("row {number}, {name}: {error:#}");
                failed.push(number.to_string());
            }
        }
        eprintln!("({:.0} s)", began.elapsed().as_secs_f64());
    }
    let whole = done.len() == rows::ALL.len() && !arguments.quick;
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&report::json(&done, &machine, whole))?;
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    match &arguments.document {
        Some(path) if whole => {
            let text = report::document(&done, &machine);
            std::fs::write(path, text).with_context(|| path.display().to_string())?;
        }
        Some(_) => eprintln!("the document is written by a whole run only"),
        None => {}
    }
    print!("{}", report::summary(&done));
    if !failed.is_empty() {
        bail!("rows that could not be measured: {}", failed.join(", "));
    }
    Ok(())
}
