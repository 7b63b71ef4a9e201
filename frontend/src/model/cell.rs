//! What a cell says, as data: the rows' files decide it, tests read it, and one component draws it. A figure keeps how it is
//! known (told, old, asked for, missing) apart from its text, so that no row can turn a missing one into a zero.

use contract::{ApiError, Level, Provenance};

pub use super::figure::{Figure, Knowing};

/// Colour with a meaning. The word always stands beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    Dim,
    Amber,
    Red,
}

impl Tone {
    /// The class of the styles.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Tone::Plain => "",
            Tone::Dim => "dim",
            Tone::Amber => "amber",
            Tone::Red => "red",
        }
    }
}

impl From<Level> for Tone {
    fn from(level: Level) -> Tone {
        match level {
            Level::Plain => Tone::Plain,
            Level::Warn => Tone::Amber,
            Level::Bad => Tone::Red,
        }
    }
}

/// A part of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Text(Words),
    Figure(Figure),
    /// A word in a box: "controller", "internal".
    Tag {
        text: String,
        tone: Tone,
        note: Option<String>,
    },
    /// A volume: percent that is Kafka's, and percent that is others'.
    Bar {
        kafka: f64,
        other: f64,
    },
    /// A replica in the grid of partitions.
    Replica(contract::ReplicaState),
    /// How long ago, counting on.
    Age {
        at: i64,
        before: &'static str,
        tone: Tone,
    },
    Link {
        text: String,
        href: String,
        mono: bool,
    },
    /// A command of Kafka's tools, to be copied.
    Command(String),
}

/// Text that is no figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    pub text: String,
    pub tone: Tone,
    pub mono: bool,
    pub strong: bool,
    /// A sentence for the card: why, or what it means.
    pub note: Option<String>,
}

/// A cell: its pieces from left to right.
pub type Cell = Vec<Piece>;

/// Plain text.
#[must_use]
pub fn words(text: impl Into<String>) -> Piece {
    Piece::Text(Words { text: text.into(), ..Words::default() })
}

/// Text in a tone.
#[must_use]
pub fn toned(text: impl Into<String>, tone: Tone) -> Piece {
    Piece::Text(Words { text: text.into(), tone, ..Words::default() })
}

/// Text in a tone, with a sentence in its card.
#[must_use]
pub fn noted(text: impl Into<String>, tone: Tone, note: impl Into<String>) -> Piece {
    Piece::Text(Words { text: text.into(), tone, note: Some(note.into()), ..Words::default() })
}

/// What a broker sent, verbatim.
#[must_use]
pub fn mono(text: impl Into<String>, tone: Tone) -> Piece {
    Piece::Text(Words { text: text.into(), tone, mono: true, ..Words::default() })
}

/// The row's own name.
#[must_use]
pub fn strong(text: impl Into<String>) -> Piece {
    Piece::Text(Words { text: text.into(), strong: true, ..Words::default() })
}

/// The age of a source, or a dash where none is named.
#[must_use]
pub fn age_of(source: Option<u32>, provenance: &Provenance) -> Cell {
    let at = source.and_then(|s| provenance.sources.get(s as usize)).map(|source| source.at.0);
    vec![at.map_or_else(|| toned("—", Tone::Dim), |at| Piece::Age { at, before: "", tone: Tone::Dim })]
}

/// An error in one line: the broker's name for it where it gave one, and the sentence in the card.
#[must_use]
pub fn error(error: &ApiError) -> Piece {
    let text = error.code_name.clone().unwrap_or_else(|| error.message.clone());
    noted(text, Tone::Red, sentence(error))
}

/// What happened, and what to try.
#[must_use]
pub fn sentence(error: &ApiError) -> String {
    match &error.advice {
        Some(advice) => format!("{} {advice}", error.message),
        None => error.message.clone(),
    }
}
