//! What the shell promises whatever the page shows: the page reaches the core by the named commands only and the network
//! not at all, connections outlive the window, and a second start comes to the first.

use serde_json::{Value, json};
use support::window::{Home, Window};

/// Calls a command from within the page, as the page would; `{"ok": …}` or `{"err": …}`.
pub(crate) async fn invoke(window: &Window, command: &str, arguments: Value) -> Value {
    let script = format!(
        "const [done] = [arguments[arguments.length - 1]]; \
         window.__TAURI__.core.invoke({}, {arguments}).then((ok) => done({{ ok }}), (err) => done({{ err }}))",
        json!(command)
    );
    window.client.execute_async(&script, vec![]).await.unwrap()
}

#[tokio::test]
async fn only_named_commands_are_let_through() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    let named = invoke(&window, "list_profiles", json!({ "call": {} })).await;
    assert_eq!(named["ok"]["rows"][0]["profile"]["id"], "demo", "{named}");
    for command in ["plugin:window|close", "plugin:app|version", "plugin:event|emit", "no_such_command"] {
        let refused = invoke(&window, command, json!({ "event": "x", "label": "main" })).await;
        assert!(refused["ok"].is_null() && !refused["err"].is_null(), "{command}: {refused}");
    }
    window.close().await;
}

#[tokio::test]
async fn the_page_reaches_no_network_and_runs_no_inline_script() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    let script = format!(
        "const done = arguments[arguments.length - 1]; \
         const image = new Image(); image.src = 'http://{address}/'; \
         fetch('http://{address}/').then(() => done('reached'), () => done('refused'))"
    );
    assert_eq!(window.client.execute_async(&script, vec![]).await.unwrap(), json!("refused"));
    window
        .eval(
            "const s = document.createElement('script'); s.textContent = 'window.inlineRan = true'; \
             document.head.append(s); return true",
        )
        .await;
    assert_eq!(window.eval("return window.inlineRan === undefined").await, json!(true));
    // Nothing had come to the listener by the time the page had its answer.
    let came = tokio::time::timeout(std::time::Duration::ZERO, listener.accept()).await;
    assert!(came.is_err(), "the page opened a connection");
    window.close().await;
}

#[tokio::test]
async fn a_connection_outlives_its_window() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    let profile =
        json!({ "id": "", "name": "orders", "color": "", "bootstrap": "no such: host", "read_only": true });
    let saved = invoke(&window, "save_profile", json!({ "call": { "profile": profile } })).await;
    assert_eq!(saved["ok"]["profile"]["bootstrap"], "no such: host", "{saved}");
    window.close().await;

    let window = Window::open(&home, &[]).await;
    window.wait_for_text("[data-testid=page]", "orders").await;
    window.close().await;
}

#[tokio::test]
async fn a_second_start_opens_its_cluster_in_the_first_window() {
    let home = Home::new();
    let window = Window::open(&home, &["--demo"]).await;
    window.wait_for("the demo", "return location.hash.startsWith('#/c/demo/')").await;
    assert!(window.start_again(&home, &["--connect", "127.0.0.1:1"]).await);
    window.wait_for("the other cluster", "return location.hash.startsWith('#/c/command-line/')").await;
    window.close().await;
}
