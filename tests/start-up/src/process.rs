//! What a program and the processes below it take, read from the kernel.

use std::{collections::BTreeMap, fs, time::Duration};

use anyhow::{Context as _, Result};

/// In bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Shared libraries counted in full.
    pub resident: f64,
    /// What is shared divided among those who share it.
    pub proportional: f64,
    /// What nobody else has.
    pub own: f64,
}

/// Processor time and how often something woke up, since the process began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    pub processor: Duration,
    pub wakes: u64,
}

/// What a process holds.
///
/// # Errors
/// The process has ended, or the kernel tells no sums (before Linux 4.14).
pub fn memory(process: u32) -> Result<Memory> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))?;
    let of = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
        let kilobytes = line.and_then(|text| text.trim().parse::<f64>().ok()).context("no such line")?;
        Ok::<f64, anyhow::Error>(kilobytes * 1024.0)
    };
    let own = of("Private_Clean:")? + of("Private_Dirty:")?;
    Ok(Memory { resident: of("Rss:")?, proportional: of("Pss:")?, own })
}

/// `of` and all below it, by process, with their names.
///
/// # Errors
/// There is no list of processes on this system.
pub fn family(of: u32) -> Result<BTreeMap<u32, String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir("/proc")? {
        let Some(process) = entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // A process that ends meanwhile is none of it.
        let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { continue };
        let parent = field(&status, "PPid:").and_then(|text| text.parse::<u32>().ok());
        all.insert(process, (parent.unwrap_or(0), field(&status, "Name:").unwrap_or_default().to_owned()));
    }
    let mut family = BTreeMap::new();
    let mut next = vec![of];
    while let Some(process) = next.pop() {
        next.extend(all.iter().filter(|(_, (parent, _))| *parent == process).map(|(process, _)| *process));
        if let Some((_, name)) = all.get(&process) {
            family.insert(process, name.clone());
        }
    }
    Ok(family)
}

/// What a process did so far, all its threads that still run together.
///
/// # Errors
/// The process has ended.
pub fn work(process: u32) -> Result<Work> {
    let mut work = Work::default();
    for entry in fs::read_dir(format!("/proc/{process}/task"))? {
        let task = entry?.path();
        // A thread may end while the list is read.
        let (Ok(schedule), Ok(status)) =
            (fs::read_to_string(task.join("schedstat")), fs::read_to_string(task.join("status")))
        else {
            continue;
        };
        let ran = schedule.split(' ').next().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
        work.processor += Duration::from_nanos(ran);
        let wakes = field(&status, "voluntary_ctxt_switches:").and_then(|text| text.parse::<u64>().ok());
        work.wakes += wakes.unwrap_or(0);
    }
    Ok(work)
}

fn field<'a>(status: &'a str, name: &str) -> Option<&'a str> {
    status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}
