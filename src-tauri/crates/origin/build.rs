//! Finds out which source this is a build of. In this order: what the packager says (BROKERSCOPE_COMMIT, SOURCE_DATE_EPOCH), what `git archive`
//! wrote into commit.txt, the repository around it. What none of them knows stays empty, and is shown as unknown.
//!
//! The day is the commit's and not today's, so that one source makes one program, byte for byte.

use std::{env, fs, path::Path, process::Command};

fn main() {
    for variable in ["BROKERSCOPE_COMMIT", "SOURCE_DATE_EPOCH"] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=commit.txt");
    println!("cargo:rerun-if-changed=build.rs");
    let (commit, time) = archived().or_else(repository).unwrap_or_default();
    let commit = told("BROKERSCOPE_COMMIT").unwrap_or(commit);
    let time = told("SOURCE_DATE_EPOCH").unwrap_or(time);
    let day = time.trim().parse().map(day).unwrap_or_default();
    let compiler = env::var_os("RUSTC").and_then(|rustc| said(Command::new(rustc).arg("--version")));
    println!("cargo:rustc-env=ORIGIN_COMMIT={}", plain(&commit));
    println!("cargo:rustc-env=ORIGIN_DAY={day}");
    println!("cargo:rustc-env=ORIGIN_COMPILER={}", plain(&compiler.unwrap_or_default()));
    let part = |name: &str| env::var(name).unwrap_or_default();
    println!(
        "cargo:rustc-env=ORIGIN_TARGET={}-{}",
        part("CARGO_CFG_TARGET_ARCH"),
        part("CARGO_CFG_TARGET_OS")
    );
}

fn told(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|value| !value.trim().is_empty())
}

/// One line, as it must be for cargo.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect::<String>().trim().to_owned()
}

/// `git archive` puts commit and time in place of what stands in the repository.
fn archived() -> Option<(String, String)> {
    let text = fs::read_to_string("commit.txt").ok()?;
    let (commit, time) = text.trim().split_once(' ')?;
    commit.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| (commit.to_owned(), time.to_owned()))
}

fn repository() -> Option<(String, String)> {
    let git = |arguments: &[&str]| said(Command::new("git").args(arguments));
    // A source without its own repository may lie inside of another's.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if !Path::new(&top).join("src-tauri/crates/origin/commit.txt").exists() {
        return None;
    }
    let folder = git(&["rev-parse", "--absolute-git-dir"])?;
    // Its log grows with each commit and each change of branch; what isn't there would have cargo run this each time.
    for file in ["logs/HEAD", "HEAD"] {
        let file = Path::new(&folder).join(file);
        if file.exists() {
            println!("cargo:rerun-if-changed={}", file.display());
        }
    }
    let told = git(&["log", "-1", "--format=%H %ct"])?;
    let (commit, time) = told.split_once(' ')?;
    Some((commit.to_owned(), time.to_owned()))
}

fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The day of a moment, in UTC. After Howard Hinnant's `civil_from_days`.
fn day(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
