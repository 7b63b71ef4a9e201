//! Which line counts when several say the same thing, and what is said of the others. Two lines that set one thing are the
//! commonest fault of a grown file; clients take the last without a word.

use std::collections::{BTreeMap, BTreeSet};

use super::Entry;
use crate::{Verdict, keys::Key, placeholder};

pub(super) struct Draft<'e> {
    entries: &'e [Entry],
    chosen: BTreeMap<Key, &'e Entry>,
    /// Those whose value still has to be filled in.
    open: BTreeSet<usize>,
    notes: Vec<(usize, Verdict)>,
}

impl<'e> Draft<'e> {
    pub(super) fn new(entries: &'e [Entry]) -> Self {
        let mut chosen: BTreeMap<Key, &'e Entry> = BTreeMap::new();
        for entry in entries {
            match chosen.get(&entry.key) {
                Some(before) if before.rank > entry.rank => {}
                Some(before)
                    if before.rank == entry.rank
                        && before.listed
                        && entry.listed
                        && before.name == entry.name => {}
                _ => {
                    chosen.insert(entry.key, entry);
                }
            }
        }
        let mut draft = Self { entries, chosen, open: BTreeSet::new(), notes: Vec::new() };
        for entry in entries {
            draft.first_words(entry);
        }
        draft
    }

    fn first_words(&mut self, entry: &'e Entry) {
        let Some(winner) = self.chosen.get(&entry.key).copied() else { return };
        if !std::ptr::eq(winner, entry) && !joined(winner, entry) {
            let line = winner.line + 1;
            let said = if winner.rank > entry.rank {
                format!("line {line} goes before it, and counts")
            } else if *winner.value.text == *entry.value.text {
                format!("line {line} says the same once more")
            } else {
                format!("line {line} sets it once more, and the last counts")
            };
            self.not_needed(entry, said);
            return;
        }
        if entry.key != Key::Jaas
            && let Some(said) = placeholder::in_value(&entry.value, entry.key.is_secret())
        {
            self.open.insert(entry.item);
            self.unreadable(entry, said);
        }
        if entry.key == Key::Jaas
            && let Some(name) = entry.value.expands.as_ref().filter(|_| !entry.value.text.contains('"'))
        {
            self.open.insert(entry.item);
            self.unreadable(
                entry,
                format!("fill in the value: {name} stands for one that is not in the text"),
            );
        }
    }

    /// The line that counts, be it filled in or not.
    pub(super) fn given(&self, key: Key) -> Option<&'e Entry> {
        self.chosen.get(&key).copied()
    }

    /// The line that counts, if it has a value.
    pub(super) fn get(&self, key: Key) -> Option<&'e Entry> {
        self.given(key).filter(|entry| !self.open.contains(&entry.item))
    }

    /// The lines of a list, or the one that counts.
    pub(super) fn all(&self, key: Key) -> Vec<&'e Entry> {
        let Some(winner) = self.given(key) else { return Vec::new() };
        self.entries
            .iter()
            .filter(|entry| entry.key == key && (std::ptr::eq(winner, *entry) || joined(winner, entry)))
            .filter(|entry| !self.open.contains(&entry.item))
            .collect()
    }

    /// A line that shows what is meant where `security.protocol` is missing.
    pub(super) fn hint(&self, kind: fn(Key) -> bool) -> Option<&'e Entry> {
        let speaks = |key: Key| {
            !matches!(key, Key::HostCheck | Key::TlsVersions | Key::ClientHandler | Key::LoginHandler)
        };
        self.chosen.iter().find(|(key, _)| kind(**key) && speaks(**key)).map(|(_, entry)| *entry)
    }

    /// `true` or `false`; anything else is said to be neither.
    pub(super) fn truth(&mut self, entry: &'e Entry) -> Option<bool> {
        match entry.value.text.to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Some(true),
            "false" | "0" | "no" | "off" => Some(false),
            _ => {
                self.unreadable(entry, "is neither true nor false");
                None
            }
        }
    }

    /// A text that is not empty, with what is said of it.
    pub(super) fn text(&mut self, key: Key, becomes: &str) -> Option<String> {
        let entry = self.get(key)?;
        if entry.value.text.is_empty() {
            self.not_needed(entry, "is empty, so it sets nothing");
            return None;
        }
        self.understood(entry, becomes);
        Some(entry.value.text.to_string())
    }

    pub(super) fn understood(&mut self, entry: &Entry, said: impl Into<String>) {
        self.notes.push((entry.item, Verdict::Understood(said.into())));
    }

    pub(super) fn not_needed(&mut self, entry: &Entry, said: impl Into<String>) {
        self.notes.push((entry.item, Verdict::NotNeeded(said.into())));
    }

    pub(super) fn not_supported(&mut self, entry: &Entry, said: impl Into<String>) {
        self.notes.push((entry.item, Verdict::NotSupported(said.into())));
    }

    pub(super) fn unreadable(&mut self, entry: &Entry, said: impl Into<String>) {
        self.notes.push((entry.item, Verdict::Unreadable(said.into())));
    }

    /// All chosen lines of a kind that nobody has spoken of yet.
    pub(super) fn silent(&self, kind: fn(Key) -> bool) -> Vec<&'e Entry> {
        self.chosen
            .iter()
            .filter(|(key, entry)| kind(**key) && !self.notes.iter().any(|(item, _)| *item == entry.item))
            .map(|(_, entry)| *entry)
            .collect()
    }

    pub(super) fn into_notes(mut self) -> Vec<(usize, Verdict)> {
        for entry in self.silent(|_| true) {
            self.not_needed(entry, "nothing else in the text makes use of it");
        }
        self.notes
    }
}

fn joined(winner: &Entry, entry: &Entry) -> bool {
    winner.listed
        && entry.listed
        && winner.rank == entry.rank
        && winner.name == entry.name
        && winner.key == Key::Bootstrap
}
