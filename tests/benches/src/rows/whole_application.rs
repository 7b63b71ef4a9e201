//! Row 13: the real program with its window, open on a large cluster. WebKit's own processes are told apart: what they take
//! is a browser's and not ours to shrink, but a user's machine has to hold it all the same.

use std::{
    collections::BTreeMap,
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use start_up::process::{self, Memory};
use virtual_display::VirtualDisplay;

use super::{Ground, PARTITIONS, TOPICS};
use crate::{
    cluster_apart::{self, Apart},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const LEAST: Duration = Duration::from_secs(15);
const MOST: Duration = Duration::from_secs(120);
/// It has come to rest when its memory stays within a fiftieth for this long.
const REST: Duration = Duration::from_secs(8);
const GOAL: f64 = 250e6;

pub fn run(ground: &Ground) -> Result<Row> {
    let mut how = format!(
        "The program as users get it on a virtual display, with its window open on a mock cluster of {TOPICS} topics and {} \
         partitions in another process, until its memory came to rest; read from the kernel (`smaps_rollup`). RSS counts \
         shared libraries in full, PSS shares them among the processes that use them.",
        TOPICS as i32 * PARTITIONS
    );
    let line = |what: &str, goal| Line::new(what, Unit::Bytes, goal);
    let (own, own_pss) = (
        line("RSS of the program itself (core + shell)", Goal::AtMost(GOAL)),
        line("PSS of the program itself", Goal::None),
    );
    let (web, all) =
        (line("PSS of WebKit's processes beside it", Goal::None), line("PSS of all of them", Goal::None));
    let lines = match &ground.shell {
        None => {
            let not = || Cell::Not("the program was not built for this run");
            vec![own.cell(Client::Ours, not())]
        }
        Some(program) => {
            let measured = measure(program)?;
            let web_pss: f64 = measured.web.values().sum();
            how.push_str(&format!(
                " Meanwhile the cluster was asked for Metadata {} times and for log directories {} times.",
                measured.asked.metadata, measured.asked.log_dirs
            ));
            let of = |line: Line, value: f64| line.cell(Client::Ours, Cell::Value(value));
            let mut web = of(web, web_pss);
            for (name, pss) in &measured.web {
                web = web.note(format!("{name}: {}", Unit::Bytes.text(*pss)));
            }
            vec![
                of(own, measured.own.resident),
                of(own_pss, measured.own.proportional),
                web,
                of(all, measured.own.proportional + web_pss),
            ]
        }
    };
    Ok(Row { number: 13, title: "Whole application with that cluster open", how, lines })
}

struct Measured {
    own: Memory,
    /// WebKit's processes by name, with their PSS.
    web: BTreeMap<String, f64>,
    asked: cluster_apart::Asked,
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn measure(program: &std::path::Path) -> Result<Measured> {
    let apart = Apart::start(cluster_apart::Options { brokers: 12, topics: TOPICS, partitions: PARTITIONS })?;
    let home = std::env::temp_dir().join(format!("brokerscope-bench-home-{}", std::process::id()));
    fs::create_dir_all(&home)?;
    let display = VirtualDisplay::start()?;
    let mut command = Command::new(program);
    command.args(["--connect", &apart.bootstrap]).stdin(Stdio::null()).stdout(Stdio::null());
    display.apply(&mut command);
    command.env("HOME", &home);
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        command.env(name, home.join(name.to_lowercase()));
    }
    let mut running = Running(command.spawn().context("the program can't be started")?);
    let measured = at_rest(&mut running);
    drop(running);
    drop(display);
    fs::remove_dir_all(&home)?;
    let (own, web) = measured?;
    let asked = apart.end()?;
    ensure!(asked.metadata > 1 && asked.log_dirs > 0, "the window did not look at the cluster: {asked:?}");
    Ok(Measured { own, web, asked })
}

fn at_rest(running: &mut Running) -> Result<(Memory, BTreeMap<String, f64>)> {
    let began = Instant::now();
    let mut rested = (Instant::now(), 0.0);
    loop {
        thread::sleep(Duration::from_millis(250));
        if let Some(status) = running.0.try_wait()? {
            bail!("the program ended with {status}");
        }
        let now = process::memory(running.0.id())?;
        if (now.resident - rested.1).abs() > now.resident / 50.0 {
            rested = (Instant::now(), now.resident);
        }
        let rests = began.elapsed() > LEAST && rested.0.elapsed() > REST;
        if rests || began.elapsed() > MOST {
            return Ok((now, children(running.0.id())?));
        }
    }
}

/// The processes below this one, by name, with their PSS.
fn children(of: u32) -> Result<BTreeMap<String, f64>> {
    let mut found = BTreeMap::new();
    for (process, name) in process::family(of)?.into_iter().filter(|(process, _)| *process != of) {
        // A process that ends meanwhile is none of it.
        if let Ok(memory) = process::memory(process) {
            *found.entry(name).or_insert(0.0) += memory.proportional;
        }
    }
    Ok(found)
}
