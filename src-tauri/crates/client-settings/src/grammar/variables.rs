//! Files of environment variables: `.env`, shell exports, `ENV` lines. Docker takes a value as it stands, a shell takes
//! quotes off; a value that is quoted as a whole is read as the shell would, every other one as it stands, since a JAAS
//! string has quotes inside that must stay.

use super::{Item, Parsed, Scope, Spelling, command::split, words};
use crate::{Verdict, source::Source, value::Value};

const LEADS: [&str; 6] = ["export ", "set ", "setx ", "ENV ", "env ", "- "];

/// The name of the variable that a line sets.
pub(crate) fn name(line: &str) -> Option<&str> {
    let line = without_lead(line.trim());
    let (name, _) = line.split_once('=')?;
    let name = name.trim_end();
    let upper = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
    (upper && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')).then_some(name)
}

fn without_lead(line: &str) -> &str {
    let mut line = line;
    while let Some(rest) = LEADS.iter().find_map(|lead| line.strip_prefix(lead)) {
        line = rest.trim_start();
    }
    line.strip_prefix("$env:").unwrap_or(line)
}

pub(crate) fn read(source: &Source<'_>) -> Parsed {
    let mut parsed = Parsed::default();
    let scope = parsed.scope(Scope::default());
    let mut line = 0;
    while line < source.count() {
        let first = line;
        line += 1;
        let text = source.line(first);
        if text.trim().is_empty() {
            parsed.note(first, Verdict::Blank);
            continue;
        }
        if text.trim_start().starts_with('#') {
            parsed.note(first, Verdict::Comment);
            continue;
        }
        let body = without_lead(text.trim());
        let Some((key, rest)) = body.split_once('=') else {
            parsed.unreadable(first, "there is no = in this line, so it sets no variable");
            continue;
        };
        let key = key.trim().to_owned();
        let range = source.range(first);
        let start = range.start + text.trim_end().len() - rest.len();
        let (value, last) = if rest.trim_start().starts_with(['"', '\'']) {
            match quoted(source, first, start) {
                Ok(Some((value, last))) => (value, last),
                Ok(None) => (literal(source, start..range.end), first),
                Err(what) => {
                    parsed.unreadable(first, what);
                    continue;
                }
            }
        } else {
            (literal(source, start..range.end), first)
        };
        line = last + 1;
        parsed.items.push(Item {
            scope,
            key,
            listed: false,
            merged: false,
            spelling: Spelling::Variable,
            value: value.trimmed(),
            lines: (first, last),
        });
    }
    parsed
}

/// The value when the quotes hold all of it.
fn quoted(source: &Source<'_>, first: usize, start: usize) -> Result<Option<(Value, usize)>, &'static str> {
    let command = words::command(source, first);
    if command.open {
        return Err("a quote is opened and not closed");
    }
    // The word that begins with the name and reaches to the value.
    let holds = |word: &&words::Word| {
        let whole = &word.value.whole;
        whole.start <= start && start <= whole.end && word.value.text.contains('=')
    };
    let Some(word) = command.words.iter().find(holds) else { return Ok(None) };
    let more = command.words.iter().any(|other| other.value.whole.start > word.value.whole.end);
    if more {
        return Ok(None);
    }
    Ok(split(&word.value).map(|(_, value)| (value, command.lines.1)))
}

fn literal(source: &Source<'_>, range: std::ops::Range<usize>) -> Value {
    let text = source.slice(range.clone());
    if let Some(inner) = unquoted(text.trim()) {
        let from = range.start + text.find(inner).unwrap_or_default();
        let units = inner.char_indices().map(|(at, c)| (c, from + at..from + at + c.len_utf8())).collect();
        return Value::from_units(units, range.start);
    }
    let end = if text.contains(['"', '\'']) { text.len() } else { text.find(" #").unwrap_or(text.len()) };
    let units = text
        .char_indices()
        .take_while(|(at, _)| *at < end)
        .map(|(at, c)| (c, range.start + at..range.start + at + c.len_utf8()))
        .collect();
    Value::from_units(units, range.start)
}

/// What stands between two quotes that no third one disturbs.
fn unquoted(text: &str) -> Option<&str> {
    ['"', '\''].into_iter().find_map(|quote| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.is_empty() && !inner.contains(quote)).then_some(inner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<(String, String)> {
        read(&Source::new(text))
            .items
            .into_iter()
            .map(|item| (item.key, item.value.text.to_string()))
            .collect()
    }

    #[test]
    fn quotes_around_all_of_a_value_go_and_quotes_inside_stay() {
        let text =
            "export A=\"x y\"\nB='q' # why\nC=M required user=\"u\";\nD=\"\"\nE = \"v\"\nF=plain # why\n";
        let expected = [
            ("A", "x y"),
            ("B", "q"),
            ("C", "M required user=\"u\";"),
            ("D", ""),
            ("E", "v"),
            ("F", "plain"),
        ];
        assert_eq!(values(text), expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }

    #[test]
    fn a_quoted_value_may_take_several_lines() {
        let parsed = read(&Source::new("A=\"one\ntwo\"\nB=3"));
        assert_eq!(parsed.items[0].lines, (0, 1));
        assert_eq!(parsed.items[1].value.text.as_str(), "3");
    }
}
