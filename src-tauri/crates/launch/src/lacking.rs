//! What the window's program would lack, asked of the system's loader before it is started. Its answer would otherwise be the end of
//! the program before its first line: nothing on a desktop, a riddle in a terminal.
//!
//! glibc's loader tells what it would load when `LD_TRACE_LOADED_OBJECTS` is set, and starts nothing. That takes some
//! milliseconds. It doesn't tell of symbols unless it resolves all of them in all libraries, a tenth of a second that no start should pay:
//! so the newest symbol that we need is first looked for in the library's own list of names, and only where it isn't there the loader is
//! asked for all. Whatever comes that isn't understood is no reason not to start.

#![cfg_attr(
    not(all(target_os = "linux", target_env = "gnu")),
    allow(dead_code, reason = "other loaders can't be asked so; what they would say is still read in tests")
)]

use std::path::Path;

/// The lowest WebKitGTK with which there is a window. What sets it is the library that joins us to it: its symbol [`NEWEST`] came
/// with 2.42. The page needs less: reference types in WebAssembly came with 2.34, `'wasm-unsafe-eval'` in a content policy with 2.38.
pub const WEBKITGTK_LEAST: (u32, u32) = (2, 42);

/// The symbol of WebKitGTK that came last of those that we link.
const NEWEST: &[u8] = b"\0webkit_cookie_manager_get_all_cookies\0";
const WEBKITGTK: &str = "libwebkit2gtk-4.1.so";
/// A library's names are at its beginning; of WebKitGTK they end before half of this.
const NAMES_WITHIN: u64 = 1 << 20;

/// One thing that isn't as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// No such library: its file's name.
    Library(String),
    /// The library is older than what we were built with: its file's name, and the version that it lacks.
    Version(String, String),
    /// The same, of a library that has no versions: a symbol.
    Symbol(String),
}

/// What keeps `program` from starting, as far as that can be known.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[must_use]
pub fn lacking(program: &Path) -> Vec<Lack> {
    let Some(told) = loader::asked(program, &[]) else { return Vec::new() };
    let lacks = lacks(&told);
    if !lacks.is_empty() || has_newest(&told) {
        return lacks;
    }
    let thorough = loader::asked(program, &[("LD_WARN", "yes"), ("LD_BIND_NOW", "yes")]);
    thorough.as_deref().map(self::lacks).unwrap_or_default()
}

/// Other loaders can't be asked so.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
#[must_use]
pub fn lacking(_: &Path) -> Vec<Lack> {
    Vec::new()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod loader {
    use std::{
        io::Read as _,
        path::Path,
        process::{Command, Stdio},
        thread,
        time::{Duration, Instant},
    };

    /// Far more than it takes; a start doesn't hang on it.
    const PATIENCE: Duration = Duration::from_secs(3);
    const PAUSE: Duration = Duration::from_millis(1);
    /// What it could tell at most; a pipe holds as much.
    const MOST: u64 = 1 << 16;

    /// All that it says. None when it doesn't end.
    pub(super) fn asked(program: &Path, beside: &[(&str, &str)]) -> Option<String> {
        let mut child = Command::new(program)
            .env("LD_TRACE_LOADED_OBJECTS", "1")
            .envs(beside.iter().copied())
            // Should another loader not know the question and start the program, it ends without a window.
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        let until = Instant::now() + PATIENCE;
        while matches!(child.try_wait(), Ok(None)) {
            if Instant::now() > until {
                // Both fail only when it has ended by now.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            thread::sleep(PAUSE);
        }
        let mut told = Vec::new();
        child.stdout?.take(MOST).read_to_end(&mut told).ok()?;
        child.stderr?.take(MOST).read_to_end(&mut told).ok()?;
        Some(String::from_utf8_lossy(&told).into_owned())
    }
}

fn lacks(told: &str) -> Vec<Lack> {
    let mut lacks: Vec<Lack> = Vec::new();
    for lack in told.lines().filter_map(lack) {
        if !lacks.contains(&lack) {
            lacks.push(lack);
        }
    }
    lacks
}

/// One line of the loader's.
fn lack(line: &str) -> Option<Lack> {
    let line = line.trim();
    let file = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    if let Some(library) = line.strip_suffix("=> not found") {
        return Some(Lack::Library(file(library.trim())));
    }
    // program: /lib/libc.so.6: version `GLIBC_2.99' not found (required by program)
    if let Some((before, after)) = line.split_once(": version `") {
        let (version, rest) = after.split_once('\'')?;
        let library = before.rsplit(": ").next()?;
        return rest.starts_with(" not found").then(|| Lack::Version(file(library), version.to_owned()));
    }
    // undefined symbol: name, version V	(program)
    let symbol = line.strip_prefix("undefined symbol: ")?;
    Some(Lack::Symbol(symbol.split([',', '\t', ' ']).next()?.to_owned()))
}

/// Whether the web view that would be loaded has the newest symbol, or nothing can be said of it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn has_newest(told: &str) -> bool {
    let path = told.lines().find_map(|line| {
        let (library, path) = line.trim().split_once(" => ")?;
        library.starts_with(WEBKITGTK).then(|| path.split(" (").next())?
    });
    path.is_none_or(|path| names_of(Path::new(path)).is_none_or(|names| has(&names, NEWEST)))
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn names_of(library: &Path) -> Option<Vec<u8>> {
    use std::io::Read as _;

    let mut names = Vec::new();
    std::fs::File::open(library).ok()?.take(NAMES_WITHIN).read_to_end(&mut names).ok()?;
    Some(names)
}

fn has(names: &[u8], name: &[u8]) -> bool {
    names.windows(name.len()).any(|window| window == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_loader_says_is_understood() {
        let told = "\tlinux-vdso.so.1 (0x00007fd9d5b99000)\n\
            \tlibwebkit2gtk-4.1.so.0 => not found\n\
            \t/opt/odd/libgtk-3.so.0 => not found\n\
            \tlibwebkit2gtk-4.1.so.0 => not found\n\
            \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007fd9d59a3000)\n\
            ./w: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.99' not found (required by ./w)\n\
            undefined symbol: webkit_newer\t(./w)\n\
            undefined symbol: other, version V_2\t(./w)\n";
        let library = |name: &str| Lack::Library(name.to_owned());
        assert_eq!(
            lacks(told),
            [
                library("libwebkit2gtk-4.1.so.0"),
                library("libgtk-3.so.0"),
                Lack::Version("libc.so.6".to_owned(), "GLIBC_2.99".to_owned()),
                Lack::Symbol("webkit_newer".to_owned()),
                Lack::Symbol("other".to_owned()),
            ]
        );
    }

    #[test]
    fn what_is_not_understood_keeps_nobody_from_starting() {
        for told in [
            "",
            "\tstatically linked\n",
            "not found",
            "version `",
            ": version `X",
            "usage: prog [-h]\n\0\u{fffd}",
        ] {
            assert!(lacks(told).is_empty(), "{told:?}");
        }
    }

    #[test]
    fn a_name_is_found_whole_only() {
        assert!(has(b"x\0webkit_cookie_manager_get_all_cookies\0y", NEWEST));
        assert!(!has(b"x\0webkit_cookie_manager_get_all_cookies_finish\0y", NEWEST));
        assert!(!has(b"", NEWEST));
    }
}
