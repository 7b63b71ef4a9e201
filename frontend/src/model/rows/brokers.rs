//! The brokers table. A broker that is down keeps its row: what is known of it is old, and says so.

use contract::{BrokerRow, BrokerState, BrokerTab, Fact, Int64};

use crate::model::{
    bytes,
    cell::{Cell, Figure, Piece, Tone, age_of, mono, noted, sentence, strong, toned, words},
    column::{Column, number, text},
    number::{count, grouped, percent, skew},
    route::{Page, Route},
    shown::{Around, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("id", "Broker, rack", 118, ""),
        text("state", "State", 110, ""),
        text("address", "Address", 120, "As the broker advertises it to clients.").flexible(),
        number("leads", "Leads", 50, "Partitions that this broker leads."),
        number(
            "leads_skew",
            "Skew",
            50,
            "How far from an even share of the leaders over all brokers that are up.",
        ),
        number("replicas", "Replicas", 50, "Replicas that are assigned to this broker."),
        number("in_sync", "In sync", 50, "Its replicas that are in the ISR, of all its replicas."),
        number("kafka", "Kafka GiB", 50, "Bytes of all replicas on this broker."),
        text("bar", "", 80, "").fixed_order().repeats(),
        number(
            "used",
            "Used",
            50,
            "Of the volumes of its log dirs: everything on them counts, Kafka or not.",
        )
        .fixed_order(),
        number("round_trip_ms", "RTT ms", 50, "Round trip of the last small request."),
        number("age", "Age", 50, "How long ago this row's metadata was told.").fixed_order(),
    ]
}

#[must_use]
pub fn shown(row: &BrokerRow, around: &Around<'_>) -> ShownRow {
    let down = matches!(row.state, BrokerState::Down { .. });
    let mut name = vec![strong(row.id.to_string())];
    if let Some(rack) = &row.rack {
        name.push(toned(rack.clone(), Tone::Dim));
    }
    let address = match row.port {
        Some(port) if !row.host.is_empty() => mono(format!("{}:{port}", row.host), Tone::Plain),
        _ => noted("not told", Tone::Dim, "Only replica lists name this broker; its address is not known."),
    };
    let in_sync = Figure::of(&row.in_sync, "replicas of this broker are in the ISR", |v| {
        row.replicas.value().map_or_else(|| count(*v), |all| format!("{}/{}", count(*v), count(*all)))
    });
    let behind = row.in_sync.value().zip(row.replicas.value()).is_some_and(|(some, all)| some < all);
    let used = used(&row.volume, &row.usable);
    ShownRow {
        key: row.id.to_string(),
        cells: vec![
            name,
            state(row),
            vec![address],
            vec![plain(&row.leads, "partitions led by this broker")],
            vec![skewed(&row.leads_skew)],
            vec![plain(&row.replicas, "replicas assigned to this broker")],
            vec![Piece::Figure(in_sync.tone(if behind { Tone::Amber } else { Tone::Plain }))],
            vec![size(&row.kafka, "in replicas on this broker")],
            bar(&row.kafka, &row.volume, &row.usable),
            vec![Piece::Figure(used)],
            vec![Piece::Figure(Figure::of(&row.round_trip_ms, "ms, round trip", |v| format!("{v:.1}")))],
            age_of(row.source, around.provenance),
        ],
        lost: down,
        target: Some(Route::page(around.cluster, Page::Broker { id: row.id, tab: BrokerTab::Overview })),
        ..ShownRow::default()
    }
}

/// State in words; since when, where that was noticed.
#[must_use]
pub fn state(row: &BrokerRow) -> Cell {
    let since = |at: Option<&Int64>| at.map(|at| Piece::Age { at: at.0, before: "for ", tone: Tone::Dim });
    let mut cell = match &row.state {
        BrokerState::Up => vec![words("Up")],
        BrokerState::NotAnswering { since: at, error } => {
            let mut cell = vec![noted("No answer", Tone::Amber, sentence(error))];
            cell.extend(since(Some(at)));
            cell
        }
        BrokerState::Down { since: at } => {
            let why =
                "The cluster's metadata does not list this broker any more; replica lists still name it.";
            let mut cell = vec![noted("Down", Tone::Red, why)];
            cell.extend(since(at.as_ref()));
            cell
        }
        BrokerState::Fenced { since: at } => {
            let why = "Registered, but the controller keeps it out until it has caught up.";
            let mut cell = vec![noted("Fenced", Tone::Amber, why)];
            cell.extend(since(at.as_ref()));
            cell
        }
    };
    if row.controller {
        cell.push(Piece::Tag { text: "controller".to_owned(), tone: Tone::Plain, note: None });
    }
    cell
}

/// A count.
pub(super) fn plain(fact: &Fact<u32>, about: &'static str) -> Piece {
    Piece::Figure(Figure::of(fact, about, |v| count(*v)))
}

/// A size in GiB, every byte in the card.
pub(super) fn size(fact: &Fact<Int64>, about: &'static str) -> Piece {
    let exact = fact.value().map(|v| bytes::exact(v.0));
    let mut figure = Figure::of(fact, about, |v| bytes::gib(v.0)).exact(exact);
    // A small size names its own unit; the others have theirs in the header, and in the card.
    figure.unit = (fact.value().is_some() && !figure.text.contains(' ')).then_some("GiB");
    Piece::Figure(figure)
}

/// A 64-bit count.
pub(super) fn long(fact: &Fact<Int64>, about: &'static str) -> Figure {
    Figure::of(fact, about, |v| grouped(v.0))
}

fn skewed(fact: &Fact<f64>) -> Piece {
    let far = fact.value().is_some_and(|v| v.abs() >= 20.0);
    let figure = Figure::of(fact, "from an even share of the leaders", |v| skew(*v));
    Piece::Figure(figure.tone(if far { Tone::Amber } else { Tone::Dim }))
}

/// Share of the volume that is not free. Old as soon as one of its two figures is.
fn used(volume: &Fact<Int64>, usable: &Fact<Int64>) -> Figure {
    let Some(share) = volume.value().zip(usable.value()).and_then(|(all, free)| share(all.0 - free.0, all.0))
    else {
        let lacking = if volume.value().is_some() { usable } else { volume };
        return Figure::of(lacking, "of the volumes in use", |_| "—".to_owned());
    };
    let older = if matches!(volume, Fact::Stale { .. }) { volume } else { usable };
    Figure::of(older, "of the volumes in use", |_| percent(share)).tone(fullness(share)).strong(share >= 90.0)
}

/// Percent of a whole; None where there is no whole.
pub(super) fn share(part: i64, whole: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a percentage of two sizes")]
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

/// From 85 % amber, from 90 % red.
pub(super) fn fullness(percent: f64) -> Tone {
    if percent >= 90.0 {
        Tone::Red
    } else if percent >= 85.0 {
        Tone::Amber
    } else {
        Tone::Plain
    }
}

/// The bar, where all three of its figures are known; nothing otherwise (an empty bar would say "empty").
pub(super) fn bar(kafka: &Fact<Int64>, volume: &Fact<Int64>, usable: &Fact<Int64>) -> Cell {
    let (Some(kafka), Some(volume), Some(usable)) = (kafka.value(), volume.value(), usable.value()) else {
        return Vec::new();
    };
    let other = volume.0.saturating_sub(usable.0).saturating_sub(kafka.0);
    match (share(kafka.0, volume.0), share(other, volume.0)) {
        (Some(kafka), Some(other)) => {
            let kafka = kafka.clamp(0.0, 100.0);
            vec![Piece::Bar { kafka, other: other.clamp(0.0, 100.0 - kafka) }]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Int64};

    use super::{bar, used};
    use crate::model::cell::Knowing;

    fn known(v: i64) -> Fact<Int64> {
        Fact::Known { v: Int64(v), s: 0 }
    }

    #[test]
    fn without_a_volume_size_there_is_no_share_and_no_bar() {
        let figure = used(&Fact::Missing { why: 3 }, &known(5));
        assert_eq!((figure.text.as_str(), figure.knowing, figure.why), ("—", Knowing::Missing, Some(3)));
        assert!(bar(&known(1), &Fact::Missing { why: 3 }, &known(5)).is_empty());
    }

    #[test]
    fn a_volume_of_no_size_has_no_share() {
        assert_eq!(used(&known(0), &known(0)).text, "—");
        assert!(bar(&known(0), &known(0), &known(0)).is_empty());
    }

    #[test]
    fn a_share_of_an_old_volume_is_old() {
        let figure = used(&Fact::Stale { v: Int64(100), s: 1, why: 0 }, &known(9));
        assert_eq!((figure.text.as_str(), figure.knowing), ("91 %", Knowing::Stale));
    }
}
