//! Every page on the demo cluster: it has something on it, and its picture is kept in light and dark.

use support::window::{Home, Window};

/// Each page of a cluster, by its address and something that it must show.
const PAGES: &[(&str, &str)] = &[
    ("overview", "Brokers"),
    ("brokers", "rack"),
    ("log-dirs", "/"),
    ("topics", "orders"),
    ("groups", "Stable"),
    ("versions", "Metadata"),
    ("requests", "Goes to"),
    ("journal", "Metadata"),
];

#[tokio::test]
async fn each_page_shows_the_demo_cluster() {
    let home = Home::new();
    let window = Window::open(&home, &["--demo", "--demo-stands-still"]).await;
    for (page, text) in PAGES {
        window.go(&format!("#/c/demo/{page}")).await;
        window.wait_for_text("[data-testid=page]", text).await;
        for theme in ["light", "dark"] {
            window.eval(&format!("document.documentElement.dataset.theme = '{theme}'; return true")).await;
            window.picture(&format!("{page}-{theme}")).await;
        }
    }
    window.close().await;
}
