//! Memory and sockets of this process over time, as the system tells them. A soak that only looked at its end would miss what
//! grows slowly, so the first quarter after the warm-up is compared with the last.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

const EVERY: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) at: Duration,
    /// KiB of memory that is really there.
    pub(crate) resident: u64,
    pub(crate) sockets: u64,
}

pub(crate) struct Meter {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Vec<Sample>>,
}

/// A thread of its own, so that a busy executor is measured too.
pub(crate) fn start() -> Meter {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let thread = thread::spawn(move || {
        let began = Instant::now();
        let mut samples = Vec::with_capacity(1 << 14);
        while !told.load(Ordering::Acquire) {
            if let Some((resident, sockets)) = resident().zip(sockets()) {
                samples.push(Sample { at: began.elapsed(), resident, sockets });
            }
            thread::sleep(EVERY);
        }
        samples
    });
    Meter { stop, thread }
}

impl Meter {
    pub(crate) fn stop(self) -> Vec<Sample> {
        self.stop.store(true, Ordering::Release);
        self.thread.join().unwrap()
    }
}

/// Linux tells it in a file; elsewhere nothing is measured, and the report says so.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

fn sockets() -> Option<u64> {
    let mut count = 0;
    for entry in fs::read_dir("/proc/self/fd").ok()?.flatten() {
        let open = fs::read_link(entry.path()).is_ok_and(|to| to.to_string_lossy().starts_with("socket:"));
        count += u64::from(open);
    }
    Some(count)
}

/// The median of a quarter of the run, the warm-up left out: 1 to 4.
pub(crate) fn quarter(samples: &[Sample], number: usize, of: impl Fn(&Sample) -> u64) -> Option<u64> {
    let end = samples.last()?.at;
    // Connections, the coordinators' cache and the allocator's first growth.
    let warm = Duration::from_secs(20).min(end / 4);
    let length = (end - warm) / 4;
    let from = warm + length * u32::try_from(number - 1).ok()?;
    let within = samples.iter().filter(|sample| sample.at >= from && sample.at <= from + length);
    let mut values: Vec<u64> = within.map(of).collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}
