//! Addresses of what is done with connections before one is opened: editing, importing, sharing, examining. Each has one, so that
//! "back" leads out of it and a reload comes back to it.

use crate::model::percent::{decode, encode};

/// A page about connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Desk {
    /// None: a new one.
    Edit {
        id: Option<String>,
        part: Part,
    },
    Import,
    Share,
    Doctor {
        id: String,
    },
}

/// A part of the editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    #[default]
    General,
    Security,
    SignIn,
    Reach,
    Timeouts,
}

impl Part {
    pub const ALL: [Part; 5] = [Part::General, Part::Security, Part::SignIn, Part::Reach, Part::Timeouts];

    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Part::General => "General",
            Part::Security => "Security",
            Part::SignIn => "Sign-in",
            Part::Reach => "Reaching brokers",
            Part::Timeouts => "Time limits",
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Part::General => "general",
            Part::Security => "security",
            Part::SignIn => "sign-in",
            Part::Reach => "reach",
            Part::Timeouts => "time-limits",
        }
    }
}

impl Desk {
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self {
            Desk::Edit { id: None, .. } => "New connection",
            Desk::Edit { .. } => "Edit",
            Desk::Import => "Import",
            Desk::Share => "Share",
            Desk::Doctor { .. } => "Doctor",
        }
    }

    /// The connection it is about.
    #[must_use]
    pub fn about(&self) -> Option<&str> {
        match self {
            Desk::Edit { id, .. } => id.as_deref(),
            Desk::Doctor { id } => Some(id),
            Desk::Import | Desk::Share => None,
        }
    }

    pub(super) fn href(&self) -> String {
        match self {
            Desk::Edit { id: None, part } => format!("#/new/{}", part.word()),
            Desk::Edit { id: Some(id), part } => format!("#/edit/{}/{}", encode(id), part.word()),
            Desk::Import => "#/import".to_owned(),
            Desk::Share => "#/share".to_owned(),
            Desk::Doctor { id } => format!("#/doctor/{}", encode(id)),
        }
    }

    pub(super) fn parse(parts: &[&str]) -> Option<Desk> {
        let part = |word: &str| Part::ALL.into_iter().find(|part| part.word() == word);
        Some(match parts {
            ["new"] => Desk::Edit { id: None, part: Part::default() },
            ["new", word] => Desk::Edit { id: None, part: part(word)? },
            ["edit", id] => Desk::Edit { id: Some(decode(id)), part: Part::default() },
            ["edit", id, word] => Desk::Edit { id: Some(decode(id)), part: part(word)? },
            ["import"] => Desk::Import,
            ["share"] => Desk::Share,
            ["doctor", id] => Desk::Doctor { id: decode(id) },
            _ => return None,
        })
    }
}
