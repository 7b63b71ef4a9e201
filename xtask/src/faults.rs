//! One line for each reported fault, with the report that it comes from: what the run of the faults' tests says beside its
//! counts. A case is a module in `tests/faults`; the first line of its file names the report. A case of which no test ran
//! is said to be one, so that a case can't be lost by a module that nobody names.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{counts::Counts, workspace};

/// What ran of each case.
#[derive(Debug, Default)]
pub(crate) struct Cases {
    ran: BTreeMap<String, Counts>,
}

impl Cases {
    /// Of a line like `test recovery::case_01_every_address_moved::old_ports_refused ... ok`.
    pub(crate) fn take(&mut self, line: &str) {
        let Some((name, end)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) else {
            return;
        };
        // The last part is the test; what stands before it is the case in its group.
        let mut parts: Vec<&str> = name.split("::").collect();
        parts.pop();
        let case = parts.into_iter().take(2).collect::<Vec<_>>().join("/");
        let passed = end.trim_end().starts_with("ok");
        let skipped = end.trim_end().starts_with("ignored");
        let one = match skipped {
            true => Counts { skipped: 1, ..Counts::default() },
            false => Counts::check(passed),
        };
        self.ran.entry(case).or_default().add(one);
    }

    /// Prints the cases and fails when one of them did not run.
    pub(crate) fn conclude(&self) -> Result<()> {
        let files = files(&workspace::root().join("tests/faults"))?;
        let mut unheard = Vec::new();
        println!();
        for (case, file) in files {
            let about = about(&file)?;
            let counts = self.ran.get(&case).copied().unwrap_or_default();
            let verdict = match counts {
                Counts { failed: 1.., .. } => "FAILED",
                Counts { passed: 1.., .. } => "passed",
                _ => {
                    unheard.push(case.clone());
                    "NOT RUN"
                }
            };
            println!("{case:<52} {:>3} {verdict:<8} {about}", counts.passed + counts.failed);
        }
        if !unheard.is_empty() {
            bail!("no test ran for {}", unheard.join(", "));
        }
        Ok(())
    }
}

/// Each case with its file: `group/case.rs`, or `group/case/mod.rs`.
fn files(root: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    for group in folders(root)? {
        for entry in fs::read_dir(root.join(&group)).with_context(|| group.clone())? {
            let path = entry?.path();
            let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned) else {
                continue;
            };
            let inner = path.join("mod.rs");
            if inner.is_file() {
                found.insert(format!("{group}/{stem}"), inner);
            } else if stem != "mod" && path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path)?;
                // What cases of a group share is no case.
                if text.contains("#[test]") || text.contains("#[tokio::test") || text.contains("macro_rules!")
                {
                    found.insert(format!("{group}/{stem}"), path);
                }
            }
        }
    }
    Ok(found)
}

fn folders(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root).with_context(|| root.display().to_string())? {
        let entry = entry?;
        if entry.file_type()?.is_dir()
            && let Some(name) = entry.file_name().to_str()
        {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// The first line of a file's own words.
fn about(file: &Path) -> Result<String> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Ok(text.lines().next().unwrap_or_default().trim_start_matches("//!").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_test_counts_for_its_case() {
        let mut cases = Cases::default();
        cases.take("test recovery::case_01_moved::refused ... ok");
        cases.take("test recovery::case_01_moved::inner::mute ... FAILED");
        cases.take("test result: ok. 2 passed; 0 failed; 0 ignored");
        cases.take("running 2 tests");
        assert_eq!(cases.ran.len(), 1);
        let counts = cases.ran.get("recovery/case_01_moved").unwrap();
        assert_eq!((counts.passed, counts.failed), (1, 1));
    }
}
