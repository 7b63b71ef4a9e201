//! The log-dirs row in its states: online, offline, last seen, never told.

use contract::{ApiError, ErrorKind, Fact, Int64, LogDirRow, LogDirState, Provenance};

use super::{columns, shown};
use crate::model::{
    cell::{Knowing, Piece, Tone},
    column::Align,
    layout::{Width, fit},
    shown::{Around, ShownRow},
    store::Store,
};

fn row() -> LogDirRow {
    let bytes = |v: i64| Fact::Known { v: Int64(v), s: 0 };
    LogDirRow {
        broker: 2,
        host: "kafka-2".to_owned(),
        rack: Some("b".to_owned()),
        controller: false,
        broker_failed: None,
        path: Some("/data-0".to_owned()),
        state: LogDirState::Online,
        volume: bytes(1000),
        usable: bytes(90),
        kafka: bytes(900),
        other: bytes(10),
        kafka_percent: Fact::Known { v: 90.0, s: 0 },
        replicas: Fact::Known { v: 530, s: 0 },
        leaders: Fact::Known { v: 100, s: 0 },
        future: Fact::Known { v: 0, s: 0 },
        worst_lag: bytes(0),
        cordoned: Fact::Known { v: false, s: 0 },
        shared_volume: false,
        told: Some(Int64(5)),
    }
}

fn draw(row: &LogDirRow, grouped: bool) -> ShownRow {
    shown(row, grouped, &Around { cluster: "demo", provenance: &Provenance::default(), west_min: 0 })
}

fn figures(row: &ShownRow) -> Vec<(String, Knowing)> {
    let pieces = row.cells.iter().flatten();
    pieces
        .filter_map(|piece| match piece {
            Piece::Figure(figure) => Some((figure.text.clone(), figure.knowing)),
            _ => None,
        })
        .collect()
}

#[test]
fn cells_stand_under_their_columns() {
    for grouped in [true, false] {
        let cells = draw(&row(), grouped).cells;
        let columns = columns(grouped);
        assert_eq!(cells.len(), columns.len());
        for (column, cell) in columns.iter().zip(cells) {
            let bar = cell.iter().any(|piece| matches!(piece, Piece::Bar { .. }));
            assert_eq!(bar, column.id == "bar", "{}", column.id);
        }
    }
}

/// The pane of a window of 1280 pixels.
const PANE: f64 = 1056.0;

#[test]
fn large_volumes_and_long_lags_fit_the_usual_window_whole() {
    let large = LogDirRow {
        path: Some("/var/lib/kafka/data-0".to_owned()),
        volume: Fact::Known { v: Int64(9_999 << 30), s: 0 },
        usable: Fact::Known { v: Int64(1_234 << 30), s: 0 },
        kafka: Fact::Known { v: Int64(8_000 << 30), s: 0 },
        other: Fact::Known { v: Int64(765 << 30), s: 0 },
        worst_lag: Fact::Known { v: Int64(433_063_999), s: 0 },
        state: LogDirState::Offline {
            code: 56,
            name: "KAFKA_STORAGE_ERROR".to_owned(),
            sentence: "Disk error.".to_owned(),
        },
        replicas: Fact::Known { v: 12_345, s: 0 },
        leaders: Fact::Known { v: 12_345, s: 0 },
        ..row()
    };
    for grouped in [true, false] {
        let mut store = Store::default();
        let columns = columns(grouped);
        store.take(vec![(draw(&large, grouped), ())], 0, 1, 1, true);
        for sorted in ["", "worst_lag"] {
            let layout = fit(&columns, store.needs(), sorted, PANE);
            assert!(layout.least <= PANE, "{layout:?}");
            for ((column, need), width) in columns.iter().zip(store.needs()).zip(&layout.widths) {
                let room = match width {
                    Width::Px(px) => *px,
                    Width::Rest => {
                        PANE - layout
                            .widths
                            .iter()
                            .map(|w| if let Width::Px(px) = w { *px } else { 0.0 })
                            .sum::<f64>()
                    }
                    Width::Gone => 0.0,
                };
                // Without headings the broker has a column of its own, and a long path may lose its end.
                let whole = column.align == Align::Right || (grouped && column.id != "bar");
                assert!(!whole || room >= need + 18.0, "{} of {room} needs {need}", column.id);
            }
        }
    }
}

#[test]
fn a_broker_that_was_not_asked_is_not_said_to_be_silent() {
    let error = ApiError::plain(ErrorKind::NoTarget, "Broker 2 is not asked", Int64(1));
    let heading = draw(&LogDirRow { broker_failed: Some(error), ..row() }, true).group.unwrap();
    let silent = |piece: &Piece| matches!(piece, Piece::Text(words) if words.text.contains("did not answer"));
    assert!(!heading.pieces.iter().any(silent));
    assert!(!heading.pieces.iter().any(|piece| matches!(piece, Piece::Age { .. })));
}

#[test]
fn a_directory_that_was_never_told_has_no_zero_anywhere() {
    let lost = LogDirRow {
        path: None,
        state: LogDirState::Unknown,
        broker_failed: Some(ApiError::plain(ErrorKind::Connect, "refused at kafka-2:9092", Int64(1))),
        volume: Fact::Missing { why: 0 },
        usable: Fact::Missing { why: 0 },
        kafka: Fact::Missing { why: 0 },
        other: Fact::Missing { why: 0 },
        kafka_percent: Fact::Missing { why: 0 },
        replicas: Fact::Missing { why: 0 },
        leaders: Fact::Missing { why: 0 },
        future: Fact::Missing { why: 0 },
        worst_lag: Fact::Missing { why: 0 },
        cordoned: Fact::Missing { why: 0 },
        told: None,
        ..row()
    };
    let drawn = draw(&lost, true);
    assert!(figures(&drawn).iter().all(|(text, knowing)| text == "—" && *knowing == Knowing::Missing));
    assert!(drawn.cells.iter().flatten().all(|piece| !matches!(piece, Piece::Bar { .. })));
    assert!(drawn.target.is_none());
}

#[test]
fn a_silent_broker_says_why_in_its_heading() {
    let error = ApiError::plain(ErrorKind::Connect, "refused at kafka-2:9092", Int64(1));
    let silent =
        LogDirRow { broker_failed: Some(error), state: LogDirState::LastSeen { at: Int64(1) }, ..row() };
    let drawn = draw(&silent, true);
    let heading = drawn.group.unwrap();
    let told = heading.pieces.iter().any(
        |piece| matches!(piece, Piece::Text(words) if words.text.contains("refused at kafka-2:9092") && words.tone == Tone::Red),
    );
    assert!(told && drawn.lost);
}

#[test]
fn an_offline_directory_names_the_brokers_code() {
    let state = LogDirState::Offline {
        code: 56,
        name: "KAFKA_STORAGE_ERROR".to_owned(),
        sentence: "Disk error.".to_owned(),
    };
    let drawn = draw(&LogDirRow { state, ..row() }, true);
    let note = drawn.cells[1].iter().find_map(|piece| match piece {
        Piece::Text(words) => words.note.clone(),
        _ => None,
    });
    assert_eq!(note.unwrap(), "KAFKA_STORAGE_ERROR (56): Disk error.");
}
