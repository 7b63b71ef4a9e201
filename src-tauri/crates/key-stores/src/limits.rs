//! What one file may cost. The counts in a key store are the file's own claims: without a bound, four bytes of a hostile
//! store keep a core busy for a day, and a thousand keys with a modest count each do the same.

use crate::problem::Problem;

/// Bounds of one call. The defaults are far above what tools write and far below what hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the file.
    pub bytes: usize,
    /// Rounds of key derivation, summed over the file. Java writes 10,000 for each key, OpenSSL 2,048.
    pub rounds: u64,
    /// Memory that scrypt may take at once. OpenSSL asks for 16 MiB.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 10 << 20, rounds: 10_000_000, memory: 128 << 20 }
    }
}

impl Limits {
    pub(crate) fn budget(self) -> Budget {
        Budget { left: self.rounds, limits: self }
    }
}

/// What is left of the limits while one file is read.
pub(crate) struct Budget {
    left: u64,
    limits: Limits,
}

impl Budget {
    pub(crate) fn spend(&mut self, rounds: u64) -> Result<(), Problem> {
        match self.left.checked_sub(rounds) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Problem::TooCostly { asked: rounds, limit: self.limits.rounds }),
        }
    }

    /// scrypt's memory is 128·N·r bytes; its time, in rounds like those of PBKDF2, about 2·N·r·p.
    pub(crate) fn spend_scrypt(&mut self, n: u64, r: u64, p: u64) -> Result<(), Problem> {
        let memory =
            n.saturating_mul(r).saturating_mul(128).saturating_add(p.saturating_mul(r).saturating_mul(128));
        if memory > self.limits.memory {
            return Err(Problem::TooMuchMemory { asked: memory, limit: self.limits.memory });
        }
        self.spend(n.saturating_mul(r).saturating_mul(p).saturating_mul(2))
    }
}
