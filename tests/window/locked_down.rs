//! Machines that lack what a desktop has: no session bus, no OpenGL, a display far away, a user without rights, a web view that is too old.
//! On each the window opens, or says in a sentence why it doesn't. A home that takes nothing is in `places.rs`.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output},
};

use support::window::{Home, Surroundings, Window, program};
use virtual_display::{VirtualDisplay, Without};

/// The demo cluster is on the screen, and a page of it that was asked for.
async fn shows_the_demo(window: &Window) {
    window.wait_for_text("[data-testid=nav-topics]", "141").await;
    window.go("#/c/demo/log-dirs").await;
    window.wait_for_text("[data-testid=page]", "/data/kafka").await;
}

const DEMO: &[&str] = &["--demo", "--demo-stands-still"];

#[tokio::test]
async fn without_a_session_bus_the_window_opens_and_a_second_start_opens_another() {
    let without = Without { bus: true, ..Without::default() };
    let home = Home::new();
    let window = Window::open_in(&Surroundings::without(without), &home, DEMO).await;
    shows_the_demo(&window).await;
    // Nobody can tell it of the first; it must not fail for that.
    let other = Home::new();
    let second = Window::open_in(&Surroundings::without(without), &other, DEMO).await;
    shows_the_demo(&second).await;
    second.close().await;
    window.close().await;
}

#[tokio::test]
async fn with_the_address_of_a_bus_that_is_gone_the_window_opens() {
    let home = Home::new();
    for address in ["unix:path=/no-such/bus", "no address at all"] {
        let around = Surroundings::default().with("DBUS_SESSION_BUS_ADDRESS", address);
        let window = Window::open_in(&around, &home, DEMO).await;
        shows_the_demo(&window).await;
        window.close().await;
    }
}

#[tokio::test]
async fn without_opengl_the_window_is_drawn() {
    let home = Home::new();
    let around =
        Surroundings::without(Without { gl: true, ..Without::default() }).with("LIBGL_ALWAYS_SOFTWARE", "1");
    let window = Window::open_in(&around, &home, DEMO).await;
    shows_the_demo(&window).await;
    is_painted(&window.picture("without-opengl").await);
    window.close().await;
}

#[tokio::test]
async fn with_safe_rendering_the_window_is_drawn() {
    let home = Home::new();
    let window = Window::open(&home, &["--safe-rendering", "--demo", "--demo-stands-still"]).await;
    shows_the_demo(&window).await;
    is_painted(&window.picture("safe-rendering").await);
    window.close().await;
}

#[tokio::test]
async fn on_a_display_that_is_reached_by_tcp_the_window_is_drawn() {
    let home = Home::new();
    let far = Without { bus: true, gl: true, shared_memory: true };
    let window = Window::open_in(&Surroundings::without(far), &home, DEMO).await;
    shows_the_demo(&window).await;
    is_painted(&window.picture("display-by-tcp").await);
    window.close().await;
}

#[tokio::test]
async fn a_user_without_rights_gets_a_window() {
    let home = Home::bare();
    let far = Without { bus: true, gl: true, shared_memory: true };
    let Some(around) = Surroundings::unprivileged(far, &home) else {
        println!("skipped: only root can become a user without rights");
        return;
    };
    let window = Window::open_in(&around, &home, DEMO).await;
    shows_the_demo(&window).await;
    window.close().await;
}

/// Compressed, a picture of one colour is a few kilobytes.
fn is_painted(picture: &Path) {
    let size = fs::metadata(picture).unwrap().len();
    assert!(size > 20_000, "{}: {size} bytes", picture.display());
}

/// Runs the program to its end, on a display with a `zenity` that keeps what it is to show.
fn ended(arguments: &[&str], change: impl FnOnce(&mut Command)) -> (Output, Option<String>) {
    let home = Home::new();
    let display = VirtualDisplay::start().unwrap();
    let desktop = tempfile::tempdir().unwrap();
    let shown = desktop.path().join("shown");
    let zenity = desktop.path().join("zenity");
    fs::write(&zenity, format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > '{}'\n", shown.display())).unwrap();
    fs::set_permissions(&zenity, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(program());
    display.apply(&mut command);
    home.apply(&mut command);
    command.args(arguments).env("PATH", desktop.path());
    change(&mut command);
    let output = command.output().unwrap();
    (output, fs::read_to_string(shown).ok())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_display_that_cannot_be_opened_is_a_sentence() {
    let (output, _) = ended(&["--demo"], |command| {
        command.env("DISPLAY", ":59999");
    });
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("the display :59999 can't be opened"), "{}", said(&output));
    assert!(!said(&output).contains("panicked"), "{}", said(&output));
}

#[test]
fn a_web_view_that_is_too_old_is_a_sentence_and_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let (code, library) = (folder.path().join("old.c"), folder.path().join("old.so"));
    fs::write(&code, "unsigned webkit_get_minor_version(void) { return 40; }\n").unwrap();
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &code]).status();
    assert!(compiled.expect("cc, which Rust itself links with").success());
    let (output, shown) = ended(&["--demo"], |command| {
        command.env("LD_PRELOAD", &library);
    });
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(
        said(&output).contains("WebKitGTK 2.40.") && said(&output).contains("too old"),
        "{}",
        said(&output)
    );
    let shown = shown.expect("a dialog");
    assert!(shown.contains("--error") && shown.contains("WebKitGTK 2.40."), "{shown}");
}
