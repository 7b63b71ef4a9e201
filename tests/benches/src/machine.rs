//! What the figures were measured on, read from the machine: a figure without it can't be compared with another run's.

use std::{fs, process::Command};

use serde_json::{Value, json};

pub struct Machine {
    /// Name and value, in the order of the document.
    pub facts: Vec<(&'static str, String)>,
}

impl Machine {
    pub fn look() -> Machine {
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        let model = model.map_or("unknown", |(_, model)| model.trim()).to_owned();
        let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let memory =
            memory.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB"));
        let memory = memory.and_then(|kilobytes| kilobytes.trim().parse::<f64>().ok()).unwrap_or(0.0);
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split_whitespace().next().unwrap_or("unknown").to_owned();
        let facts = vec![
            ("processor", format!("{model}, {cores} cores")),
            ("memory", format!("{:.0} GB", memory / 1e6)),
            ("system", said("uname", &["-sr"])),
            ("compiler", said("rustc", &["--version"])),
            (
                "build",
                "release, thin LTO, the same for all clients (our engine at level 2, as in the programs for users); rdkafka's C library as its crate builds it"
                    .to_owned(),
            ),
            ("versions", versions()),
            ("date", said("date", &["-u", "+%Y-%m-%d %H:%M UTC"])),
            ("load before the run", load),
            ("commit", said("git", &["rev-parse", "--short", "HEAD"])),
        ];
        Machine { facts }
    }

    pub fn json(&self) -> Value {
        json!(
            self.facts
                .iter()
                .map(|(name, value)| ((*name).to_owned(), json!(value)))
                .collect::<serde_json::Map<_, _>>()
        )
    }
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
    output.map_or("unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Of the clients, as this program was built with them.
fn versions() -> String {
    let lock = include_str!("../Cargo.lock");
    let of = |name: &str| {
        let at = lock.find(&format!("name = \"{name}\"\n"))?;
        let (_, rest) = lock.get(at..)?.split_once("version = \"")?;
        Some(format!("{name} {}", rest.split('"').next()?))
    };
    let all = ["meta", "kafka-meta", "rskafka", "rdkafka", "rdkafka-sys", "tokio"];
    all.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
}
