//! The transactions table. One that hangs says so in its row, and opens to what that means and to commands that look further.

use contract::{Fact, Int64, TransactionRow};

use super::brokers::plain;
use crate::model::{
    cell::{Cell, Figure, Piece, Tone, mono, words},
    column::{Column, number, text},
    shown::{Around, DetailLine, ShownRow},
    time::{age, utc},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("id", "Transactional id", 180, "").flexible(),
        text("state", "State", 130, "As the coordinator says."),
        number("open_ms", "Open for", 70, "By the coordinator's clock and this machine's."),
        number(
            "timeout_ms",
            "Timeout",
            60,
            "After this time its coordinator should end it (transaction.timeout.ms).",
        ),
        number("coordinator", "Coordinator", 60, "The broker that listed it."),
        number("producer_id", "Producer id", 80, ""),
        number("producer_epoch", "Epoch", 50, "Of the producer; a new one fences those before it."),
        number(
            "partitions",
            "Partitions",
            60,
            "In the transaction that is open or was last decided; open the row for their names.",
        ),
    ]
}

#[must_use]
pub fn shown(row: &TransactionRow, _: &Around<'_>) -> ShownRow {
    let hangs = row.hanging.is_some();
    let tone = if hangs { Tone::Red } else { Tone::Plain };
    let state = row.state.value().map(String::as_str).unwrap_or_default();
    let quiet = matches!(state, "Empty" | "CompleteCommit" | "CompleteAbort");
    let figure = Figure::of(&row.state, "state of the transaction", Clone::clone);
    let mut states: Cell = vec![Piece::Figure(figure.tone(if quiet { Tone::Dim } else { Tone::Plain }))];
    if let Some(hanging) = &row.hanging {
        let note = Some(hanging.says.join(" "));
        states.push(Piece::Tag { text: "hanging".to_owned(), tone: Tone::Red, note });
    }
    let started = row.started.value().map(|at| format!("since {}", utc(at.0)));
    let open = span(&row.open_ms, "open when it was told").exact(started).tone(tone).strong(hangs);
    ShownRow {
        key: row.id.clone(),
        cells: vec![
            vec![mono(row.id.clone(), Tone::Plain)],
            states,
            vec![Piece::Figure(open)],
            vec![Piece::Figure(span(&row.timeout_ms, "its own timeout"))],
            vec![Piece::Figure(Figure::of(&row.coordinator, "coordinates it", ToString::to_string))],
            vec![Piece::Figure(Figure::of(&row.producer_id, "producer id", |id| id.0.to_string()))],
            vec![Piece::Figure(Figure::of(
                &row.producer_epoch,
                "epoch of the producer",
                ToString::to_string,
            ))],
            vec![plain(&row.partitions, "partitions")],
        ],
        detail: detail(row),
        ..ShownRow::default()
    }
}

fn span(fact: &Fact<Int64>, about: &'static str) -> Figure {
    Figure::of(fact, about, |ms| match ms.0 {
        ..1_000 => format!("{} ms", ms.0),
        // An age would round half of it away.
        3_600_000..172_800_000 => format!("{} h {} min", ms.0 / 3_600_000, ms.0 / 60_000 % 60),
        ms => age(ms),
    })
}

/// Why it is said to hang, the commands, and what is in it.
fn detail(row: &TransactionRow) -> Vec<DetailLine> {
    let mut lines = Vec::new();
    let mut add = |label: &str, piece: Piece| {
        lines.push(DetailLine { label: label.to_owned(), pieces: vec![piece] });
    };
    if let Some(hanging) = &row.hanging {
        for (at, sentence) in hanging.says.iter().enumerate() {
            add(if at == 0 { "Hanging" } else { "" }, words(sentence.clone()));
        }
        for (at, command) in hanging.commands.iter().enumerate() {
            add(if at == 0 { "Look further" } else { "" }, Piece::Command(command.clone()));
        }
    }
    for (at, topic) in row.topics.iter().enumerate() {
        add(if at == 0 { "Partitions" } else { "" }, mono(topic.clone(), Tone::Plain));
    }
    lines
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Hanging, Int64, Provenance, TransactionRow};

    use super::{columns, shown};
    use crate::model::{cell::Piece, shown::Around};

    #[test]
    fn one_that_hangs_says_what_that_means_and_how_to_look_further() {
        let row = |hanging| TransactionRow {
            id: "billing".to_owned(),
            state: Fact::Known { v: "Ongoing".to_owned(), s: 0 },
            producer_id: Fact::Known { v: Int64(41_005), s: 0 },
            coordinator: Fact::Known { v: 2, s: 0 },
            producer_epoch: Fact::Asking,
            started: Fact::Missing { why: 0 },
            open_ms: Fact::Known { v: Int64(900), s: 0 },
            timeout_ms: Fact::Asking,
            partitions: Fact::Asking,
            topics: Vec::new(),
            hanging,
        };
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let calm = shown(&row(None), &around);
        assert_eq!((calm.cells.len(), calm.cells[1].len(), calm.detail.len()), (columns().len(), 1, 0));
        let hanging = Hanging {
            says: vec!["It waits.".to_owned()],
            commands: vec!["kafka-transactions.sh".to_owned()],
        };
        let hung = shown(&row(Some(hanging)), &around);
        assert!(matches!(&hung.cells[1][1], Piece::Tag { text, .. } if text == "hanging"));
        assert_eq!(hung.detail[1].pieces, [Piece::Command("kafka-transactions.sh".to_owned())]);
    }
}
