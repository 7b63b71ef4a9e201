//! `key=value` files in their three kinds: Java's properties with all of `java.util.Properties` (continued lines, escapes,
//! three separators), librdkafka's, which have none of that, and sections in brackets. Reading one as the other turns
//! `C:\tls\new.pem` into a path with a line break, or leaves a `\` in a password.
//!
//! A parser of our own: the ones to be had give neither lines nor the place of each character, and a secret can't be hidden
//! in its line without.

use std::ops::Range;

use super::{Item, Parsed, Scope, Spelling};
use crate::{Verdict, source::Source, value::Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Java,
    /// librdkafka, kcat -F, Python's config.ini: `=`, no escapes, one line each.
    Plain,
}

type Unit = (char, Range<usize>);

const BLANKS: [char; 3] = [' ', '\t', '\x0c'];

pub(crate) fn read(source: &Source<'_>, kind: Kind) -> Parsed {
    let mut parsed = Parsed::default();
    let mut scope = parsed.scope(Scope::default());
    let mut line = 0;
    while line < source.count() {
        let first = line;
        line += 1;
        let text = source.line(first).trim_start_matches(BLANKS);
        if text.trim().is_empty() {
            parsed.note(first, Verdict::Blank);
            continue;
        }
        if matches!(text.trim_end(), "#---" | "!---") {
            // Spring Boot parts the documents of a properties file so.
            let document = parsed.scopes.len();
            scope = parsed.scope(Scope { document, ..Scope::default() });
            parsed.note(first, Verdict::Comment);
            continue;
        }
        if text.starts_with('#')
            || (text.starts_with('!') && kind == Kind::Java)
            || (text.starts_with(';') && kind == Kind::Plain)
        {
            parsed.note(first, Verdict::Comment);
            continue;
        }
        if let Some(name) = section(text) {
            // The examples have one for all clients, and one more for consumers.
            let main =
                matches!(name.to_ascii_lowercase().as_str(), "default" | "kafka" | "global" | "common");
            scope = if main { 0 } else { parsed.scope(Scope { aside: true, ..Scope::default() }) };
            let said = format!("the settings of the section {name} follow");
            parsed.note(first, Verdict::NotNeeded(said));
            continue;
        }
        let mut units = units_of(source, first, false);
        if kind == Kind::Java {
            while continues(&units) {
                units.pop();
                if line >= source.count() {
                    break;
                }
                units.extend(units_of(source, line, true));
                line += 1;
            }
        }
        let lines = (first, line - 1);
        match key_and_value(&units, kind, source.range(line - 1).end) {
            Ok((key, value)) => parsed.items.push(Item {
                scope,
                key,
                listed: false,
                merged: false,
                spelling: Spelling::Dotted,
                value: value.trimmed(),
                lines,
            }),
            Err(what) => {
                for number in lines.0..=lines.1 {
                    parsed.unreadable(number, what);
                }
            }
        }
    }
    parsed
}

fn section(text: &str) -> Option<&str> {
    let name = text.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    (!name.is_empty() && !name.contains(['=', '[', ']'])).then_some(name)
}

fn units_of(source: &Source<'_>, line: usize, continued: bool) -> Vec<Unit> {
    let range = source.range(line);
    let text = source.line(line);
    let lead = if continued { text.len() - text.trim_start_matches(BLANKS).len() } else { 0 };
    source
        .slice(range.start + lead..range.end)
        .char_indices()
        .map(|(at, c)| (c, range.start + lead + at..range.start + lead + at + c.len_utf8()))
        .collect()
}

/// An odd number of backslashes at the end takes the next line in.
fn continues(units: &[Unit]) -> bool {
    units.iter().rev().take_while(|(c, _)| *c == '\\').count() % 2 == 1
}

fn key_and_value(units: &[Unit], kind: Kind, end: usize) -> Result<(String, Value), &'static str> {
    let mut rest = units;
    while let [(c, _), more @ ..] = rest
        && BLANKS.contains(c)
    {
        rest = more;
    }
    let mut key = String::new();
    if kind == Kind::Plain {
        let at =
            rest.iter().position(|(c, _)| *c == '=').or_else(|| rest.iter().position(|(c, _)| *c == ':'));
        let Some(at) = at else {
            return Err("there is no = in this line, so it sets nothing");
        };
        let (left, right) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        key.extend(left.iter().map(|(c, _)| *c));
        let value = right.get(1..).unwrap_or_default().to_vec();
        return Ok((key.trim().to_owned(), Value::from_units(value, end)));
    }
    while let [(c, _), more @ ..] = rest {
        if *c == '=' || *c == ':' || BLANKS.contains(c) {
            break;
        }
        if *c == '\\' {
            let (unit, after) = escape(rest)?;
            key.extend(unit.map(|(c, _)| c));
            rest = after;
        } else {
            key.push(*c);
            rest = more;
        }
    }
    let mut separated = false;
    while let [(c, _), more @ ..] = rest {
        if BLANKS.contains(c) {
            rest = more;
        } else if !separated && (*c == '=' || *c == ':') {
            separated = true;
            rest = more;
        } else {
            break;
        }
    }
    let mut value = Vec::new();
    while let [unit, more @ ..] = rest {
        if unit.0 == '\\' {
            let (unit, after) = escape(rest)?;
            value.extend(unit);
            rest = after;
        } else {
            value.push(unit.clone());
            rest = more;
        }
    }
    Ok((key, Value::from_units(value, end)))
}

/// What an escape stands for, and what comes after it. A `\` at the very end stands for nothing.
fn escape(units: &[Unit]) -> Result<(Option<Unit>, &[Unit]), &'static str> {
    let [(_, start), (c, end), rest @ ..] = units else {
        return Ok((None, &[]));
    };
    let plain = match c {
        't' => '\t',
        'n' => '\n',
        'r' => '\r',
        'f' => '\x0c',
        'u' => {
            let (high, end, rest) = code_unit(rest)?;
            let (code, end, rest) = match (high, rest) {
                // Beyond the first 65,536 characters Java writes two escapes for one.
                (0xD800..=0xDBFF, [('\\', _), ('u', _), rest @ ..]) => {
                    let (low, end, rest) = code_unit(rest)?;
                    (0x10000 + ((high - 0xD800) << 10) + low.wrapping_sub(0xDC00), end, rest)
                }
                _ => (high, end, rest),
            };
            let c = char::from_u32(code).ok_or("a \\u escape that is half of a character")?;
            return Ok((Some((c, start.start..end)), rest));
        }
        other => *other,
    };
    Ok((Some((plain, start.start..end.end)), rest))
}

fn code_unit(units: &[Unit]) -> Result<(u32, usize, &[Unit]), &'static str> {
    let wrong = "\\u needs four hexadecimal digits";
    let (digits, rest) = units.split_at_checked(4).ok_or(wrong)?;
    let mut code = 0;
    for (c, _) in digits {
        code = code * 16 + c.to_digit(16).ok_or(wrong)?;
    }
    Ok((code, digits.last().map_or(0, |(_, at)| at.end), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        let parsed = read(&Source::new(text), Kind::Java);
        parsed.items.into_iter().map(|item| (item.key, item.value.text.to_string())).collect()
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.to_owned(), value.to_owned())
    }

    #[test]
    fn each_separator_of_java_parts_key_from_value() {
        let all = "a=1\nb:2\nc 3\nd \t= 4\ne\nf==5\n g\\ h = 6\n";
        let expected = [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4"), ("e", ""), ("f", "=5"), ("g h", "6")];
        assert_eq!(pairs(all), expected.map(|(key, value)| pair(key, value)));
    }

    #[test]
    fn a_continued_line_takes_the_next_one_without_its_indent() {
        assert_eq!(
            pairs("a=1,\\\r\n   2,\\\n\t3\nb=\\\\\nc=4"),
            [pair("a", "1,2,3"), pair("b", "\\"), pair("c", "4")]
        );
    }

    #[test]
    fn a_comment_sign_inside_a_continued_line_is_part_of_the_value() {
        assert_eq!(pairs("a=1\\\n#2\n"), [pair("a", "1#2")]);
    }

    #[test]
    fn escapes_are_what_java_makes_of_them() {
        assert_eq!(pairs("a=\\u0041\\t\\:\\z\\uD83D\\uDE00"), [pair("a", "A\t:z\u{1F600}")]);
    }

    #[test]
    fn a_broken_escape_is_said_and_not_guessed() {
        let parsed = read(&Source::new("a=\\u00G1\nb=\\uD83D"), Kind::Java);
        assert!(parsed.items.is_empty());
        assert_eq!(parsed.notes.len(), 2);
    }

    #[test]
    fn a_windows_path_of_librdkafka_keeps_its_backslashes() {
        let parsed = read(&Source::new("ssl.ca.location=C:\\tls\\new.pem\\"), Kind::Plain);
        assert_eq!(parsed.items[0].value.text.as_str(), "C:\\tls\\new.pem\\");
    }
}
