//! What failed tests said last, read from what cargo's test programs print and told again beside the counts: of a long log
//! often only the end is kept, and a failure whose words are lost can't be understood afterwards.

/// How much of one test is told again: its panic and what stands around it.
const LINES: usize = 12;
const COLUMNS: usize = 400;

#[derive(Debug, Default)]
pub(crate) struct Failures {
    told: Vec<Failure>,
    inside: bool,
}

#[derive(Debug)]
struct Failure {
    name: String,
    lines: Vec<String>,
    panicked: bool,
}

impl Failures {
    /// The next line of a test program's output.
    pub(crate) fn take(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            self.told.push(Failure { name: name.to_owned(), lines: Vec::new(), panicked: false });
            self.inside = true;
        } else if line == "failures:" || line.starts_with("test result: ") {
            self.inside = false;
        } else if self.inside
            && let Some(failure) = self.told.last_mut()
        {
            failure.take(line);
        }
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.told.iter().flat_map(|failure| {
            let said = failure.lines.iter().map(|line| format!("  {line}"));
            std::iter::once(format!("{}:", failure.name)).chain(said)
        })
    }
}

impl Failure {
    /// Up to the panic the last lines are kept, after it the first.
    fn take(&mut self, line: &str) {
        if line.trim().is_empty() || line.starts_with("note: run with `RUST_BACKTRACE") {
            return;
        }
        if line.contains("' panicked at ") || line.contains(") panicked at ") {
            let before = self.lines.len().saturating_sub(LINES / 4);
            if !self.panicked {
                self.lines.drain(..before);
            }
            self.panicked = true;
        } else if self.lines.len() >= LINES {
            if self.panicked {
                return;
            }
            self.lines.remove(0);
        }
        self.lines.push(line.chars().take(COLUMNS).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(output: &str) -> Vec<String> {
        let mut failures = Failures::default();
        output.lines().for_each(|line| failures.take(line));
        failures.lines().collect()
    }

    #[test]
    fn the_panic_of_each_failed_test_is_told_again() {
        let output = "test a ... FAILED\ntest b ... ok\n\nfailures:\n\n---- a stdout ----\na word\n\nthread 'a' (7) panicked at \
                      a.rs:1:2:\nleft is not right\nnote: run with `RUST_BACKTRACE=1`\n\n\nfailures:\n    a\n\ntest result: FAILED. \
                      1 passed; 1 failed\n---- no test\nanother word";
        assert_eq!(
            told(output),
            ["a:", "  a word", "  thread 'a' (7) panicked at a.rs:1:2:", "  left is not right"]
        );
    }

    #[test]
    fn a_test_that_talks_much_is_told_from_just_before_its_panic() {
        let talk: String = (0..50).map(|number| format!("line {number}\n")).collect();
        let output = format!(
            "---- a stdout ----\n{talk}thread 'a' panicked at a.rs:1:2:\nwhy\n{talk}\nfailures:\n    a\n"
        );
        let told = told(&output);
        assert_eq!(
            told[..6],
            ["a:", "  line 47", "  line 48", "  line 49", "  thread 'a' panicked at a.rs:1:2:", "  why"]
        );
        assert_eq!(told.len(), 1 + LINES);
    }

    #[test]
    fn a_passed_run_has_none() {
        assert!(told("test a ... ok\n\ntest result: ok. 1 passed; 0 failed").is_empty());
    }
}
