//! OAUTHBEARER and delegation tokens on real brokers: signed in, refused with the right words, and renewed while requests go on.
//!
//! The brokers take unsecured tokens (KIP-255), so that the test is their issuer: one that is good, one that is over, one that
//! is nobody's, and one after the other that each live for seconds. Beside that listener is one which holds signed tokens against
//! the keys of a token endpoint, where the release can (KIP-768), and `client_credentials` fetches tokens for both from there.

mod client_credentials;
mod in_the_engine;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, SystemTime},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use meta::{
    ApiKey, Cluster, Config, Event, GivenToken, Hash, Key, Secret, SignIn, Token, TokenFuture, TokenSource,
    What, message::describe_cluster::DescribeCluster,
};
use real_kafka::{Builder, Kafka, USERS, Version};
use support::{
    encrypted::Authority,
    ground::{Record, config, connect_as, until, within},
    issuer::{self, Issuer},
};
use tokio::time::Instant;

use crate::lasting;

/// The listener wants to be signed in to again this often.
const SESSION: Duration = Duration::from_secs(5);
/// Renewals of each connection under load: some twenty seconds of sessions.
const ENOUGH: u32 = 5;

#[tokio::test(flavor = "multi_thread")]
async fn tokens_of_2_8_2() {
    let (kafka, endpoint) = start(Version::V2_8).await;
    bearer(&kafka).await;
    client_credentials::of_nobodys_signature(&kafka, &endpoint).await;
    end(kafka).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_of_4_4_0() {
    let (kafka, endpoint) = start(Version::V4_4).await;
    bearer(&kafka).await;
    delegation(&kafka).await;
    client_credentials::of_nobodys_signature(&kafka, &endpoint).await;
    client_credentials::verified_by_the_broker(&kafka, &endpoint).await;
    in_the_engine::as_a_profile_has_it(&kafka, &endpoint).await;
    end(kafka).await;
}

/// Where tokens come from, and who says that it is that.
struct Endpoint {
    issuer: Issuer,
    authority: Authority,
}

async fn start(version: Version) -> (Arc<Kafka>, Endpoint) {
    let authority = Authority::new();
    let issuer = Issuer::start(authority.server(&["127.0.0.1"])).await;
    let listener = "listener.name.sasl_plaintext";
    let module = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule";
    let builder = Kafka::builder()
        .version(version)
        .brokers(1)
        .property(
            &format!("{listener}.sasl.enabled.mechanisms"),
            "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER",
        )
        .property(
            &format!("{listener}.oauthbearer.sasl.jaas.config"),
            &format!("{module} required unsecuredLoginStringClaim_sub=\"broker\";"),
        )
        .property(
            &format!("{listener}.oauthbearer.connections.max.reauth.ms"),
            &SESSION.as_millis().to_string(),
        )
        .property("delegation.token.secret.key", "known to all brokers");
    let builder = match version {
        Version::V2_8 => builder,
        Version::V3_9 | Version::V4_4 => holding_signatures(builder, &issuer.http("/jwks")),
    };
    let started = tokio::task::spawn_blocking(move || builder.start()).await.unwrap();
    (Arc::new(started.unwrap_or_else(|why| panic!("{why}"))), Endpoint { issuer, authority })
}

/// The encrypted listener takes what this issuer signed for it, and ends no session before its token.
fn holding_signatures(builder: Builder, keys: &str) -> Builder {
    let listener = "listener.name.sasl_ssl";
    let package = "org.apache.kafka.common.security.oauthbearer";
    builder
        .jvm_option(&format!("-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls={keys}"))
        .property(&format!("{listener}.sasl.enabled.mechanisms"), "PLAIN,OAUTHBEARER")
        .property(
            &format!("{listener}.oauthbearer.sasl.jaas.config"),
            &format!("{package}.OAuthBearerLoginModule required;"),
        )
        .property(
            &format!("{listener}.oauthbearer.sasl.server.callback.handler.class"),
            &format!("{package}.OAuthBearerValidatorCallbackHandler"),
        )
        .property("sasl.oauthbearer.jwks.endpoint.url", keys)
        .property("sasl.oauthbearer.expected.audience", issuer::AUDIENCE)
        .property("sasl.oauthbearer.expected.issuer", issuer::NAME)
}

/// Ending a broker blocks.
async fn end(kafka: Arc<Kafka>) {
    tokio::task::spawn_blocking(move || drop(kafka)).await.unwrap();
}

/// An unsecured JWT.
fn token(subject: &str, lasts: Duration) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs_f64();
    let claims = format!(r#"{{"sub":"{subject}","iat":{now:.3},"exp":{:.3}}}"#, now + lasts.as_secs_f64());
    format!("{}.{}.", URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#), URL_SAFE_NO_PAD.encode(claims))
}

/// A new one for each who asks.
#[derive(Debug)]
struct Own {
    lasts: Duration,
    given: AtomicU32,
}

impl TokenSource for Own {
    fn name(&self) -> &str {
        "the test"
    }

    fn token(&self, _deadline: Instant) -> TokenFuture<'_> {
        self.given.fetch_add(1, Ordering::AcqRel);
        let token = Token::new(Secret::new(token("alice", self.lasts)), None);
        Box::pin(std::future::ready(Ok(token)))
    }
}

fn with(kafka: &Kafka, sign_in: SignIn) -> Config {
    Config { sign_in: Some(sign_in), ..config(&kafka.sasl_bootstrap()) }
}

fn given(text: &str) -> SignIn {
    let token = GivenToken::new(&Secret::new(text));
    SignIn::bearer(Arc::new(token), vec![("traceId".to_owned(), "7".to_owned())]).unwrap()
}

/// What this is refused with, and how often a broker was told something.
async fn refused(kafka: &Kafka, sign_in: SignIn) -> (What, usize) {
    let record = Arc::new(Record::default());
    let config = Config { observer: Some(record.clone()), ..with(kafka, sign_in) };
    let Err(why) = within(Cluster::connect(config)).await else { panic!("it was not refused") };
    (why.what().clone(), record.of(ApiKey::SaslAuthenticate).len())
}

async fn bearer(kafka: &Arc<Kafka>) {
    let (cluster, record) = connect_as(with(kafka, given(&token("alice", Duration::from_secs(3600))))).await;
    within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    let signed = |event: &Event| matches!(event, Event::SignedIn { user, mechanism: "OAUTHBEARER", until: Some(_), .. } if user == "alice");
    assert!(record.events().iter().any(signed), "{:?}", record.events());

    let over = token("alice", Duration::ZERO);
    tokio::time::sleep(Duration::from_millis(5)).await;
    let (what, _) = refused(kafka, given(&over)).await;
    assert!(matches!(&what, What::Token(words) if words.contains("ended at")), "{what:?}");

    // Nobody's, and nonsense: the broker says so in JSON first.
    for wrong in [token("", Duration::from_secs(60)), "not.a.token".to_owned()] {
        let (what, _) = refused(kafka, given(&wrong)).await;
        assert!(
            matches!(&what, What::Authentication(words) if words.contains("invalid_token") && !words.contains(&wrong)),
            "{what:?}"
        );
    }
    tokio::join!(
        renewed_under_load(kafka, Duration::from_secs(3600)),
        // The end of the token comes before that of the session.
        renewed_under_load(kafka, Duration::from_secs(4)),
    );
}

async fn renewed_under_load(kafka: &Kafka, lasts: Duration) {
    let source = Arc::new(Own { lasts, given: AtomicU32::new(0) });
    let sign_in = SignIn::bearer(source.clone(), Vec::new()).unwrap();
    kept_signed_in(&format!("tokens of {lasts:?}, Kafka {}", kafka.version()), with(kafka, sign_in)).await;
    assert!(source.given.load(Ordering::Acquire) > ENOUGH, "each renewal asks for a token");
}

/// Twenty callers, until each connection has been signed in to often enough, and as long as was asked for: no request fails and no
/// connection is lost.
async fn kept_signed_in(what: &str, config: Config) {
    let (cluster, record) = connect_as(config).await;
    let over = Arc::new(AtomicBool::new(false));
    let callers: Vec<_> = (0..20)
        .map(|_| {
            let (cluster, over) = (cluster.clone(), Arc::clone(&over));
            tokio::spawn(async move {
                let mut answered: usize = 0;
                while !over.load(Ordering::Acquire) {
                    cluster.send(DescribeCluster::default(), Key::None).await.unwrap();
                    answered += 1;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                answered
            })
        })
        .collect();
    tokio::time::sleep(lasting::asked().unwrap_or_default()).await;
    until(|| {
        let each = lasting::renewals(&record);
        !each.is_empty() && each.values().all(|renewals| *renewals >= ENOUGH)
            || callers.iter().any(|caller| caller.is_finished())
    })
    .await;
    over.store(true, Ordering::Release);
    let mut answered = 0;
    for caller in callers {
        answered += within(caller).await.unwrap();
    }
    lasting::hold(what, &record, answered);
}

/// A token that Kafka's own tool has made for a user who signed in by name.
async fn delegation(kafka: &Arc<Kafka>) {
    let asking = Arc::clone(kafka);
    let made = tokio::task::spawn_blocking(move || made(&asking)).await.unwrap();
    let (id, key) = made;
    for hash in [Hash::Sha256, Hash::Sha512] {
        let sign_in = || SignIn::scram_token(hash, id.as_str(), Secret::new(key.as_str()));
        // It takes a moment to reach the broker's cache.
        support::eventually("the token is taken", || {
            let config = with(kafka, sign_in());
            async move { Cluster::connect(config).await.map(drop).map_err(|why| why.to_string()) }
        })
        .await;
        let (cluster, _) = connect_as(with(kafka, sign_in())).await;
        within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
        // The same two words are no user's, and another key is not this token's.
        for wrong in [
            SignIn::scram(hash, id.as_str(), Secret::new(key.as_str())),
            SignIn::scram_token(hash, id.as_str(), Secret::new("another")),
        ] {
            let (what, _) = refused(kafka, wrong).await;
            assert!(matches!(&what, What::Authentication(words) if !words.contains(&key)), "{what:?}");
        }
    }
}

fn made(kafka: &Kafka) -> (String, String) {
    let (user, password) = USERS[0];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("admin.properties");
    let module = "org.apache.kafka.common.security.plain.PlainLoginModule";
    let lines = format!(
        "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n\
         sasl.jaas.config={module} required username=\"{user}\" password=\"{password}\";\n"
    );
    std::fs::write(&file, lines).unwrap();
    let bootstrap = kafka.sasl_bootstrap();
    let told = kafka
        .java_tool(&[
            "org.apache.kafka.tools.DelegationTokenCommand",
            "--bootstrap-server",
            &bootstrap,
            "--command-config",
            file.to_str().unwrap(),
            "--create",
            "--max-life-time-period",
            "-1",
        ])
        .unwrap_or_else(|why| panic!("{why}"));
    let mut rows = told.lines().skip_while(|line| !line.starts_with("TOKENID")).skip(1);
    let row = rows.find(|line| !line.trim().is_empty()).unwrap_or_else(|| panic!("{told}"));
    let mut cells = row.split_whitespace().map(str::to_owned);
    (cells.next().unwrap(), cells.next().unwrap())
}
