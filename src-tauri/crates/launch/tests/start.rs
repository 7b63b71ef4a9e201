//! The way from the program that is called to the window's: whose place it takes, what is said where it can't start, and that the
//! command line works all the same. The window's program is a stand-in here; tests/window starts the real one.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on has to stop, also in what its tests share"
)]

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

/// It says who it is and with what it was started, and ends in a way of its own.
const STAND_IN: &str = "#!/bin/sh\necho \"$$ $*\" > \"$TOLD\"\nexit 7\n";

/// The program as it is installed somewhere.
struct Installed {
    folder: TempDir,
}

impl Installed {
    fn new() -> Installed {
        let installed = Installed { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(installed.path("bin")).unwrap();
        let (built, program) = (env!("CARGO_BIN_EXE_brokerscope"), installed.path("bin/brokerscope"));
        fs::hard_link(built, &program).or_else(|_| fs::copy(built, &program).map(drop)).unwrap();
        installed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn script(&self, name: &str, text: &str) {
        let file = self.path(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        // Put in place whole: a file that another thread's child still holds open for writing can't be run.
        let beside = file.with_extension("new");
        fs::write(&beside, text).unwrap();
        fs::set_permissions(&beside, fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(beside, file).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.path("bin/brokerscope"));
        command.args(arguments).env("TOLD", self.path("told")).env("HOME", self.folder.path());
        command.env("DISPLAY", ":no-such").env_remove("WAYLAND_DISPLAY").env("PATH", self.path("desktop"));
        command.stdin(Stdio::null());
        command
    }

    fn told(&self) -> Option<String> {
        Some(fs::read_to_string(self.path("told")).ok()?.trim().to_owned())
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_windows_program_takes_the_place_of_the_one_that_was_called() {
    for place in ["bin/brokerscope-window", "lib/brokerscope/brokerscope-window"] {
        let installed = Installed::new();
        installed.script(place, STAND_IN);
        let mut child = installed.command(&["--connect", "a:1,b:2", "--safe-rendering"]).spawn().unwrap();
        let process = child.id();
        assert_eq!(child.wait().unwrap().code(), Some(7), "{place}");
        let told = format!("{process} --connect a:1,b:2 --safe-rendering");
        assert_eq!(installed.told().as_deref(), Some(told.as_str()), "{place}");
    }
}

#[test]
fn it_is_told_to_draw_safely_where_no_card_can_help_and_left_alone_where_that_is_set() {
    if !cfg!(target_os = "linux") {
        return;
    }
    const TELLS: &str = "#!/bin/sh\necho \"$WEBKIT_DISABLE_DMABUF_RENDERER\" > \"$TOLD\"\nexit 7\n";
    let asked: &[&str] = &["--safe-rendering"];
    for (arguments, display, set, told) in [
        (asked, ":no-such", None, "1"),
        (&[], "localhost:10.0", None, "1"),
        (&[], "localhost:10.0", Some("0"), "0"),
        (asked, ":no-such", Some("0"), "0"),
    ] {
        let installed = Installed::new();
        installed.script("bin/brokerscope-window", TELLS);
        let mut command = installed.command(arguments);
        command.env("DISPLAY", display).env_remove("WEBKIT_DISABLE_DMABUF_RENDERER");
        command.envs(set.map(|value| ("WEBKIT_DISABLE_DMABUF_RENDERER", value)));
        assert_eq!(command.status().unwrap().code(), Some(7));
        assert_eq!(installed.told().as_deref(), Some(told), "{arguments:?} {display} {set:?}");
    }
}

#[test]
fn it_is_found_by_a_link_to_the_program_too() {
    let installed = Installed::new();
    installed.script("bin/brokerscope-window", STAND_IN);
    let link = installed.path("called");
    symlink(installed.path("bin/brokerscope"), &link).unwrap();
    let status =
        Command::new(link).env("TOLD", installed.path("told")).env("DISPLAY", ":no-such").status().unwrap();
    assert_eq!(status.code(), Some(7));
}

#[test]
fn a_wrong_argument_and_a_missing_display_are_told_before_any_window() {
    let installed = Installed::new();
    installed.script("bin/brokerscope-window", STAND_IN);
    let wrong = installed.command(&["--conect", "a:1"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        said(&wrong).contains("--conect") && said(&wrong).contains("Usage: brokerscope"),
        "{}",
        said(&wrong)
    );
    if cfg!(target_os = "linux") {
        let mut command = installed.command(&[]);
        let none = command.env_remove("DISPLAY").output().unwrap();
        assert_eq!(none.status.code(), Some(1));
        for words in ["there is no display", "ssh -X", "brokerscope --help"] {
            assert!(said(&none).contains(words), "{}", said(&none));
        }
    }
    assert_eq!(installed.told(), None);
}

#[test]
fn without_the_windows_program_that_is_said_and_the_command_line_works() {
    let installed = Installed::new();
    let output = installed.command(&[]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("brokerscope-window, is neither beside"), "{}", said(&output));
    let overview = installed.command(&["overview", "--demo"]).output().unwrap();
    assert_eq!(overview.status.code(), Some(0), "{}", said(&overview));
}

/// What the loader can be asked, and how: see `lacking`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod lacking {
    use super::*;

    const SHOWS: &str = "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\" > \"$SHOWN\"\n";
    const BROKEN: &str = "#!/bin/sh\nexit 127\n";

    fn compiled(arguments: &[&str], folder: &Path) {
        let done = Command::new("cc").args(arguments).current_dir(folder).status();
        assert!(done.expect("cc, which Rust itself links with").success(), "{arguments:?}");
    }

    /// A window's program that needs this library, which is then taken away or replaced.
    fn needing(installed: &Installed, soname: &str, after: Option<&str>) {
        let bin = installed.path("bin");
        let library = soname.rsplit('/').next().unwrap();
        let flag = format!("-Wl,-soname,{soname}");
        let make = |code: &str| {
            fs::write(bin.join("library.c"), code).unwrap();
            compiled(&["-shared", "-fPIC", &flag, "-o", library, "library.c"], &bin);
        };
        make(WHOLE);
        fs::write(bin.join("window.c"), WINDOW).unwrap();
        let here = ["-Wl,-rpath,$ORIGIN", "-Wl,-z,now", "-o", "brokerscope-window", "window.c"];
        compiled(&[&here[..], &[library]].concat(), &bin);
        match after {
            Some(after) => make(after),
            None => fs::remove_file(bin.join(library)).unwrap(),
        }
    }

    const WINDOW: &str = "int webkit_old(void); int webkit_newer(void);\n\
        int main(void) { return webkit_old() + webkit_newer(); }\n";
    const WHOLE: &str = "int webkit_old(void) { return 0; } int webkit_newer(void) { return 7; }\n";
    const OLD: &str = "int webkit_old(void) { return 0; }\n";

    fn shown(installed: &Installed) -> Option<Vec<String>> {
        let shown = fs::read_to_string(installed.path("shown")).ok()?;
        Some(shown.lines().map(str::to_owned).collect())
    }

    #[test]
    fn a_library_that_is_missing_is_said_in_the_terminal_and_by_the_first_dialog_that_works() {
        let installed = Installed::new();
        // By a path that isn't there, so that the machine's own WebKitGTK is none of it.
        needing(&installed, "/no-such/libwebkit2gtk-4.1.so.0", None);
        installed.script("desktop/zenity", BROKEN);
        installed.script("desktop/kdialog", SHOWS);
        installed.script("desktop/xmessage", SHOWS);
        let output = installed.command(&["--demo"]).env("SHOWN", installed.path("shown")).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        for words in ["lacks libwebkit2gtk-4.1.so.0, which the package", "brings", "brokerscope --help"] {
            assert!(said(&output).contains(words), "{words}: {}", said(&output));
        }
        let shown = shown(&installed).unwrap();
        assert!(shown[0].ends_with("/kdialog"), "{shown:?}");
        assert_eq!(shown[1..4], ["--title", "Brokerscope", "--error"]);
        assert!(
            shown[4].starts_with("The window can't be opened: this machine lacks libwebkit2gtk"),
            "{shown:?}"
        );
        let overview = installed.command(&["overview", "--demo"]).output().unwrap();
        assert_eq!(overview.status.code(), Some(0), "{}", said(&overview));
    }

    #[test]
    fn a_web_view_that_is_too_old_is_said_before_the_loader_ends_the_program() {
        let installed = Installed::new();
        needing(&installed, "libwebkit2gtk-4.1.so.0", Some(OLD));
        let output = installed.command(&[]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains("WebKitGTK is too old here: it takes 2."), "{}", said(&output));
    }

    #[test]
    fn a_program_that_lacks_nothing_is_started() {
        let installed = Installed::new();
        needing(&installed, "libstand-in.so.1", Some(WHOLE));
        assert_eq!(installed.command(&[]).status().unwrap().code(), Some(7));
    }

    #[test]
    fn the_program_that_is_called_needs_the_c_library_alone() {
        let told = Command::new(env!("CARGO_BIN_EXE_brokerscope"))
            .env("LD_TRACE_LOADED_OBJECTS", "1")
            .output()
            .unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let needed: Vec<&str> =
            told.lines().filter_map(|line| line.split_whitespace().next()?.rsplit('/').next()).collect();
        assert!(needed.contains(&"libc.so.6"), "{told}");
        for library in needed {
            let plain = [
                "linux-vdso",
                "linux-gate",
                "libc.so",
                "libm.so",
                "libgcc_s.so",
                "libdl.so",
                "libpthread.so",
                "librt.so",
                "ld-linux",
            ];
            assert!(plain.iter().any(|name| library.starts_with(name)), "{library}: {told}");
        }
    }
}
