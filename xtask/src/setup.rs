//! What a machine needs beyond git and Rust, found by looking and installed where that is possible: on Debian and its
//! children with apt-get. Elsewhere, and where we may not, what is missing is named with the command that would bring
//! it. Nothing is installed that is there in another form (a Java of one's own, a Maven on the PATH).

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{
    apt,
    step::{ask, run},
    wasm::{self, WasmStd},
};

/// A Debian package and the sign that it isn't needed any more.
struct Need {
    package: &'static str,
    sign: Sign,
}

enum Sign {
    /// A program on the PATH, by whatever way it came.
    Program(&'static str),
    /// A module that pkg-config knows.
    Library(&'static str),
    /// A file that no search path leads to.
    File(&'static str),
}

const fn program(package: &'static str, name: &'static str) -> Need {
    Need { package, sign: Sign::Program(name) }
}

const fn library(package: &'static str, module: &'static str) -> Need {
    Need { package, sign: Sign::Library(module) }
}

/// To build the shell.
const SHELL: [Need; 4] = [
    program("pkg-config", "pkg-config"),
    library("libwebkit2gtk-4.1-dev", "webkit2gtk-4.1"),
    library("libgtk-3-dev", "gtk+-3.0"),
    library("librsvg2-dev", "librsvg-2.0"),
];

/// To show a window without a display and to take its picture.
const DISPLAY: [Need; 3] =
    [program("xvfb", "Xvfb"), program("dbus", "dbus-daemon"), program("imagemagick", "import")];

/// To drive a window.
const DRIVER: [Need; 1] = [program("webkit2gtk-driver", "WebKitWebDriver")];

/// To run real brokers. A JDK, since test programs run from their source.
const KAFKA: [Need; 2] = [program("default-jdk-headless", "javac"), program("maven", "mvn")];

/// To be reached through in tests of jump hosts: a server that tests start for themselves.
const JUMP_HOST: [Need; 2] = [program("openssh-server", "sshd"), program("openssh-client", "ssh")];

/// To keep secrets as a desktop does: a Secret Service, and a bus for it. Tests start both for themselves.
const SECRETS: [Need; 3] = [
    program("gnome-keyring", "gnome-keyring-daemon"),
    program("dbus", "dbus-run-session"),
    program("dbus-bin", "dbus-send"),
];

/// To make packages by the systems' own tools, and to have them judged.
const PACKAGES: [Need; 7] = [
    program("dpkg-dev", "dpkg-shlibdeps"),
    program("binutils", "readelf"),
    program("rpm", "rpmbuild"),
    program("lintian", "lintian"),
    program("rpmlint", "rpmlint"),
    program("desktop-file-utils", "desktop-file-validate"),
    program("appstream", "appstreamcli"),
];

/// To install packages on a small system of their own, cut off from the network. The keys are for systems that aren't Debian.
const BARE_SYSTEMS: [Need; 6] = [
    program("debootstrap", "debootstrap"),
    Need {
        package: "debian-archive-keyring",
        sign: Sign::File("/usr/share/keyrings/debian-archive-keyring.gpg"),
    },
    program("util-linux", "unshare"),
    program("iproute2", "ip"),
    program("rpm2cpio", "rpm2cpio"),
    program("cpio", "cpio"),
];

/// To draw the icon in all sizes and forms.
const ICONS: [Need; 3] = [
    program("librsvg2-bin", "rsvg-convert"),
    program("imagemagick", "convert"),
    program("icnsutils", "png2icns"),
];

/// To make an archive of the source.
const ARCHIVER: [Need; 2] = [program("tar", "tar"), program("zstd", "zstd")];

/// To build libFuzzer, which is C++.
const FUZZER: [Need; 1] = [program("g++", "c++")];

impl Need {
    fn is_met(&self) -> bool {
        match self.sign {
            Sign::Program(name) => on_path(name),
            Sign::Library(module) => ask("pkg-config", &["--exists", module]).is_some(),
            Sign::File(path) => std::path::Path::new(path).exists(),
        }
    }
}

/// For the window on this machine.
pub(crate) fn window(without_display: bool) -> Result<()> {
    install(SHELL.iter().chain(if without_display { &DISPLAY[..] } else { &[] }))
}

/// For the page: the way to its standard library.
pub(crate) fn page() -> Result<WasmStd> {
    wasm::find_or_install()
}

pub(crate) fn kafka() -> Result<()> {
    install(&KAFKA)
}

/// For tests of brokers behind a jump host.
pub(crate) fn jump_host() -> Result<()> {
    unless_it_runs_services(&JUMP_HOST, "openssh-server", "jump hosts")
}

/// For tests of the keychain.
pub(crate) fn secret_service() -> Result<()> {
    unless_it_runs_services(&SECRETS, "gnome-keyring", "the Secret Service")
}

/// A machine that runs services would start one for everybody with the package; there it is its owner's to install, and the tests
/// that want it say that they are skipped.
fn unless_it_runs_services(needs: &[Need], package: &str, tests: &str) -> Result<()> {
    let runs_services = std::path::Path::new("/run/systemd/system").exists();
    let all_is_to_run = std::env::var_os("BROKERSCOPE_TEST_ALL").is_some();
    if cfg!(target_os = "linux") && (all_is_to_run || !runs_services) {
        return install(needs);
    }
    if !needs.iter().all(Need::is_met) {
        eprintln!("set-up: no {package} here; tests of {tests} will say that they are skipped");
    }
    Ok(())
}

/// For the window tests.
pub(crate) fn driven_window() -> Result<()> {
    install(SHELL.iter().chain(&DISPLAY).chain(&DRIVER))
}

/// For everything that builds the shell, without opening it.
pub(crate) fn shell() -> Result<()> {
    install(&SHELL)
}

/// For the packages of a release.
pub(crate) fn packages() -> Result<()> {
    install(SHELL.iter().chain(&PACKAGES))
}

/// For the proof of the packages.
pub(crate) fn bare_systems() -> Result<()> {
    install(&BARE_SYSTEMS)
}

/// For the icons.
pub(crate) fn icons() -> Result<()> {
    install(&ICONS)
}

/// For the archive of the source.
pub(crate) fn archiver() -> Result<()> {
    install(&ARCHIVER)
}

/// For the search for bytes that break something.
pub(crate) fn fuzzer() -> Result<()> {
    install(&FUZZER)
}

pub(crate) fn lints() -> Result<()> {
    for (component, program) in [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")] {
        if ask("cargo", &[component.trim_start_matches("rust"), "--version"]).is_none() {
            eprintln!("set-up: {program} is missing; asking rustup for {component}");
            run(Command::new("rustup").args(["component", "add", component]))
                .with_context(|| format!("to install by hand: rustup component add {component}"))?;
        }
    }
    Ok(())
}

/// All of it.
pub(crate) fn all() -> Result<()> {
    install(SHELL.iter().chain(&DISPLAY).chain(&DRIVER).chain(&KAFKA))?;
    lints()?;
    let std = page()?;
    eprintln!("set-up: everything is there; the page's standard library: {std}");
    Ok(())
}

fn install<'a>(needs: impl IntoIterator<Item = &'a Need>) -> Result<()> {
    let missing: Vec<_> = needs.into_iter().filter(|need| !need.is_met()).map(|need| need.package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if cfg!(windows) || cfg!(target_os = "macos") {
        return elsewhere(&missing);
    }
    apt::install(&missing)
}

/// macOS and Windows: the web view is part of the system, the rest is the user's to install.
fn elsewhere(missing: &[&str]) -> Result<()> {
    let hints: Vec<_> = missing
        .iter()
        .filter_map(|package| match *package {
            "default-jdk-headless" => Some("a JDK 17 or newer (https://adoptium.net)"),
            "maven" => Some("Maven (https://maven.apache.org)"),
            "webkit2gtk-driver" => Some("the window tests run on Linux only"),
            "imagemagick" | "xvfb" | "dbus" => Some("a display: pictures without one are made on Linux only"),
            "g++" => Some("a C++ compiler"),
            // What builds the shell on Linux comes with the system here.
            _ => None,
        })
        .collect();
    if hints.is_empty() { Ok(()) } else { bail!("missing: {}", hints.join("; ")) }
}

pub(crate) fn on_path(program: &str) -> bool {
    let Some(path) = std::env::var_os("PATH") else { return false };
    // Servers stand where an ordinary user's PATH doesn't lead.
    let servers = ["/usr/sbin", "/usr/local/sbin"].map(std::path::PathBuf::from);
    std::env::split_paths(&path).chain(servers).any(|folder| {
        let file = folder.join(program);
        file.is_file()
            || (cfg!(windows)
                && (file.with_extension("exe").is_file() || file.with_extension("cmd").is_file()))
    })
}
