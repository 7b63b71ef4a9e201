//! Where the program writes: with `--config-dir` in that folder and nowhere else, and with a home that takes nothing it starts all
//! the same and says so.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;
use support::window::{Home, Window};

use crate::shell::invoke;

/// All files and folders below one.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        all.push(entry.path());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            all.extend(below(&entry.path()));
        }
    }
    all
}

async fn keep(window: &Window, name: &str) -> serde_json::Value {
    let profile =
        json!({ "id": "", "name": name, "color": "", "bootstrap": "no such: host", "read_only": true });
    invoke(window, "save_profile", json!({ "call": { "profile": profile } })).await
}

#[tokio::test]
async fn with_a_folder_of_its_own_nothing_is_written_elsewhere() {
    let home = Home::bare();
    let folder = home.beside();
    let named = folder.to_string_lossy().into_owned();
    let window = Window::open(&home, &["--config-dir", &named, "--demo"]).await;
    for page in ["topics", "log-dirs", "journal"] {
        window.go(&format!("#/c/demo/{page}")).await;
        window.wait_for_text("[data-testid=page]", if page == "topics" { "orders" } else { "" }).await;
    }
    window.eval("localStorage.setItem('of the web view', 'x'); return true").await;
    assert_eq!(keep(&window, "orders").await["err"], json!(null));
    // The second start knows it by its folder, however it is written.
    let parent = folder.parent().unwrap().join(".").join("brokerscope");
    assert!(
        window
            .start_again(&home, &["--config-dir", &parent.to_string_lossy(), "--connect", "127.0.0.1:1"])
            .await
    );
    window.wait_for("the other cluster", "return location.hash.startsWith('#/c/command-line/')").await;
    window.close().await;

    assert_eq!(below(&home.path()), Vec::<PathBuf>::new());
    assert!(folder.join("profiles.json").is_file());
    assert!(folder.join("window/data").is_dir(), "the web view's own data: {:?}", below(&folder));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    }

    // What is kept there is there the next time, in another home.
    let window = Window::open(&home, &["--config-dir", &named]).await;
    window.wait_for_text("[data-testid=page]", "orders").await;
    window.close().await;
    assert_eq!(below(&home.path()), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn a_home_that_takes_nothing_is_said_and_what_is_typed_is_there_until_the_end() {
    let home = Home::unwritable();
    let window = Window::open(&home, &[]).await;
    window.wait_for_text("[data-testid=profiles-warning]", "Nothing can be kept in").await;
    assert_eq!(keep(&window, "orders").await["err"], json!(null));
    window.wait_for_text("[data-testid=page]", "orders").await;
    window.picture("unwritable-home").await;
    window.close().await;
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_said_in_the_window() {
    let home = Home::bare();
    let taken = home.path().join("taken");
    fs::write(&taken, "").unwrap();
    let folder = taken.join("brokerscope");
    let window = Window::open(&home, &["--config-dir", &folder.to_string_lossy()]).await;
    window.wait_for_text("[data-testid=profiles-warning]", &folder.to_string_lossy()).await;
    window.close().await;
}
