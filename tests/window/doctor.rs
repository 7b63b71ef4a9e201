//! The doctor in the real window: on a connection that works, and on some that don't. Its report can be copied, and holds no secret.

use serde_json::json;
use support::window::{Home, Window};

use crate::{
    connections::{PASSWORD, closed_cluster, is_nowhere, pick},
    themes,
};

async fn ended(window: &Window) {
    window.wait_for("the diagnosis", "return document.querySelector('[data-testid=diagnosis]')").await;
    window
        .wait_for("its end", "return document.querySelector('[data-testid=doctor][data-running=false]')")
        .await;
}

#[tokio::test]
async fn a_broken_connection_is_told_step_by_step() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.click("[data-testid=add-connection]").await;
    window.fill("[data-testid=profile-name]", "broken").await;
    window.fill("[data-testid=profile-addresses]", "127.0.0.1:1, no-such-host.invalid:9092").await;
    window.click("[data-testid=test]").await;
    window.wait_for("the doctor", "return location.hash.startsWith('#/doctor/')").await;
    ended(&window).await;
    assert_eq!(
        window.eval("return document.querySelector('[data-testid=diagnosis]').dataset.healthy").await,
        json!("false")
    );
    let failed = window.texts("[data-testid=step][data-outcome=Failed]").await;
    assert!(failed.iter().any(|step| step.contains("TCP") && step.contains("refused")), "{failed:?}");
    assert!(failed.iter().any(|step| step.contains("Name")), "{failed:?}");
    themes(&window, "doctor-broken").await;
    window
        .wait_for(
            "the report",
            "return document.querySelector('[data-testid=report]')?.textContent.includes('127.0.0.1:1')",
        )
        .await;
    window.close().await;
}

#[tokio::test]
async fn a_wrong_password_is_the_step_that_fails_and_the_right_one_heals() {
    let mock = closed_cluster().await;
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.go("#/new/sign-in").await;
    pick(&window, "[data-testid=mechanism]", "SCRAM-SHA-256").await;
    window.fill("[data-testid=sasl-user]", "alice").await;
    window.go("#/new/general").await;
    window.fill("[data-testid=profile-addresses]", &mock.bootstrap()).await;
    window.go("#/new/sign-in").await;
    for (password, healthy) in [("wrong-one-7", "false"), (PASSWORD, "true")] {
        window.click("[data-secret=Password] [data-testid=give-this]").await;
        window
            .wait_for("where to keep it", "return document.querySelector('[data-testid=keep-session]')")
            .await;
        window.fill("[data-testid=secret-value]", password).await;
        // A machine with a keychain offers that one first.
        window.click("[data-testid=keep-session]").await;
        window.click("[data-testid=give]").await;
        window.wait_for_text("[data-secret=Password]", "Held for this session").await;
        window.click("[data-testid=test]").await;
        window.wait_for("the doctor", "return location.hash.startsWith('#/doctor/')").await;
        ended(&window).await;
        window
            .wait_for("the verdict", &format!("return document.querySelector('[data-testid=diagnosis]')?.dataset.healthy === '{healthy}'"))
            .await;
        window.wait_for("the report", "return document.querySelector('[data-testid=report]') !== null").await;
        is_nowhere(&window, password).await;
        if healthy == "true" {
            themes(&window, "doctor-healthy").await;
        }
        window
            .eval("location.hash = location.hash.replace('doctor', 'edit') + '/sign-in'; return true")
            .await;
    }
    window.close().await;
}
