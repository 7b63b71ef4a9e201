//! The quorum table: who leads, and how far each of the others is behind. Times are told with their ages, as the leader's clock has
//! them.

use contract::{Fact, Millis, QuorumRole, QuorumRow};

use super::brokers::long;
use crate::model::{
    cell::{Cell, Figure, Piece, Tone, strong, toned, words},
    column::{Column, number, text},
    shown::{Around, ShownRow},
    time::{age, clock, utc},
};

/// From here on a node counts as behind; the core's chip has the same limit.
const BEHIND_MS: i64 = 10_000;

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        number("id", "Node", 50, "A broker's or a controller's id."),
        text("role", "Role", 80, "Voters elect the leader among them; observers only follow."),
        number("log_end_offset", "Log end", 80, "Where its copy of the metadata log ends."),
        number("lag", "Lag", 60, "Records that it lacks of the leader's log."),
        number("behind_ms", "Behind", 60, "How long ago it had all of the log, by the leader's clock."),
        text(
            "last_fetch",
            "Last fetch",
            110,
            "When it last asked the leader for more, by the leader's clock.",
        ),
        text("last_caught_up", "Caught up", 110, "When it last had all of the log, by the leader's clock."),
        text("directory", "Directory id", 180, "Of the directory that holds its metadata log."),
        text("endpoints", "Endpoints", 150, "Where it listens as a controller; told of voters.").flexible(),
    ]
}

#[must_use]
pub fn shown(row: &QuorumRow, around: &Around<'_>) -> ShownRow {
    let late = row.behind_ms.value().is_some_and(|ms| ms.0 > BEHIND_MS);
    let tone = if late { Tone::Amber } else { Tone::Plain };
    let role = match row.role {
        QuorumRole::Leader => Piece::Tag { text: "leader".to_owned(), tone: Tone::Plain, note: None },
        QuorumRole::Voter => words("voter"),
        QuorumRole::Observer => toned("observer", Tone::Dim),
    };
    let behind = Figure::of(&row.behind_ms, "behind the leader", |ms| age(ms.0)).tone(tone).strong(late);
    ShownRow {
        key: row.id.to_string(),
        cells: vec![
            vec![strong(row.id.to_string())],
            vec![role],
            vec![Piece::Figure(long(&row.log_end_offset, "end of its metadata log"))],
            vec![Piece::Figure(long(&row.lag, "records behind the leader").tone(tone))],
            vec![Piece::Figure(behind)],
            moment(&row.last_fetch, "its last fetch", around),
            moment(&row.last_caught_up, "when it had all of the log", around),
            vec![Piece::Figure(Figure::of(&row.directory, "directory id", Clone::clone).mono())],
            vec![Piece::Figure(Figure::of(&row.endpoints, "endpoints", Clone::clone).mono())],
        ],
        ..ShownRow::default()
    }
}

/// A time of day, and how long ago that is.
pub(super) fn moment(fact: &Fact<Millis>, about: &'static str, around: &Around<'_>) -> Cell {
    let figure = Figure::of(fact, about, |at| clock(at.0, around.west_min));
    let mut cell = vec![Piece::Figure(figure.exact(fact.value().map(|at| utc(at.0))))];
    cell.extend(fact.value().map(|at| Piece::Age { at: at.0, before: "", tone: Tone::Dim }));
    cell
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Int64, Provenance, QuorumRole, QuorumRow};

    use super::{columns, shown};
    use crate::model::{
        cell::{Knowing, Piece, Tone},
        shown::Around,
    };

    fn row(behind: Fact<Int64>) -> QuorumRow {
        QuorumRow {
            id: 4,
            role: QuorumRole::Observer,
            log_end_offset: Fact::Known { v: Int64(7), s: 0 },
            lag: Fact::Known { v: Int64(0), s: 0 },
            behind_ms: behind,
            last_fetch: Fact::Missing { why: 0 },
            last_caught_up: Fact::Missing { why: 0 },
            directory: Fact::Missing { why: 0 },
            endpoints: Fact::Missing { why: 0 },
        }
    }

    #[test]
    fn a_node_that_is_long_behind_is_marked_and_one_whose_time_is_not_told_is_not() {
        let around = Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 };
        let behind = |fact| {
            let drawn = shown(&row(fact), &around);
            assert_eq!(drawn.cells.len(), columns().len());
            match drawn.cells.into_iter().nth(4).and_then(|cell| cell.into_iter().next()) {
                Some(Piece::Figure(figure)) => (figure.text, figure.tone, figure.knowing),
                other => panic!("{other:?}"),
            }
        };
        let known = |ms| Fact::Known { v: Int64(ms), s: 0 };
        assert_eq!(behind(known(0)), ("0 s".to_owned(), Tone::Plain, Knowing::Known));
        assert_eq!(behind(known(42_000)), ("42 s".to_owned(), Tone::Amber, Knowing::Known));
        assert_eq!(behind(Fact::Missing { why: 0 }), ("—".to_owned(), Tone::Plain, Knowing::Missing));
    }
}
