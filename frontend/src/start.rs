//! Start of the page: listen to the address, the clock, the keys and the core, then draw the frame.

use std::time::Duration;

use leptos::{ev, prelude::*};

use crate::{
    components::{act, frame, led},
    ending, ipc,
    model::route::Route,
    state::{app::App, events, keeping, theme},
};

/// Mounts the page.
pub fn start() {
    std::panic::set_hook(Box::new(ending::show));
    if !ipc::present() {
        mount_to_body(outside);
        return;
    }
    mount_to_body(|| {
        let app = App::new();
        theme::follow(app.theme);
        keeping::keep_pace(app.pace);
        follow_address(app);
        follow_clock(app);
        act::obey(app);
        app.follow_cluster();
        app.load_profiles();
        ipc::watch(|event| events::tell(&event));
        frame::frame(app)
    });
}

fn outside() -> impl IntoView {
    view! {
        <div class="ending" data-testid="no-shell">
            <h1>"This page needs its window"</h1>
            <p>
                "It was opened in a browser, where it has no way to reach a cluster. Start Brokerscope itself: "
                <code>"cargo xtask run"</code>
                " opens it on the demo cluster."
            </p>
        </div>
    }
}

fn follow_address(app: App) {
    app.read_address();
    let handle = window_event_listener(ev::hashchange, move |_| app.read_address());
    on_cleanup(move || handle.remove());
    // The command line may name what to begin with; an address that already leads somewhere wins.
    if app.route.get_untracked() == Route::Connections {
        led::follow(app);
    }
    led::obey(app);
}

fn follow_clock(app: App) {
    let second = set_interval_with_handle(move || app.tick(), Duration::from_secs(1));
    let handle = window_event_listener_untyped("visibilitychange", move |_| {
        let hidden = document().hidden();
        app.hidden.set(hidden);
        if !hidden {
            app.tick();
        }
    });
    on_cleanup(move || {
        handle.remove();
        if let Ok(second) = second {
            second.clear();
        }
    });
}
