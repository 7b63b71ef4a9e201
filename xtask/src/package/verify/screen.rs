//! A virtual display and a driver inside a place, both of the user's own, and a window on them. All of it ends with the value.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    net::{SocketAddr, TcpListener, TcpStream},
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use super::{
    driver::{PATIENCE, PAUSE, Session},
    place::Place,
    watch::{self, Seen},
};

/// The page as a whole is there.
const PAGE: &str = "return document.querySelector('[data-testid=page]') !== null";
const TRACE: &str = "/tmp/trace";

pub(crate) struct Screen<'place> {
    place: &'place Place,
    display: String,
    _server: Ends,
}

/// A child that ends with its value. In its namespace of processes nothing else of it outlives this program.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) struct Window {
    pub(crate) session: Session,
    /// From asking for it to the page.
    pub(crate) took: Duration,
    driver: Ends,
}

impl<'place> Screen<'place> {
    pub(crate) fn in_place(place: &'place Place) -> Result<Self> {
        let mut command = place.as_user();
        command.args(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().context("Xvfb")?;
        let mut server = Ends(child);
        let mut number = String::new();
        if let Some(stdout) = server.0.stdout.take() {
            BufReader::new(stdout).read_line(&mut number)?;
        }
        if number.trim().is_empty() {
            bail!("Xvfb ended without a word");
        }
        Ok(Self { place, display: format!(":{}", number.trim()), _server: server })
    }

    /// Starts the program as its user does, with what drives it in between.
    pub(crate) fn open(&self, program: &str, arguments: &[&str]) -> Result<Window> {
        self.opened(program, arguments, &[])
    }

    /// The same, each call to the network written down.
    pub(crate) fn open_watched(&self, program: &str, arguments: &[&str]) -> Result<Window> {
        // With the filter in the kernel only these calls are stopped at; the others go at their own speed.
        let watched = ["strace", "-f", "-qq", "--seccomp-bpf", "-s", "64", "-e", watch::CALLS, "-o", TRACE];
        self.opened(program, arguments, &watched)
    }

    fn opened(&self, program: &str, arguments: &[&str], watched: &[&str]) -> Result<Window> {
        // Free a moment ago, and in this network nobody else takes one.
        let address = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
        let mut command = self.place.as_user();
        command.arg(format!("DISPLAY={}", self.display)).arg("TAURI_WEBVIEW_AUTOMATION=true");
        // The driver is of the toolkit as well, and keeps settings of its own; the program chooses for itself.
        command.arg("GSETTINGS_BACKEND=memory");
        command.args(watched).arg("WebKitWebDriver").arg(format!("--port={}", address.port()));
        let log = fs::File::create(self.place.path("/tmp/driver.log"))?;
        command.stdout(log.try_clone()?).stderr(log);
        let mut driver = Ends(command.spawn().context("WebKitWebDriver")?);
        listens(address, &mut driver)?;
        let started = Instant::now();
        let session = Session::open(address, program, arguments).with_context(|| self.said())?;
        session.wait_for("the page", PAGE)?;
        Ok(Window { session, took: started.elapsed(), driver })
    }

    /// What the program wrote, for whoever looks for the reason.
    fn said(&self) -> String {
        fs::read_to_string(self.place.path("/tmp/driver.log")).unwrap_or_default()
    }

    /// Runs a command of the terminal, watched; what it printed, and what was seen.
    pub(crate) fn run_watched(place: &Place, line: &[&str]) -> Result<(String, Seen)> {
        let mut command = place.as_user();
        command.args(["strace", "-f", "-qq", "-s", "64", "-e", watch::CALLS, "-o", TRACE]).args(line);
        let output = command.output().context("strace")?;
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), seen(place)?))
    }
}

impl Window {
    pub(crate) fn close(mut self) -> Result<()> {
        self.session.close()?;
        self.driver.0.kill()?;
        self.driver.0.wait()?;
        Ok(())
    }

    /// Closes it and tells what was written down.
    pub(crate) fn close_watched(self, place: &Place) -> Result<Seen> {
        self.session.close()?;
        // The watcher ends with the last that it watches, and it alone knows when all is written.
        let mut driver = self.driver;
        // By the place's own list of processes: the one that is mounted outside is of another namespace.
        let end = "for p in /proc/[0-9]*; do case $(tr '\\0' ' ' <$p/cmdline) in WebKitWebDriver*) kill ${p#/proc/};; esac; done";
        place.as_root().args(["sh", "-c", end]).stderr(Stdio::null()).status()?;
        let deadline = Instant::now() + PATIENCE;
        while driver.0.try_wait()?.is_none() {
            if Instant::now() > deadline {
                bail!("what was watched goes on");
            }
            std::thread::sleep(PAUSE);
        }
        seen(place)
    }
}

fn seen(place: &Place) -> Result<Seen> {
    Ok(watch::read(&String::from_utf8_lossy(&fs::read(place.path(TRACE)).context("the trace")?)))
}

fn listens(address: SocketAddr, driver: &mut Ends) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(address).is_err() {
        if let Some(status) = driver.0.try_wait()? {
            bail!("WebKitWebDriver ended ({status})");
        }
        if Instant::now() > deadline {
            bail!("WebKitWebDriver doesn't listen");
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}
