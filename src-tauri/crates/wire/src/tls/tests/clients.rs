//! Who we are: shown to a broker that asks, and told when it isn't taken. In TLS 1.3 a broker says no after our handshake is
//! done, in the place of its first answer.

use super::{
    authority::{Authority, client},
    server::{Server, open, refused},
};
use crate::What;

const VERSIONS: [&rustls::SupportedProtocolVersion; 2] = [&rustls::version::TLS13, &rustls::version::TLS12];

#[tokio::test]
async fn a_broker_that_asks_is_shown_our_certificate() {
    let authority = Authority::new("ours");
    let tls = authority.with(authority.issues(&client("alice")).identity());
    for version in VERSIONS {
        let port = Server::wanting(&authority.broker(&["localhost"]), &authority.der, version).start().await;
        let connection = open("localhost", port, &tls).await.unwrap();
        let encryption = connection.encryption().unwrap();
        assert!(encryption.asked_for_certificate, "{encryption:?}");
        assert_eq!(encryption.showed.as_deref(), Some("CN=alice"));
        assert!(encryption.authorities[0].contains("CN=ours"), "{encryption:?}");
    }
}

#[tokio::test]
async fn a_broker_that_does_not_ask_is_shown_nothing() {
    let authority = Authority::new("ours");
    let tls = authority.with(authority.issues(&client("alice")).identity());
    let port = Server::of(&authority.broker(&["localhost"])).start().await;
    let encryption = open("localhost", port, &tls).await.unwrap().encryption().unwrap();
    assert_eq!((encryption.asked_for_certificate, encryption.showed), (false, None));
}

#[tokio::test]
async fn a_missing_certificate_is_told_as_missing_and_whose_is_taken() {
    let authority = Authority::new("ours");
    for version in VERSIONS {
        let port = Server::wanting(&authority.broker(&["localhost"]), &authority.der, version).start().await;
        for _ in 0..20 {
            let why = refused("localhost", port, &authority.trusted()).await;
            assert!(why.contains("asks for a client certificate, and this connection has none"), "{why}");
            assert!(why.contains("it takes those that “CN=ours"), "{why}");
        }
    }
}

#[tokio::test]
async fn a_refused_certificate_is_named_with_what_is_wrong_with_it() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let mut late = client("bob");
    late.not_after = rcgen::date_time_ymd(2020, 1, 1);
    for version in VERSIONS {
        let port = Server::wanting(&ours.broker(&["localhost"]), &ours.der, version).start().await;
        for (issued, name, word) in [
            (theirs.issues(&client("mallory")), "CN=mallory", "doesn't know who issued it"),
            (ours.issues(&late), "CN=bob", "ran out"),
        ] {
            for _ in 0..10 {
                let why = refused("localhost", port, &ours.with(issued.identity())).await;
                assert!(why.contains(name) && why.contains(word), "{why}");
            }
        }
    }
}

#[tokio::test]
async fn a_refusal_is_no_refused_password() {
    let authority = Authority::new("ours");
    let port = Server::wanting(&authority.broker(&["localhost"]), &authority.der, VERSIONS[0]).start().await;
    let why = open("localhost", port, &authority.trusted()).await.unwrap_err();
    assert!(matches!(why.what(), What::Tls(_)), "{why:?}");
    assert!(why.to_string().starts_with("No encrypted connection: "), "{why}");
    assert_eq!(why.address().unwrap(), format!("localhost:{port}"));
}
