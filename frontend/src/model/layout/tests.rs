//! The pane at its usual width, at its narrowest, and before it is measured.

use super::{Layout, Width, fit};
use crate::model::{
    cell::words,
    column::{Column, number, text},
    measure::cell,
};

fn columns() -> Vec<Column> {
    vec![
        text("path", "Directory", 110, "").flexible(),
        text("state", "State", 70, ""),
        number("volume", "Volume GiB", 40, ""),
        text("bar", "", 58, "").repeats(),
        number("worst_lag", "Worst lag", 40, ""),
        text("outcome", "Outcome", 60, "").flexible(),
    ]
}

fn px(layout: &Layout, at: usize) -> f64 {
    match layout.widths[at] {
        Width::Px(px) => px,
        Width::Rest => -1.0,
        Width::Gone => 0.0,
    }
}

fn lag(text: &str) -> f64 {
    cell(&[words(text)])
}

#[test]
fn a_figure_has_its_whole_width_in_every_pane() {
    for digits in ["0", "337,297,881", "9,223,372,036,854,775,807"] {
        for pane in [0.0, 300.0, 736.0, 1056.0, 2400.0] {
            let layout = fit(&columns(), &[90.0, 160.0, 36.0, 0.0, lag(digits), 70.0], "", pane);
            assert!(px(&layout, 4) >= lag(digits) + 18.0, "{digits} in {pane}: {layout:?}");
            assert!(px(&layout, 2) >= 54.0, "{layout:?}");
        }
    }
}

#[test]
fn a_header_has_its_width_and_room_for_its_arrow() {
    let plain = fit(&columns(), &[], "", 1056.0);
    let sorted = fit(&columns(), &[], "worst_lag", 1056.0);
    assert!(px(&sorted, 4) > px(&plain, 4));
}

#[test]
fn in_a_narrow_pane_the_repeating_column_goes_before_any_word_is_cut() {
    let needs = [90.0, 160.0, 36.0, 0.0, 78.0, 70.0];
    let wide = fit(&columns(), &needs, "", 700.0);
    assert_eq!(wide.drawn(), [true; 6]);
    let narrow = fit(&columns(), &needs, "", 600.0);
    assert_eq!(narrow.drawn(), [true, true, true, false, true, true]);
    assert!(px(&narrow, 1) >= 179.0, "the state keeps its words: {narrow:?}");
    assert!(narrow.least <= 600.0);
}

#[test]
fn widths_add_up_to_the_pane_and_the_name_gives_last() {
    let needs = [400.0, 60.0, 36.0, 0.0, 78.0, 400.0];
    for pane in [560.0, 700.0, 1056.0] {
        let layout = fit(&columns(), &needs, "", pane);
        assert!(layout.least <= pane, "{pane}: {layout:?}");
        let fixed: f64 = (0..6).map(|at| px(&layout, at).max(0.0)).sum();
        assert!(pane - fixed >= px(&layout, 5), "{pane}: {layout:?}");
    }
}

#[test]
fn what_can_not_fit_scrolls_sideways() {
    let layout =
        fit(&columns(), &[90.0, 160.0, 36.0, 0.0, lag("9,223,372,036,854,775,807"), 70.0], "", 300.0);
    assert!(layout.least > 300.0);
    assert!(px(&layout, 1) >= 179.0, "and then no word is cut either: {layout:?}");
}

#[test]
fn needs_of_other_columns_are_not_taken_for_these() {
    assert_eq!(fit(&columns(), &[500.0; 4], "", 1056.0), fit(&columns(), &[], "", 1056.0));
}
