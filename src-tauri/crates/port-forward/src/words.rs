//! What a child said last, fit for a sentence: a few lines, each of bounded length and without control characters.
//!
//! A child's output comes from elsewhere (a server's banner, a cluster's error). Kept whole, it could fill the memory; shown as it
//! is, it could play tricks with a terminal.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Lines that are kept.
const LINES: usize = 12;
/// Characters of a line that are kept.
const WIDTH: usize = 400;
/// Lines in a sentence.
const TOLD: usize = 3;
/// For how long what was said still explains what happens.
pub(crate) const LATELY: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub(crate) struct Words(Mutex<VecDeque<(Instant, String)>>);

impl Words {
    pub(crate) fn add(&self, line: &str) {
        let line = clean(line);
        if line.is_empty() {
            return;
        }
        let mut lines = self.0.lock();
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back((Instant::now(), line));
    }

    /// The last lines as one text.
    pub(crate) fn last(&self) -> Option<String> {
        self.told(|_| true)
    }

    /// The same, of the last seconds.
    pub(crate) fn lately(&self) -> Option<String> {
        self.told(|at| at.elapsed() < LATELY)
    }

    fn told(&self, fits: impl Fn(Instant) -> bool) -> Option<String> {
        let lines = self.0.lock();
        let mut last: Vec<&str> = lines
            .iter()
            .rev()
            .filter(|(at, _)| fits(*at))
            .take(TOLD)
            .map(|(_, line)| line.as_str())
            .collect();
        last.reverse();
        // Programs say the same thing once for each connection.
        last.dedup();
        (!last.is_empty()).then(|| last.join(" / "))
    }
}

/// Without control characters (also those that colour), without lines of ornament, and not too long.
fn clean(line: &str) -> String {
    let mut kept = String::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' && letters.next_if_eq(&'[').is_some() {
            // Up to the letter that ends it.
            while letters.next_if(|c| !c.is_ascii_alphabetic()).is_some() {}
            letters.next();
        } else if letter == '\t' {
            kept.push(' ');
        } else if !letter.is_control() && !is_hidden(letter) {
            kept.push(letter);
        }
    }
    let kept = kept.trim();
    if !kept.chars().any(char::is_alphanumeric) {
        return String::new();
    }
    match kept.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", kept.get(..end).unwrap_or_default()),
        None => kept.to_owned(),
    }
}

/// Marks that turn the direction of writing, or take no room.
fn is_hidden(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Bytes of a line that are kept while it is read; the rest of it is read and dropped.
const LONGEST: usize = 4096;

/// Reads lines to the end; each is told when it is whole.
pub(crate) async fn read_lines(from: Option<impl AsyncRead + Unpin>, mut told: impl FnMut(&str)) {
    let Some(mut from) = from else { return };
    let mut line = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let read = from.read(&mut chunk).await.unwrap_or(0);
        for &byte in chunk.iter().take(read) {
            if byte == b'\n' {
                told(&String::from_utf8_lossy(&line));
                line.clear();
            } else if line.len() < LONGEST {
                line.push(byte);
            }
        }
        if read == 0 {
            if !line.is_empty() {
                told(&String::from_utf8_lossy(&line));
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_told_and_no_more_are_kept() {
        let words = Words::default();
        assert_eq!(words.last(), None);
        for n in 0..100 {
            words.add(&format!("line {n}"));
        }
        assert_eq!(words.last().unwrap(), "line 97 / line 98 / line 99");
        assert_eq!(words.0.lock().len(), LINES);
    }

    #[test]
    fn what_could_play_tricks_is_taken_out() {
        for (said, kept) in [
            ("\u{1b}[31merror\u{1b}[0m: no\r", "error: no"),
            ("a\u{7}b\u{202e}c\td", "abc d"),
            ("@@@@@@@@@@@@@@@@", ""),
            ("\u{1b}", ""),
            ("\u{1b}[", ""),
        ] {
            assert_eq!(clean(said), kept);
        }
        assert_eq!(clean(&"ä".repeat(5000)).chars().count(), WIDTH + 1);
    }

    #[tokio::test]
    async fn a_line_without_end_is_read_in_bounded_memory() {
        let text = format!("{}\nnext\nlast", "x".repeat(1 << 20));
        let mut lines = Vec::new();
        read_lines(Some(text.as_bytes()), |line| lines.push(line.to_owned())).await;
        assert_eq!(lines[0].len(), LONGEST);
        assert_eq!(lines[1..], ["next", "last"]);
    }
}
