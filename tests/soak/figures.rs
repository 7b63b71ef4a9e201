//! The figures at the end, and what makes a soak fail: one wrong answer, one error without a reason, or a process that grew.

use std::{fmt, time::Duration};

use crate::{
    ledger::Ledger,
    meter::{Sample, quarter},
};

/// What the last quarter may have above the first: buffers that a larger reply once needed are kept by the allocator.
const MEMORY: u64 = 16 * 1024;
/// A connection for each lane and bootstrap address more or less is the weather's doing.
const SOCKETS: u64 = 6;

pub(crate) struct Report<'a> {
    pub(crate) minutes: u64,
    pub(crate) seed: u64,
    pub(crate) took: Duration,
    pub(crate) callers: usize,
    pub(crate) samples: Vec<Sample>,
    pub(crate) ledger: &'a Ledger,
}

impl Report<'_> {
    fn grown(&self, of: impl Fn(&Sample) -> u64 + Copy) -> Option<(u64, u64)> {
        quarter(&self.samples, 1, of).zip(quarter(&self.samples, 4, of))
    }

    pub(crate) fn verdict(&self) {
        let (wrong, count) = self.ledger.wrongs();
        assert_eq!(count, 0, "wrong answers:\n{}", wrong.join("\n"));
        let kinds = self.ledger.kinds();
        let strange: Vec<_> = kinds.iter().filter(|(_, kind)| kind.unexplained > 0).collect();
        assert!(strange.is_empty(), "errors without a reason: {strange:#?}");
        assert!(
            self.ledger.classes().values().all(|served| served.answers > 0),
            "a class was never answered"
        );
        if let Some((before, after)) = self.grown(|sample| sample.resident) {
            assert!(after <= before + MEMORY, "memory grew from {before} to {after} KiB");
        }
        if let Some((before, after)) = self.grown(|sample| sample.sockets) {
            assert!(after <= before + SOCKETS, "sockets grew from {before} to {after}");
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { minutes, seed, took, callers, .. } = self;
        let took = took.as_secs();
        writeln!(f, "\nsoak of {minutes} min (seed {seed}), {took} s under load, {callers} callers")?;
        writeln!(
            f,
            "\n{:<34} {:>9} {:>9} {:>8} {:>8} {:>8}",
            "class", "answers", "failures", "p50", "p99", "slowest"
        )?;
        let (mut answers, mut failures) = (0, 0);
        for (class, served) in self.ledger.classes() {
            let part = |share: f64| {
                let mut left = (served.answers as f64 * share).ceil() as u64;
                let place = served.times.iter().position(|count| {
                    let reached = *count >= left;
                    left = left.saturating_sub(*count);
                    reached
                });
                format!("≤{} ms", 1_u64 << place.unwrap_or(0))
            };
            let (half, most, all) = (part(0.5), part(0.99), part(1.0));
            let (good, bad) = (served.answers, served.failures);
            writeln!(f, "{class:<34} {good:>9} {bad:>9} {half:>8} {most:>8} {all:>8}")?;
            answers += good;
            failures += bad;
        }
        writeln!(f, "{:<34} {answers:>9} {failures:>9}", "together")?;
        writeln!(f, "\nerrors by kind")?;
        for ((api, name), kind) in self.ledger.kinds() {
            let why: Vec<_> = kind.why.iter().copied().collect();
            writeln!(f, "{:>6}  {api}: {name}: {}", kind.count, why.join("; "))?;
            if kind.unexplained > 0 {
                writeln!(f, "        {} WITHOUT A REASON, such as: {}", kind.unexplained, kind.sample)?;
            }
        }
        writeln!(f, "\ncounted")?;
        for (what, count) in self.ledger.notes() {
            writeln!(f, "{count:>9}  {what}")?;
        }
        writeln!(f, "\nquarter of the time     memory   sockets")?;
        for number in 1..=4 {
            let resident = quarter(&self.samples, number, |sample| sample.resident);
            let sockets = quarter(&self.samples, number, |sample| sample.sockets);
            match resident.zip(sockets) {
                Some((resident, sockets)) => {
                    writeln!(f, "{number:>19}  {:>6.1} MiB {sockets:>9}", resident as f64 / 1024.0)?;
                }
                None => writeln!(f, "{number:>19}  not measured on this system")?,
            }
        }
        let most = self.samples.iter().map(|sample| sample.sockets).max().unwrap_or(0);
        writeln!(
            f,
            "allowed: {} MiB and {SOCKETS} sockets more in the last than in the first; at most {most} were open",
            MEMORY / 1024
        )?;
        let (wrong, count) = self.ledger.wrongs();
        writeln!(f, "\nwrong answers: {count}")?;
        wrong.iter().try_for_each(|one| writeln!(f, "  {one}"))
    }
}
