//! Which rows of a long table stand in the document. Only those in view and a few around them; the rest is two spacers. One row
//! may be open, with its detail beneath it. A wrong sum here would make the table jump while one scrolls.

/// Pixels of a row; the styles know the same number as --row.
pub const ROW: f64 = 32.0;
/// Rows kept ready above and below, so that a fast wheel doesn't show an empty edge.
pub const AROUND: u32 = 12;
/// Steps in which the slice moves: scrolling within one changes nothing in the document.
const STEP: u32 = 4;

/// A table's measures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    pub items: u32,
    pub scroll_top: f64,
    pub height: f64,
    /// The open item and the pixels of its detail.
    pub open: Option<(u32, f64)>,
}

/// Items `first..last` stand in the document, between spacers of these heights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slice {
    pub first: u32,
    pub last: u32,
    pub above: f64,
    pub below: f64,
}

impl Measures {
    /// Where an item's upper edge is.
    #[must_use]
    pub fn top_of(&self, item: u32) -> f64 {
        let detail = self.open.filter(|(open, _)| *open < item).map_or(0.0, |(_, px)| px);
        f64::from(item) * ROW + detail
    }

    /// Height of everything.
    #[must_use]
    pub fn whole(&self) -> f64 {
        self.top_of(self.items)
    }

    /// The item at a height.
    #[must_use]
    pub fn item_at(&self, y: f64) -> u32 {
        let y = match self.open {
            Some((open, px)) if y > f64::from(open + 1) * ROW => {
                (y - px).max(f64::from(open + 1) * ROW - 1.0)
            }
            _ => y,
        };
        floor(y / ROW).min(self.items)
    }

    /// The items that are in view, and those around.
    #[must_use]
    pub fn slice(&self) -> Slice {
        let top = self.scroll_top.clamp(0.0, self.whole());
        let first = self.item_at(top).saturating_sub(AROUND) / STEP * STEP;
        let seen = self.item_at(top + self.height.max(0.0)).saturating_add(1 + AROUND);
        let last = seen.div_ceil(STEP).saturating_mul(STEP).min(self.items);
        let first = first.min(last);
        Slice { first, last, above: self.top_of(first), below: self.whole() - self.top_of(last) }
    }

    /// Where to scroll so that an item is wholly in view; None if it is.
    #[must_use]
    pub fn reveal(&self, item: u32) -> Option<f64> {
        let top = self.top_of(item);
        let bottom = self.top_of(item.saturating_add(1));
        if top < self.scroll_top {
            Some(top)
        } else if bottom > self.scroll_top + self.height {
            Some((bottom - self.height).max(0.0))
        } else {
            None
        }
    }
}

fn floor(value: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped; as saturates")]
    let whole = value.max(0.0).min(f64::from(u32::MAX)) as u32;
    whole
}

#[cfg(test)]
mod tests {
    use super::{AROUND, Measures, ROW};

    fn table(items: u32, scroll_top: f64) -> Measures {
        Measures { items, scroll_top, height: 640.0, open: None }
    }

    #[test]
    fn a_long_table_keeps_few_rows_in_the_document() {
        for top in [0.0, 1.0, 31.9, 5_000.0, 319_000.0, 320_000.0] {
            let slice = table(10_000, top).slice();
            assert!(slice.last - slice.first <= 20 + 2 * AROUND + 10, "{slice:?}");
        }
    }

    #[test]
    fn spacers_and_rows_add_up_to_the_whole_at_every_place() {
        for open in [None, Some((0, 90.0)), Some((57, 90.0)), Some((199, 240.0))] {
            for step in 0..700 {
                let table = Measures { items: 200, scroll_top: f64::from(step) * 10.0, height: 640.0, open };
                let slice = table.slice();
                let detail =
                    open.filter(|(at, _)| (slice.first..slice.last).contains(at)).map_or(0.0, |(_, px)| px);
                let rows = f64::from(slice.last - slice.first) * ROW + detail;
                assert!(
                    (slice.above + rows + slice.below - table.whole()).abs() < 0.01,
                    "{table:?} {slice:?}"
                );
            }
        }
    }

    #[test]
    fn every_row_in_view_is_in_the_document() {
        for open in [None, Some((3, 90.0)), Some((57, 300.0))] {
            for step in 0..1000 {
                let top = f64::from(step) * 6.0;
                let table = Measures { items: 200, scroll_top: top, height: 640.0, open };
                let slice = table.slice();
                for item in 0..200 {
                    let in_view = table.top_of(item + 1) > top && table.top_of(item) < top + 640.0;
                    assert!(
                        !in_view || (slice.first..slice.last).contains(&item),
                        "{item} at {top} with {open:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_empty_table_has_no_height() {
        let slice = table(0, 0.0).slice();
        assert_eq!((slice.first, slice.last), (0, 0));
        assert_eq!(table(0, 100.0).whole(), 0.0);
    }

    #[test]
    fn a_row_out_of_view_is_brought_to_the_nearer_edge() {
        let table = table(1000, 3200.0);
        assert_eq!(table.reveal(100), None);
        assert_eq!(table.reveal(50), Some(1600.0));
        assert_eq!(table.reveal(200), Some(201.0 * ROW - 640.0));
    }
}
