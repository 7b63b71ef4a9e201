//! Light or dark: by the system until somebody chooses. The choice is kept in the window's own storage; it is no fact about any
//! cluster.

use leptos::prelude::*;

use super::keeping;

const KEY: &str = "theme";

/// What was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The next one of the switch.
    #[must_use]
    pub const fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }

    /// As it was kept.
    #[must_use]
    pub fn kept() -> Theme {
        let kept = keeping::kept(KEY);
        [Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| kept.as_deref() == Some(theme.word()))
            .unwrap_or_default()
    }
}

/// Sets the page's theme whenever the choice changes.
pub fn follow(theme: RwSignal<Theme>) {
    Effect::new(move |_| {
        let theme = theme.get();
        keeping::keep(KEY, theme.word());
        if let Some(root) = document().document_element() {
            let _set = match theme {
                Theme::System => root.remove_attribute("data-theme"),
                Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.word()),
            };
        }
    });
}
