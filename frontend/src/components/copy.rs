//! Copying a text. Where the clipboard can't be had, the text is there to be selected, and says so.

use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen_futures::JsFuture;

use super::{drawings::Icon, icon::icon};

/// A button that copies what `text` gives; `label` says what.
pub fn copy(
    label: &'static str,
    test: &'static str,
    text: impl Fn() -> Option<String> + Send + 'static,
) -> impl IntoView {
    let said = RwSignal::new(None::<&'static str>);
    let copy = move |_| {
        let Some(text) = text() else { return };
        // Asked for by name at run time: a window without one has none to give, whatever its type says.
        let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok();
        let there = clipboard.is_some_and(|clipboard| clipboard.is_object());
        spawn_local(async move {
            let copied =
                there && JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_ok();
            let _said = said.try_set(Some(if copied { "Copied" } else { "Select the text and copy it" }));
        });
    };
    view! {
        <button type="button" class="btn" data-testid=test on:click=copy on:blur=move |_| said.set(None)>
            {move || icon(if said.get() == Some("Copied") { Icon::Check } else { Icon::Copy })}
            {move || said.get().unwrap_or(label)}
        </button>
    }
}
