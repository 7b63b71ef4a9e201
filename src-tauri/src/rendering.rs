//! What has to be right before a window can be drawn: a display that opens, and a web view that isn't too old for the page. The toolkit would
//! end the process where the one is missing, and an old web view would show a white window; both are told in a sentence instead.
//!
//! WebKitGTK reads how to draw, and where to keep what it keeps, from its environment when
//! it starts, and a running program can't safely change its own environment: so where they must be other than they are, and who started
//! us has not seen to it, the program starts itself anew with the variables set.

use std::path::Path;

use terminal::Arguments;

use crate::window::Problem;

#[cfg(target_os = "linux")]
pub(crate) fn prepare(arguments: &Arguments, config_dir: &Path) -> Result<(), Problem> {
    use std::{env, ffi::OsString, os::unix::process::CommandExt, process::Command};

    use crate::places;

    let mut wanted: Vec<(String, OsString)> = Vec::new();
    wanted.extend(
        launch::safe_drawing(arguments.safe_rendering).map(|(name, value)| (name.to_owned(), value.into())),
    );
    wanted.extend(places::wanted(arguments, config_dir).map_err(Problem::Folder)?.into_iter().flatten());
    if wanted.is_empty() {
        return Ok(());
    }
    let program = env::current_exe().map_err(Problem::Anew)?;
    // Only comes back when it failed.
    Err(Problem::Anew(Command::new(program).args(env::args_os().skip(1)).envs(wanted).exec()))
}

/// Whether the display takes us and the web view can show the page: the last that is looked at, in the process that stays.
#[cfg(target_os = "linux")]
pub(crate) fn possible() -> Result<(), Problem> {
    if gtk::init().is_err() {
        let named = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let display = named("WAYLAND_DISPLAY").or_else(|| named("DISPLAY")).unwrap_or_default();
        return Err(Problem::Display(display));
    }
    match tauri::webview_version() {
        Ok(version) if is_too_old(&version) => Err(Problem::OldWebView(version)),
        // Where it can't be told, the window is the answer.
        _ => Ok(()),
    }
}

#[cfg(target_os = "linux")]
fn is_too_old(version: &str) -> bool {
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    matches!((numbers.next(), numbers.next()), (Some(major), Some(minor)) if (major, minor) < launch::WEBKITGTK_LEAST)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn possible() -> Result<(), Problem> {
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare(arguments: &Arguments, _: &Path) -> Result<(), Problem> {
    if arguments.safe_rendering {
        let (name, _) = launch::SAFE_DRAWING;
        eprintln!("brokerscope: --safe-rendering sets {name}, which means nothing on this system");
    }
    if arguments.config_dir.is_some() {
        eprintln!(
            "brokerscope: the web view keeps its own data in the platform's folder for it on this system"
        );
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_web_view_is_too_old_by_its_numbers_and_not_by_its_letters() {
        for (version, old) in [
            ("2.41.92", true),
            ("2.9.0", true),
            ("1.99.0", true),
            ("2.42.0", false),
            ("2.50.4", false),
            ("3.0", false),
            ("", false),
            ("unknown", false),
        ] {
            assert_eq!(is_too_old(version), old, "{version}");
        }
    }
}
