//! Printing: aligned for people, JSON and CSV for programs. What is not known is said in each of them.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use arguments::Output;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets::NOTHING};
use contract::Freshness;

use crate::{
    cell::{Cell, Mark},
    shown::Shown,
};

/// Reasons that are printed below a table; more say no more.
const REASONS_MOST: usize = 12;

pub(crate) fn print(shown: &Shown, output: Output, mut out: &mut dyn Write) -> io::Result<()> {
    match output {
        Output::Table => table(shown, &mut out),
        Output::Json => {
            serde_json::to_writer_pretty(&mut out, &shown.json)?;
            writeln!(out)
        }
        Output::Csv => comma_separated(shown, &mut out),
    }
}

fn table(shown: &Shown, out: &mut impl Write) -> io::Result<()> {
    for line in &shown.above {
        writeln!(out, "{}", plain(line))?;
    }
    let mut table = Table::new();
    table.load_preset(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(shown.columns.iter().map(|column| column.header));
    for row in &shown.rows {
        table.add_row(row.iter().map(|cell| plain(&cell.shown)));
    }
    for (column, of) in table.column_iter_mut().zip(shown.columns) {
        column.set_padding((0, 2));
        if of.number {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    for line in shown.below.iter().chain(&told(&shown.freshness)).chain(&reasons(shown)) {
        writeln!(out, "{}", plain(line))?;
    }
    Ok(())
}

/// A line without what a terminal would obey or hide. A group may have any name, also one that clears the screen.
pub(crate) fn plain(line: &str) -> Cow<'_, str> {
    // The second are those that turn the direction of what is read.
    let odd = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !line.contains(odd) {
        return Cow::Borrowed(line);
    }
    let mut plain = String::with_capacity(line.len());
    for letter in line.chars() {
        match odd(letter) {
            true => plain.extend(letter.escape_default()),
            false => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// How old it is, by how many it was told, and who did not tell.
fn told(freshness: &Freshness) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(oldest) = freshness.oldest {
        let age = age(freshness.now.0.saturating_sub(oldest.0));
        lines.push(match freshness.asked {
            0 => format!("told {age} ago"),
            asked => format!("told {age} ago by {} of {asked} brokers", freshness.answered),
        });
    }
    if let Some(error) = &freshness.failed {
        lines.push(error.message.clone());
    }
    lines.extend(
        freshness.failures.iter().map(|failure| format!("broker {}: {}", failure.broker, failure.error)),
    );
    lines
}

fn age(millis: i64) -> String {
    match millis.max(0) {
        millis @ 0..10_000 => format!("{}.{} s", millis / 1000, millis % 1000 / 100),
        millis @ 10_000..120_000 => format!("{} s", millis / 1000),
        millis => format!("{} min", millis / 60_000),
    }
}

/// Why cells are not known, each reason once.
fn reasons(shown: &Shown) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (column, cell) in shown.rows.iter().flat_map(|row| shown.columns.iter().zip(row)) {
        let (Some(why), true) = (&cell.why, cell.mark != Mark::Known) else { continue };
        let line = format!("{} {}: {why}", symbol(cell), column.header);
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let more = lines.len().saturating_sub(REASONS_MOST);
    let counted =
        |(line, count): (String, usize)| if count > 1 { format!("{line} ({count} rows)") } else { line };
    let mut lines: Vec<String> = lines.into_iter().take(REASONS_MOST).map(counted).collect();
    if more > 0 {
        lines.push(format!("and {more} other reasons; --output json has all of them"));
    }
    lines
}

fn symbol(cell: &Cell) -> &'static str {
    match cell.mark {
        Mark::Known => "",
        Mark::Old => "*",
        Mark::Part => "+",
        Mark::Late => "…",
        Mark::Missing | Mark::None => "—",
    }
}

fn comma_separated(shown: &Shown, out: &mut impl Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let ids = shown.columns.iter().map(|column| column.id);
    csv.write_record(ids.chain(["not_known"]))?;
    for row in &shown.rows {
        let unknown = unknown(shown, row);
        let exact = row.iter().map(|cell| cell.exact.as_str());
        csv.write_record(exact.chain([unknown.as_str()]))?;
    }
    csv.flush()
}

/// "volume, usable: the broker did not answer; size (from before): …": each reason once.
fn unknown(shown: &Shown, row: &[Cell]) -> String {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for (column, cell) in shown.columns.iter().zip(row).filter(|(_, cell)| cell.mark != Mark::Known) {
        let why = cell.why.as_deref().unwrap_or("not told");
        let name = match cell.mark {
            Mark::Old => format!("{} (from before)", column.id),
            Mark::Part => format!("{} (a part)", column.id),
            _ => column.id.to_owned(),
        };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => reasons.push((why, vec![name])),
        }
    }
    let each = reasons.iter().map(|(why, names)| format!("{}: {why}", names.join(", ")));
    each.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_in_a_line() {
        for (name, shown) in [
            ("orders.événements-日本", "orders.événements-日本"),
            ("a\nb\tc", "a\\nb\\tc"),
            ("\u{1b}[2Jgone\u{7}\u{9b}31m", "\\u{1b}[2Jgone\\u{7}\\u{9b}31m"),
            ("safe\u{202e}fdp", "safe\\u{202e}fdp"),
        ] {
            assert_eq!(plain(name), shown);
        }
    }
}
