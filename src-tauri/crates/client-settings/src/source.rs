//! The text as lines, and which bytes of it must not be shown. All grammars count lines here, so that a verdict always
//! stands beside the line it is about, whatever ended that line.

use std::ops::Range;

/// What stands for a secret.
pub(crate) const MASK: &str = "•••";

pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    /// Each line without its end (`\n`, `\r\n` or `\r`).
    lines: Vec<Range<usize>>,
}

impl<'t> Source<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        let mut bytes = text.bytes().enumerate().peekable();
        while let Some((at, byte)) = bytes.next() {
            let end = match byte {
                b'\r' if matches!(bytes.peek(), Some((_, b'\n'))) => {
                    bytes.next();
                    at + 2
                }
                b'\r' | b'\n' => at + 1,
                _ => continue,
            };
            lines.push(start..at);
            start = end;
        }
        if start < text.len() {
            lines.push(start..text.len());
        }
        Self { text, lines }
    }

    pub(crate) fn count(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn range(&self, line: usize) -> Range<usize> {
        self.lines.get(line).cloned().unwrap_or(self.text.len()..self.text.len())
    }

    pub(crate) fn line(&self, line: usize) -> &'t str {
        self.slice(self.range(line))
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// The line that holds this byte, from 0.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.start <= byte).saturating_sub(1)
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &'t str)> {
        (0..self.count()).map(|number| (number, self.line(number)))
    }

    /// First and last line of a range, without the blank lines that a block of YAML has at its end.
    pub(crate) fn lines_of(&self, range: &Range<usize>) -> (usize, usize) {
        let first = self.line_of(range.start);
        let content = self.slice(range.clone()).trim_end().len();
        (first, self.line_of(range.start + content.saturating_sub(1)).max(first))
    }

    /// The lines with `•••` in place of what must not be seen. `hidden` in any order; what overlaps is merged.
    pub(crate) fn masked(&self, mut hidden: Vec<Range<usize>>) -> Vec<String> {
        hidden.sort_by_key(|range| range.start);
        let mut merged: Vec<Range<usize>> = Vec::new();
        for range in hidden.into_iter().filter(|range| range.start < range.end) {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        (0..self.count())
            .map(|number| {
                let line = self.range(number);
                let from = merged.partition_point(|range| range.end <= line.start);
                let mut shown = String::new();
                let mut at = line.start;
                for range in merged.iter().skip(from).take_while(|range| range.start < line.end) {
                    let mut cut = range.start.max(line.start)..range.end.min(line.end);
                    // What is inside a longer secret keeps its indent and its `\` at the end: they tell the grammar.
                    if range.start < line.start {
                        let text = self.slice(cut.clone());
                        cut.start += text.len() - text.trim_start().len();
                    }
                    if range.end > line.end {
                        let text = self.slice(cut.clone());
                        cut.end -= text.len() - text.trim_end().trim_end_matches('\\').len();
                    }
                    if cut.start >= cut.end {
                        continue;
                    }
                    shown.push_str(self.slice(at..cut.start));
                    shown.push_str(MASK);
                    at = cut.end;
                }
                shown.push_str(self.slice(at..line.end));
                shown
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let source = Source::new("a\nb\r\nc\rd\n\ne");
        let lines: Vec<&str> = source.lines().map(|(_, text)| text).collect();
        assert_eq!(lines, ["a", "b", "c", "d", "", "e"]);
        assert_eq!(source.line_of(3), 1);
    }

    #[test]
    fn a_secret_over_two_lines_is_hidden_in_both() {
        let source = Source::new("p=ab\\\n  cd\nq=1");
        assert_eq!(source.masked(std::iter::once(2..10).collect()), ["p=•••\\", "  •••", "q=1"]);
    }

    #[test]
    fn secrets_that_overlap_are_hidden_once() {
        let source = Source::new("abcdef");
        assert_eq!(source.masked(vec![3..5, 1..4]), ["a•••f"]);
    }
}
