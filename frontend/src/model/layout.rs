//! How a pane's width is given to a table's columns. Figures get what their longest one needs, always; words get theirs up to a
//! limit; when the pane is narrow, what repeats another column goes first, then the flexible columns give, the first of them last.
//! If even that is too much, the table scrolls sideways rather than cut a figure.

use super::{
    column::{Align, Column},
    measure::{AIR, label},
};

/// The outer columns stand further from the edge.
const EDGE: f64 = 7.0;
/// The arrow of the column that the rows are ordered by.
const ARROW: f64 = 16.0;
/// Words wider than this are cut; their whole is in the title.
const WORDS: f64 = 260.0;
const FLEXIBLE: f64 = 480.0;

/// What a column gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    Px(f64),
    /// What the others leave.
    Rest,
    /// Not drawn: the pane is too narrow, and another column says the same.
    Gone,
}

/// The widths of a table's columns, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    pub widths: Vec<Width>,
    /// Below this the table scrolls sideways inside itself.
    pub least: f64,
}

impl Layout {
    /// For each column, whether it is drawn.
    #[must_use]
    pub fn drawn(&self) -> Vec<bool> {
        self.widths.iter().map(|width| *width != Width::Gone).collect()
    }
}

/// A column's claim: what it can't do without, and what it would like.
#[derive(Clone, Copy, Debug)]
struct Claim {
    least: f64,
    wish: f64,
    flexible: bool,
    repeats: bool,
    gone: bool,
}

/// `needs`: pixels of each column's widest cell so far, where they are told. `pane`: 0 before it is measured.
#[must_use]
pub fn fit(columns: &[Column], needs: &[f64], sorted: &str, pane: f64) -> Layout {
    let told = needs.len() == columns.len();
    let last = columns.len().saturating_sub(1);
    let claim = |(at, column): (usize, &Column)| {
        let air = AIR + if at == 0 || at == last { EDGE } else { 0.0 };
        let need = if told { needs.get(at).map_or(0.0, |need| need + air) } else { 0.0 };
        let arrow = if !sorted.is_empty() && column.id == sorted { ARROW } else { 0.0 };
        claim(column, label(&column.label) + arrow + air, need)
    };
    let mut claims: Vec<Claim> = columns.iter().enumerate().map(claim).collect();
    if pane > 0.0 {
        while wishes(&claims) > pane
            && let Some(repeat) = claims.iter_mut().rev().find(|claim| claim.repeats && !claim.gone)
        {
            repeat.gone = true;
        }
        let least: f64 = claims.iter().filter(|claim| !claim.gone).map(|claim| claim.least).sum();
        // Where the table must scroll sideways anyway, nothing is cut as well.
        let mut over = if least > pane { 0.0 } else { wishes(&claims) - pane };
        // The first flexible column names the row; it gives last of them, the words in fixed columns after it.
        for flexible in [true, false] {
            for claim in claims.iter_mut().rev().filter(|claim| claim.flexible == flexible && !claim.gone) {
                let gives = over.clamp(0.0, claim.wish - claim.least);
                claim.wish -= gives;
                over -= gives;
            }
        }
    }
    settle(&claims, pane)
}

fn claim(column: &Column, head: f64, need: f64) -> Claim {
    let least = head.max(column.width);
    let (least, wish) = match (column.align, column.flexible) {
        (Align::Right | Align::Center, _) => (least.max(need), least.max(need)),
        (Align::Left, true) => (least, least.max(need.min(FLEXIBLE))),
        (Align::Left, false) => (least, least.max(need.min(WORDS))),
    };
    let Column { flexible, repeats, .. } = *column;
    Claim { least: least.ceil(), wish: wish.ceil(), flexible, repeats, gone: false }
}

fn wishes(claims: &[Claim]) -> f64 {
    claims.iter().filter(|claim| !claim.gone).map(|claim| claim.wish).sum()
}

/// One flexible column takes whatever is left over, so that the widths always add up to the pane's; the others of them share in it.
fn settle(claims: &[Claim], pane: f64) -> Layout {
    let least = wishes(claims);
    let flexible = u32::try_from(claims.iter().filter(|claim| claim.flexible).count()).unwrap_or(1).max(1);
    let more = ((pane - least).max(0.0) / f64::from(flexible)).floor();
    let mut rest = false;
    let width = |claim: &Claim| match (claim.gone, claim.flexible, rest) {
        (true, ..) => Width::Gone,
        (_, false, _) => Width::Px(claim.wish),
        (_, true, true) => Width::Px(claim.wish + more),
        (_, true, false) => {
            rest = true;
            Width::Rest
        }
    };
    Layout { widths: claims.iter().map(width).collect(), least }
}

#[cfg(test)]
mod tests;
