//! The window's program: where it is, and how it is started. On Unix it takes this process's place, so that who started us (a desktop, a
//! driver of tests, a shell) has the window itself: its number, its signals, its end.

use std::{
    env, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

const NAME: &str = "brokerscope-window";
/// What it is called by those who list processes and windows.
#[cfg(unix)]
const CALLED: &str = "brokerscope";

/// Why it was not started.
#[derive(Debug)]
pub enum Unstarted {
    NotFound { beside: PathBuf },
    Failed { program: PathBuf, why: io::Error },
}

impl std::fmt::Display for Unstarted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unstarted::NotFound { beside } => write!(
                f,
                "the window's program, {NAME}, is neither beside this one in {} nor in ../lib/brokerscope: install the package anew. The command \
                 line works without it: see `brokerscope --help`",
                beside.display()
            ),
            Unstarted::Failed { program, why } => write!(f, "{} can't be started: {why}", program.display()),
        }
    }
}

/// The window's program.
///
/// # Errors
///
/// When it is at neither of its places.
pub fn found() -> Result<PathBuf, Unstarted> {
    // By the file itself and not by a link to it, as they stand in folders of the PATH.
    let own = env::current_exe().and_then(|own| own.canonicalize()).unwrap_or_default();
    let folder = own.parent().unwrap_or(Path::new(""));
    let name = format!("{NAME}{}", env::consts::EXE_SUFFIX);
    let installed = folder.parent().map(|above| above.join("lib/brokerscope").join(&name));
    let places = [Some(folder.join(&name)), installed];
    places
        .into_iter()
        .flatten()
        .find(|place| place.is_file())
        .ok_or_else(|| Unstarted::NotFound { beside: folder.to_owned() })
}

/// Starts it with the arguments that we have and a variable that it is to find; on Unix this comes back only when it can't be started.
///
/// # Errors
///
/// When it can't be started.
#[cfg(unix)]
pub fn start(program: &Path, variable: Option<(&str, &str)>) -> Result<ExitCode, Unstarted> {
    use std::os::unix::process::CommandExt as _;

    let why = Command::new(program).arg0(CALLED).args(env::args_os().skip(1)).envs(variable).exec();
    Err(Unstarted::Failed { program: program.to_owned(), why })
}

/// Starts it with the arguments that we have and a variable that it is to find, and ends as it ends.
///
/// # Errors
///
/// When it can't be started.
#[cfg(not(unix))]
pub fn start(program: &Path, variable: Option<(&str, &str)>) -> Result<ExitCode, Unstarted> {
    let failed = |why| Unstarted::Failed { program: program.to_owned(), why };
    let status =
        Command::new(program).args(env::args_os().skip(1)).envs(variable).status().map_err(failed)?;
    // A code that doesn't fit in a byte is a failure all the same.
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(u8::try_from(code).unwrap_or(1))))
}
