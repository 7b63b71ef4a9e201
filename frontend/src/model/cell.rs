//! What a cell says, as data: the rows' files decide it, tests read it, and one component draws it. A figure keeps how it is
//! known (told, old, asked for, missing) apart from its text, so that no row can turn a missing one into a zero.

use contract::{ApiError, Fact, Level, Provenance};

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

/// How a figure is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowing {
    Known,
    Stale,
    Asking,
    Missing,
}

impl Knowing {
    /// As styles and tests name it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Knowing::Known => "known",
            Knowing::Stale => "stale",
            Knowing::Asking => "asking",
            Knowing::Missing => "missing",
        }
    }
}

/// A figure with its source in reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub text: String,
    pub knowing: Knowing,
    /// What it counts, for the source card: "in replicas of this directory".
    pub about: &'static str,
    /// Exact value where the text rounds.
    pub exact: Option<String>,
    /// Indices into the page's provenance.
    pub source: Option<u32>,
    pub why: Option<u32>,
    pub tone: Tone,
    pub strong: bool,
    pub mono: bool,
}

impl Figure {
    /// The text by `read` where there is a value, `·` while it is asked for, `—` where it is not to be had.
    pub fn of<T>(fact: &Fact<T>, about: &'static str, read: impl FnOnce(&T) -> String) -> Figure {
        let (text, knowing) = match fact {
            Fact::Known { v, .. } => (read(v), Knowing::Known),
            Fact::Stale { v, .. } => (read(v), Knowing::Stale),
            Fact::Asking => ("·".to_owned(), Knowing::Asking),
            Fact::Missing { .. } => ("—".to_owned(), Knowing::Missing),
        };
        Figure {
            text,
            knowing,
            about,
            exact: None,
            source: fact.source(),
            why: fact.reason(),
            tone: Tone::Plain,
            strong: false,
            mono: false,
        }
    }

    /// The exact value beside a rounded text.
    #[must_use]
    pub fn exact(mut self, exact: Option<String>) -> Figure {
        self.exact = exact;
        self
    }

    /// A tone, where the value is known at all.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Figure {
        if matches!(self.knowing, Knowing::Known | Knowing::Stale) {
            self.tone = tone;
        }
        self
    }

    #[must_use]
    pub fn mono(mut self) -> Figure {
        self.mono = true;
        self
    }

    #[must_use]
    pub fn strong(mut self, strong: bool) -> Figure {
        self.strong = strong;
        self
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

#[cfg(test)]
mod tests {
    use contract::Fact;

    use super::{Figure, Knowing, Tone};

    #[test]
    fn missing_asked_for_and_zero_read_differently() {
        let read = |fact: Fact<u32>| Figure::of(&fact, "", ToString::to_string).text;
        assert_eq!(read(Fact::Known { v: 0, s: 0 }), "0");
        assert_eq!(read(Fact::Asking), "·");
        assert_eq!(read(Fact::Missing { why: 0 }), "—");
    }

    #[test]
    fn an_old_figure_keeps_its_value_its_source_and_its_reason() {
        let figure = Figure::of(&Fact::Stale { v: 7, s: 2, why: 1 }, "", ToString::to_string);
        assert_eq!((figure.text.as_str(), figure.knowing), ("7", Knowing::Stale));
        assert_eq!((figure.source, figure.why), (Some(2), Some(1)));
    }

    #[test]
    fn a_dash_is_never_coloured_as_if_it_were_a_value() {
        assert_eq!(
            Figure::of(&Fact::<u32>::Missing { why: 0 }, "", |_| String::new()).tone(Tone::Red).tone,
            Tone::Plain
        );
    }
}
