//! Rounds, gaps and ends of the kept rows, and the widths that they ask for.

use super::{FAR, Store};
use crate::model::{
    cell::words,
    shown::{Group, ShownRow},
};

fn rows(from: u32, to: u32) -> Vec<(ShownRow, u8)> {
    (from..to).map(|at| (ShownRow { key: at.to_string(), ..ShownRow::default() }, 0)).collect()
}

fn filled() -> Store<u8> {
    let mut store = Store::default();
    store.take(rows(0, 200), 0, 10_000, 1, true);
    store
}

#[test]
fn an_empty_store_asks_from_the_start() {
    assert_eq!(Store::<u8>::default().lacking(0, 40), Some(0));
}

#[test]
fn what_is_here_is_not_asked_for_and_the_first_gap_is() {
    let store = filled();
    assert_eq!(store.lacking(10, 60), None);
    assert_eq!(store.lacking(180, 240), Some(200));
    assert_eq!(store.lacking(9_990, 12_000), Some(9_990));
}

#[test]
fn a_refresh_keeps_the_old_rows_until_the_new_ones_come() {
    let mut store = filled();
    store.outdate();
    assert_eq!(store.lacking(40, 80), Some(40));
    assert!(store.get(50).is_some());
    store.take(rows(40, 80), 40, 10_000, 2, false);
    assert_eq!(store.lacking(40, 80), None);
    assert!(store.get(100).is_some(), "out of view but still here");
    assert_eq!(store.lacking(90, 110), Some(90), "and asked for again when in view");
}

#[test]
fn a_slice_that_the_core_cut_short_is_asked_for_further() {
    let mut store = filled();
    store.outdate();
    store.take(rows(0, 25), 0, 10_000, 2, false);
    assert_eq!(store.lacking(0, 60), Some(25));
}

#[test]
fn rows_past_the_new_end_are_gone() {
    let mut store = filled();
    store.outdate();
    store.take(rows(0, 3), 0, 3, 2, false);
    assert_eq!((store.shown(), store.get(3).is_none()), (3, true));
    assert_eq!(store.lacking(0, 40), None);
}

#[test]
fn an_emptied_table_is_answered_and_asks_again_only_in_the_next_round() {
    let mut store = filled();
    store.outdate();
    store.take(Vec::new(), 0, 0, 2, true);
    assert_eq!(store.lacking(0, 40), None);
    store.outdate();
    assert_eq!(store.lacking(0, 40), Some(0));
}

#[test]
fn rows_far_from_view_are_dropped() {
    let mut store = filled();
    store.take(rows(9_000, 9_100), 9_000, 10_000, 1, false);
    assert!(store.get(0).is_none());
    assert!(store.iter().count() <= (2 * FAR) as usize);
}

#[test]
fn a_column_widens_with_its_longest_cell_and_narrows_only_for_other_columns() {
    let row = |text: &str, group: Option<Group>| ShownRow {
        cells: vec![vec![words(text)]],
        group,
        ..ShownRow::default()
    };
    let mut store = Store::default();
    store.take(vec![(row("433,063,999", None), 0)], 0, 1, 1, true);
    let wide = store.needs().to_vec();
    store.take(vec![(row("0", None), 0)], 0, 1, 1, true);
    assert_eq!(store.needs(), wide, "a shorter figure moves nothing");
    let under = Group { key: "1".to_owned(), pieces: Vec::new() };
    store.take(vec![(row("0", Some(under)), 0)], 0, 1, 1, true);
    assert!(store.needs()[0] < wide[0], "under headings stand other columns");
}
