//! A group's partitions. Each state of a lag has its own look, so that "nothing committed", "nothing to read" and "all read" are never
//! the same zero, and a lag that no reading will bring down (its data is deleted) is red.

use contract::{Fact, GroupOffsetRow, Lag, LagState, TopicTab};

use super::{brokers::long, groups::named};
use crate::model::{
    cell::{Cell, Figure, Piece, Tone, strong},
    column::{Column, number, text},
    number::grouped,
    route::{Page, Route},
    shown::{Around, DetailLine, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("topic", "Topic", 160, "").flexible(),
        number("partition", "#", 44, ""),
        text("client", "Member", 110, "Client id of the member that has this partition."),
        text("host", "Host", 90, "Where that member's connection comes from."),
        number("committed", "Committed", 90, "Offset that the group reads next, as its client committed it."),
        number("log_end", "Log end", 90, "Offset that the next record gets (as far as readers see)."),
        number("lag", "Lag", 90, "Log end less commit."),
        number("log_start", "Log start", 90, "First offset that is still there."),
        number("epoch", "Epoch", 56, "Leader epoch that the client committed with.").fixed_order().repeats(),
        text("metadata", "Metadata", 80, "What the client wrote beside its offset.").fixed_order().repeats(),
    ]
}

#[must_use]
pub fn shown(row: &GroupOffsetRow, around: &Around<'_>) -> ShownRow {
    let page = Page::Topic { name: row.topic.clone(), tab: TopicTab::Partitions };
    let href = Route::page(around.cluster, page).href();
    let epoch =
        Piece::Figure(Figure::of(&row.epoch, "leader epoch of the commit", |v| grouped(i64::from(*v))));
    let metadata = named(&row.metadata, "metadata of the commit");
    let line = |label: &str, piece| DetailLine { label: label.to_owned(), pieces: vec![piece] };
    ShownRow {
        key: format!("{}-{}", row.topic, row.partition),
        cells: vec![
            vec![Piece::Link { text: row.topic.clone(), href, mono: true }],
            vec![strong(row.partition.to_string())],
            vec![named(&row.client, "client id of the member that has it")],
            vec![named(&row.host, "host of the member that has it")],
            vec![Piece::Figure(long(&row.committed, "committed offset"))],
            vec![Piece::Figure(long(&row.log_end, "log end"))],
            lag(&row.lag),
            vec![Piece::Figure(long(&row.log_start, "log start"))],
            vec![epoch.clone()],
            vec![metadata.clone()],
        ],
        detail: vec![
            line("Member id", named(&row.member, "member that has it")),
            line("Leader epoch of the commit", epoch),
            line("Metadata of the commit", metadata),
        ],
        ..ShownRow::default()
    }
}

/// A lag, with a word where the figure alone would mislead.
fn lag(fact: &Fact<Lag>) -> Cell {
    let figure = Figure::of(fact, "records from commit to log end", |lag| match (lag.state, lag.offsets) {
        (LagState::Empty, _) => "empty".to_owned(),
        (_, Some(offsets)) => grouped(offsets.0),
        (_, None) => "no commit".to_owned(),
    });
    let Some(lag) = fact.value() else { return vec![Piece::Figure(figure)] };
    let tag = |text: &str, tone, note: &str| Piece::Tag {
        text: text.to_owned(),
        tone,
        note: Some(note.to_owned()),
    };
    let (word, tone) = match lag.state {
        LagState::NoCommit | LagState::Empty | LagState::CaughtUp => (None, Tone::Dim),
        LagState::Behind => (None, Tone::Plain),
        LagState::Ahead => {
            let note = "The commit is past the log's end: the topic was made again, or its log was cut.";
            (Some(tag("ahead of log end", Tone::Amber, note)), Tone::Amber)
        }
        LagState::BelowStart => {
            let note = "Data already deleted: the commit is before the log's start, and what is between can't be read any more.";
            (Some(tag("below log start", Tone::Red, note)), Tone::Red)
        }
    };
    word.into_iter().chain([Piece::Figure(figure.tone(tone))]).collect()
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Int64, Lag, LagState};

    use super::lag;
    use crate::model::cell::Piece;

    #[test]
    fn no_two_states_of_a_lag_read_alike() {
        let read = |fact| {
            let text = |piece: &Piece| match piece {
                Piece::Figure(figure) => figure.text.clone(),
                Piece::Tag { text, .. } => text.clone(),
                other => format!("{other:?}"),
            };
            lag(&fact).iter().map(text).collect::<Vec<_>>().join(" ")
        };
        let known = |state, offsets: Option<i64>| {
            read(Fact::Known { v: Lag { state, offsets: offsets.map(Int64) }, s: 0 })
        };
        assert_eq!(known(LagState::NoCommit, None), "no commit");
        assert_eq!(known(LagState::Empty, Some(0)), "empty");
        assert_eq!(known(LagState::CaughtUp, Some(0)), "0");
        assert_eq!(known(LagState::Behind, Some(1_234)), "1,234");
        assert_eq!(known(LagState::Ahead, Some(-5)), "ahead of log end -5");
        assert_eq!(known(LagState::BelowStart, Some(7)), "below log start 7");
        assert_eq!(read(Fact::Asking), "·");
        assert_eq!(read(Fact::Missing { why: 0 }), "—");
    }
}
