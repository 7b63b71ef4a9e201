//! Small Java programs that make test data: a producer and consumers of each kind, with the clients that came with the
//! brokers. They run from their source, so that there is nothing to build and they can be read where they are used.

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::{
    cluster::Kafka,
    error::{At, Error, Result},
    java,
    process::Process,
};

const PRODUCE: (&str, &str) = ("Produce", include_str!("../java/Produce.java"));
const CONSUME: (&str, &str) = ("Consume", include_str!("../java/Consume.java"));

/// Makes log and pid file names unique within a cluster.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A running program; killed when dropped.
pub struct Program {
    process: Process,
    log: PathBuf,
}

impl Program {
    /// Waits until it has printed a line that contains `text`.
    pub fn wait_for_line(&mut self, text: &str) -> Result<()> {
        let deadline = Instant::now() + Kafka::PATIENCE;
        while !self.printed().lines().any(|line| line.contains(text)) {
            if Instant::now() > deadline || !self.process.is_running() {
                return Err(Kafka::not_ready(format!("a program did not print {text:?}"), &self.log));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Waits for its end; what it printed.
    pub fn wait(mut self) -> Result<String> {
        let status = self.process.wait()?;
        let output = self.printed();
        if status.success() {
            return Ok(output);
        }
        Err(Error::Command { command: self.log.display().to_string(), status: status.to_string(), output })
    }

    pub fn printed(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Kafka {
    /// Writes `count` records of `size` bytes over all partitions of `topic`, acknowledged by all in-sync replicas.
    pub fn produce(&self, topic: &str, count: u32, size: u32) -> Result<()> {
        let (count, size) = (count.to_string(), size.to_string());
        self.run_java(PRODUCE, &[&self.bootstrap(), topic, &count, &size])?.wait().map(drop)
    }

    /// A consumer in `group` that reads `topic` from the start and commits, until dropped. It has its partitions when
    /// this returns. `protocol` is `classic` or, from 3.9 on where the brokers allow it, `consumer`.
    pub fn consume(&self, group: &str, topic: &str, protocol: &str) -> Result<Program> {
        let mut program = self.run_java(CONSUME, &[&self.bootstrap(), group, topic, protocol])?;
        program.wait_for_line("assigned")?;
        Ok(program)
    }

    /// Starts a single-file Java program with Kafka's jars at hand: its class name and its source.
    pub fn run_java(&self, (class, source): (&str, &str), args: &[&str]) -> Result<Program> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder().join(format!("program-{number}"));
        fs::create_dir_all(&folder).at(&folder)?;
        let file = folder.join(format!("{class}.java"));
        fs::write(&file, source).at(&file)?;
        let log = folder.join("output");
        let mut command = java::jvm(self.version(), "ERROR")?;
        command.arg(&file).args(args);
        let pid_file = self.folder().join(format!("program-{number}.pid"));
        Ok(Program { process: Process::spawn(&mut command, &log, pid_file, false)?, log })
    }
}
