//! How wide a cell is, told from its text before it is drawn, so that its column can be given that room: a figure that is cut is
//! a wrong figure. A table of the shipped faces' advance widths at the sizes of the styles, rounded up; a little too wide is an
//! empty pixel, a little too narrow is three dots in the place of digits.

use super::cell::Piece;

/// Between two pieces of a cell; the styles know the same number.
const GAP: f64 = 7.0;
/// Left and right of a cell's pieces, with a pixel for faces that are hinted wider.
pub const AIR: f64 = 19.0;
/// JetBrains Mono at 12 px.
const MONO: f64 = 6.9;
/// A semibold letter against a regular one.
const STRONG: f64 = 1.04;
/// The small type of tags and headers against 13 px.
const SMALL: f64 = 0.9;
/// Border and padding of a tag.
const TAG: f64 = 14.0;

/// All pieces of a cell, without its padding.
#[must_use]
pub fn cell(pieces: &[Piece]) -> f64 {
    let gaps = u32::try_from(pieces.len().saturating_sub(1)).unwrap_or(0);
    pieces.iter().map(piece).sum::<f64>() + f64::from(gaps) * GAP
}

/// A header's label.
#[must_use]
pub fn label(text: &str) -> f64 {
    letters(text) * SMALL
}

fn piece(piece: &Piece) -> f64 {
    match piece {
        Piece::Text(words) => said(&words.text, words.mono, words.strong),
        Piece::Figure(figure) => said(&figure.text, figure.mono, figure.strong),
        Piece::Link { text, mono, .. } => said(text, *mono, false),
        Piece::Tag { text, .. } => letters(text) * SMALL + TAG,
        // The longest age, so that a column does not move while one counts on.
        Piece::Age { before: "", .. } => letters("88 min"),
        Piece::Age { before, .. } => letters(before) + letters("88 min ago"),
        Piece::Replica(_) => 30.0,
        // Takes what its column has; a command stands beneath the rows.
        Piece::Bar { .. } | Piece::Command(_) => 0.0,
    }
}

fn said(text: &str, mono: bool, strong: bool) -> f64 {
    if mono {
        return f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX)) * MONO;
    }
    letters(text) * if strong { STRONG } else { 1.0 }
}

fn letters(text: &str) -> f64 {
    text.chars().map(advance).sum()
}

/// Inter at 13 px, digits of one width.
fn advance(letter: char) -> f64 {
    match letter {
        '0'..='9' | '+' | '-' | '<' | '>' | '=' => 8.1,
        'i' | 'j' | 'l' | 'I' => 3.5,
        ',' | '.' | ':' | ';' | ' ' | '·' | '\'' | '|' => 4.0,
        'f' | 't' | 'r' | '/' | '(' | ')' | '[' | ']' => 5.2,
        '_' => 6.2,
        'm' => 12.0,
        'w' => 11.0,
        'M' | 'W' | '%' | '—' | '∞' => 13.4,
        'N' | 'O' | 'Q' | 'G' | 'H' | 'U' | 'C' | 'D' => 10.2,
        'A'..='Z' | '−' | '–' => 9.2,
        'a'..='z' => 8.0,
        _ => 13.4,
    }
}

#[cfg(test)]
mod tests {
    use super::{cell, label};
    use crate::model::cell::{Piece, Tone, mono, words};

    /// Pixels that WebKit drew these with.
    #[test]
    fn no_text_is_taken_for_narrower_than_it_is_drawn() {
        let drawn = [("337,297,881", 78.0), ("2,794", 35.0), ("58 %", 33.0), ("−26 %", 42.0), ("—", 13.0)];
        for (text, px) in drawn {
            let told = cell(&[words(text)]);
            assert!(told >= px && told <= px + 12.0, "{text}: {told} for {px}");
        }
        assert!(label("Worst lag") >= 52.0);
    }

    #[test]
    fn what_stands_beside_each_other_adds_up() {
        let tag = Piece::Tag { text: "cordoned".to_owned(), tone: Tone::Plain, note: None };
        let alone = cell(&[words("Online")]) + cell(std::slice::from_ref(&tag));
        assert!((cell(&[words("Online"), tag]) - alone - 7.0).abs() < 0.01);
        assert!((cell(&[mono("/data/kafka-0", Tone::Plain)]) - 13.0 * 6.9).abs() < 0.01);
    }

    #[test]
    fn a_counting_age_keeps_its_width() {
        let age = |at| Piece::Age { at, before: "", tone: Tone::Dim };
        assert!((cell(&[age(0)]) - cell(&[age(1_000_000)])).abs() < 0.01);
    }
}
