//! The figures as a table for the terminal, as JSON, and as a document. Whether a goal is met is computed here from the
//! figures of the same run.

use std::{collections::BTreeMap, fmt::Write as _, time::Duration};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::measure::{Measured, Rest, Start};

const INTRODUCTION: &str = "\
# How soon the window stands, and what it takes at rest

Written by `cargo xtask bench --only start`; no figure here is typed by hand. The least program with a window of the same kind
(tests/hello-window: Tauri, WebKitGTK, two words of HTML) takes turns with ours in the same run, since most of a start is the
web view's own.

Everything is measured from outside: the time by looking at the X server's screen some fifty times a second, from the moment
the program is started until its page stands as it then stays (99 of 100 pixels, since ages count on; the demo is the one whose
cluster changes nothing by itself); memory and work by the kernel. The goal for memory is held against what is the program's alone: of the
libraries of GTK and WebKit the share of any such window, hello's too, is more than the goal by itself. Each start has a virtual display (software rendering), a session bus and an empty home of its own; the files it
reads are in the system's cache.
";

struct Row {
    what: &'static str,
    unit: Unit,
    hello: f64,
    ours: f64,
    demo: f64,
    /// No more than this, and of which of the two.
    goal: Option<(f64, Of)>,
}

#[derive(Clone, Copy)]
enum Of {
    Ours,
    Demo,
}

#[derive(Clone, Copy)]
enum Unit {
    Milliseconds,
    Megabytes,
    MillisecondsASecond,
    ASecond,
}

impl Unit {
    fn text(self, value: f64) -> String {
        match self {
            Unit::Milliseconds => format!("{value:.0} ms"),
            Unit::Megabytes => format!("{value:.1} MB"),
            Unit::MillisecondsASecond => format!("{value:.2} ms a second"),
            Unit::ASecond => format!("{value:.1} a second"),
        }
    }
}

impl Row {
    fn verdict(&self) -> Option<(String, bool)> {
        let (most, of) = self.goal?;
        let (value, name) = match of {
            Of::Ours => (self.ours, "start page"),
            Of::Demo => (self.demo, "demo page"),
        };
        Some((format!("{name} ≤ {}", self.unit.text(most)), value <= most))
    }
}

pub(crate) struct Table {
    rows: Vec<Row>,
}

impl Table {
    pub(crate) fn of(measured: &BTreeMap<&'static str, Measured>) -> Result<Self> {
        let of = |name| measured.get(name).with_context(|| format!("{name} was not measured"));
        let each = [of("hello")?, of("ours")?, of("demo")?];
        let mut rows = Vec::new();
        let mut row = |what, unit, goal, figure: &dyn Fn(&Measured) -> f64| {
            let [hello, ours, demo] = each.map(figure);
            rows.push(Row { what, unit, hello, ours, demo, goal });
        };
        let start =
            |of: fn(&Start) -> Duration| move |m: &Measured| median(m.starts.iter().map(of).collect());
        let rest = |of: fn(&Rest) -> f64| move |m: &Measured| of(&m.rest);
        row("start to the first thing drawn", Unit::Milliseconds, None, &start(|start| start.drawn));
        let soon = Some((1000.0, Of::Ours));
        row("start to a page that stands", Unit::Milliseconds, soon, &start(|start| start.stands));
        let soon = Some((1500.0, Of::Demo));
        row("… with data", Unit::Milliseconds, soon, &start(|start| start.stands));
        row(
            "memory of the program, shared libraries in full",
            Unit::Megabytes,
            None,
            &rest(|r| r.memory.resident / 1e6),
        );
        row(
            "memory of the program, its share of them",
            Unit::Megabytes,
            None,
            &rest(|r| r.memory.proportional / 1e6),
        );
        let small = Some((60.0, Of::Demo));
        row("memory that is the program's alone", Unit::Megabytes, small, &rest(|r| r.memory.own / 1e6));
        row("memory with the web view's processes", Unit::Megabytes, None, &rest(|r| r.all / 1e6));
        let work = Unit::MillisecondsASecond;
        row("processor time at rest", work, Some((5.0, Of::Ours)), &rest(|r| ms(r.shown.own)));
        row("… with the web view's processes", work, None, &rest(|r| ms(r.shown.all)));
        row("how often the program woke", Unit::ASecond, None, &rest(|r| r.shown.own_wakes));
        row(
            "processor time at rest, window hidden",
            work,
            Some((5.0, Of::Demo)),
            &rest(|r| ms(r.hidden.own)),
        );
        row("… with the web view's processes", work, None, &rest(|r| ms(r.hidden.all)));
        row("how often the program woke, window hidden", Unit::ASecond, None, &rest(|r| r.hidden.own_wakes));
        Ok(Self { rows })
    }

    pub(crate) fn text(&self) -> String {
        let mut out = format!("{:<50} {:>18} {:>18} {:>18}\n", "", "hello", "start page", "demo page");
        for row in &self.rows {
            let [hello, ours, demo] = [row.hello, row.ours, row.demo].map(|value| row.unit.text(value));
            let _ = write!(out, "{:<50} {hello:>18} {ours:>18} {demo:>18}", row.what);
            if let Some((goal, met)) = row.verdict() {
                let _ = write!(out, "  {goal}: {}", if met { "met" } else { "short" });
            }
            out.push('\n');
        }
        out
    }

    pub(crate) fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let verdict = row.verdict();
            json!({
                "what": row.what, "hello": row.hello, "ours": row.ours, "demo": row.demo,
                "goal": verdict.as_ref().map(|(goal, _)| goal), "met": verdict.as_ref().map(|(_, met)| met),
            })
        });
        Value::Array(rows.collect())
    }

    pub(crate) fn document(&self, rounds: usize) -> String {
        let mut out = INTRODUCTION.to_owned();
        let _ = write!(
            out,
            "\nThe median of {rounds} starts of each, after one that doesn't count.\n\n\
             | | hello | ours, start page | ours, demo page | goal | |\n|---|---|---|---|---|---|\n"
        );
        for row in &self.rows {
            let [hello, ours, demo] = [row.hello, row.ours, row.demo].map(|value| row.unit.text(value));
            let (goal, met) = row
                .verdict()
                .map_or((String::new(), ""), |(goal, met)| (goal, if met { "met" } else { "short" }));
            let _ = writeln!(out, "| {} | {hello} | {ours} | {demo} | {goal} | {met} |", row.what);
        }
        out
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).copied().map_or(f64::NAN, ms)
}
