//! An icon, drawn inline: no image is loaded, and its colour is the text's.

use leptos::prelude::*;

use super::drawings::Icon;

/// Beside a word that says the same; hidden from screen readers.
pub fn icon(icon: Icon) -> impl IntoView {
    view! {
        <svg
            class="icon"
            xmlns="http://www.w3.org/2000/svg"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
            inner_html=icon.drawing()
        ></svg>
    }
}
