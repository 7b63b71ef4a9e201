//! A token endpoint on this machine, and each way in which one can misbehave.

mod server;

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use crate::{Algorithm, ClientCredentials, Plan, Proof, SigningKey};
use server::{Server, json};
use tokio::time::Instant;
use wire::{Error, KeyDer, Roots, Secret, Token, TokenSource, What};

const SECRET: &str = "hush+/hush";
/// Only a hang takes this long.
const HANG: Duration = Duration::from_secs(60);

fn plan(endpoint: &str) -> Plan {
    Plan {
        endpoint: endpoint.to_owned(),
        client_id: "my client".to_owned(),
        proof: Proof::Secret { secret: Secret::new(SECRET), encoded: false },
        scope: "kafka read".to_owned(),
        audience: String::new(),
        roots: Roots::Own(Vec::new()),
        timeout: Duration::from_secs(10),
    }
}

fn client(server: &Server) -> ClientCredentials {
    ClientCredentials::new(plan(&server.url())).unwrap()
}

async fn ask(client: &ClientCredentials, patience: Duration) -> Result<Token, Error> {
    tokio::time::timeout(HANG, client.token(Instant::now() + patience)).await.expect("this hangs")
}

async fn patiently(client: &ClientCredentials) -> Result<Token, Error> {
    ask(client, Duration::from_secs(20)).await
}

/// What it failed with; nothing of it shows the secret.
async fn failure(client: &ClientCredentials, patience: Duration) -> String {
    let why = ask(client, patience).await.unwrap_err();
    let What::Token(words) = why.what() else { panic!("{why:?}") };
    assert!(!format!("{why:?} {client:?}").contains("hush"), "{why:?}");
    assert!(words.contains("my client") && words.contains("http"), "{words}");
    words.clone()
}

fn granted(token: &str, seconds: u64) -> String {
    json(200, &format!(r#"{{"access_token":"{token}","token_type":"Bearer","expires_in":{seconds}}}"#))
}

#[tokio::test]
async fn a_token_is_asked_for_as_the_standard_has_it() {
    let server = Server::start(vec![granted("one", 3600)]).await;
    let before = SystemTime::now();
    let token = patiently(&client(&server)).await.unwrap();
    assert_eq!(token.text().text(), "one");
    let lasts = token.expires_at().unwrap().duration_since(before).unwrap();
    assert!((3600..3700).contains(&lasts.as_secs()), "{lasts:?}");
    let asked = server.asked();
    assert!(asked[0].starts_with("POST /token HTTP/1.1\r\n"), "{asked:?}");
    // "my client:hush+/hush" in base 64.
    assert!(asked[0].contains("authorization: Basic bXkgY2xpZW50Omh1c2grL2h1c2g=\r\n"), "{asked:?}");
    assert!(asked[0].contains("content-type: application/x-www-form-urlencoded\r\n"), "{asked:?}");
    assert!(asked[0].ends_with("\r\n\r\ngrant_type=client_credentials&scope=kafka%20read"), "{asked:?}");
}

#[tokio::test]
async fn client_and_secret_are_encoded_where_that_is_wanted_and_the_audience_is_named() {
    let server = Server::start(vec![granted("one", 3600)]).await;
    let proof = Proof::Secret { secret: Secret::new(SECRET), encoded: true };
    let whom =
        Plan { proof, scope: String::new(), audience: "https://kafka/".to_owned(), ..plan(&server.url()) };
    patiently(&ClientCredentials::new(whom).unwrap()).await.unwrap();
    let asked = server.asked();
    // "my%20client:hush%2B%2Fhush".
    assert!(asked[0].contains("authorization: Basic bXklMjBjbGllbnQ6aHVzaCUyQiUyRmh1c2g=\r\n"), "{asked:?}");
    assert!(asked[0].ends_with("grant_type=client_credentials&audience=https%3A%2F%2Fkafka%2F"), "{asked:?}");
}

#[tokio::test]
async fn a_key_signs_and_no_secret_travels() {
    let server = Server::start(vec![granted("one", 3600)]).await;
    let pair = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).unwrap();
    let key = KeyDer::Pkcs8(pair.serialize_der().into());
    let key = SigningKey::new(&key, Algorithm::Es256, None).unwrap();
    let signed = Plan { proof: Proof::Key(Box::new(key)), ..plan(&server.url()) };
    patiently(&ClientCredentials::new(signed).unwrap()).await.unwrap();
    let asked = server.asked();
    assert!(!asked[0].contains("authorization"), "{asked:?}");
    assert!(
        asked[0].contains("&client_id=my%20client&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=eyJ"),
        "{asked:?}"
    );
}

#[tokio::test]
async fn fifty_who_ask_at_once_share_one_question() {
    let server = Server::start(vec![granted("one", 3600), granted("two", 3600)]).await;
    let client = Arc::new(client(&server));
    let asking: Vec<_> = (0..50)
        .map(|_| {
            let client = Arc::clone(&client);
            tokio::spawn(async move { patiently(&client).await.unwrap() })
        })
        .collect();
    for asked in asking {
        assert_eq!(asked.await.unwrap().text().text(), "one");
    }
    assert_eq!(server.asked().len(), 1);
    let refused = patiently(&client).await.unwrap();
    client.refused(&refused);
    assert_eq!(
        patiently(&client).await.unwrap().text().text(),
        "two",
        "a token that a broker refused is not given out again"
    );
}

#[tokio::test]
async fn a_token_of_which_half_is_over_is_replaced() {
    // Over before it can be used: it is told, and not given out.
    let over = Server::start(vec![granted("old", 0)]).await;
    let words = failure(&client(&over), Duration::from_secs(20)).await;
    assert!(words.contains("ended at"), "{words}");
    // A second, of which half is soon over.
    let server = Server::start(vec![granted("one", 1), granted("two", 3600)]).await;
    let client = client(&server);
    assert_eq!(patiently(&client).await.unwrap().text().text(), "one");
    tokio::time::timeout(HANG, async {
        while patiently(&client).await.unwrap().text().text() == "one" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("a new one is asked for");
}

#[tokio::test]
async fn what_passes_is_asked_again_within_the_time() {
    let server = Server::start(vec![
        json(503, "{}"),
        String::new(),
        "nonsense\r\n\r\n".to_owned(),
        granted("one", 3600),
    ])
    .await;
    assert_eq!(patiently(&client(&server)).await.unwrap().text().text(), "one");
    assert_eq!(server.asked().len(), 4);
}

#[tokio::test]
async fn each_wrong_answer_is_told_and_not_asked_for_again() {
    let huge = format!("HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n{}", "x".repeat(100_000));
    let endless = format!(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{}",
        format!("8000\r\n{}\r\n", "x".repeat(0x8000)).repeat(4)
    );
    let elsewhere = "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://elsewhere.example/token\r\ncontent-length: 0\r\n\r\n";
    for (answer, word) in [
        (json(400, r#"{"error":"invalid_client","error_description":"not hush+/hush"}"#), "“invalid_client”"),
        (json(200, "<!doctype html><title>Sign in</title>"), "a web page (HTML)"),
        (json(200, r#"{"access_token":"#), "cut short"),
        (json(200, "{}"), "no “access_token”"),
        (elsewhere.to_owned(), "redirects to http://elsewhere.example/token"),
        (huge, "more than 64 KiB"),
        (endless, "more than 64 KiB"),
    ] {
        let server = Server::start(vec![answer]).await;
        let client = client(&server);
        let words = failure(&client, Duration::from_secs(20)).await;
        assert!(words.contains(word), "{words}");
        // The next who come in a row hear the same without a question.
        assert_eq!(failure(&client, Duration::from_secs(20)).await, words);
        assert_eq!(server.asked().len(), 1, "{words}");
    }
}

#[tokio::test]
async fn one_that_is_down_or_silent_ends_with_the_time_and_says_so() {
    let gone = {
        let server = Server::start(Vec::new()).await;
        server.url()
    };
    let client_of_gone = ClientCredentials::new(plan(&gone)).unwrap();
    let words = failure(&client_of_gone, Duration::from_secs(1)).await;
    assert!(words.contains("can't be reached") && words.contains("refused"), "{words}");

    let silent = Server::silent().await;
    let impatient = Plan { timeout: Duration::from_millis(300), ..plan(&silent.url()) };
    let words = failure(&ClientCredentials::new(impatient).unwrap(), Duration::from_secs(3)).await;
    assert!(words.contains("did not answer within"), "{words}");
    assert!(silent.asked().len() > 1, "asked again while there was time");
}

#[tokio::test]
async fn encrypted_with_its_own_authority_and_by_no_other() {
    let (server, authority) = Server::encrypted(vec![granted("one", 3600)]).await;
    let known = Plan { roots: Roots::Own(vec![authority]), ..plan(&server.url()) };
    assert_eq!(patiently(&ClientCredentials::new(known).unwrap()).await.unwrap().text().text(), "one");
    assert_eq!(server.asked().len(), 1);

    let stranger = rcgen::generate_simple_self_signed(vec!["another".to_owned()]).unwrap();
    let roots = Roots::Own(vec![stranger.cert.der().to_vec()]);
    let unknown = Plan { roots, ..plan(&server.url()) };
    let words = failure(&ClientCredentials::new(unknown).unwrap(), Duration::from_secs(20)).await;
    assert!(words.contains("no encrypted connection"), "{words}");
    assert_eq!(server.asked().len(), 1, "nothing is said to who is not believed");
}
