//! Whatever is typed: within the connect timeout there is a sentence that names the address and what to try, the profile
//! is kept as typed, and the engine goes on.

use std::time::Duration;

use contract::{ApiError, ConnectionState, ErrorKind, Profile, SaveProfile};
use mock_cluster::{Behaviour, MockCluster};
use support::{Session, engine_in, within};
use tokio::net::TcpListener;

/// The connect timeout is 10 s; the rest is for machines that do other things as well.
const LIMIT: Duration = Duration::from_secs(40);

/// Opens a connection to this and waits until it has failed.
async fn failure(bootstrap: &str) -> (Session, ApiError) {
    let session = Session::opening(bootstrap, true).await;
    let failed = session.until("a failure that is told", async || match session.state().await {
        ConnectionState::Failed { error } => Ok(error),
        other => Err(other),
    });
    let error = within(LIMIT, "a failure", failed).await;
    let kept = session.profiles().await;
    assert_eq!(kept.rows.last().unwrap().profile.bootstrap, bootstrap, "kept as typed");
    (session, error)
}

#[tokio::test]
async fn addresses_that_do_not_parse_are_named_and_kept_as_typed() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    for (typed, named) in [
        ("", "address"),
        (" , ;\n", "address"),
        ("http://kafka:9092", "http://"),
        ("kafka:port", "port"),
        ("kafka:0", "0"),
        ("kafka:65536", "65536"),
        ("kafka:9092:9093", "kafka:9092:9093"),
        ("[::1:9092", "[::1"),
        ("::1:9092", "["),
        ("kafka 1!:9092", "1!"),
        ("good:9092,bad host@:1", "host@"),
    ] {
        let profile = Profile {
            id: String::new(),
            name: format!("typed {typed:?}"),
            color: String::new(),
            bootstrap: typed.to_owned(),
            read_only: true,
            ..Profile::default()
        };
        let saved = engine.save_profile(SaveProfile { profile }).await.unwrap();
        assert_eq!(saved.profile.bootstrap, typed);
        let problem = saved.problems.last().unwrap_or_else(|| panic!("{typed:?} is taken for an address"));
        assert!(problem.contains(named), "{typed:?}: {problem}");
        let (_, error) = failure(typed).await;
        assert_eq!(error.kind, ErrorKind::BadInput, "{typed:?}: {error:?}");
        assert!(error.message.contains(named), "{typed:?}: {}", error.message);
    }
}

#[tokio::test]
async fn nobody_listening_is_said_with_the_address() {
    // Bound and let go: nobody else is given this port so soon.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let (_, error) = failure(&address).await;
    assert_eq!(error.kind, ErrorKind::Connect, "{error:?}");
    assert!(error.message.contains(&address) && error.message.contains("refused"), "{}", error.message);
    assert!(error.advice.unwrap().contains(&address));
}

#[tokio::test]
async fn a_name_that_does_not_resolve_is_said() {
    let (_, error) = failure("no-such-broker.invalid:9092").await;
    assert_eq!(error.kind, ErrorKind::Connect, "{error:?}");
    assert!(error.message.contains("no-such-broker.invalid"), "{}", error.message);
    assert!(error.advice.unwrap().contains("no-such-broker.invalid"));
}

#[tokio::test]
async fn what_is_no_kafka_is_named_as_what_it_is() {
    for (behaviour, word) in [(Behaviour::Http, "HTTP"), (Behaviour::Tls, "TLS")] {
        let mock = MockCluster::builder().brokers(1).start().await.unwrap();
        mock.behave(1, behaviour).unwrap();
        let (_, error) = failure(&mock.bootstrap()).await;
        assert_eq!(error.kind, ErrorKind::NotKafka, "{error:?}");
        assert!(error.message.contains(&mock.bootstrap()), "{}", error.message);
        assert!(error.message.contains(word), "{}", error.message);
        assert!(error.advice.unwrap().contains(&mock.bootstrap()));
    }
}

#[tokio::test]
async fn one_that_hangs_up_is_said() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    mock.behave(1, Behaviour::Hangup).unwrap();
    let (_, error) = failure(&mock.bootstrap()).await;
    assert!(matches!(error.kind, ErrorKind::Connect | ErrorKind::Disconnected), "{error:?}");
    assert!(error.message.contains(&mock.bootstrap()), "{}", error.message);
    assert!(error.advice.unwrap().contains(&mock.bootstrap()));
}

#[tokio::test]
async fn one_that_accepts_and_says_nothing_costs_the_connect_timeout() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    mock.behave(1, Behaviour::Mute).unwrap();
    let (session, error) = failure(&mock.bootstrap()).await;
    assert!(matches!(error.kind, ErrorKind::Connect | ErrorKind::Timeout), "{error:?}");
    assert!(error.message.contains(&mock.bootstrap()), "{}", error.message);
    assert!(error.advice.unwrap().contains(&mock.bootstrap()));
    // It was only slow to start: the same connection comes up by itself.
    mock.behave(1, Behaviour::Normal).unwrap();
    session
        .until("an open connection", async || match session.state().await {
            ConnectionState::Open { .. } => Ok(()),
            other => Err(other),
        })
        .await;
}

#[tokio::test]
async fn one_good_address_is_enough() {
    let mock = crate::three_brokers().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let refusing = listener.local_addr().unwrap();
    drop(listener);
    mock.behave(1, Behaviour::Mute).unwrap();
    let addresses = mock.broker_addresses();
    let typed = format!("no-such-broker.invalid:9092, {refusing}, {}, {}", addresses[&1], addresses[&2]);
    let session = Session::open(&typed).await;
    assert_eq!(session.brokers().await.rows.len(), 3);
}
