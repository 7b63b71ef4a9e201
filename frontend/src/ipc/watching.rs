//! Listening to the core's notes. One watch for the whole page, ended when the page goes: the core has no other way to learn
//! that nobody listens any more.

use contract::WatchEvent;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use super::{bridge, text_of, tree};

/// Hands every note to `hear`, as long as the page lives.
pub fn watch(hear: impl Fn(WatchEvent) + 'static) {
    let heard = Closure::<dyn Fn(JsValue)>::new(move |message: JsValue| {
        // A note that this build can't read is a note about something that it can't show.
        if let Ok(event) = tree::read(&text_of(&message)) {
            hear(event);
        }
    });
    let function: &js_sys::Function = heard.as_ref().unchecked_ref();
    let channel = bridge::channel(function);
    // Lives as long as the page does.
    heard.forget();
    spawn_local(async move {
        let Ok(channel) = channel else { return };
        if let Ok(id) = bridge::invoke("watch", "onEvent", &channel).await {
            leptos::leptos_dom::helpers::window_event_listener_untyped("pagehide", move |_| {
                let id = id.clone();
                spawn_local(async move {
                    let _ended = bridge::invoke("unwatch", "id", &id).await;
                });
            });
        }
    });
}
