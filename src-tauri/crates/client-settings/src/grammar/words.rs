//! A shell's words: quotes, escapes, and a `\` that takes the next line in. A kcat command is pasted as it stands in a
//! terminal or a script, and what the shell would have made of it is what kcat would have seen.

use std::ops::Range;

use crate::{source::Source, value::Value};

/// A word, as a program would get it.
pub(crate) struct Word {
    pub(crate) value: Value,
}

/// The words of one command, and the lines it takes.
pub(crate) struct Command {
    pub(crate) words: Vec<Word>,
    pub(crate) lines: (usize, usize),
    /// A quote was not closed.
    pub(crate) open: bool,
}

/// Quotes reach over lines, but not over more than this: one that was forgotten should not swallow the file.
const LONGEST_QUOTE: usize = 64 * 1024;

/// The command that begins at this line.
pub(crate) fn command(source: &Source<'_>, first: usize) -> Command {
    let start = source.range(first).start;
    let mut reader = Reader {
        source,
        at: start,
        units: Vec::new(),
        begun: false,
        expands: None,
        words: Vec::new(),
        open: false,
    };
    reader.run();
    let last = source.line_of(reader.at.saturating_sub(1).max(start)).max(first);
    Command { words: reader.words, lines: (first, last), open: reader.open }
}

struct Reader<'s, 't> {
    source: &'s Source<'t>,
    at: usize,
    units: Vec<(char, Range<usize>)>,
    begun: bool,
    expands: Option<String>,
    words: Vec<Word>,
    open: bool,
}

impl Reader<'_, '_> {
    fn peek(&self) -> Option<char> {
        self.source.slice(self.at..self.source.text.len()).chars().next()
    }

    fn next(&mut self) -> Option<(char, Range<usize>)> {
        let c = self.peek()?;
        let start = self.at;
        self.at += c.len_utf8();
        Some((c, start..self.at))
    }

    fn push(&mut self, unit: (char, Range<usize>)) {
        self.begun = true;
        self.units.push(unit);
    }

    fn end_word(&mut self) {
        if self.begun {
            let mut value = Value::from_units(std::mem::take(&mut self.units), self.at);
            value.expands = self.expands.take();
            self.words.push(Word { value });
        }
        self.begun = false;
    }

    fn run(&mut self) {
        while let Some((c, at)) = self.next() {
            match c {
                '\n' | '\r' => break,
                ';' | '|' | '&' | '>' => {
                    // What follows is another program's part.
                    self.end_word();
                    while !matches!(self.peek(), None | Some('\n' | '\r')) {
                        self.next();
                    }
                }
                '\\' => match self.next() {
                    Some(('\r', _)) if self.peek() == Some('\n') => drop(self.next()),
                    Some(('\n' | '\r', _)) | None => {}
                    Some((c, end)) => self.push((c, at.start..end.end)),
                },
                '#' if !self.begun => {
                    while !matches!(self.peek(), None | Some('\n' | '\r')) {
                        self.next();
                    }
                }
                '\'' | '"' => self.quoted(c),
                '$' => self.dollar(at),
                c if c.is_whitespace() => self.end_word(),
                c => self.push((c, at)),
            }
        }
        self.end_word();
    }

    fn quoted(&mut self, quote: char) {
        self.begun = true;
        let opened = self.at;
        let kept = self.units.len();
        while let Some((c, at)) = self.next() {
            if self.at - opened > LONGEST_QUOTE {
                break;
            }
            match c {
                c if c == quote => return,
                '\\' if quote == '"' => match self.next() {
                    Some((c @ ('"' | '\\' | '$' | '`'), end)) => self.push((c, at.start..end.end)),
                    Some(('\n', _)) => {}
                    Some((c, end)) => {
                        self.push(('\\', at));
                        self.push((c, end));
                    }
                    None => break,
                },
                '$' if quote == '"' => self.dollar(at),
                c => self.push((c, at)),
            }
        }
        // Never closed: the rest of the line is all that is taken.
        self.open = true;
        self.units.truncate(kept);
        self.at = opened;
        while !matches!(self.peek(), None | Some('\n' | '\r')) {
            if let Some(unit) = self.next() {
                self.push(unit);
            }
        }
    }

    /// `$NAME` and `${NAME}`: what they hold is in somebody's shell, not in the text.
    fn dollar(&mut self, at: Range<usize>) {
        let rest = self.source.slice(self.at..self.source.text.len());
        let name: String = rest
            .strip_prefix(['{', '('])
            .unwrap_or(rest)
            .chars()
            .take(100)
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        if !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) {
            self.expands.get_or_insert(name);
        }
        self.push(('$', at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        command(&Source::new(text), 0).words.iter().map(|word| word.value.text.to_string()).collect()
    }

    #[test]
    fn quotes_and_continued_lines_are_what_a_shell_makes_of_them() {
        assert_eq!(
            words("kcat -b 'a b' \\\n  -X \"k=v\\\"w\"x # no\n-Y"),
            ["kcat", "-b", "a b", "-X", "k=v\"wx"]
        );
    }

    #[test]
    fn what_comes_after_a_pipe_is_not_its_part() {
        assert_eq!(words("kcat -L | grep x"), ["kcat", "-L"]);
    }

    #[test]
    fn a_quote_that_stays_open_ends_with_its_line() {
        let source = Source::new("kcat -X \"a=b\nnext");
        let command = command(&source, 0);
        assert!(command.open);
        assert_eq!(command.lines, (0, 0));
    }
}
