//! Whether a window could be shown at all. Where no display is named, the toolkit would end the process with a message about itself.

use std::env;

const NONE: &str = "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session, \
     or come by `ssh -X`. Without a display its command line shows the same pages: see `brokerscope --help`";

/// What to say where there is none.
#[must_use]
pub fn no_display() -> Option<&'static str> {
    (cfg!(target_os = "linux") && !named()).then_some(NONE)
}

pub(crate) fn named() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    set("DISPLAY") || set("WAYLAND_DISPLAY")
}
