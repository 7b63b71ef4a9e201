//! Real clusters, one version at a time, shared by all cases of that version: nine brokers at once would starve the
//! machine, and a cluster for each case would take half an hour.
//!
//! Statics are never dropped, so a small shell ends the brokers when this process ends, however it ends: it waits for
//! its standard input, whose other end only this process holds.

use std::{
    process::{Child, Command, Stdio},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use real_kafka::{Kafka, Version};
use tokio::sync::RwLock;

static RUNNING: Mutex<Option<Arc<Cluster>>> = Mutex::new(None);
static LET_GO: Condvar = Condvar::new();

/// A cluster that runs.
pub struct Cluster {
    pub kafka: Kafka,
    /// Cases that only look share it; one that hurts the brokers has it alone.
    pub(crate) turns: Arc<RwLock<()>>,
    /// A case failed while it hurt the brokers: nobody knows what they are like now.
    pub(crate) spoiled: AtomicBool,
    reaper: Option<Child>,
}

/// The right to use the running cluster; it is not replaced while one is held.
pub struct Lease(Option<Arc<Cluster>>);

impl Lease {
    pub(crate) fn cluster(&self) -> &Arc<Cluster> {
        self.0.as_ref().expect("a lease holds its cluster until it is dropped")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let _running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.take());
        LET_GO.notify_all();
    }
}

/// The cluster of this version, started when another one (or none) runs. Blocks.
pub(crate) fn lease(version: Version) -> Lease {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        match &*running {
            Some(cluster)
                if cluster.kafka.version() == version && !cluster.spoiled.load(Ordering::Acquire) =>
            {
                return Lease(Some(Arc::clone(cluster)));
            }
            // Others still play on it.
            Some(cluster) if Arc::strong_count(cluster) > 1 => {
                running = LET_GO.wait(running).unwrap_or_else(PoisonError::into_inner);
            }
            Some(_) => *running = None,
            None => {
                let cluster = Arc::new(start(version));
                *running = Some(Arc::clone(&cluster));
                return Lease(Some(cluster));
            }
        }
    }
}

fn start(version: Version) -> Cluster {
    // Long enough that a broker which only waits for the processor is not taken for dead.
    let session =
        if version.is_zookeeper() { "zookeeper.session.timeout.ms" } else { "broker.session.timeout.ms" };
    let kafka = Kafka::builder()
        .version(version)
        .property(session, "6000")
        .start()
        .unwrap_or_else(|why| panic!("Kafka {version} did not start: {why}"));
    let reaper = reaper(&kafka);
    Cluster { kafka, turns: Arc::default(), spoiled: AtomicBool::new(false), reaper }
}

/// Elsewhere than on Unix the next cluster that starts ends what was left.
fn reaper(kafka: &Kafka) -> Option<Child> {
    const SCRIPT: &str = r#"cat >/dev/null
for file in "$0"/*.pid; do [ -f "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null; done
rm -rf "$0""#;
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT]).arg(kafka.folder());
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    // Ctrl-C must not end it before its work is done.
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn().ok()
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The brokers end by themselves; only the shell must not outlive them.
        if let Some(mut reaper) = self.reaper.take() {
            let _ = reaper.kill();
            let _ = reaper.wait();
        }
    }
}
