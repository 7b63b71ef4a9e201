//! The processes of a driven window: where the program is, where it keeps its files, and the driver that starts it.

use std::{
    env,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;
use tokio::time::{Instant, sleep};
use virtual_display::VirtualDisplay;

use super::{PATIENCE, PAUSE, Surroundings};

/// Where connections and the window's place are kept: of one window, or of one after the other.
pub struct Home {
    folder: TempDir,
    kind: Kind,
}

enum Kind {
    /// Each of the desktop's folders has its own place.
    Folders,
    /// `HOME` alone, as most people have it.
    Bare,
    /// A home in which nothing can be made, for root neither: a file stands where its folder would be.
    Unwritable,
}

impl Home {
    pub fn new() -> Self {
        Self::of(Kind::Folders)
    }

    /// One in which everything is where it is when no variable says otherwise.
    pub fn bare() -> Self {
        let home = Self::of(Kind::Bare);
        std::fs::create_dir(home.path()).expect("a home");
        home
    }

    pub fn unwritable() -> Self {
        let home = Self::of(Kind::Unwritable);
        std::fs::write(home.path(), "").expect("a file in the place of a home");
        home
    }

    fn of(kind: Kind) -> Self {
        Self { folder: tempfile::tempdir().expect("a folder for the window's files"), kind }
    }

    /// What `HOME` is, of a bare one.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// A folder beside it, which isn't there yet.
    pub fn beside(&self) -> PathBuf {
        self.folder.path().join("stick/brokerscope")
    }

    /// The file of the connections.
    pub fn config_folder(&self) -> PathBuf {
        self.folder.path().join("config/brokerscope")
    }

    /// Makes it another user's.
    pub(super) fn give_to(&self, user: u32) {
        let folder = self.folder.path();
        for path in [folder.to_owned(), self.path()].iter().filter(|path| path.exists()) {
            std::os::unix::fs::chown(path, Some(user), Some(user)).expect("a home for another user");
        }
    }

    /// Gives a program this home.
    pub fn apply(&self, command: &mut Command) {
        let bare = !matches!(self.kind, Kind::Folders);
        if bare {
            command.env("HOME", self.path());
            // The driver is of the toolkit as well, and looks for settings of its own; the program chooses for itself.
            command.env("GSETTINGS_BACKEND", "memory");
        }
        for (name, folder) in [
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_STATE_HOME", "state"),
        ] {
            if bare {
                command.env_remove(name);
            } else {
                command.env(name, self.folder.path().join(folder));
            }
        }
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

/// A child that ends with its value.
pub(super) struct Driver(pub(super) Child);

impl Drop for Driver {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program: told by `cargo xtask test`, or where this test was built.
pub fn program() -> PathBuf {
    let beside = || Some(env::current_exe().ok()?.parent()?.parent()?.join("brokerscope"));
    let program = env::var_os("BROKERSCOPE_BIN").map(PathBuf::from).or_else(beside).unwrap_or_default();
    assert!(
        program.exists(),
        "no program at {}: `cargo xtask test --only window` builds it",
        program.display()
    );
    program
}

/// Starts WebKitWebDriver for one window, and says at which port it listens.
pub(super) async fn driver(home: &Home, display: &VirtualDisplay, around: &Surroundings) -> (Driver, u16) {
    // A free port may be taken before the driver has it; then the driver ends, and the next is tried.
    for _ in 0..5 {
        let port = {
            let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
            listener.local_addr().expect("its number").port()
        };
        let mut command = around.command("WebKitWebDriver");
        command.arg(format!("--port={port}")).stdin(Stdio::null()).stdout(Stdio::null());
        display.apply(&mut command);
        home.apply(&mut command);
        // The program inherits this, and lets itself be driven.
        command.env("TAURI_WEBVIEW_AUTOMATION", "true");
        around.apply(&mut command);
        let child = command.spawn().expect("WebKitWebDriver; on Debian: apt-get install webkit2gtk-driver");
        let mut driver = Driver(child);
        let deadline = Instant::now() + PATIENCE;
        while matches!(driver.0.try_wait(), Ok(None)) && Instant::now() < deadline {
            if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return (driver, port);
            }
            sleep(PAUSE).await;
        }
    }
    panic!("WebKitWebDriver does not listen");
}
