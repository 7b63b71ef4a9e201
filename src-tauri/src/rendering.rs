//! What has to be right before a window can be drawn. WebKitGTK reads how to draw, and where to keep what it keeps, from its environment when
//! it starts, and a running program can't safely change its own environment: so with `--safe-rendering` and with `--config-dir` the
//! program starts itself anew with the variables set.

use std::path::Path;

use terminal::Arguments;

use crate::window::Problem;

/// WebKitGTK's switch against white windows with some graphics drivers.
const SAFE: (&str, &str) = ("WEBKIT_DISABLE_DMABUF_RENDERER", "1");

#[cfg(target_os = "linux")]
pub(crate) fn prepare(arguments: &Arguments, config_dir: &Path) -> Result<(), Problem> {
    use std::{env, ffi::OsString, os::unix::process::CommandExt, process::Command};

    use crate::places;

    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    if !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        // The toolkit would end the process with a message about itself.
        return Err(Problem::NoDisplay);
    }
    let mut wanted: Vec<(String, OsString)> = Vec::new();
    let (name, value) = SAFE;
    if arguments.safe_rendering && !set(name) {
        wanted.push((name.to_owned(), value.into()));
    }
    wanted.extend(places::wanted(arguments, config_dir).map_err(Problem::Folder)?.into_iter().flatten());
    if wanted.is_empty() {
        return Ok(());
    }
    let program = env::current_exe().map_err(Problem::Anew)?;
    // Only comes back when it failed.
    Err(Problem::Anew(Command::new(program).args(env::args_os().skip(1)).envs(wanted).exec()))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn prepare(arguments: &Arguments, _: &Path) -> Result<(), Problem> {
    if arguments.safe_rendering {
        let (name, _) = SAFE;
        eprintln!("brokerscope: --safe-rendering sets {name}, which means nothing on this system");
    }
    if arguments.config_dir.is_some() {
        eprintln!(
            "brokerscope: the web view keeps its own data in the platform's folder for it on this system"
        );
    }
    Ok(())
}
