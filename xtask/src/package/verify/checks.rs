//! One line for each thing that was proven, and the counts. A check that fails doesn't keep the others from running.

use anyhow::Result;

use crate::counts::Counts;

#[derive(Default)]
pub(crate) struct Checks {
    counts: Counts,
}

impl Checks {
    /// Runs one; what it returns is told beside the claim.
    pub(crate) fn check(&mut self, claim: &str, holds: impl FnOnce() -> Result<String>) {
        match holds() {
            Ok(detail) if detail.is_empty() => println!("ok      {claim}"),
            Ok(detail) => println!("ok      {claim}: {detail}"),
            Err(problem) => {
                println!("FAILED  {claim}: {problem:#}");
                self.counts.add(Counts::check(false));
                return;
            }
        }
        self.counts.add(Counts::check(true));
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }
}
