//! Connections as users have them, in the real window: edited, secured, locked, put in order, shared. What is given as a secret is
//! nowhere on the page afterwards.

use mock_cluster::{MockCluster, SaslListener};
use serde_json::json;
use support::window::{Home, Window};

use crate::themes;

pub const PASSWORD: &str = "hunter2-Zq9";

pub async fn closed_cluster() -> MockCluster {
    MockCluster::builder().brokers(3).sasl(SaslListener::new().user("alice", PASSWORD)).start().await.unwrap()
}

pub async fn pick(window: &Window, css: &str, option: &str) {
    let script = format!(
        "const s = document.querySelector({}); if (!s) return false; \
         const o = [...s.options].find((o) => o.text.includes({})); if (!o) return false; \
         s.value = o.value; s.dispatchEvent(new Event('change', {{ bubbles: true }})); return true",
        json!(css),
        json!(option)
    );
    window.wait_for(&format!("{option} in {css}"), &script).await;
}

/// Nothing on the page holds it, not even a field that hides it.
pub async fn is_nowhere(window: &Window, secret: &str) {
    let script = format!(
        "return document.documentElement.outerHTML.includes({0}) \
         || [...document.querySelectorAll('input, textarea')].some((e) => e.value.includes({0}))",
        json!(secret)
    );
    assert_eq!(window.eval(&script).await, json!(false), "the page holds the secret");
}

#[tokio::test]
async fn a_connection_that_lacks_its_password_asks_for_it_and_opens() {
    let mock = closed_cluster().await;
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.click("[data-testid=add-connection]").await;
    window.fill("[data-testid=profile-name]", "orders-staging").await;
    window.fill("[data-testid=profile-addresses]", &mock.bootstrap()).await;
    window.wait_for_text("[data-testid=addresses-checked]", "Read as").await;
    themes(&window, "editor-general").await;
    window.go("#/new/sign-in").await;
    pick(&window, "[data-testid=mechanism]", "SCRAM-SHA-512").await;
    window.fill("[data-testid=sasl-user]", "alice").await;
    window.wait_for_text("[data-secret=Password]", "Not given yet").await;
    themes(&window, "editor-sign-in").await;
    window.click("[data-testid=save-and-open]").await;
    window.wait_for_text("[data-testid=dialog]", "Password of orders-staging").await;
    window.wait_for("where to keep it", "return document.querySelector('[data-testid=keep-session]')").await;
    window
        .wait_for(
            "the focus in the field",
            "return document.activeElement?.dataset.testid === 'secret-value'",
        )
        .await;
    window.fill("[data-testid=secret-value]", PASSWORD).await;
    window.click("[data-testid=keep-session]").await;
    themes(&window, "secret-dialog").await;
    window.click("[data-testid=give]").await;
    window.wait_for("its pages", "return location.hash.startsWith('#/c/')").await;
    window.wait_for_text("[data-testid=page]", "Brokers up").await;
    is_nowhere(&window, PASSWORD).await;
    window.go("#/").await;
    window.wait_for_text("[data-testid=profile]", "SCRAM-SHA-512 as alice").await;
    window.close().await;
}

#[tokio::test]
async fn a_refused_password_is_told_and_another_one_opens_it() {
    let mock = closed_cluster().await;
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.go("#/new/sign-in").await;
    pick(&window, "[data-testid=mechanism]", "PLAIN").await;
    window.fill("[data-testid=sasl-user]", "alice").await;
    window.go("#/new/general").await;
    window.fill("[data-testid=profile-addresses]", &mock.bootstrap()).await;
    window.click("[data-testid=save-and-open]").await;
    window.wait_for("where to keep it", "return document.querySelector('[data-testid=keep-session]')").await;
    window.fill("[data-testid=secret-value]", "wrong-one-7").await;
    // A machine with a keychain offers that one first.
    window.click("[data-testid=keep-session]").await;
    window.click("[data-testid=give]").await;
    window.wait_for("the refusal", "return document.querySelector('[data-testid=not-connected]')").await;
    themes(&window, "refused-password").await;
    is_nowhere(&window, "wrong-one-7").await;
    window.click("[data-testid=give-secret]").await;
    window.wait_for("where to keep it", "return document.querySelector('[data-testid=keep-session]')").await;
    window.fill("[data-testid=secret-value]", PASSWORD).await;
    window.click("[data-testid=keep-session]").await;
    window.click("[data-testid=give]").await;
    window.wait_for_text("[data-testid=page]", "Brokers up").await;
    window.close().await;
}

#[tokio::test]
async fn production_unlocks_for_its_name_only() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.click("[data-testid=add-connection]").await;
    window.fill("[data-testid=profile-name]", "Orders").await;
    window.fill("[data-testid=profile-addresses]", "127.0.0.1:1").await;
    window.click("[data-testid=profile-production]").await;
    window.click("[data-testid=save-profile]").await;
    window.click("[data-testid=turn-lock]").await;
    window.wait_for_text("[data-testid=lock-dialog]", "Type its name").await;
    window.fill("[data-testid=typed-name]", "orders").await;
    assert_eq!(
        window.eval("return document.querySelector('[data-testid=unlock-profile]').disabled").await,
        json!(true)
    );
    themes(&window, "lock-dialog").await;
    window.fill("[data-testid=typed-name]", "Orders").await;
    window.click("[data-testid=unlock-profile]").await;
    window.wait_for_text("[data-testid=lock-state]", "Unlocked").await;
    window.click("[data-testid=turn-lock]").await;
    window.wait_for_text("[data-testid=lock-state]", "Read only").await;
    window.close().await;
}

#[tokio::test]
async fn checks_that_are_off_are_warned_of_for_as_long_as_it_is_shown() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.click("[data-testid=add-connection]").await;
    window.fill("[data-testid=profile-name]", "lab").await;
    window.fill("[data-testid=profile-addresses]", "127.0.0.1:1").await;
    window.go("#/new/security").await;
    window.click("[data-testid=tls-on]").await;
    window.click("[data-testid=tls-verify-name]").await;
    pick(&window, "[data-testid=tls-trust]", "A file").await;
    window.wait_for_text("[data-testid=profile-form]", "Trust store's password").await;
    themes(&window, "editor-security").await;
    pick(&window, "[data-testid=tls-trust]", "machine").await;
    window.click("[data-testid=save-and-open]").await;
    window.wait_for_text("[data-testid=unchecked]", "Names not checked").await;
    window.wait_for("its pages or its problems", "return location.hash.startsWith('#/c/') || document.querySelector('[data-testid=open-anyway]')?.click()").await;
    window.wait_for("its pages", "return location.hash.startsWith('#/c/')").await;
    window.wait_for_text("[data-testid=unchecked]", "Names not checked").await;
    themes(&window, "unchecked").await;
    window.go("#/").await;
    window.wait_for_text("[data-testid=profile]", "Names not checked").await;
    window.close().await;
}

#[tokio::test]
async fn what_is_typed_and_not_saved_is_there_when_one_comes_back() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.click("[data-testid=add-connection]").await;
    window.fill("[data-testid=profile-name]", "half").await;
    window.go("#/c/demo/topics").await;
    window.wait_for_text("[data-testid=nav-topics]", "Topics").await;
    window.go("#/new").await;
    window.wait_for_text("[data-testid=saved-or-not]", "not saved").await;
    assert_eq!(
        window.eval("return document.querySelector('[data-testid=profile-name]').value").await,
        json!("half")
    );
    window.click("[data-testid=discard]").await;
    window
        .wait_for("an empty name", "return document.querySelector('[data-testid=profile-name]').value === ''")
        .await;
    window.close().await;
}

#[tokio::test]
async fn connections_are_ordered_found_copied_and_shared() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    for number in 1..=7 {
        let profile = json!({ "id": "", "name": format!("c{number}"), "color": "", "bootstrap": format!("kafka-{number}:9092") });
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             window.__TAURI__.core.invoke('save_profile', {}).then(() => done(true), (e) => done(e))",
            json!({ "call": { "profile": profile } })
        );
        assert_eq!(window.client.execute_async(&script, vec![]).await.unwrap(), json!(true));
    }
    let names =
        "[...document.querySelectorAll('[data-testid=open-profile]')].map((e) => e.innerText).join(' ')";
    window.wait_for("all of them", &format!("return {names}.startsWith('c1 c2 c3 c4 c5 c6 c7')")).await;
    themes(&window, "connections").await;

    // The keys: to the second, and up.
    window.press("j").await;
    window.press("j").await;
    window
        .eval("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true })); return true")
        .await;
    window.wait_for("the second above the first", &format!("return {names}.startsWith('c2 c1 c3')")).await;
    window.wait_for("the focus goes with it", "return document.activeElement?.innerText === 'c2'").await;

    window.fill("[data-testid=search]", "kafka-5").await;
    window.wait_for("the one", &format!("return {names} === 'c5'")).await;
    window.click("[data-testid=more]").await;
    themes(&window, "row-menu").await;
    window.click("[data-testid=duplicate]").await;
    window.wait_for("the copy's editor", "return location.hash.startsWith('#/edit/')").await;
    assert_eq!(
        window.eval("return document.querySelector('[data-testid=profile-name]').value").await,
        json!("c5 (copy)")
    );

    window.go("#/share").await;
    let text = window
        .wait_for("the text", "return document.querySelector('[data-testid=export-text]')?.value")
        .await;
    assert!(text.as_str().unwrap().contains("kafka-7:9092"), "{text}");
    window.fill("[data-testid=take-text]", text.as_str().unwrap()).await;
    themes(&window, "share").await;
    window.click("[data-testid=take-them]").await;
    window
        .wait_for("eight more", "return document.querySelectorAll('[data-testid=taken] > li').length === 8")
        .await;
    window.fill("[data-testid=take-text]", "no export").await;
    window.click("[data-testid=take-them]").await;
    window.wait_for_text("[data-testid=take-problem]", "no export of connections").await;
    window.close().await;
}
