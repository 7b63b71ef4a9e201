//! The mock cluster in a process of its own, for the rows about the engine and the window: what it holds must not count as
//! theirs. It is the mock and not the fake, because a window asks for more than replies made beforehand could answer.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, ChildStdout, Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use mock_cluster::{MockCluster, TopicSpec, key};

use crate::fake::topic_name;

#[derive(Args, Clone, Copy)]
pub struct Options {
    #[arg(long)]
    pub brokers: i32,
    #[arg(long)]
    pub topics: usize,
    #[arg(long)]
    pub partitions: i32,
}

/// Tells its addresses on one line and stays until nobody holds its standard input.
pub fn serve(options: &Options) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut builder = MockCluster::builder().brokers(options.brokers).kept_requests(0);
    for number in 0..options.topics {
        let spec =
            TopicSpec::new(topic_name(number)).partitions(options.partitions).replication(3).records(1_000);
        builder = builder.topic(spec);
    }
    let mock = runtime.block_on(builder.start())?;
    println!("{}", mock.bootstrap());
    let mut end = Vec::new();
    std::io::stdin().read_to_end(&mut end)?;
    println!("{} {}", mock.count(key::METADATA), mock.count(key::DESCRIBE_LOG_DIRS));
    Ok(())
}

/// The requests that the cluster got.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub metadata: u64,
    pub log_dirs: u64,
}

/// A cluster that runs beside this process and ends with the value.
pub struct Apart {
    child: Child,
    said: BufReader<ChildStdout>,
    pub bootstrap: String,
}

impl Apart {
    pub fn start(options: Options) -> Result<Apart> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["cluster", "--brokers", &options.brokers.to_string()])
            .args(["--topics", &options.topics.to_string()])
            .args(["--partitions", &options.partitions.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut bootstrap = String::new();
        let stdout = child.stdout.take().context("no output of the cluster")?;
        let mut said = BufReader::new(stdout);
        said.read_line(&mut bootstrap)?;
        let apart = Apart { child, said, bootstrap: bootstrap.trim().to_owned() };
        ensure!(!apart.bootstrap.is_empty(), "the cluster did not start");
        Ok(apart)
    }

    /// Ends it; what it was asked.
    pub fn end(mut self) -> Result<Asked> {
        drop(self.child.stdin.take());
        let mut line = String::new();
        self.said.read_line(&mut line)?;
        let mut counts = line.split_whitespace().map(str::parse);
        let mut next = || anyhow::Ok(counts.next().context("the cluster told no counts")??);
        Ok(Asked { metadata: next()?, log_dirs: next()? })
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
