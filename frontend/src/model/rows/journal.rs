//! The journal: every request that the core sent, newest first, with its attempts beneath.

use contract::{JournalAttempt, JournalRow};

use crate::model::{
    cell::{Cell, Piece, Tone, Words, mono, noted, sentence, toned, words},
    column::{Column, number, text},
    number::grouped,
    shown::{Around, DetailLine, ShownRow},
    time::{clock_ms, took_us, utc},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("at", "Time", 110, "When it was sent, local time."),
        text("api", "Request", 120, "The request and the version that was agreed on."),
        text("class", "Class", 110, "By what the broker was chosen."),
        text("key", "Key", 120, "What was asked about.").flexible(),
        number("broker", "Broker", 50, ""),
        number("attempts", "Attempts", 50, "Open the row for each one and why."),
        number("sent", "Sent", 50, "Bytes."),
        number("received", "Received", 50, "Bytes."),
        number("took_us", "Took", 60, "From asking to the answer, all attempts."),
        text("outcome", "Outcome", 98, "").flexible(),
    ]
}

#[must_use]
pub fn shown(row: &JournalRow, around: &Around<'_>) -> ShownRow {
    let at = Words {
        text: clock_ms(row.at.0, around.west_min),
        mono: true,
        note: Some(utc(row.at.0)),
        ..Words::default()
    };
    let mut api = vec![words(row.api.clone())];
    api.push(toned(row.version.map_or_else(|| "no version".to_owned(), |v| format!("v{v}")), Tone::Dim));
    let tries = row.attempts.len();
    let outcome: Cell = match &row.error {
        None => vec![toned("answered", Tone::Dim)],
        Some(error) => vec![noted(
            error.code_name.clone().unwrap_or_else(|| error.message.clone()),
            Tone::Red,
            sentence(error),
        )],
    };
    let received =
        if row.received.0 == 0 && row.error.is_some() { "—".to_owned() } else { grouped(row.received.0) };
    ShownRow {
        key: row.seq.to_string(),
        cells: vec![
            vec![Piece::Text(at)],
            api,
            vec![toned(row.class.clone(), Tone::Dim)],
            vec![mono(row.key.clone(), Tone::Plain)],
            vec![broker(row.broker, &row.address)],
            vec![toned(tries.to_string(), if tries > 1 { Tone::Amber } else { Tone::Plain })],
            vec![words(grouped(row.sent.0))],
            vec![words(received)],
            vec![words(took_us(row.took_us.0))],
            outcome,
        ],
        detail: detail(row),
        ..ShownRow::default()
    }
}

fn broker(id: Option<i32>, address: &str) -> Piece {
    match id {
        Some(id) => noted(id.to_string(), Tone::Plain, address),
        None => noted("first", Tone::Dim, format!("{address}, one of the bootstrap addresses")),
    }
}

fn detail(row: &JournalRow) -> Vec<DetailLine> {
    let mut lines = Vec::new();
    if !row.key.is_empty() {
        lines.push(DetailLine { label: "Key".to_owned(), pieces: vec![mono(row.key.clone(), Tone::Plain)] });
    }
    lines.extend(row.attempts.iter().enumerate().map(|(at, attempt)| line(at + 1, attempt)));
    if let Some(error) = &row.error {
        lines.push(DetailLine {
            label: "Outcome".to_owned(),
            pieces: vec![toned(sentence(error), Tone::Red)],
        });
    }
    lines
}

fn line(number: usize, attempt: &JournalAttempt) -> DetailLine {
    let to = attempt.broker.map_or_else(|| "bootstrap".to_owned(), |id| format!("broker {id}"));
    let mut pieces = vec![
        words(to),
        mono(attempt.address.clone(), Tone::Dim),
        toned(took_us(attempt.took_us.0), Tone::Dim),
    ];
    if attempt.held_us.0 > 0 {
        let held = format!("held back for {} by a throttle", took_us(attempt.held_us.0));
        pieces.push(toned(held, Tone::Amber));
    }
    if let Some(error) = &attempt.error {
        pieces.push(toned(error.clone(), Tone::Red));
    }
    if !attempt.then.is_empty() {
        pieces.push(words(attempt.then.clone()));
    }
    if attempt.throttle_us.0 > 0 {
        let asked = format!("the broker asks to be left alone for {}", took_us(attempt.throttle_us.0));
        pieces.push(toned(asked, Tone::Amber));
    }
    DetailLine { label: format!("Attempt {number}"), pieces }
}

#[cfg(test)]
mod tests {
    use contract::{ApiError, ErrorKind, Int64, JournalAttempt, JournalRow, Provenance};

    use super::{columns, line, shown};
    use crate::model::{cell::Piece, shown::Around};

    /// What an attempt's line says, in order.
    fn said(attempt: &JournalAttempt) -> Vec<String> {
        let text = |piece: Piece| match piece {
            Piece::Text(words) => Some(words.text),
            _ => None,
        };
        line(1, attempt).pieces.into_iter().filter_map(text).collect()
    }

    #[test]
    fn a_throttle_is_told_with_the_wait_that_it_cost_and_the_one_that_it_asks_for() {
        let plain = JournalAttempt {
            broker: Some(2),
            address: "kafka-2:9092".to_owned(),
            took_us: Int64(2_000_900),
            held_us: Int64(0),
            throttle_us: Int64(0),
            error: None,
            then: "answered".to_owned(),
        };
        assert!(!said(&plain).iter().any(|words| words.contains("held") || words.contains("alone")));
        let throttled = JournalAttempt { held_us: Int64(2_000_000), throttle_us: Int64(500_000), ..plain };
        let said = said(&throttled);
        assert!(said.contains(&"held back for 2.0 s by a throttle".to_owned()), "{said:?}");
        assert!(said.contains(&"the broker asks to be left alone for 500 ms".to_owned()), "{said:?}");
    }

    #[test]
    fn each_attempt_has_its_line_and_a_failure_received_nothing_rather_than_zero() {
        let attempt = |broker, error: Option<&str>| JournalAttempt {
            broker,
            address: "kafka-4:9092".to_owned(),
            took_us: Int64(900),
            held_us: Int64(0),
            throttle_us: Int64(0),
            error: error.map(str::to_owned),
            then: "gave up".to_owned(),
        };
        let row = JournalRow {
            seq: Int64(9),
            at: Int64(0),
            api: "DescribeLogDirs".to_owned(),
            version: None,
            class: "Specific (Caller)".to_owned(),
            key: "broker 4".to_owned(),
            broker: Some(4),
            address: "kafka-4:9092".to_owned(),
            attempts: vec![attempt(Some(4), Some("refused")), attempt(None, Some("refused"))],
            sent: Int64(0),
            received: Int64(0),
            took_us: Int64(1800),
            error: Some(ApiError::plain(ErrorKind::Connect, "refused", Int64(0))),
        };
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let drawn = shown(&row, &around);
        assert_eq!(drawn.cells.len(), columns().len());
        let labels: Vec<&str> = drawn.detail.iter().map(|line| line.label.as_str()).collect();
        assert_eq!(labels, ["Key", "Attempt 1", "Attempt 2", "Outcome"]);
        assert!(matches!(&drawn.cells[7][..], [Piece::Text(words)] if words.text == "—"));
    }
}
