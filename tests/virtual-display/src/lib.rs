//! A screen (Xvfb) and a session bus of its own for one window, on a machine that has neither. The window tests and
//! `cargo xtask run` both need it. Both servers are our direct children and end with the value: a window whose screen
//! is gone ends too, so nothing is left behind even when a test panics.

use std::{
    fmt,
    io::{self, BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// The size of a window as we ship it: the whole screen is its picture.
const SCREEN: &str = "1280x800x24";

pub struct VirtualDisplay {
    display: String,
    screen: Server,
    bus: Option<(Server, String)>,
}

/// What a desktop may lack, and a window should open on all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// No session bus, and nothing that could start one.
    pub bus: bool,
    /// No OpenGL.
    pub gl: bool,
    /// No socket and no memory that is shared: reached by TCP alone, as through `ssh -X`.
    pub shared_memory: bool,
}

/// A program that could not be started or that said nothing useful.
#[derive(Debug)]
pub struct Failed {
    program: &'static str,
    package: &'static str,
    source: io::Error,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, package, source } = self;
        write!(f, "`{program}` did not start ({source}); on Debian: apt-get install {package}")
    }
}

impl std::error::Error for Failed {}

impl VirtualDisplay {
    pub fn start() -> Result<Self, Failed> {
        Self::start_without(Without::default())
    }

    /// One that is poorer than most.
    pub fn start_without(without: Without) -> Result<Self, Failed> {
        // Xvfb finds a free number itself and tells it, so that two at once can't take the same one.
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", SCREEN]);
        if without.shared_memory {
            // Whoever comes by TCP has to be let in by name; the machine's own are, as they are by the socket.
            command.args([
                "-listen",
                "tcp",
                "-nolisten",
                "unix",
                "-nolisten",
                "local",
                "-extension",
                "MIT-SHM",
                "-ac",
            ]);
        } else {
            command.args(["-nolisten", "tcp"]);
        }
        if without.gl {
            command.args(["-extension", "GLX"]);
        }
        let (screen, number) = Server::start(command, "Xvfb", "xvfb")?;
        let display = format!("{}:{number}", if without.shared_memory { "127.0.0.1" } else { "" });
        let bus = if without.bus {
            None
        } else {
            let mut command = Command::new("dbus-daemon");
            command.args(["--session", "--nofork", "--nopidfile", "--print-address=1"]);
            Some(Server::start(command, "dbus-daemon", "dbus")?)
        };
        Ok(Self { display, screen, bus })
    }

    /// `DISPLAY`, as the programs on it need it.
    pub fn name(&self) -> &str {
        &self.display
    }

    /// Makes `command` open its windows here.
    pub fn apply(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.display)
            // A Wayland session of the machine would win over the display, and there is no accessibility bus here.
            .env("GDK_BACKEND", "x11")
            .env("NO_AT_BRIDGE", "1")
            .env_remove("WAYLAND_DISPLAY");
        match &self.bus {
            Some((_, bus)) => command.env("DBUS_SESSION_BUS_ADDRESS", bus),
            // The second is where a bus of the machine's would be found.
            None => command.env_remove("DBUS_SESSION_BUS_ADDRESS").env_remove("XDG_RUNTIME_DIR"),
        };
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.screen.child.try_wait(), Ok(None))
    }
}

struct Server {
    child: Child,
}

impl Server {
    /// Starts it and reads the one line on which it says where it is.
    fn start(
        mut command: Command,
        program: &'static str,
        package: &'static str,
    ) -> Result<(Self, String), Failed> {
        let failed = |source| Failed { program, package, source };
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().map_err(failed)?;
        let mut server = Self { child };
        let mut line = String::new();
        if let Some(stdout) = server.child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(failed)?;
        }
        match line.trim() {
            "" => Err(failed(io::Error::other("it ended without a word"))),
            said => Ok((server, said.to_owned())),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Needs Xvfb and dbus, which set-up installs; skipping would hide that they are missing.
    #[test]
    fn two_displays_at_once_are_two() {
        let one = VirtualDisplay::start().unwrap();
        let two = VirtualDisplay::start().unwrap();
        assert_ne!(one.name(), two.name());
        let bus = |display: &VirtualDisplay| display.bus.as_ref().map(|(_, bus)| bus.clone()).unwrap();
        assert_ne!(bus(&one), bus(&two));
    }

    /// By its process, not by its number: that is free again, and another display may have it by now.
    #[test]
    fn a_display_that_was_dropped_is_gone() {
        let display = VirtualDisplay::start().unwrap();
        let processes = [display.screen.child.id(), display.bus.as_ref().unwrap().0.child.id()];
        let running = |id: &u32| std::path::Path::new(&format!("/proc/{id}")).exists();
        assert!(processes.iter().all(running));
        drop(display);
        assert!(!processes.iter().any(running));
    }
}
