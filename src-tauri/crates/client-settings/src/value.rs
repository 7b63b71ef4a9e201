//! A value and, for each character of it, where that character stands in the text. A password inside a JAAS string inside
//! a continued line with escapes can only be hidden in the line if someone knows which bytes it came from.

use std::ops::Range;

use zeroize::Zeroizing;

#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) text: Zeroizing<String>,
    /// The bytes of each character; empty where the two could not be laid side by side.
    at: Vec<Range<u32>>,
    /// All that was written for the value.
    pub(crate) whole: Range<usize>,
    /// A `$NAME` in it that a shell, or a template, would have filled in.
    pub(crate) expands: Option<String>,
}

impl Value {
    pub(crate) fn empty(at: usize) -> Self {
        Self { text: Zeroizing::new(String::new()), at: Vec::new(), whole: at..at, expands: None }
    }

    /// It holds a name that another program would fill in.
    pub(crate) fn expanding(self, name: impl Into<String>) -> Self {
        Self { expands: Some(name.into()), ..self }
    }

    pub(crate) fn from_units(units: Vec<(char, Range<usize>)>, anchor: usize) -> Self {
        let whole = match (units.first(), units.last()) {
            (Some((_, first)), Some((_, last))) => first.start..last.end,
            _ => anchor..anchor,
        };
        let text = Zeroizing::new(units.iter().map(|(c, _)| *c).collect());
        Self { text, at: units.into_iter().map(|(_, at)| small(at)).collect(), whole, expands: None }
    }

    /// A value that some other reader decoded. `units` are the characters as they stand in the text; folding may have
    /// changed the white space between them, and if anything else differs we don't know where anything stands.
    pub(crate) fn aligned(text: &str, units: &[(char, Range<usize>)], whole: Range<usize>) -> Self {
        let mut at = Vec::with_capacity(text.len());
        let mut raw = units.iter();
        let mut last = whole.start..whole.start;
        for c in text.chars() {
            if c.is_whitespace() {
                at.push(small(last.end..last.end));
                continue;
            }
            match raw.by_ref().find(|(unit, _)| !unit.is_whitespace()) {
                Some((unit, place)) if *unit == c => {
                    last = place.clone();
                    at.push(small(place.clone()));
                }
                _ => {
                    at.clear();
                    break;
                }
            }
        }
        Self { text: Zeroizing::new(text.to_owned()), at, whole, expands: None }
    }

    /// The bytes that hold these characters; all of them where it isn't known better.
    pub(crate) fn place(&self, chars: Range<usize>) -> Range<usize> {
        let known =
            self.at.get(chars).and_then(|at| Some(at.first()?.start as usize..at.last()?.end as usize));
        known.unwrap_or(self.whole.clone())
    }

    pub(crate) fn places_known(&self) -> bool {
        !self.at.is_empty() || self.text.is_empty()
    }

    /// A part of it, by characters.
    pub(crate) fn part(&self, chars: Range<usize>) -> Self {
        let text = self.text.chars().skip(chars.start).take(chars.len()).collect();
        let at = self.at.get(chars.clone()).map(<[_]>::to_vec).unwrap_or_default();
        let whole = if chars.is_empty() { self.whole.end..self.whole.end } else { self.place(chars) };
        Self { text: Zeroizing::new(text), at, whole, expands: self.expands.clone() }
    }

    /// Without white space around it, as all clients take their settings.
    pub(crate) fn trimmed(&self) -> Self {
        let chars = self.text.chars().count();
        let lead = chars - self.text.trim_start().chars().count();
        let tail = chars - self.text.trim_end().chars().count();
        if lead == 0 && tail == 0 {
            return self.clone();
        }
        self.part(lead.min(chars - tail)..chars - tail)
    }

    /// Each `$$` as one `$`, the way docker compose writes a dollar.
    pub(crate) fn single_dollars(self) -> Self {
        if !self.text.contains("$$") || !self.places_known() {
            return self;
        }
        let mut units: Vec<(char, Range<usize>)> = Vec::new();
        let mut doubled = false;
        for (c, at) in self.text.chars().zip(&self.at) {
            let at = at.start as usize..at.end as usize;
            match units.last_mut() {
                Some((last, place)) if c == '$' && *last == '$' && !doubled => {
                    place.end = at.end;
                    doubled = true;
                }
                _ => {
                    units.push((c, at));
                    doubled = false;
                }
            }
        }
        Self {
            whole: self.whole.clone(),
            expands: self.expands.clone(),
            ..Self::from_units(units, self.whole.start)
        }
    }
}

fn small(range: Range<usize>) -> Range<u32> {
    // Texts are bounded far below 4 GB before anything is read.
    u32::try_from(range.start).unwrap_or(u32::MAX)..u32::try_from(range.end).unwrap_or(u32::MAX)
}
