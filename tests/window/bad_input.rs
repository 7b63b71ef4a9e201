//! What is typed wrong, or leads nowhere: a sentence that names the address, the connection kept as typed, and a window that
//! goes on.

use support::window::{Home, Window};

/// Something typed, and what the window must say about it.
const TYPED: &[(&str, &str)] = &[
    ("127.0.0.1:1", "127.0.0.1:1"),
    ("no-such-host.invalid:9092", "no-such-host.invalid"),
    ("host:port:9092", "host:port:9092"),
];

#[tokio::test]
async fn an_address_that_leads_nowhere_is_named_and_kept() {
    for (typed, named) in TYPED {
        let home = Home::new();
        let window = Window::open(&home, &[]).await;
        window.click("[data-testid=add-connection]").await;
        window.fill("[data-testid=profile-name]", "wrong").await;
        window.fill("[data-testid=profile-addresses]", typed).await;
        window.click("[data-testid=save-and-open]").await;
        window.wait_for("its page or its problem", &says("body", named)).await;
        window.go("#/").await;
        window.wait_for("the connection, as typed", &says("[data-testid=page]", typed)).await;
        window.close().await;
    }
}

#[tokio::test]
async fn a_connection_that_is_refused_says_so_and_the_demo_still_opens() {
    let home = Home::new();
    let window = Window::open(&home, &["--connect", "127.0.0.1:1"]).await;
    window.wait_for("the refusal", &says("[data-testid=page]", "127.0.0.1:1")).await;
    window.wait_for("its reason", "return /refused|nobody|nothing/i.test(document.body.innerText)").await;
    window.picture("nobody-listens").await;
    window.go("#/").await;
    window.click("[data-testid=profile][data-key=demo] [data-testid=open-profile]").await;
    window.wait_for("the demo", &says("[data-testid=page]", "Brokers up")).await;
    window.close().await;
}

#[tokio::test]
async fn a_broken_file_of_connections_is_set_aside_and_named() {
    let home = Home::new();
    let folder = home.config_folder();
    std::fs::create_dir_all(&folder).unwrap();
    let window = Window::open(&home, &[]).await;
    window.close().await;
    let file = folder.join("profiles.json");
    std::fs::write(&file, "{ not json").unwrap();
    let window = Window::open(&home, &[]).await;
    window.wait_for_text("[data-testid=profiles-warning]", "profiles").await;
    window.close().await;
    let kept = std::fs::read_dir(&folder)
        .unwrap()
        .any(|entry| std::fs::read_to_string(entry.unwrap().path()).is_ok_and(|text| text == "{ not json"));
    assert!(kept, "what was in the file is gone");
}

/// Whether what `css` finds says `text`.
fn says(css: &str, text: &str) -> String {
    format!("return document.querySelector('{css}')?.innerText.includes('{text}')")
}
