//! Settings inside a program: a Python dictionary, a Go ConfigMap, a JSON object, Java's `put("key", "value")`. One pair of
//! quoted key and value is looked for at a time, in its line; what a program computes is not guessed.

use std::ops::Range;

use super::{Item, Parsed, Scope, Spelling};
use crate::{Verdict, source::Source, value::Value};

pub(crate) fn read(source: &Source<'_>) -> Parsed {
    let mut parsed = Parsed::default();
    let scope = parsed.scope(Scope::default());
    for (number, line) in source.lines() {
        let text = line.trim();
        if text.is_empty() {
            parsed.note(number, Verdict::Blank);
            continue;
        }
        if text.starts_with('#') || text.starts_with("//") {
            parsed.note(number, Verdict::Comment);
            continue;
        }
        let mut scanner = Scanner { rest: line, at: source.range(number).start };
        while let Some(pair) = scanner.pair() {
            match pair {
                Pair::Set(key, value) => parsed.items.push(Item {
                    scope,
                    key,
                    listed: false,
                    merged: false,
                    spelling: Spelling::Dotted,
                    value: value.trimmed(),
                    lines: (number, number),
                }),
                Pair::Without(key) => {
                    let said = format!("the value of {key} is not in this line");
                    parsed.unreadable(number, said);
                }
            }
        }
        parsed.note(number, Verdict::NotNeeded("program text around the settings".to_owned()));
    }
    parsed
}

/// Whether a line has such a pair.
pub(crate) fn has_pair(line: &str) -> bool {
    matches!(Scanner { rest: line, at: 0 }.pair(), Some(Pair::Set(..)))
}

enum Pair {
    Set(String, Value),
    Without(String),
}

struct Scanner<'l> {
    rest: &'l str,
    at: usize,
}

impl Scanner<'_> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
        self.at += bytes;
    }

    fn blanks(&mut self) {
        self.skip(self.rest.len() - self.rest.trim_start().len());
    }

    fn pair(&mut self) -> Option<Pair> {
        loop {
            let quote = self.rest.find(['"', '\''])?;
            self.skip(quote);
            let key = self.quoted()?;
            if let Some(after) =
                self.rest.strip_prefix(']').filter(|after| after.trim_start().starts_with('='))
            {
                self.skip(self.rest.len() - after.len());
            }
            self.blanks();
            let separator = [":=", "=>", ":", "=", ","].into_iter().find(|mark| self.rest.starts_with(mark));
            // Anything may stand before a comma; a key of a client has dots in it, and no blanks.
            let fits =
                separator != Some(",") || (key.text.contains('.') && !key.text.contains([' ', '/', ':']));
            let Some(separator) = separator.filter(|_| fits) else { continue };
            let key = key.text.trim_matches(['[', ']']).to_owned();
            self.skip(separator.len());
            self.blanks();
            return match self.value() {
                Some(value) => Some(Pair::Set(key, value)),
                None if self.rest.starts_with(['{', '[']) => continue,
                None => Some(Pair::Without(key)),
            };
        }
    }

    fn value(&mut self) -> Option<Value> {
        if let Some(value) = self.quoted() {
            self.blanks();
            return Some(if self.rest.starts_with(['+', '%', '.', '"', '\'']) {
                value.expanding("an expression of the program")
            } else {
                value
            });
        }
        let end = self.rest.find([',', '}', ';', '#']).unwrap_or(self.rest.len());
        let bare = self.rest.get(..end)?;
        let word = bare.trim_end().trim_end_matches(')');
        if word.is_empty() || word.starts_with(['{', '[']) {
            return None;
        }
        let start = self.at;
        let units = word.char_indices().map(|(at, c)| (c, start + at..start + at + c.len_utf8())).collect();
        let mut value = Value::from_units(units, start);
        let lower = word.to_ascii_lowercase();
        if !matches!(lower.as_str(), "true" | "false" | "none" | "null" | "nil")
            && lower.parse::<f64>().is_err()
        {
            value.expands = Some("an expression of the program".to_owned());
        }
        self.skip(end);
        Some(value)
    }

    /// The string that begins here. One that stays open ends with the line and is no string.
    fn quoted(&mut self) -> Option<Value> {
        let quote = self.rest.chars().next().filter(|c| *c == '"' || *c == '\'')?;
        let start = self.at;
        let mut units: Vec<(char, Range<usize>)> = Vec::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            if c == quote {
                self.skip(at + 1);
                return Some(Value::from_units(units, start + 1));
            }
            let from = start + at;
            match c {
                '\\' => {
                    let (end, escaped) = chars.next()?;
                    let plain = match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        other => other,
                    };
                    units.push((plain, from..start + end + escaped.len_utf8()));
                }
                c => units.push((c, from..from + c.len_utf8())),
            }
        }
        self.skip(self.rest.len());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String, bool)> {
        let parsed = read(&Source::new(text));
        parsed
            .items
            .into_iter()
            .map(|item| (item.key, item.value.text.to_string(), item.value.expands.is_some()))
            .collect()
    }

    #[test]
    fn pairs_of_four_languages_are_found() {
        let text = "conf = {'a.b': 'x', \"c\": 5}\n \"d.e\": \"y\\\"z\",\nprops.put(\"f.g\", \"h\");\nc['i'] = 'j'\n";
        let found = [("a.b", "x"), ("c", "5"), ("d.e", "y\"z"), ("f.g", "h"), ("i", "j")];
        assert_eq!(pairs(text), found.map(|(key, value)| (key.to_owned(), value.to_owned(), false)));
    }

    #[test]
    fn what_a_program_computes_is_not_taken_for_a_value() {
        let text = "'a': os.environ['X'],\n'b': 'x' + y,\n";
        assert!(pairs(text).iter().all(|(.., computed)| *computed));
    }
}
