//! The colours of both themes, read from the style sheet: text on every ground that it may stand on keeps the contrast that
//! WCAG 2 asks of small text, and the two places that say "dark" say the same.

use std::collections::BTreeMap;

const TOKENS: &str = include_str!("../styles/2-tokens.css");
const INKS: [&str; 6] = ["ink", "ink-2", "ink-3", "accent", "stale", "fail"];
const GROUNDS: [&str; 7] = ["ground", "pane", "raised", "sunken", "accent-wash", "stale-wash", "fail-wash"];

/// Light, dark by choice, dark by the system.
fn themes() -> Vec<BTreeMap<&'static str, &'static str>> {
    let block = |text: &'static str| {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';'));
        lines.filter_map(|line| line.split_once(": ")).collect::<BTreeMap<_, _>>()
    };
    TOKENS.split('}').map(block).filter(|block| !block.is_empty()).collect()
}

/// Of `#rrggbb`. What is no such colour is not a number, and has no contrast that would pass.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let hex = colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let value = hex.map_or(f64::NAN, |byte| f64::from(byte) / 255.0);
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    if one > other { (one + 0.05) / (other + 0.05) } else { (other + 0.05) / (one + 0.05) }
}

#[test]
fn text_can_be_read_on_every_ground_of_both_themes() {
    for theme in themes() {
        for ink in INKS {
            for ground in GROUNDS {
                let ratio = contrast(theme[ink], theme[ground]);
                assert!(ratio >= 4.5, "{ink} on {ground}: {ratio:.2}");
            }
        }
    }
}

#[test]
fn what_stands_on_a_filled_mark_or_button_can_be_read() {
    for theme in themes() {
        for (ink, fill) in [("on-data", "data-1"), ("accent-ink", "accent")] {
            let ratio = contrast(theme[ink], theme[fill]);
            assert!(ratio >= 4.5, "{ink} on {fill}: {ratio:.2}");
        }
    }
}

#[test]
fn dark_is_the_same_by_choice_and_by_the_system() {
    let themes = themes();
    assert_eq!(themes.len(), 3);
    assert_eq!(themes[1], themes[2]);
    let names = |at: usize| {
        themes[at]
            .keys()
            .copied()
            .filter(|name| !["row", "ui", "mono", "cluster"].contains(name))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(0), names(1));
}
