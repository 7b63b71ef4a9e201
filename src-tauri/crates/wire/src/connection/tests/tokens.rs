//! Signing in with what has to be fetched first: when it is asked for, and what happens while none comes.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use tokio::time::Instant;

use super::{answered, ask, peer::*, signing_in::*};
use crate::{ApiKey, Connection, Error, Secret, SignIn, Token, TokenFuture, TokenSource, What};

const LIFETIME: Duration = Duration::from_secs(100);
const HOUR: Duration = Duration::from_secs(3600);

/// Gives these one after the other, and the last one again and again.
#[derive(Debug)]
struct Source {
    tokens: Mutex<VecDeque<Result<Token, Error>>>,
    asked: Mutex<Vec<Instant>>,
    refused: Mutex<u32>,
}

impl Source {
    fn of(tokens: impl IntoIterator<Item = Result<Token, Error>>) -> Arc<Source> {
        let tokens = Mutex::new(tokens.into_iter().collect());
        Arc::new(Source { tokens, asked: Mutex::default(), refused: Mutex::default() })
    }
}

impl TokenSource for Source {
    fn name(&self) -> &str {
        "a test"
    }

    fn token(&self, _deadline: Instant) -> TokenFuture<'_> {
        self.asked.lock().unwrap().push(Instant::now());
        let mut tokens = self.tokens.lock().unwrap();
        let next = if tokens.len() > 1 { tokens.pop_front() } else { tokens.front().cloned() };
        Box::pin(std::future::ready(next.unwrap()))
    }

    fn refused(&self, _token: &Token) {
        *self.refused.lock().unwrap() += 1;
    }
}

fn token(text: &str, lasts: Duration) -> Result<Token, Error> {
    Ok(Token::new(Secret::new(text), Some(SystemTime::now() + lasts)))
}

fn none() -> Result<Token, Error> {
    Err(Error::new(What::Token("the endpoint is down".to_owned())))
}

fn bearer(source: &Arc<Source>) -> SignIn {
    let source: Arc<dyn TokenSource> = source.clone();
    SignIn::bearer(source, Vec::new()).unwrap()
}

/// The broker's part of OAUTHBEARER up to the token, which has to be this one.
async fn hear(peer: &mut Peer, token: &str) -> i32 {
    let agreed = peer.request().await;
    assert_eq!(agreed.key, ApiKey::SaslHandshake);
    peer.raw_reply(agreed.correlation, &handshake(0, &["OAUTHBEARER"])).await;
    let said = peer.request().await;
    let wanted = format!("n,,\x01auth=Bearer {token}\x01\x01\0");
    assert!(said.rest.ends_with(wanted.as_bytes()), "{:?}", String::from_utf8_lossy(&said.rest));
    said.correlation
}

async fn take(peer: &mut Peer, token: &str, lifetime: Duration) {
    let correlation = hear(peer, token).await;
    peer.raw_reply(correlation, &authenticated(0, "", "", lifetime)).await;
}

async fn signed_in(source: &Arc<Source>, token: &str, lifetime: Duration) -> (Connection, Peer) {
    let (opening, mut peer) = opening(&bearer(source));
    greet(&mut peer).await;
    take(&mut peer, token, lifetime).await;
    (opening.await.unwrap().unwrap(), peer)
}

#[tokio::test(start_paused = true)]
async fn a_new_token_is_said_before_the_earlier_end_of_token_and_session() {
    for (session, life) in [(LIFETIME, HOUR), (HOUR, LIFETIME)] {
        let source = Source::of([token("one", life), token("two", HOUR)]);
        let (connection, mut peer) = signed_in(&source, "one", session).await;
        let until = connection.session().unwrap().token_until.unwrap();
        assert!(until <= SystemTime::now() + life, "the window can show how long the token lasts");
        let before = Instant::now();
        take(&mut peer, "two", session).await;
        let share = before.elapsed().as_secs_f64() / LIFETIME.as_secs_f64();
        assert!((0.74..0.851).contains(&share), "{share}");
        connection.sessions().unwrap().wait_for(|session| session.renewals == 1).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn requests_go_on_while_no_token_comes() {
    let source = Source::of([token("one", HOUR), none(), none(), token("two", HOUR)]);
    let (connection, mut peer) = signed_in(&source, "one", LIFETIME).await;
    while source.asked.lock().unwrap().len() < 2 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let asked = ask(&connection, "meanwhile");
    let came = peer.request().await;
    assert_eq!(came.text(), "meanwhile");
    peer.reply(&came, "yes").await;
    assert_eq!(answered(asked).await, "yes");
    take(&mut peer, "two", LIFETIME).await;
    assert!(connection.ended().is_none());
}

#[tokio::test(start_paused = true)]
async fn without_a_newer_token_it_is_used_up_to_its_end_and_then_takes_nothing_new() {
    for (source, session) in [
        (Source::of([token("one", HOUR), none()]), LIFETIME),
        // The same one again: signing in with it would win nothing, and each time sooner.
        (Source::of([token("one", LIFETIME)]), LIFETIME),
    ] {
        let (connection, mut peer) = signed_in(&source, "one", session).await;
        let began = Instant::now();
        peer.hears_the_end().await;
        let share = began.elapsed().as_secs_f64() / LIFETIME.as_secs_f64();
        assert!((0.98..1.0).contains(&share), "{share}");
        let why = connection.ended().unwrap();
        assert!(
            matches!(why.what(), What::Disconnected { sent: false, why } if why.contains("runs out")),
            "{why}"
        );
        assert!(source.asked.lock().unwrap().len() < 40, "asked for again, and not in a loop");
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_is_over_is_never_sent() {
    let claims = URL_SAFE_NO_PAD.encode(r#"{"exp":1600000000}"#);
    let source = Source::of([Ok(Token::new(Secret::new(format!("e30.{claims}.")), None))]);
    let (opening, mut peer) = opening(&bearer(&source));
    greet(&mut peer).await;
    let why = opening.await.unwrap().unwrap_err();
    assert!(matches!(why.what(), What::Token(words) if words.contains("ended at 2020-09-13")), "{why}");
    peer.hears_the_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_refused_token_is_told_with_what_the_broker_said_first_and_given_back() {
    let source = Source::of([token("hush", HOUR)]);
    let (opening, mut peer) = opening(&bearer(&source));
    greet(&mut peer).await;
    let correlation = hear(&mut peer, "hush").await;
    let json = r#"{"status":"invalid_token","scope":"kafka"}"#;
    peer.raw_reply(correlation, &authenticated(0, "", json, Duration::ZERO)).await;
    let said = peer.request().await;
    assert_eq!((said.key, said.rest.as_slice()), (ApiKey::SaslAuthenticate, &b"\0\x02\x01\0"[..]));
    peer.raw_reply(said.correlation, &authenticated(58, json, "", Duration::ZERO)).await;
    let why = opening.await.unwrap().unwrap_err();
    let What::Authentication(words) = why.what() else { panic!("{why}") };
    assert!(
        words.contains("a test was refused by OAUTHBEARER") && words.contains("invalid_token"),
        "{words}"
    );
    assert!(words.contains("kafka") && !words.contains("hush"), "{words}");
    assert_eq!(*source.refused.lock().unwrap(), 1);
}
