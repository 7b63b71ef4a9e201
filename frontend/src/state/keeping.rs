//! What the window keeps for itself between starts: choices about looking, no fact about any cluster. Where there is no storage,
//! the choice lasts as long as the window.

use leptos::prelude::*;

use crate::model::refresh::Pace;

const PACE: &str = "pace";

/// What was kept under a name.
#[must_use]
pub fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a choice.
pub fn keep(name: &str, choice: &str) {
    if let Some(storage) = storage() {
        let _kept = storage.set_item(name, choice);
    }
}

/// The pace of refreshing as it was last chosen.
#[must_use]
pub fn pace() -> Pace {
    kept(PACE).and_then(|word| Pace::from_word(&word)).unwrap_or_default()
}

/// Keeps the pace whenever it changes. A pause is not kept: a window that starts paused would look alive and be old.
pub fn keep_pace(pace: RwSignal<Pace>) {
    Effect::new(move |_| keep(PACE, &pace.get().word()));
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
