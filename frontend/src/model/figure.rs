//! A figure on screen: its text, and apart from it how it is known, so that no row can turn a missing one into a zero.

use contract::Fact;

use super::cell::Tone;

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
    /// Unit that stands in the column's header instead of here.
    pub unit: Option<&'static str>,
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
        match fact {
            Fact::Known { v, s } => Figure::known_as(Knowing::Known, read(v), about, Some(*s), None),
            Fact::Stale { v, s, why } => {
                Figure::known_as(Knowing::Stale, read(v), about, Some(*s), Some(*why))
            }
            Fact::Asking => Figure::known_as(Knowing::Asking, "·".to_owned(), about, None, None),
            Fact::Missing { why } => {
                Figure::known_as(Knowing::Missing, "—".to_owned(), about, None, Some(*why))
            }
        }
    }

    /// What is the same for facts of all types, once for all of them.
    #[inline(never)]
    fn known_as(
        knowing: Knowing,
        text: String,
        about: &'static str,
        source: Option<u32>,
        why: Option<u32>,
    ) -> Figure {
        Figure {
            text,
            knowing,
            about,
            exact: None,
            unit: None,
            source,
            why,
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

    /// In the face of what a broker sent; a dash or a dot is ours.
    #[must_use]
    pub fn mono(mut self) -> Figure {
        self.mono = matches!(self.knowing, Knowing::Known | Knowing::Stale);
        self
    }

    #[must_use]
    pub fn strong(mut self, strong: bool) -> Figure {
        self.strong = strong;
        self
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
