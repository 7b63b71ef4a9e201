//! What has to be right before a window can be drawn. WebKitGTK reads how to draw from its environment when it starts, and
//! a running program can't safely change its own environment: so with `--safe-rendering` the program starts itself anew
//! with the variable set.

use terminal::Arguments;

use crate::window::Problem;

/// WebKitGTK's switch against white windows with some graphics drivers.
const SAFE: (&str, &str) = ("WEBKIT_DISABLE_DMABUF_RENDERER", "1");

#[cfg(target_os = "linux")]
pub(crate) fn prepare(arguments: &Arguments) -> Result<(), Problem> {
    use std::{env, os::unix::process::CommandExt, process::Command};

    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    if !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        // The toolkit would end the process with a message about itself.
        return Err(Problem::NoDisplay);
    }
    let (name, value) = SAFE;
    if !arguments.safe_rendering || set(name) {
        return Ok(());
    }
    let program = env::current_exe().map_err(Problem::SafeRendering)?;
    // Only comes back when it failed.
    Err(Problem::SafeRendering(Command::new(program).args(env::args_os().skip(1)).env(name, value).exec()))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare(arguments: &Arguments) -> Result<(), Problem> {
    if arguments.safe_rendering {
        let (name, _) = SAFE;
        eprintln!("brokerscope: --safe-rendering sets {name}, which means nothing on this system");
    }
    Ok(())
}
