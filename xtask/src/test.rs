//! `cargo xtask test`: sets up what each part needs, runs the parts, and ends with their counts. A part that fails doesn't
//! keep the others from running: one run should tell everything.
//!
//! Each part builds the whole workspace and then runs some of it. Built package by package, cargo would choose other
//! features for the shared crates each time and build them again.

use std::{
    ffi::OsStr,
    fmt,
    io::{BufRead, BufReader},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::{
    cargo, counts::Counts, deny, failures::Failures, faults::Cases, package, page, setup, shapes, shell,
    step, step::Steps,
};

#[derive(Args)]
pub(crate) struct Options {
    /// One part only
    #[arg(long, value_enum)]
    only: Option<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Formatting, lints, licences and the invariants of the design
    Tidy,
    /// The tests inside the crates
    Unit,
    /// The suite against the mock cluster
    Mock,
    /// The faults that users of other clients reported, one line for each case
    Faults,
    /// The suite against real brokers
    Kafka,
    /// Two minutes of callers of every class while real brokers come and go
    Soak,
    /// The suite against the real window
    Window,
    /// The packages of a release, installed and driven without a network
    Package,
}

/// Without the packages, which are released programs: they are built anew, and it takes root.
const ALL: [Part; 7] =
    [Part::Tidy, Part::Unit, Part::Mock, Part::Faults, Part::Kafka, Part::Soak, Part::Window];

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Part::Tidy => "tidy",
            Part::Unit => "unit",
            Part::Mock => "mock",
            Part::Faults => "faults",
            Part::Kafka => "kafka",
            Part::Soak => "soak",
            Part::Window => "window",
            Part::Package => "package",
        })
    }
}

/// What the test programs of a part printed, as far as it matters in the end.
#[derive(Default)]
struct Told {
    counts: Counts,
    failures: Failures,
}

/// What became of a part.
struct Report {
    part: Part,
    told: Told,
    time: Duration,
    problem: Option<String>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let parts = options.only.map_or(ALL.to_vec(), |part| vec![part]);
    let mut steps = Steps::of(parts.len() + 1);
    steps.next("looking for what this machine lacks");
    set_up(&parts)?;
    let mut reports = Vec::new();
    for part in parts {
        steps.next(&format!("{part} tests"));
        let started = Instant::now();
        let mut told = Told::default();
        let mut problem = run_part(part, &mut told).err().map(|error| format!("{error:#}"));
        if problem.is_none() && told.counts == Counts::default() {
            problem = Some("no test ran".to_owned());
        }
        if let Some(problem) = &problem {
            eprintln!("{part}: {problem}");
        }
        reports.push(Report { part, told, time: started.elapsed(), problem });
    }
    conclude(&reports)
}

fn set_up(parts: &[Part]) -> Result<()> {
    // All parts build the shell, and its window tests want the page in it.
    setup::shell()?;
    if parts.contains(&Part::Tidy) {
        setup::lints()?;
    }
    if [Part::Faults, Part::Kafka, Part::Soak, Part::Window].iter().any(|part| parts.contains(part)) {
        setup::kafka()?;
    }
    if parts.contains(&Part::Kafka) {
        setup::jump_host()?;
    }
    if parts.contains(&Part::Mock) {
        setup::secret_service()?;
    }
    if parts.contains(&Part::Unit) && cfg!(target_os = "linux") {
        // The virtual display has tests of its own.
        setup::window(true)?;
    }
    if parts.contains(&Part::Window) {
        setup::driven_window()?;
    }
    if parts.contains(&Part::Window) {
        // First of all: the page is embedded, so a page that came later would build the shell twice.
        page::build(&setup::page()?)?;
    }
    Ok(())
}

fn run_part(part: Part, told: &mut Told) -> Result<()> {
    match part {
        Part::Tidy => {
            let format = check(told, &["fmt", "--all", "--check"]);
            // A workspace of its own.
            let benches = check(told, &["fmt", "--manifest-path", "tests/benches/Cargo.toml", "--check"]);
            let lints = check(told, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]);
            let invariants = tests(told, &["--test", "tidy"], None);
            let licences = deny::check();
            told.counts.add(Counts::check(licences.is_ok()));
            format.and(benches).and(lints).and(invariants).and(licences)
        }
        Part::Unit => tests(told, &["--exclude", "suite", "--no-fail-fast"], None),
        Part::Mock => tests(told, &["--test", "cluster", "--test", "it", "--test", "doctor"], None),
        Part::Faults => {
            let mut cases = Cases::default();
            let ran = tests_read(told, &["--test", "faults"], None, |line| cases.take(line));
            ran.and(cases.conclude())
        }
        Part::Kafka => {
            // Here, since the schemas come with Kafka's jars.
            let shapes = shapes::run(true);
            told.counts.add(Counts::check(shapes.is_ok()));
            let harness = tests(told, &["--test", "smoke"], None);
            let suite = tests(told, &["--test", "kafka"], None);
            shapes.and(harness).and(suite)
        }
        Part::Soak => tests(told, &["--test", "soak"], None),
        Part::Window => {
            let program = shell::build_beside_tests()?;
            tests(told, &["--test", "window"], Some(("BROKERSCOPE_BIN", program.as_os_str())))
        }
        Part::Package => package::test(&mut told.counts),
    }
}

fn check(told: &mut Told, arguments: &[&str]) -> Result<()> {
    let result = step::run(cargo::command().args(arguments));
    told.counts.add(Counts::check(result.is_ok()));
    result
}

/// Runs `cargo test` with its output shown as it comes, and adds its counts.
fn tests(told: &mut Told, arguments: &[&str], env: Option<(&str, &OsStr)>) -> Result<()> {
    tests_read(told, arguments, env, |_| {})
}

/// The same, with each line told to somebody.
fn tests_read(
    told: &mut Told,
    arguments: &[&str],
    env: Option<(&str, &OsStr)>,
    mut read: impl FnMut(&str),
) -> Result<()> {
    let mut command = cargo::command();
    command.args(["test", "--workspace"]).args(arguments).envs(env).stdout(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("`{}` can't be run", step::line(&command)))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            read(&line);
            told.failures.take(&line);
            if let Some(one) = Counts::in_line(&line) {
                told.counts.add(one);
            }
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{}` failed ({status})", step::line(&command));
    }
    Ok(())
}

fn conclude(reports: &[Report]) -> Result<()> {
    let mut total = Counts::default();
    for line in reports.iter().flat_map(|report| report.told.failures.lines()) {
        println!("{line}");
    }
    println!("\n{:<8} {:>7} {:>7} {:>8} {:>7}", "part", "passed", "failed", "skipped", "time");
    for Report { part, told, time, problem } in reports {
        let Counts { passed, failed, skipped } = told.counts;
        let time = format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let mark = if problem.is_some() { "  FAILED" } else { "" };
        println!("{part:<8} {passed:>7} {failed:>7} {skipped:>8} {time:>7}{mark}");
        total.add(told.counts);
    }
    let problems: Vec<_> =
        reports.iter().filter_map(|r| Some(format!("{}: {}", r.part, r.problem.as_ref()?))).collect();
    // A part can fail without a failed test, when it doesn't even build; the sum has to say so too.
    if !problems.is_empty() && total.failed == 0 {
        total.failed = u32::try_from(problems.len()).unwrap_or(u32::MAX);
    }
    for problem in &problems {
        println!("{problem}");
    }
    println!("\n{total}");
    if problems.is_empty() { Ok(()) } else { bail!("{} of {} parts failed", problems.len(), reports.len()) }
}
