//! One child process with its log and its pid file. The pid file outlives us when we are killed ourselves, so that the
//! next run can end what we left; a pid is only ever signalled while its command line still names our folder, because
//! the system gives numbers out again.

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use crate::{
    error::{At, Error, Result},
    java,
};

pub(crate) struct Process {
    child: Child,
    pid_file: PathBuf,
    /// Goes on when this value is dropped.
    pub(crate) detached: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Signal {
    Terminate,
    Freeze,
    Thaw,
    Kill,
}

impl Process {
    /// Starts `command` with what it prints appended to `log`. One that is to outlive us, once all is well, is started
    /// `apart`: Ctrl-C in our terminal is then not meant for it.
    pub(crate) fn spawn(command: &mut Command, log: &Path, pid_file: PathBuf, apart: bool) -> Result<Self> {
        let out = OpenOptions::new().create(true).append(true).open(log).at(log)?;
        let err = out.try_clone().at(log)?;
        command.stdin(Stdio::null()).stdout(out).stderr(err);
        #[cfg(unix)]
        if apart {
            std::os::unix::process::CommandExt::process_group(command, 0);
        }
        #[cfg(not(unix))]
        let _ = apart;
        let child = command.spawn().map_err(|e| java::missing(command, java::JAVA_PACKAGE, e))?;
        let process = Self { child, pid_file, detached: false };
        fs::write(&process.pid_file, process.child.id().to_string()).at(&process.pid_file)?;
        Ok(process)
    }

    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub(crate) fn signal(&self, signal: Signal) -> Result<()> {
        send(self.child.id(), signal)
    }

    /// Ends it at once and reaps it; also when it is frozen.
    pub(crate) fn kill(&mut self) {
        // Both fail only when it has ended already, which is what is wanted.
        let _ = self.child.kill();
        self.reaped();
    }

    /// Waits for an end that was asked for.
    pub(crate) fn reaped(&mut self) {
        let _ = self.child.wait();
        let _ = fs::remove_file(&self.pid_file);
    }

    pub(crate) fn wait(&mut self) -> Result<std::process::ExitStatus> {
        self.child.wait().at(&self.pid_file)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.detached {
            self.kill();
        }
    }
}

/// The processes that the pid files in `folder` name and that are still the ones meant.
pub(crate) fn living(folder: &Path) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "pid"))
        .filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok())
        .filter(|pid| command_line(*pid).is_some_and(|line| line.contains(&*folder.to_string_lossy())))
        .collect()
}

#[cfg(target_os = "linux")]
fn command_line(pid: u32) -> Option<String> {
    let bytes = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
    Some(String::from_utf8_lossy(&bytes).replace('\0', " "))
}

#[cfg(not(target_os = "linux"))]
fn command_line(pid: u32) -> Option<String> {
    let mut ps = Command::new("ps");
    java::output(ps.args(["-o", "command=", "-p", &pid.to_string()]), "procps").ok()
}

#[cfg(unix)]
pub(crate) fn send(pid: u32, signal: Signal) -> Result<()> {
    use rustix::process::{Pid, Signal as S, kill_process};
    let signal = match signal {
        Signal::Terminate => S::TERM,
        Signal::Freeze => S::STOP,
        Signal::Thaw => S::CONT,
        Signal::Kill => S::KILL,
    };
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or(Error::NoSignals)?;
    kill_process(pid, signal).map_err(std::io::Error::from).at(format!("process {}", pid.as_raw_nonzero()))
}

#[cfg(not(unix))]
pub(crate) fn send(pid: u32, signal: Signal) -> Result<()> {
    match signal {
        Signal::Terminate | Signal::Kill => {
            java::output(Command::new("taskkill").args(["/F", "/PID", &pid.to_string()]), "Windows").map(drop)
        }
        Signal::Freeze | Signal::Thaw => Err(Error::NoSignals),
    }
}
