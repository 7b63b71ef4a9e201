//! Links from elsewhere: `brokerscope://…` given to a first start and to a second one. They lead to what is kept and fill in a form; what
//! can't be followed is said in a sentence, and nothing is connected to that nobody saved.

use serde_json::{Value, json};
use support::window::{Home, Window};

use crate::shell::invoke;

/// Keeps a connection, and gives its id.
async fn kept(window: &Window, name: &str, production: bool) -> String {
    let profile =
        json!({ "id": "", "name": name, "color": "", "bootstrap": "127.0.0.1:1", "production": production });
    let saved = invoke(window, "save_profile", json!({ "call": { "profile": profile } })).await;
    saved["ok"]["profile"]["id"].as_str().unwrap().to_owned()
}

/// How a connection stands.
async fn state(window: &Window, id: &str) -> Value {
    let listed = invoke(window, "list_profiles", json!({ "call": {} })).await;
    let rows = listed["ok"]["rows"].as_array().unwrap().clone();
    rows.into_iter().find(|row| row["profile"]["id"] == id).unwrap()["state"]["state"].clone()
}

#[tokio::test]
async fn a_first_start_with_a_link_opens_its_page() {
    let home = Home::new();
    let window = Window::open(&home, &["brokerscope://open/demo/topics?q=orders"]).await;
    window.wait_for("the page", "return location.hash === '#/c/demo/topics?q=orders'").await;
    window.wait_for_text("[data-testid=page]", "orders").await;

    // The same page can be pointed to.
    window.click("[data-testid=open-palette]").await;
    window.fill("[data-testid=palette-field]", "copy link").await;
    window.wait_for_text("[data-testid=palette-hit]", "Copy link to this page").await;
    window.click("[data-testid=palette-hit]").await;
    let link = window.text("[data-testid=link-text]").await;
    assert_eq!(link, "brokerscope://open/demo/topics?q=orders");
    window.close().await;
}

#[tokio::test]
async fn a_second_start_with_a_link_leads_the_first_window_and_keeps_what_is_typed() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    let id = kept(&window, "Orders EU", false).await;
    window.go("#/new/general").await;
    window.fill("[data-testid=profile-name]", "half typed").await;
    assert!(window.start_again(&home, &["brokerscope://open/Orders%20EU/brokers"]).await);
    window.wait_for("the page", &format!("return location.hash === '#/c/{id}/brokers'")).await;
    window.go("#/new/general").await;
    window
        .wait_for(
            "what was typed",
            "return document.querySelector('[data-testid=profile-name]')?.value === 'half typed'",
        )
        .await;

    // A form is not filled in over what isn't saved, unless its owner says so.
    assert!(window.start_again(&home, &["brokerscope://new?bootstrap=kafka-1:9092&name=%3Cb%3Enew"]).await);
    window.wait_for_text("[data-testid=led]", "isn't saved").await;
    window.click("[data-testid=led-go]").await;
    window
        .wait_for(
            "the form",
            "return document.querySelector('[data-testid=profile-name]')?.value === '<b>new'",
        )
        .await;
    window.wait_for_text("[data-testid=saved-or-not]", "Filled in by a link").await;
    let listed = invoke(&window, "list_profiles", json!({ "call": {} })).await;
    assert_eq!(listed["ok"]["rows"].as_array().unwrap().len(), 2, "nothing was saved: {listed}");
    window.close().await;
}

#[tokio::test]
async fn a_link_to_production_asks_before_it_connects() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    let id = kept(&window, "prod", true).await;
    assert!(window.start_again(&home, &["brokerscope://open/prod/topics"]).await);
    window.wait_for_text("[data-testid=led]", "prod").await;
    assert_eq!(state(&window, &id).await, "closed");
    window.picture("link-to-production").await;
    window.click("[data-testid=led-stay]").await;
    assert_eq!(state(&window, &id).await, "closed");
    assert!(window.start_again(&home, &["brokerscope://open/prod/topics"]).await);
    window.click("[data-testid=led-go]").await;
    window.wait_for("the page", &format!("return location.hash === '#/c/{id}/topics'")).await;
    window.close().await;
}

#[tokio::test]
async fn a_link_that_cannot_be_followed_is_said_and_shown_as_text() {
    let home = Home::new();
    let window = Window::open(&home, &["brokerscope://open/%3Cimg%20src=x%3E/topics"]).await;
    window.wait_for_text("[data-testid=led]", "The link isn't followed. No connection called").await;
    window.wait_for_text("[data-testid=led]", "<img src=x>").await;
    assert_eq!(
        window.eval("return document.querySelector('[data-testid=led] img') === null").await,
        json!(true)
    );
    window.click("[data-testid=led-stay]").await;
    for (link, why) in [
        ("brokerscope://delete/demo", "neither open nor new"),
        ("brokerscope://open/demo/nowhere", "a page that this window doesn't have"),
        ("brokerscope://new?bootstrap=a:1&read_only=false", "a setting that a link can not make"),
    ] {
        assert!(window.start_again(&home, &[link]).await);
        window.wait_for_text("[data-testid=led]", why).await;
        window.click("[data-testid=led-stay]").await;
        window.wait_for("no dialog", "return document.querySelector('[data-testid=led]') === null").await;
    }
    window.close().await;
}
