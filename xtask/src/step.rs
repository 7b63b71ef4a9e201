//! Says what is being done and how far it is, and runs commands so that a failure names the command. Someone who waits
//! seven minutes for a first build must see why.

use std::{
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, bail};

/// Counts the steps of one chore.
pub(crate) struct Steps {
    total: usize,
    done: usize,
    started: Instant,
}

impl Steps {
    pub(crate) fn of(total: usize) -> Self {
        Self { total, done: 0, started: Instant::now() }
    }

    pub(crate) fn next(&mut self, what: &str) {
        self.done += 1;
        let Self { total, done, started } = self;
        eprintln!("\n[{done}/{total}] {what} ({} s so far)", started.elapsed().as_secs());
    }
}

/// The command as one would type it.
pub(crate) fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Runs it with its output shown.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("`{}` can't be run", line(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// What it prints, when it can be run and succeeds.
pub(crate) fn ask(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
