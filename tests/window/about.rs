//! About the program, and the folder of newer packages: nothing is looked at before somebody asks, and nothing found is never told as
//! nothing newer.

use std::fs;

use serde_json::json;
use support::window::{Home, Window};

use crate::themes;

#[tokio::test]
async fn it_says_which_build_it_is_and_where_things_are_kept() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.press("F1").await;
    window.wait_for_text("[data-testid=about-build]", env!("CARGO_PKG_VERSION")).await;
    window.wait_for_text("[data-testid=about-build]", "WebKitGTK 2.").await;
    window.wait_for_text("[data-testid=about-build]", "rustc 1.").await;
    window.wait_for_text("[data-testid=about-places]", "profiles.json").await;
    themes(&window, "about").await;
    window.click("[data-testid=show-licences]").await;
    window.wait_for_text("[data-testid=third-party]", "serde 1.").await;
    window.press("Escape").await;
    window.wait_for("no dialog", "return document.querySelector('[data-testid=about]') === null").await;

    // By the palette too, and by its place in the window.
    window.click("[data-testid=open-about]").await;
    window.wait_for_text("[data-testid=about-build]", "WebKitGTK").await;
    window.press("Escape").await;
    window.eval("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true })); return true").await;
    window.fill("[data-testid=palette-field]", "about").await;
    window.wait_for_text("[data-testid=palette-hit]", "About Brokerscope").await;
    window.click("[data-testid=palette-hit]").await;
    window.wait_for_text("[data-testid=about-build]", "WebKitGTK").await;
    window.close().await;
}

#[tokio::test]
async fn a_folder_is_looked_at_when_asked_and_a_newer_package_is_told() {
    let (home, share) = (Home::new(), tempfile::tempdir().unwrap());
    let named = share.path().to_string_lossy().into_owned();
    let window = Window::open(&home, &[]).await;
    window.press("F1").await;
    window.fill("[data-testid=update-folder]", &format!("{named}/none")).await;
    window.click("[data-testid=look-now]").await;
    window.wait_for_text("[data-testid=update-found]", "no such folder").await;
    window.fill("[data-testid=update-folder]", &named).await;
    window.click("[data-testid=look-now]").await;
    window.wait_for_text("[data-testid=update-found]", "The folder is empty").await;

    // The program of these tests is no package: an archive takes its place.
    let arch = std::env::consts::ARCH;
    let file = format!("brokerscope-99.0.0-{arch}-linux.tar.gz");
    fs::write(share.path().join(&file), "not a package").unwrap();
    fs::write(share.path().join("SHA256SUMS"), format!("{}  {file}\n", "0".repeat(64))).unwrap();
    window.click("[data-testid=look-now]").await;
    window.wait_for_text("[data-testid=update-found]", "99.0.0 is there").await;
    window.wait_for_text("[data-testid=update-file]", &file).await;
    window.wait_for_text("[data-testid=update-command]", &format!("tar -xzf '{named}/{file}'")).await;
    window.click("[data-testid=check-sum]").await;
    window.wait_for_text("[data-testid=update-check]", "Don't install it").await;
    assert_eq!(
        window.eval("return document.querySelector('[data-testid=update-command]') === null").await,
        json!(true)
    );
    window.eval("document.querySelector('[data-testid=updates]').scrollIntoView(); return true").await;
    themes(&window, "updates").await;
    window.close().await;

    // The folder is remembered, and what was found there isn't.
    let window = Window::open(&home, &[]).await;
    window.press("F1").await;
    let script =
        format!("return document.querySelector('[data-testid=update-folder]')?.value === {}", json!(named));
    window.wait_for("the folder", &script).await;
    assert_eq!(
        window.eval("return document.querySelector('[data-testid=update-found]') === null").await,
        json!(true)
    );
    window.close().await;
}
