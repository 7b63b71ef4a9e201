//! The grammars: each turns a text into keys with values, and says of every other line what it is. None of them knows what
//! a key means; that is the dialects' part.

pub(crate) mod command;
pub(crate) mod dictionary;
pub(crate) mod properties;
pub(crate) mod variables;
pub(crate) mod words;
pub(crate) mod yaml;
mod yaml_scalar;
mod yaml_tree;

use std::ops::Range;

use crate::{Verdict, value::Value};

/// How keys are written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `security.protocol`
    Dotted,
    /// `KAFKA_SECURITY_PROTOCOL`
    Variable,
}

/// A key and its value.
#[derive(Clone)]
pub(crate) struct Item {
    /// Which document, section, service or command it stands in. Items of one scope belong together.
    pub(crate) scope: usize,
    pub(crate) key: String,
    /// It is one of a list, and all that have this key make the value.
    pub(crate) listed: bool,
    /// It came from a block that others are laid over (YAML's `<<`).
    pub(crate) merged: bool,
    pub(crate) spelling: Spelling,
    pub(crate) value: Value,
    /// First and last line, from 0.
    pub(crate) lines: (usize, usize),
}

/// What a scope is called, and what it rests on.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) name: Option<String>,
    /// Its settings are weaker than those outside: a `[consumer]` section.
    pub(crate) aside: bool,
    /// Which document of a file with several.
    pub(crate) document: usize,
}

/// A line that has a verdict of its own, without being a setting.
pub(crate) struct Note {
    pub(crate) line: usize,
    pub(crate) verdict: Verdict,
}

/// A heading takes its verdict from what stands below it.
pub(crate) struct Heading {
    pub(crate) line: usize,
    pub(crate) items: Range<usize>,
}

#[derive(Default)]
pub(crate) struct Parsed {
    pub(crate) items: Vec<Item>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) notes: Vec<Note>,
    pub(crate) headings: Vec<Heading>,
}

impl Parsed {
    pub(crate) fn note(&mut self, line: usize, verdict: Verdict) {
        self.notes.push(Note { line, verdict });
    }

    pub(crate) fn unreadable(&mut self, line: usize, what: impl Into<String>) {
        self.note(line, Verdict::Unreadable(what.into()));
    }

    pub(crate) fn scope(&mut self, scope: Scope) -> usize {
        self.scopes.push(scope);
        self.scopes.len() - 1
    }
}
