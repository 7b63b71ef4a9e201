//! What a second start of the program does: it comes here instead of opening a window of its own. The window is brought to
//! the front, and a cluster that the second start asked for is opened in it.

use clap::Parser;
use engine::Engine;
use tauri::{AppHandle, Manager};
use terminal::Arguments;

pub(crate) fn heard(app: &AppHandle, words: Vec<String>) {
    let Some(window) = app.get_webview_window("main") else { return };
    // Each can fail where the desktop doesn't let a program do it; the window is there all the same.
    let _ = window.unminimize();
    let _ = window.set_focus();
    if let Ok(Arguments { connect: Some(addresses), .. }) = Arguments::try_parse_from(words) {
        app.state::<Engine>().connect(addresses);
        // A page that starts without an address of its own asks what to open.
        let _ = window.eval("history.replaceState(null, '', location.pathname); location.reload()");
    }
}
