//! The groups table, merged over all brokers. Kind and state stand as the broker wrote them, also kinds that we don't know.

use contract::{Fact, GroupDetail, GroupRow, LagSum};

use super::brokers::{long, plain};
use crate::model::{
    cell::{Cell, Figure, Piece, Tone, noted, toned, words},
    column::{Column, number, text},
    number::{count, grouped, of},
    route::{GroupTab, Page, Route},
    shown::{Around, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("id", "Group", 220, "").flexible(),
        text("kind", "Type", 80, "classic, consumer, share or streams, as the broker says."),
        text("state", "State", 120, "As the coordinator says."),
        number("coordinator", "Coordinator", 60, "The broker that listed it: it keeps this group."),
        number("members", "Members", 60, "Asked for the rows on screen."),
        number(
            "lag",
            "Lag",
            90,
            "Log end less commit, over the partitions of which both are known; asked for the rows on screen.",
        ),
        text("protocol", "Protocol", 100, "Protocol type: consumer, connect, …").repeats(),
        text("assignor", "Assignor", 140, "How partitions are given to members; asked for with the members."),
    ]
}

#[must_use]
pub fn shown(row: &GroupRow, around: &Around<'_>) -> ShownRow {
    let route = Route::page(around.cluster, Page::Group { id: row.id.clone(), tab: GroupTab::Offsets });
    ShownRow {
        key: row.id.clone(),
        cells: vec![
            vec![Piece::Link { text: row.id.clone(), href: route.href(), mono: true }],
            vec![Piece::Figure(Figure::of(&row.kind, "type of the group", Clone::clone))],
            vec![state(row)],
            vec![Piece::Figure(Figure::of(&row.coordinator, "coordinates this group", ToString::to_string))],
            vec![plain(&row.members, "members")],
            lag(&row.lag, false),
            vec![named(&row.protocol, "protocol type")],
            vec![named(&row.assignor, "assignor")],
        ],
        target: Some(route),
        ..ShownRow::default()
    }
}

fn state(row: &GroupRow) -> Piece {
    let tone = match row.state.value().map(String::as_str).unwrap_or_default() {
        "Dead" => Tone::Red,
        "PreparingRebalance" | "CompletingRebalance" | "Assigning" | "Reconciling" => Tone::Amber,
        "Empty" => Tone::Dim,
        _ => Tone::Plain,
    };
    Piece::Figure(Figure::of(&row.state, "state of the group", Clone::clone).tone(tone))
}

/// A sum of lags, with how many partitions it knows where that is not all, and what is odd among them. `whole`: where there is room
/// for all of it; a list names the worst, and the rest is in the group's own page.
fn lag(fact: &Fact<LagSum>, whole: bool) -> Cell {
    let figure = Figure::of(fact, "records from commit to log end", |sum| match sum.offsets {
        Some(offsets) => grouped(offsets.0),
        None if sum.of == sum.no_commit => "no commits".to_owned(),
        None => "—".to_owned(),
    });
    let Some(sum) = fact.value() else { return vec![Piece::Figure(figure)] };
    let mut cell = Cell::new();
    if sum.below_start > 0 {
        let note = "The commit is before the log's start: what is between was deleted before it was read.";
        let text = if whole {
            format!("{} below log start", count(sum.below_start))
        } else {
            "below log start".to_owned()
        };
        cell.push(Piece::Tag { text, tone: Tone::Red, note: Some(note.to_owned()) });
    }
    if sum.ahead > 0 && (whole || cell.is_empty()) {
        let note = "The commit is past the log's end: the topic was made again, or its log was cut.";
        let text = format!("{} ahead", count(sum.ahead));
        cell.push(Piece::Tag { text, tone: Tone::Amber, note: Some(note.to_owned()) });
    }
    let lags = sum.offsets.is_some_and(|offsets| offsets.0 > 0);
    cell.push(Piece::Figure(figure.tone(if lags { Tone::Plain } else { Tone::Dim })));
    if sum.offsets.is_some() && sum.known < sum.of {
        let note = format!(
            "{} without a commit, {} whose lag is not known. They are not counted as zero.",
            of(sum.no_commit, "partition", "partitions"),
            count((sum.of - sum.known).saturating_sub(sum.no_commit)),
        );
        let text = if whole {
            format!("{} of {} known", count(sum.known), count(sum.of))
        } else {
            format!("{}/{}", count(sum.known), count(sum.of))
        };
        cell.push(noted(text, Tone::Dim, note));
    }
    cell
}

/// The header line of a group's page.
#[must_use]
pub fn headline(group: &GroupDetail) -> Vec<Piece> {
    let row = &group.row;
    let dot = || toned("·", Tone::Dim);
    let mut line = vec![
        Piece::Figure(Figure::of(&row.kind, "type of the group", Clone::clone)),
        dot(),
        state(row),
        dot(),
        words("coordinator"),
        Piece::Figure(Figure::of(&row.coordinator, "coordinates this group", ToString::to_string)),
        dot(),
        words("assignor"),
        named(&row.assignor, "assignor"),
        dot(),
        words("members"),
        plain(&row.members, "members"),
    ];
    let epoch =
        |fact: &Fact<i32>, about| Piece::Figure(Figure::of(fact, about, |epoch| grouped(i64::from(*epoch))));
    if group.epoch.value().is_some() {
        line.extend([dot(), words("epoch"), epoch(&group.epoch, "changes of this group")]);
        if group.epoch.value() != group.assignment_epoch.value() {
            let assigned = epoch(&group.assignment_epoch, "the epoch that the assignment is of");
            line.extend([toned("assigned for", Tone::Amber), assigned]);
        }
    }
    line.extend([dot(), words("lag")]);
    line.extend(lag(&row.lag, true));
    if group.worst.value().is_some() {
        line.extend([
            dot(),
            words("most on"),
            Piece::Figure(Figure::of(&group.worst, "partition with the largest lag", Clone::clone).mono()),
            Piece::Figure(long(&group.worst_lag, "records from commit to log end")),
        ]);
    }
    line
}

/// A name as the broker gave it. An empty one is told too: it says that there is none.
pub(super) fn named(fact: &Fact<String>, about: &'static str) -> Piece {
    let empty = fact.value().is_some_and(String::is_empty);
    let figure = Figure::of(fact, about, |text| if empty { "none".to_owned() } else { text.clone() });
    Piece::Figure(if empty { figure.tone(Tone::Dim) } else { figure.mono() })
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Int64, LagSum};

    use super::{lag, named};
    use crate::model::cell::{Knowing, Piece};

    fn reads(fact: &Fact<LagSum>, whole: bool) -> Vec<String> {
        let text = |piece: &Piece| match piece {
            Piece::Figure(figure) => figure.text.clone(),
            Piece::Tag { text, .. } => text.clone(),
            Piece::Text(words) => words.text.clone(),
            other => format!("{other:?}"),
        };
        lag(fact, whole).iter().map(text).collect()
    }

    #[test]
    fn a_lag_that_leaves_partitions_out_says_of_how_many_it_is() {
        let sum = LagSum { offsets: Some(Int64(1_200)), known: 4, of: 4, ..LagSum::default() };
        assert_eq!(reads(&Fact::Known { v: sum, s: 0 }, false), ["1,200"]);
        let part = LagSum { of: 6, no_commit: 1, below_start: 1, ..sum };
        assert_eq!(
            reads(&Fact::Known { v: part, s: 0 }, true),
            ["1 below log start", "1,200", "4 of 6 known"]
        );
        assert_eq!(reads(&Fact::Known { v: part, s: 0 }, false), ["below log start", "1,200", "4/6"]);
        assert_eq!(reads(&Fact::Missing { why: 0 }, false), ["—"]);
        assert_eq!(reads(&Fact::Asking, false), ["·"]);
    }

    #[test]
    fn a_group_without_commits_has_no_lag_of_zero() {
        let sum = LagSum { of: 2, no_commit: 2, ..LagSum::default() };
        assert_eq!(reads(&Fact::Known { v: sum, s: 0 }, false), ["no commits"]);
        assert_eq!(reads(&Fact::Known { v: LagSum::default(), s: 0 }, false), ["no commits"]);
    }

    #[test]
    fn no_assignor_an_assignor_not_told_and_one_by_name_differ() {
        let read = |fact| match named(&fact, "") {
            Piece::Figure(figure) => (figure.text, figure.knowing, figure.mono),
            other => (format!("{other:?}"), Knowing::Asking, false),
        };
        let known = |v: &str| Fact::Known { v: v.to_owned(), s: 0 };
        assert_eq!(read(known("range")), ("range".to_owned(), Knowing::Known, true));
        assert_eq!(read(known("")), ("none".to_owned(), Knowing::Known, false));
        assert_eq!(read(Fact::Missing { why: 0 }), ("—".to_owned(), Knowing::Missing, false));
    }
}
