//! Another client's settings in the real window: read line by line, kept with their secrets in an encrypted file, connected with, and
//! asked for again after the next start.

use serde_json::json;
use support::window::{Home, Window};

use crate::{
    connections::{PASSWORD, closed_cluster, is_nowhere},
    themes,
};

const PASS_PHRASE: &str = "correct horse battery";

#[tokio::test]
async fn a_properties_file_becomes_a_connection_whose_password_waits_in_the_encrypted_file() {
    let mock = closed_cluster().await;
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.click("[data-testid=import]").await;
    window.wait_for_text("[data-testid=nothing-read]", "Nothing is read yet").await;
    let properties = format!(
        "# orders\nbootstrap.servers={}\nsecurity.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-512\n\
         sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \\\n  username=\"alice\" password=\"{PASSWORD}\";\n\
         key.deserializer=org.apache.kafka.common.serialization.StringDeserializer\n\
         sasl.kerberos.service.name=kafka\n",
        mock.bootstrap()
    );
    // As if it was picked: a page may not read a file by its path.
    let script = format!(
        "const files = new DataTransfer(); files.items.add(new File([{}], 'client.properties')); \
         const input = document.querySelector('[data-testid=import-file]'); input.files = files.files; \
         input.dispatchEvent(new Event('change', {{ bubbles: true }})); return true",
        json!(properties)
    );
    window.eval(&script).await;
    window.wait_for_text("[data-testid=import-format]", "a Java client").await;
    for (word, holds) in [("Understood", "bootstrap.servers"), ("Not needed", "key.deserializer")] {
        let script = format!(
            "return [...document.querySelectorAll('[data-testid=import-lines] tr[data-verdict={}]')].some((r) => r.innerText.includes({}))",
            json!(word),
            json!(holds)
        );
        window.wait_for(&format!("{holds}: {word}"), &script).await;
    }
    is_nowhere(&window, PASSWORD).await;
    window.fill("[data-testid=import-name]", "imported").await;
    window.click("[data-testid=keep-file]").await;
    window.fill("[data-testid=pass-phrase]", PASS_PHRASE).await;
    window.fill("[data-testid=pass-phrase-again]", "something else").await;
    window.click("[data-testid=keep-and-open]").await;
    window.wait_for_text("[data-testid=import-problem]", "not the same").await;
    themes(&window, "import").await;
    window.fill("[data-testid=pass-phrase-again]", PASS_PHRASE).await;
    window.click("[data-testid=keep-and-open]").await;
    window.wait_for("its pages", "return location.hash.startsWith('#/c/')").await;
    window.wait_for_text("[data-testid=page]", "Brokers up").await;
    is_nowhere(&window, PASS_PHRASE).await;
    window.close().await;

    let window = Window::open(&home, &[]).await;
    window.wait_for_text("[data-testid=page]", "imported").await;
    window.click("[data-testid=profile]:not([data-key=demo]) [data-testid=open-profile]").await;
    window
        .wait_for(
            "the pass phrase",
            "return document.querySelector('[data-testid=unlock-dialog] [data-testid=pass-phrase]')",
        )
        .await;
    themes(&window, "unlock-dialog").await;
    window.fill("[data-testid=pass-phrase]", "wrong").await;
    window.click("[data-testid=unlock]").await;
    window.wait_for_text("[data-testid=secret-problem]", "not the pass phrase").await;
    window.fill("[data-testid=pass-phrase]", PASS_PHRASE).await;
    window.click("[data-testid=unlock]").await;
    window.wait_for_text("[data-testid=page]", "Brokers up").await;
    window.close().await;
}

#[tokio::test]
async fn a_text_that_names_no_broker_says_so() {
    let home = Home::new();
    let window = Window::open(&home, &[]).await;
    window.go("#/import").await;
    window.fill("[data-testid=import-text]", "retries=5\nlinger.ms=20\n").await;
    window.click("[data-testid=read-import]").await;
    window
        .wait_for(
            "an answer",
            "return document.querySelector('[data-testid=no-cluster], [data-testid=import-form] .red, [data-testid=import-cluster] .amber')",
        )
        .await;
    window.picture("import-nothing").await;
    window.close().await;
}
