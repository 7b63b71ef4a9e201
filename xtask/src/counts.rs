//! How many tests passed, failed and were skipped, read from what cargo's test programs print, and the table at the end. A
//! run that matched nothing must not look like one that passed, so a part without any test is a failure.

use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
}

impl Counts {
    /// One check that is no test program: formatting, lints.
    pub(crate) fn check(passed: bool) -> Self {
        Self { passed: u32::from(passed), failed: u32::from(!passed), skipped: 0 }
    }

    /// Of a line like `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
    pub(crate) fn in_line(line: &str) -> Option<Self> {
        let (_, numbers) = line.strip_prefix("test result: ")?.split_once(". ")?;
        let number = |name: &str| {
            let part = numbers.split("; ").find(|part| part.ends_with(name))?;
            part.split(' ').next()?.parse::<u32>().ok()
        };
        Some(Self { passed: number(" passed")?, failed: number(" failed")?, skipped: number(" ignored")? })
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, skipped } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_line_is_counted() {
        let line = "test result: FAILED. 12 passed; 2 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.00s";
        assert_eq!(Counts::in_line(line), Some(Counts { passed: 12, failed: 2, skipped: 1 }));
    }

    #[test]
    fn what_a_test_prints_is_no_result() {
        for line in
            ["test results: 3", "test result: ok", "test a ... ok", "", "test result: ok. many passed"]
        {
            assert_eq!(Counts::in_line(line), None, "{line:?}");
        }
    }
}
