//! Where the built program keeps things when it is told a folder: there, for its owner only, and nowhere else.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that can't go on has to stop, also in what its tests share")]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output},
};

const PROFILE: &str =
    "{\"format\": 1, \"profiles\": [{\"id\": \"c1\", \"name\": \"orders\", \"bootstrap\": \"127.0.0.1:1\"}]}";

fn run(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brokerscope"));
    for variable in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "DBUS_SESSION_BUS_ADDRESS",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_CACHE_HOME",
    ] {
        command.env_remove(variable);
    }
    command.args(arguments).current_dir(home).env("HOME", home).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_command_makes_the_folder_and_writes_nowhere_else() {
    let home = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = elsewhere.path().join("new/stick");
    for ahead in [&["overview", "--config-dir"][..], &["doctor", "--config-dir"]] {
        let mut arguments = ahead.to_vec();
        arguments.extend([folder.to_str().unwrap(), "--profile", "orders"]);
        let output = run(home.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains("orders"), "{}", told(&output));
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
    // And reads what is there, with a path from where it stands.
    fs::create_dir(home.path().join("here")).unwrap();
    fs::write(home.path().join("here/profiles.json"), PROFILE).unwrap();
    let output =
        run(home.path(), &["overview", "--profile", "orders", "--config-dir", "here", "--timeout", "1"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert_eq!(fs::read_to_string(home.path().join("here/profiles.json")).unwrap(), PROFILE);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
}

#[test]
fn a_folder_that_cannot_be_made_is_said_and_the_command_goes_on() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("taken"), "").unwrap();
    let output = run(home.path(), &["overview", "--demo", "--config-dir", "taken/stick"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(told(&output).contains("Nothing can be kept in"), "{}", told(&output));
}
