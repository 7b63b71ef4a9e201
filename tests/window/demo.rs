//! Every page on the demo cluster: it has something on it, and its picture is kept in light and dark.

use support::window::{Home, Window};

/// Each page of a cluster, by its address and something that it must show.
const PAGES: &[(&str, &str)] = &[
    ("overview", "Brokers"),
    ("brokers", "rack"),
    ("log-dirs", "/"),
    ("topics", "orders"),
    ("groups", "Stable"),
    ("acls", "User:orders"),
    ("acls?principal=User%3Aanalytics", "in part"),
    ("scram-users", "SCRAM-SHA-512"),
    ("quotas", "50 MiB/s"),
    ("transactions", "billing-import-hung"),
    ("reassignments", "lake.ingest"),
    ("quorum", "observer"),
    ("groups/legacy-reporting-job/offsets", "below log start"),
    ("groups/label-printer-hub-3/offsets", "no commit"),
    ("groups/recommendation-api/members", "moving"),
    ("topics/orders.created.v1/groups", "order-service"),
    ("versions", "Metadata"),
    ("requests", "Goes to"),
    ("journal", "Metadata"),
    ("brokers/2", "Kafka's share"),
    ("brokers/2/log-dirs", "/data/kafka-1"),
    ("log-dirs/1/%2Fdata%2Fkafka-0", "Size"),
    ("log-dirs/1/%2Fdata%2Fkafka-0/replicas", "leader"),
    ("topics/orders.created.v1/partitions", "Latest"),
    ("topics/orders.created.v1/configs", "retention.ms"),
    ("topics/orders.created.v1/acls", "overruled"),
    ("topics/finance.gl-postings.v1/producers", "41005"),
    ("brokers/2/configs", "log."),
    ("brokers/2/versions", "Metadata"),
    ("brokers/2/connections", "127.0.0.1"),
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
            window.picture(&format!("{}-{theme}", page.replace(['/', '%', '?', '='], "-"))).await;
        }
    }
    window.go("#/").await;
    window.wait_for_text("[data-testid=page]", "Demo cluster").await;
    window.picture("connections-dark").await;
    window.close().await;
}

#[tokio::test]
async fn rows_open_to_what_hangs_and_to_each_copy_under_way() {
    let home = Home::new();
    let window = Window::open(&home, &["--demo", "--demo-stands-still"]).await;
    for (page, key, says) in [
        (
            "transactions",
            "billing-import-hung",
            &["isolation.level=read_committed", "find-hanging", "Copy"][..],
        ),
        ("reassignments", "lake.ingest.events-avro-5", &["copied", "left"]),
    ] {
        window.go(&format!("#/c/demo/{page}")).await;
        window
            .wait_for("the row", &format!("return document.querySelector(\"tr[data-key='{key}']\") !== null"))
            .await;
        window.click(&format!("tr[data-key='{key}'] td")).await;
        for says in says {
            window.wait_for_text("tr.detail", says).await;
        }
        for theme in ["light", "dark"] {
            window.eval(&format!("document.documentElement.dataset.theme = '{theme}'; return true")).await;
            window.picture(&format!("{page}-open-{theme}")).await;
        }
    }
    window.close().await;
}

#[tokio::test]
async fn a_group_is_opened_from_the_list_by_keys_and_shows_each_state_of_a_lag() {
    let home = Home::new();
    let window = Window::open(&home, &["--demo", "--demo-stands-still"]).await;
    window.go("#/c/demo/groups?q=legacy-reporting").await;
    window.wait_for_text("td[data-col=lag]", "below log start").await;
    window.press("j").await;
    window.press("Enter").await;
    window
        .wait_for("its page", "return location.hash === '#/c/demo/groups/legacy-reporting-job/offsets'")
        .await;
    for state in ["below log start", "ahead of log end", "empty", "\u{2014}"] {
        window.wait_for_text("[data-testid=page]", state).await;
    }
    window.wait_for_text("[data-testid=group-head]", "known").await;
    window.go("#/c/demo/groups/order-service/members").await;
    window.wait_for_text("[data-testid=page]", "order-service-0").await;
    window.press("Escape").await;
    window.wait_for("the list", "return location.hash.startsWith('#/c/demo/groups')").await;
    window.close().await;
}

#[tokio::test]
async fn the_demo_is_walked_by_keyboard_and_back() {
    let home = Home::new();
    let window = Window::open(&home, &["--demo", "--demo-stands-still"]).await;
    window.wait_for_text("[data-testid=nav-topics]", "141").await;
    window.click("[data-testid=nav-topics]").await;
    window.wait_for("the first rows", "return document.querySelectorAll('tr[data-key]').length > 5").await;
    window.press("/").await;
    window.wait_for("the search field", "return document.activeElement?.dataset.testid === 'search'").await;
    window.fill("[data-testid=search]", "orders").await;
    window
        .wait_for(
            "only matching rows",
            "const rows = [...document.querySelectorAll('tr[data-key]')]; \
             return rows.length > 0 && rows.every((row) => row.dataset.key.includes('orders'))",
        )
        .await;
    window.press("Escape").await;
    window.eval("document.activeElement?.blur(); return true").await;
    window.press("j").await;
    window.press("Enter").await;
    window.wait_for("a topic", "return location.hash.startsWith('#/c/demo/topics/')").await;
    window.eval("history.back(); return true").await;
    window.wait_for("the list again", "return /^#.c.demo.topics([?]|$)/.test(location.hash)").await;
    window.press("?").await;
    window.wait_for_text("[data-testid=keys]", "Esc").await;
    window.close().await;
}

#[tokio::test]
async fn who_may_write_to_a_topic_is_asked_in_fields_of_their_own() {
    let home = Home::new();
    let window = Window::open(&home, &["--demo", "--demo-stands-still"]).await;
    window.wait_for_text("[data-testid=nav-acls]", "ACLs").await;
    window.click("[data-testid=nav-acls]").await;
    window.wait_for_text("[data-testid=page]", "User:orders").await;
    window.fill("[data-testid=principal]", "legacy-reporting").await;
    window
        .wait_for(
            "that principal's and everybody's alone, what denies first",
            "const rows = [...document.querySelectorAll('tr[data-key]')].map((row) => row.dataset.key.split('\\n')); \
             return rows.length > 3 && rows.every((row) => ['User:legacy-reporting', 'User:*'].includes(row[3])) \
             && rows[0][4] === 'Deny'",
        )
        .await;
    window.fill("[data-testid=topic]", "orders.created.v1").await;
    window
        .wait_for(
            "only what covers the topic too",
            "const rows = [...document.querySelectorAll('tr[data-key]')]; \
             return rows.length === 2 && rows.every((row) => row.dataset.key.includes('orders.created.v1'))",
        )
        .await;
    window.wait_for_text("[data-testid=table]", "overruled").await;
    window.wait_for_text(".totals", "nothing that an ACL allows").await;
    window
        .wait_for(
            "the question in the address",
            "return location.hash.includes('principal=legacy-reporting')",
        )
        .await;
    window.picture("acls-who-may-write").await;
    window.fill("[data-testid=topic]", "no.such.topic").await;
    window.wait_for_text("[data-testid=narrowed]", "No ACL says anything of this").await;
    window.close().await;
}
