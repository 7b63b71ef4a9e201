//! What the program knows of itself and its window, for the page that says so: which build it is, which web view it found, and
//! what that keeps where.

use contract::Build;
use engine::Around;
use tauri::{AppHandle, Manager};

/// As it is called where this program runs.
const WEB_VIEW: &str = if cfg!(target_os = "linux") {
    "WebKitGTK"
} else if cfg!(windows) {
    "WebView2"
} else {
    "WebKit"
};

pub(crate) fn around(app: &AppHandle) -> Around {
    let web_view =
        tauri::webview_version().map(|version| format!("{WEB_VIEW} {version}")).unwrap_or_default();
    let build = Build {
        version: origin::VERSION.to_owned(),
        commit: origin::COMMIT.to_owned(),
        date: origin::DAY.to_owned(),
        compiler: origin::COMPILER.to_owned(),
        target: origin::TARGET.to_owned(),
        web_view,
    };
    let path = app.path();
    let window = [
        ("Theme, pace and columns", path.app_local_data_dir()),
        ("Size of the window", path.app_config_dir()),
    ];
    let window = window.into_iter().filter_map(|(what, path)| Some((what, path.ok()?))).collect();
    Around { build, window }
}
