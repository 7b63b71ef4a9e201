//! Which certificates are believed, and what is said of the others.

use std::sync::Arc;

use rcgen::{BasicConstraints, IsCa};

use super::{
    authority::{Authority, names, self_signed, trusting},
    server::{Server, open, refused, settings},
};
use crate::{Address, Connection, Found, Resolve, Roots, Settings, Tls, TlsPlan, Verify};

/// Not every system knows a name of this machine with a dot behind it.
#[derive(Debug)]
struct Loopback;

impl Resolve for Loopback {
    fn resolve(&self, _: &str, port: u16) -> Found {
        Box::pin(async move { Ok(vec![([127, 0, 0, 1], port).into()]) })
    }
}

#[tokio::test]
async fn a_certificate_of_the_trusted_authority_for_this_name_is_believed() {
    let authority = Authority::new("ours");
    let issued = authority.broker(&["localhost"]);
    let port = Server::of(&issued).start().await;
    let connection = open("localhost", port, &authority.trusted()).await.unwrap();
    let encryption = connection.encryption().unwrap();
    assert_eq!((encryption.protocol, &encryption.chain), ("TLS 1.3", &issued.chain));
    assert!(encryption.cipher.starts_with("TLS13_") && !encryption.asked_for_certificate, "{encryption:?}");
}

#[tokio::test]
async fn either_version_is_spoken() {
    let authority = Authority::new("ours");
    let issued = authority.broker(&["localhost"]);
    for (version, told) in [(&rustls::version::TLS12, "TLS 1.2"), (&rustls::version::TLS13, "TLS 1.3")] {
        let port = Server::speaking(&issued, &[version], None).start().await;
        let connection = open("localhost", port, &authority.trusted()).await.unwrap();
        assert_eq!(connection.encryption().unwrap().protocol, told);
    }
}

#[tokio::test]
async fn an_address_is_looked_for_as_an_address() {
    let authority = Authority::new("ours");
    let tls = authority.trusted();
    let port = Server::of(&authority.broker(&["127.0.0.1", "::1"])).start().await;
    open("127.0.0.1", port, &tls).await.unwrap();
    let six = open("::1", port, &tls).await;
    assert!(six.as_ref().is_ok_and(|_| true) || six.unwrap_err().to_string().contains("Can't connect"));
    let port = Server::of(&authority.broker(&["localhost"])).start().await;
    let why = refused("127.0.0.1", port, &tls).await;
    assert!(why.contains("for another name: localhost, and not for 127.0.0.1"), "{why}");
}

#[tokio::test]
async fn a_trailing_dot_is_no_part_of_the_name() {
    let authority = Authority::new("ours");
    let port = Server::of(&authority.broker(&["localhost"])).start().await;
    let address = Address { host: "localhost.".to_owned(), port };
    let settings = Settings { resolver: Arc::new(Loopback), ..settings(&authority.trusted()) };
    Connection::open(&address, &settings).await.unwrap();
}

#[tokio::test]
async fn a_wrong_name_is_told_with_the_names_that_there_are() {
    let authority = Authority::new("ours");
    let port = Server::of(&authority.broker(&["kafka-1.example.com", "10.1.2.3"])).start().await;
    let why = refused("localhost", port, &authority.trusted()).await;
    assert!(why.contains("kafka-1.example.com, 10.1.2.3, and not for localhost"), "{why}");
    let lax = trusting(&authority.der, Verify::NotTheName);
    open("localhost", port, &lax).await.unwrap();
}

#[tokio::test]
async fn a_list_of_names_without_an_end_is_cut() {
    let authority = Authority::new("ours");
    let many: Vec<String> = (0..300).map(|number| format!("kafka-{number}.example.com")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let port = Server::of(&authority.broker(&many)).start().await;
    let why = refused("localhost", port, &authority.trusted()).await;
    assert!(why.contains("kafka-5.example.com and 294 more") && why.len() < 500, "{why}");
}

#[tokio::test]
async fn a_common_name_alone_is_told_as_that() {
    let authority = Authority::new("ours");
    let port = Server::of(&authority.broker(&[])).start().await;
    let why = refused("localhost", port, &authority.trusted()).await;
    assert!(why.contains("only a common name (CN=“broker”)"), "{why}");
}

#[tokio::test]
async fn dates_are_told() {
    let authority = Authority::new("ours");
    let (late, early) = (authority.expired(), authority.early());
    let port = Server::of(&late).start().await;
    let why = refused("localhost", port, &authority.trusted()).await;
    assert!(why.contains("expired on 2020-02-29 00:00 UTC (this computer's clock says 20"), "{why}");
    let why = refused("localhost", port, &trusting(&authority.der, Verify::NotTheName)).await;
    assert!(why.contains("expired"), "only the name is left out: {why}");
    let port = Server::of(&early).start().await;
    let why = refused("localhost", port, &authority.trusted()).await;
    assert!(why.contains("not yet valid: it is from 2101-03-04"), "{why}");
}

#[tokio::test]
async fn an_unknown_issuer_is_named_beside_those_that_are_trusted() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let port = Server::of(&theirs.broker(&["localhost"])).start().await;
    let why = refused("localhost", port, &ours.trusted()).await;
    assert!(why.contains("issued by “CN=theirs") && why.contains("given as trusted was “CN=ours"), "{why}");
    let why = refused("localhost", port, &trusting(&ours.der, Verify::NotTheName)).await;
    assert!(why.contains("CN=theirs"), "only the name is left out: {why}");
    let nothing = trusting(&ours.der, Verify::Nothing);
    open("localhost", port, &nothing).await.unwrap();
}

#[tokio::test]
async fn an_authority_that_was_made_anew_is_told_as_that() {
    let (before, now) = (Authority::new("ours"), Authority::new("ours"));
    let port = Server::of(&now.broker(&["localhost"])).start().await;
    let why = refused("localhost", port, &before.trusted()).await;
    assert!(why.contains("made anew"), "{why}");
}

#[tokio::test]
async fn a_chain_is_followed_and_a_gap_in_it_is_told() {
    let root = Authority::new("root");
    let middle = root.under("middle");
    let mut issued = middle.broker(&["localhost"]);
    let port = Server::of(&issued).start().await;
    let why = refused("localhost", port, &root.trusted()).await;
    assert!(why.contains("issued by “CN=middle") && why.contains("one in between may be missing"), "{why}");
    issued.chain.push(middle.der);
    let port = Server::of(&issued).start().await;
    let connection = open("localhost", port, &root.trusted()).await.unwrap();
    assert_eq!(connection.encryption().unwrap().chain, issued.chain);
}

#[tokio::test]
async fn a_self_signed_certificate_is_believed_when_it_was_given() {
    let ours = Authority::new("ours");
    let plain = self_signed(&names(&["localhost"]));
    // What `openssl req -x509` makes.
    let mut params = names(&["localhost"]);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let as_authority = self_signed(&params);
    for issued in [plain, as_authority] {
        let port = Server::of(&issued).start().await;
        let why = refused("localhost", port, &ours.trusted()).await;
        assert!(why.contains("self-signed") || why.contains("CA:TRUE"), "{why}");
        open("localhost", port, &trusting(&issued.chain[0], Verify::Everything)).await.unwrap();
        let why = refused("127.0.0.1", port, &trusting(&issued.chain[0], Verify::Everything)).await;
        assert!(why.contains("not for 127.0.0.1"), "given or not, it is for its names: {why}");
    }
}

#[tokio::test]
async fn a_broker_s_own_certificate_given_as_trusted_vouches_for_itself_alone() {
    let authority = Authority::new("ours");
    let (one, other) = (authority.broker(&["localhost"]), authority.broker(&["localhost"]));
    let tls = trusting(&one.chain[0], Verify::Everything);
    open("localhost", Server::of(&one).start().await, &tls).await.unwrap();
    let why = refused("localhost", Server::of(&other).start().await, &tls).await;
    assert!(why.contains("vouches only for itself"), "{why}");
}

#[tokio::test]
async fn a_certificate_that_is_not_for_servers_is_told_as_that() {
    let authority = Authority::new("ours");
    let mut params = names(&["localhost"]);
    params.extended_key_usages = vec![rcgen::ExtendedKeyUsagePurpose::ClientAuth];
    let port = Server::of(&authority.issues(&params)).start().await;
    let why = refused("localhost", port, &authority.trusted()).await;
    assert!(why.contains("not meant for servers"), "{why}");
}

#[tokio::test]
async fn a_system_that_does_not_know_the_issuer_says_so() {
    let Ok(tls) = Tls::new(TlsPlan::default()) else { return };
    let port = Server::of(&Authority::new("private").broker(&["localhost"])).start().await;
    let why = refused("localhost", port, &tls).await;
    assert!(why.contains("unknown to this system; is it a private authority?"), "{why}");
    assert!(matches!(TlsPlan::default().roots, Roots::System));
}
