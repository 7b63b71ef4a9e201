//! What a second start of the program does: it comes here instead of opening a window of its own. The window is brought to
//! the front, and what the second start asked for, a cluster or a link, is shown in it.

use clap::Parser;
use engine::Engine;
use tauri::{AppHandle, Manager};
use terminal::Arguments;

pub(crate) fn heard(app: &AppHandle, words: Vec<String>) {
    let Some(window) = app.get_webview_window("main") else { return };
    // Each can fail where the desktop doesn't let a program do it; the window is there all the same.
    let _ = window.unminimize();
    let _ = window.set_focus();
    let Ok(arguments) = Arguments::try_parse_from(words) else { return };
    let engine = app.state::<Engine>();
    // The page hears of it and asks; what is being typed in it stays.
    if let Some(addresses) = arguments.connect {
        engine.connect(addresses);
    } else if let Some(link) = arguments.link {
        engine.follow(link);
    } else if arguments.demo {
        engine.begin_with_demo();
    }
}

/// A link that the system hands to the program that runs. Before the first window it is kept, and the page asks for it.
#[cfg(target_os = "macos")]
pub(crate) fn followed(app: &AppHandle, link: String) {
    if let Some(window) = app.get_webview_window("main") {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
    if let Some(engine) = app.try_state::<Engine>() {
        engine.follow(link);
    }
}
