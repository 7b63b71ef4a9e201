//! The refresh menu: how often, now, pause.

use leptos::prelude::*;

use super::{drawings::Icon, icon::icon};
use crate::{
    model::refresh::{PACES, Pace},
    state::app::{App, Overlay},
};

pub fn refresh_menu(app: App) -> impl IntoView {
    let open = Memo::new(move |_| app.overlay.get() == Overlay::Pace);
    let toggle = move |_| {
        app.overlay.update(|overlay| {
            *overlay = if *overlay == Overlay::Pace { Overlay::None } else { Overlay::Pace }
        });
    };
    view! {
        <div class="menu-place">
            <button
                type="button"
                class="btn ghost"
                data-testid="refresh"
                aria-haspopup="menu"
                aria-expanded=move || open.get().to_string()
                on:click=toggle
            >
                {move || icon(if app.pace.get().paused { Icon::Pause } else { Icon::Refresh })}
                {move || app.pace.get().label()}
                {icon(Icon::Down)}
            </button>
            {move || open.get().then(|| menu(app))}
        </div>
    }
}

fn menu(app: App) -> impl IntoView {
    let choose = move |pace: Pace| {
        app.pace.set(pace);
        app.overlay.set(Overlay::None);
    };
    let paces = PACES
        .into_iter()
        .map(|every_s| {
            let pace = Pace { every_s, paused: false };
            let on = move || app.pace.get() == pace;
            let label = if every_s == 0 { "Off".to_owned() } else { format!("Every {every_s} s") };
            view! {
                <button
                    type="button"
                    role="menuitemradio"
                    aria-checked=move || on().to_string()
                    data-pace=every_s.to_string()
                    on:click=move |_| choose(pace)
                >
                    <span class="grow">{label}</span>
                    {move || on().then(|| icon(Icon::Check))}
                </button>
            }
        })
        .collect_view();
    let paused = move || app.pace.get().paused;
    let pause = move |_| {
        let pace = app.pace.get_untracked();
        choose(Pace { paused: !pace.paused, ..pace });
    };
    let now = move |_| {
        app.refresh();
        app.overlay.set(Overlay::None);
    };
    view! {
        <div class="menu paces" role="menu" data-testid="refresh-menu">
            <button type="button" role="menuitem" data-testid="refresh-now" on:click=now>
                {icon(Icon::Refresh)}
                <span class="grow">"Now"</span>
                <kbd>"r"</kbd>
            </button>
            <button type="button" role="menuitem" on:click=pause>
                {move || icon(if paused() { Icon::Play } else { Icon::Pause })}
                <span class="grow">{move || if paused() { "Resume" } else { "Pause" }}</span>
                <kbd>"p"</kbd>
            </button>
            <hr />
            {paces}
            <p>"Rests while the window is hidden."</p>
        </div>
    }
}
