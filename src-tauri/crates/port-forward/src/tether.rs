//! Children that end when this process does, also when it is killed and can't end anybody.
//!
//! On Linux the system sends a child the signal that it asked for when the *thread* which started it ends. `setpriv` of util-linux
//! asks for it and becomes the program that it was told to run, under the same number; all children are started by one thread that
//! never ends. Where there is no such program, a child that we couldn't end goes on until its connection is cut.

use std::{
    env,
    ffi::OsString,
    io,
    path::PathBuf,
    process::Stdio,
    sync::{OnceLock, mpsc},
    thread,
};

use tokio::{
    process::{Child, Command},
    runtime::Handle,
    sync::oneshot,
};

use crate::{child::Group, living::Here};

/// How variables begin that are for this program alone.
const OURS: &[u8] = b"BROKERSCOPE_";

/// What is to be started.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    /// Beside what this process has; None: without it.
    pub(crate) environment: Vec<(&'static str, Option<OsString>)>,
}

/// A child, and everything that it started in turn.
pub(crate) struct Started {
    // In this order: the group is named after the child, whose number is its own until it was waited for.
    pub(crate) group: Group,
    pub(crate) child: Child,
    pub(crate) here: Here,
}

struct Job {
    order: Order,
    here: Here,
    runtime: Handle,
    started: oneshot::Sender<io::Result<Started>>,
}

/// Starts it, to end with this process.
pub(crate) async fn start(order: Order, here: Here) -> io::Result<Started> {
    static STARTER: OnceLock<Option<mpsc::Sender<Job>>> = OnceLock::new();
    let (started, waiting) = oneshot::channel();
    let job = Job { order, here, runtime: Handle::current(), started };
    let left = match STARTER.get_or_init(starter) {
        Some(starter) => starter.send(job).err().map(|unsent| unsent.0),
        None => Some(job),
    };
    if let Some(job) = left {
        return spawn(None, &job.order, job.here);
    }
    waiting.await.unwrap_or_else(|_| Err(io::Error::other("the thread that starts programs is gone")))
}

fn starter() -> Option<mpsc::Sender<Job>> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let work = move || {
        let tether = tether();
        for job in jobs {
            let _entered = job.runtime.enter();
            // Nobody waits any more: what was started ends as it is dropped.
            let _ = job.started.send(spawn(tether.as_ref(), &job.order, job.here));
        }
    };
    thread::Builder::new().name("port-forward".to_owned()).spawn(work).ok()?;
    Some(sender)
}

/// The program that asks for the signal; it has to be one that knows how.
#[cfg(target_os = "linux")]
fn tether() -> Option<PathBuf> {
    let found = crate::Programs::on_path().find("setpriv").ok()?;
    let mut tried = std::process::Command::new(&found);
    tried.args(["--pdeathsig", "TERM", "--", "true"]);
    tried.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    tried.status().is_ok_and(|status| status.success()).then_some(found)
}

#[cfg(not(target_os = "linux"))]
fn tether() -> Option<PathBuf> {
    None
}

fn spawn(tether: Option<&PathBuf>, order: &Order, here: Here) -> io::Result<Started> {
    let mut command = match tether {
        Some(tether) => {
            let mut command = Command::new(tether);
            command.args(["--pdeathsig", "TERM", "--"]).arg(&order.program);
            command
        }
        None => Command::new(&order.program),
    };
    command.args(&order.arguments);
    for (name, value) in &order.environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    // Secrets come to the command line by such variables, and are not for others.
    for (name, _) in env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(OURS)) {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    // A group of its own: it is ended with all that it started, and Ctrl-C in our terminal is not meant for it.
    #[cfg(unix)]
    command.process_group(0);
    // No console window beside ours.
    #[cfg(windows)]
    command.creation_flags(0x0800_0000);
    let child = command.spawn()?;
    Ok(Started { group: Group::of(&child), child, here })
}
