//! What stands on the screen, read from the X server as a coarse grid of its pixels: enough to see a page come and stay, and
//! so little that looking takes nothing from what is looked at.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use x11rb::{
    connection::Connection,
    protocol::xproto::{ConnectionExt as _, ImageFormat, MapState},
    rust_connection::RustConnection,
};

/// Every so many rows are read, each whole.
const ROWS: usize = 8;

pub(crate) struct Screen {
    connection: RustConnection,
    root: u32,
    width: u16,
    height: u16,
}

/// What was seen at one moment.
pub(crate) struct Look {
    pub(crate) at: Instant,
    pixels: Vec<[u8; 4]>,
}

impl Look {
    /// The share of the pixels that are as in another look.
    pub(crate) fn like(&self, other: &Look) -> f64 {
        let same = self.pixels.iter().zip(&other.pixels).filter(|(one, two)| one == two).count();
        same as f64 / self.pixels.len().max(1) as f64
    }

    /// Something is drawn: the screen is more than one colour and what a bare window is filled with.
    pub(crate) fn drawn(&self) -> bool {
        let mut colours = self.pixels.clone();
        colours.sort_unstable();
        colours.dedup();
        colours.len() > 3
    }

    /// As a picture of eight times too few rows, in the plainest of formats.
    pub(crate) fn picture(&self, width: usize) -> Vec<u8> {
        let mut out = format!("P6\n{width} {}\n255\n", self.pixels.len() / width.max(1)).into_bytes();
        for [blue, green, red, _] in &self.pixels {
            out.extend([red, green, blue]);
        }
        out
    }
}

impl Screen {
    pub(crate) fn of(display: &str) -> Result<Self> {
        let (connection, number) = RustConnection::connect(Some(display))?;
        let screen = connection.setup().roots.get(number).context("there is no such screen")?;
        let (root, width, height) = (screen.root, screen.width_in_pixels, screen.height_in_pixels);
        Ok(Self { connection, root, width, height })
    }

    pub(crate) fn width(&self) -> usize {
        self.width.into()
    }

    pub(crate) fn look(&self) -> Result<Look> {
        let rows = (0..self.height).step_by(ROWS);
        // All are asked for before the first is waited for.
        let asked = rows.map(|y| {
            let y = i16::try_from(y)?;
            Ok(self.connection.get_image(ImageFormat::Z_PIXMAP, self.root, 0, y, self.width, 1, u32::MAX)?)
        });
        let asked: Vec<_> = asked.collect::<Result<_>>()?;
        let mut pixels = Vec::new();
        for row in asked {
            pixels.extend(row.reply()?.data.chunks_exact(4).filter_map(|pixel| pixel.first_chunk().copied()));
        }
        Ok(Look { at: Instant::now(), pixels })
    }

    /// Looks until nothing changed for this long, or until there is no more patience.
    pub(crate) fn until_at_rest(&self, rest: Duration, patience: Duration) -> Result<Vec<Look>> {
        let began = Instant::now();
        let mut looks: Vec<Look> = Vec::new();
        let mut changed = Instant::now();
        loop {
            let look = self.look()?;
            if looks.last().is_none_or(|last| look.like(last) < crate::ALIKE) {
                changed = look.at;
            }
            let drawn = look.drawn();
            looks.push(look);
            anyhow::ensure!(began.elapsed() < patience, "nothing that stays was drawn within {patience:?}");
            if drawn && changed.elapsed() > rest {
                return Ok(looks);
            }
            std::thread::sleep(Duration::from_millis(8));
        }
    }

    /// Takes the windows off the screen without ending them.
    pub(crate) fn hide_all(&self) -> Result<usize> {
        let mut hidden = 0;
        for window in self.connection.query_tree(self.root)?.reply()?.children {
            if self.connection.get_window_attributes(window)?.reply()?.map_state == MapState::VIEWABLE {
                self.connection.unmap_window(window)?.check()?;
                hidden += 1;
            }
        }
        Ok(hidden)
    }
}
