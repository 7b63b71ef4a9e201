//! The figures in three forms: a table for the terminal, JSON for programs, a document for people. The document's
//! introduction is the only prose here that isn't a row's own.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::{
    machine::Machine,
    row::{Client, Line, Row, Verdict},
};

const INTRODUCTION: &str = "\
# Benchmarks

Ours beside three other clients, on the same replies, in the same process and the same run. This page is written by
`cargo xtask bench`; no figure on it is typed by hand.

The cluster is a fake one: loopback sockets whose threads serve replies that were made beforehand, the same for everybody,
in whatever version each client asks for (rskafka speaks Metadata up to version 4, rdkafka up to 12, kafka-meta and ours 13).
Contestants take turns within each round, and the median of the rounds is told, so that what else the machine does hits all
alike. Client and cluster share the machine's cores. Ratios carry over to other machines better than times do.

A number in brackets says how many times better ours is; below 1 it is worse. A verdict is computed from the figures of the
run: \"met\", or \"short\" with what was reached. The closest peer is the best of those that can do the row at all.

To repeat it: `cargo xtask bench` (about a quarter of an hour, of which the first build of the peers is the half; a C compiler
and make for one of them). `--only 1,2` runs some rows, `--quick` takes fewer rounds; both print and write no document. The
code is in [tests/benches](../tests/benches/src/main.rs), one file for each row.
";

/// One row for the terminal.
pub fn text(row: &Row) -> String {
    let mut out = format!("\n{:>2}. {}\n", row.number, row.title);
    for line in &row.lines {
        let _ = writeln!(out, "    {}", line.what);
        for client in Client::ALL {
            if line.of(client).is_some() {
                let _ = writeln!(out, "      {:<11} {}", client.name(), line.cell_text(client));
            }
        }
        for note in &line.notes {
            let _ = writeln!(out, "      note: {note}");
        }
        if let Some(verdict) = verdict(line) {
            let _ = writeln!(out, "      goal {} → {verdict}", line.goal_text());
        }
    }
    out
}

/// What was reached and what not.
pub fn summary(rows: &[Row]) -> String {
    let lines = || rows.iter().flat_map(|row| &row.lines);
    let met = lines().filter(|line| matches!(line.verdict(), Verdict::Met(_))).count();
    let mut out = String::new();
    for row in rows {
        for line in row.lines.iter().filter(|line| matches!(line.verdict(), Verdict::Short(_))) {
            let verdict = verdict(line).unwrap_or_default();
            let _ = writeln!(out, "row {}: {}: goal {}: {verdict}", row.number, line.what, line.goal_text());
        }
    }
    let short = out.lines().count();
    format!("\n{out}{met} goals met, {short} short\n")
}

pub fn json(rows: &[Row], machine: &Machine, whole: bool) -> Value {
    let rows: Vec<Value> = rows.iter().map(Row::json).collect();
    json!({ "whole_run": whole, "machine": machine.json(), "rows": rows })
}

pub fn document(rows: &[Row], machine: &Machine) -> String {
    let mut out = INTRODUCTION.to_owned();
    out.push_str("\n## The run\n\n| | |\n|---|---|\n");
    for (name, value) in &machine.facts {
        let _ = writeln!(out, "| {name} | {} |", escaped(value));
    }
    out.push_str("\n## The table\n\n| | row |");
    for client in Client::ALL {
        let _ = write!(out, " {} |", client.name());
    }
    out.push_str(" goal | |\n|---|---|");
    out.push_str(&"---|".repeat(Client::ALL.len() + 2));
    out.push('\n');
    for row in rows {
        for (place, line) in row.lines.iter().enumerate() {
            let number = if place == 0 { row.number.to_string() } else { String::new() };
            let what =
                if place == 0 { format!("**{}**: {}", row.title, line.what) } else { line.what.clone() };
            let _ = write!(out, "| {number} | {} |", escaped(&what));
            for client in Client::ALL {
                let _ = write!(out, " {} |", escaped(&line.cell_text(client)));
            }
            let verdict = verdict(line).unwrap_or_default();
            let _ = writeln!(out, " {} | {} |", escaped(&line.goal_text()), escaped(&verdict));
        }
    }
    out.push_str("\n## How each is measured\n");
    for row in rows {
        let _ = write!(out, "\n### {}. {}\n\n{}\n", row.number, row.title, wrapped(&row.how));
        let notes: Vec<_> =
            row.lines.iter().flat_map(|line| line.notes.iter().map(move |note| (line, note))).collect();
        if !notes.is_empty() {
            out.push('\n');
        }
        for (line, note) in notes {
            let _ = writeln!(out, "- {}: {note}", line.what);
        }
    }
    out
}

fn verdict(line: &Line) -> Option<String> {
    let worded = |word: &str, words: String| {
        if words.is_empty() { word.to_owned() } else { format!("{word}: {words}") }
    };
    match line.verdict() {
        Verdict::NoGoal => None,
        Verdict::Met(words) => Some(worded("met", words)),
        Verdict::Short(words) => Some(worded("short", words)),
    }
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// In lines of a readable length.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 120 {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out
}
