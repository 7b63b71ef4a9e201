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
                of(own, measured.own.rss),
                of(own_pss, measured.own.pss),
                web,
                of(all, measured.own.pss + web_pss),
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

#[derive(Clone, Copy)]
struct Memory {
    rss: f64,
    pss: f64,
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
        let now = memory(running.0.id())?;
        if (now.rss - rested.1).abs() > now.rss / 50.0 {
            rested = (Instant::now(), now.rss);
        }
        let rests = began.elapsed() > LEAST && rested.0.elapsed() > REST;
        if rests || began.elapsed() > MOST {
            return Ok((now, children(running.0.id())?));
        }
    }
}

fn memory(process: u32) -> Result<Memory> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))?;
    let of = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
        line.and_then(|kilobytes| kilobytes.trim().parse::<f64>().ok()).context("no such line")
    };
    Ok(Memory { rss: of("Rss:")? * 1024.0, pss: of("Pss:")? * 1024.0 })
}

/// The processes below this one, by name, with their PSS.
fn children(of: u32) -> Result<BTreeMap<String, f64>> {
    let mut parents = BTreeMap::new();
    for entry in fs::read_dir("/proc")? {
        let Some(process) = entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // A process that ends meanwhile is none of it.
        let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { continue };
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let (Some(name), Some(parent)) = (field("Name:"), field("PPid:")) else { continue };
        parents.insert(process, (parent.parse::<u32>().unwrap_or(0), name.to_owned()));
    }
    let below = |mut process: u32| {
        while let Some((parent, _)) = parents.get(&process) {
            if *parent == of {
                return true;
            }
            process = *parent;
        }
        false
    };
    let mut found = BTreeMap::new();
    for (process, (_, name)) in parents.iter().filter(|(process, _)| below(**process)) {
        if let Ok(memory) = memory(*process) {
            *found.entry(name.clone()).or_insert(0.0) += memory.pss;
        }
    }
    Ok(found)
}
