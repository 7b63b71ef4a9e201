//! A table's columns: their ids are what the core sorts by and what tests name, so they are the contract's field names.

/// How a column stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    #[default]
    Left,
    /// Figures: right, in digits of one width.
    Right,
    Center,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub id: String,
    pub label: String,
    /// One line for the header: what it means, or where it comes from. Empty where the label says it all.
    pub hint: String,
    /// At least these pixels; the layout gives more where a label or a figure needs it.
    pub width: f64,
    pub flexible: bool,
    pub align: Align,
    pub sorts: bool,
    /// Says again what another column says: goes first when there is no room.
    pub repeats: bool,
    /// The header itself is a warning (a broker that is down).
    pub warns: bool,
}

/// A column of words.
#[must_use]
pub fn text(id: &str, label: &str, width: u32, hint: &str) -> Column {
    Column {
        id: id.to_owned(),
        label: label.to_owned(),
        hint: hint.to_owned(),
        width: f64::from(width),
        flexible: false,
        align: Align::Left,
        sorts: true,
        repeats: false,
        warns: false,
    }
}

/// A column of figures.
#[must_use]
pub fn number(id: &str, label: &str, width: u32, hint: &str) -> Column {
    Column { align: Align::Right, ..text(id, label, width, hint) }
}

impl Column {
    /// Takes what the others leave.
    #[must_use]
    pub fn flexible(mut self) -> Column {
        self.flexible = true;
        self
    }

    /// Goes first when there is no room.
    #[must_use]
    pub fn repeats(mut self) -> Column {
        self.repeats = true;
        self
    }

    /// Can't be ordered by.
    #[must_use]
    pub fn fixed_order(mut self) -> Column {
        self.sorts = false;
        self
    }
}
