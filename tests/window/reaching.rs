//! Brokers of another network in the real window: rules that are written in the editor and a proxy that wants a password, how each stands
//! while the connection is open, and what the doctor says of the way.

use serde_json::json;
use support::{
    way::{Manner, Network, Socks},
    window::{Home, Window},
};

use crate::{
    connections::{PASSWORD, closed_cluster, is_nowhere, pick},
    themes,
};

const GATE: &str = "gate-Wd5-proxy";

async fn new_connection(window: &Window, name: &str, addresses: &str) {
    window.click("[data-testid=add-connection]").await;
    window.fill("[data-testid=profile-name]", name).await;
    window.fill("[data-testid=profile-addresses]", addresses).await;
    window.go("#/new/reach").await;
}

async fn value(window: &Window, css: &str) -> String {
    let value = window.eval(&format!("return document.querySelector({}).value", json!(css))).await;
    value.as_str().unwrap().to_owned()
}

/// Opens the list at the end of the status line, looks at it in both themes, and leaves it by the keyboard.
async fn look_at_the_way(window: &Window, button: &str, picture: &str) -> String {
    window.click(button).await;
    let says = window.text("[data-testid=way-dialog]").await;
    themes(window, picture).await;
    window.press("Escape").await;
    window.wait_for("its end", "return document.querySelector('[data-testid=way-dialog]') === null").await;
    says
}

#[tokio::test]
async fn rules_are_written_put_in_order_and_lead_to_brokers_of_another_network() {
    let mock = mock_cluster::MockCluster::builder().brokers(3).start().await.unwrap();
    let network = Network::around(&mock);
    let rules = network.rules();
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    new_connection(&window, "shop, from outside", &network.bootstrap()).await;
    for (at, (from, to)) in rules.iter().enumerate() {
        window.click("[data-testid=add-rule]").await;
        window.fill(&format!("#rule-{at}-from"), from).await;
        window.fill(&format!("#rule-{at}-to"), to).await;
    }
    window.fill("#rule-1-to", "*:9092").await;
    window
        .wait_for(
            "the second one is wrong and no other",
            "const all = [...document.querySelectorAll('[data-testid=rule-problem]')].map((e) => !e.hidden && e.innerText.startsWith('Rule 2')); \
             return all.length === 3 && !all[0] && all[1] && !all[2]",
        )
        .await;
    themes(&window, "editor-reach-wrong").await;
    window.fill("#rule-1-to", &rules[1].1).await;
    window
        .wait_for(
            "nothing wrong",
            "return [...document.querySelectorAll('[data-testid=rule-problem]')].every((e) => e.hidden)",
        )
        .await;

    // Up, and the button that was pressed has gone up with it; it is the first now, and can only go down again.
    window.click("#rule-1-up").await;
    window.wait_for("the focus goes with it", "return document.activeElement?.id === 'rule-0-down'").await;
    assert_eq!(value(&window, "#rule-0-from").await, rules[1].0);
    assert_eq!(value(&window, "#rule-1-from").await, rules[0].0);
    themes(&window, "editor-reach").await;
    window.click("[data-testid=save-and-open]").await;
    window.wait_for_text("[data-testid=page]", "Brokers up").await;
    window.wait_for_text("[data-testid=way]", "by 3 rules").await;
    let says = look_at_the_way(&window, "[data-testid=way]", "way-rules").await;
    for (from, to) in &rules {
        assert!(says.contains(from) && says.contains(to), "{says}");
    }
    assert!(says.contains("broker 1") && says.contains("Nobody signs in"), "{says}");

    window.eval("location.hash = '#/doctor/' + location.hash.split('/')[2]; return true").await;
    window
        .wait_for(
            "the end of the examination",
            "return document.querySelector('[data-testid=diagnosis]')?.dataset.healthy === 'true'",
        )
        .await;
    let ways = window.texts("[data-testid=step][data-step=Way]").await;
    assert!(ways.len() == 3 && ways.iter().all(|way| way.contains("Rule ")), "{ways:?}");
    themes(&window, "doctor-way").await;
    window.close().await;
}

#[tokio::test]
async fn a_proxy_asks_for_its_password_and_its_state_stays_on_screen() {
    let mock = closed_cluster().await;
    let network = Network::around(&mock);
    let proxy = Socks::start(&network, Manner::Login("walter", GATE)).await;
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    new_connection(&window, "shop, by the proxy", &network.bootstrap()).await;
    pick(&window, "[data-testid=reach-through]", "SOCKS5").await;
    window.fill("[data-testid=reach-proxy]", "http://proxy:3128").await;
    window.wait_for_text("[data-testid=reach-problem]", "SOCKS5 proxy can").await;
    window.fill("[data-testid=reach-proxy]", &proxy.place().to_string()).await;
    window.fill("[data-testid=reach-proxy-user]", "walter").await;
    window.wait_for_text("[data-secret=ProxyPassword]", "Not given yet").await;
    themes(&window, "editor-proxy").await;
    window.go("#/new/sign-in").await;
    pick(&window, "[data-testid=mechanism]", "SCRAM-SHA-512").await;
    window.fill("[data-testid=sasl-user]", "alice").await;
    window.click("[data-testid=save-and-open]").await;
    for (title, secret) in [("Password of", PASSWORD), ("Proxy's password of", GATE)] {
        window.wait_for_text("[data-testid=dialog]", title).await;
        window
            .wait_for("where to keep it", "return document.querySelector('[data-testid=keep-session]')")
            .await;
        window.fill("[data-testid=secret-value]", secret).await;
        window.click("[data-testid=keep-session]").await;
        window.click("[data-testid=give]").await;
    }
    window.wait_for_text("[data-testid=page]", "Brokers up").await;
    window.wait_for_text("[data-testid=way]", "through SOCKS5 proxy 127.0.0.1").await;
    window.wait_for_text("[data-testid=way-state]", "up").await;
    window.wait_for_text("[data-testid=signed-in]", "signed in as alice").await;
    let says = look_at_the_way(&window, "[data-testid=signed-in]", "way-proxy").await;
    assert!(says.contains("alice by SCRAM-SHA-512") && says.contains("signed in"), "{says}");
    assert!(says.contains("kafka-1.internal:9092"), "{says}");
    is_nowhere(&window, GATE).await;

    drop(proxy);
    window
        .wait_for(
            "that it is gone",
            "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true, cancelable: true })); \
             return document.querySelector('[data-testid=way-state]')?.innerText === 'no answer'",
        )
        .await;
    let says = look_at_the_way(&window, "[data-testid=way]", "way-unanswered").await;
    assert!(says.contains("No answer through it"), "{says}");
    window.close().await;
}

#[tokio::test]
async fn a_way_that_nobody_can_go_says_why_and_leads_to_its_settings() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    new_connection(&window, "shop, by kubectl", "kafka-0.kafka.shop.svc:9092").await;
    pick(&window, "[data-testid=reach-through]", "SSH").await;
    window.fill("[data-testid=reach-ssh]", "-oProxyCommand=x").await;
    window.wait_for_text("[data-testid=reach-problem]", "-oProxyCommand").await;
    themes(&window, "editor-ssh").await;
    pick(&window, "[data-testid=reach-through]", "kubectl").await;
    window.fill("[data-testid=reach-namespace]", "Shop!").await;
    window.wait_for_text("[data-testid=reach-problem]", "namespace").await;
    themes(&window, "editor-kubectl").await;
    window.click("[data-testid=save-profile]").await;
    window.wait_for_text("[data-testid=profile-problems]", "namespace").await;
    window.click("[data-testid=open-anyway]").await;
    window.wait_for_text("[data-testid=not-connected]", "namespace").await;
    window.close().await;
}
