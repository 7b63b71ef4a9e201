//! Tokens from an endpoint (KIP-768), by a secret or by a key: fetched, taken by the broker, fetched anew before they end, and each
//! refusal told as that of the endpoint or that of the broker.

use meta::{ApiKey, Cluster, Config, Event, KeyDer, Roots, Secret, SignIn, Tls, TlsPlan, What};
use real_kafka::Kafka;
use support::{
    ground::{config, connect_as},
    issuer::{CLIENT, SECRET},
};
use token_source::{Algorithm, ClientCredentials, Plan, Proof, SigningKey};

use super::*;

/// In seconds: shorter than any session of the listeners, so that the token's end is what counts.
const SHORT: &str = "lasts=6";

/// A listener, and where tokens for it come from.
struct Listener<'a> {
    endpoint: &'a Endpoint,
    bootstrap: String,
    tls: Option<Tls>,
    /// What is asked for at the endpoint.
    path: &'a str,
}

pub(super) async fn of_nobodys_signature(kafka: &Kafka, endpoint: &Endpoint) {
    let listener = Listener { endpoint, bootstrap: kafka.sasl_bootstrap(), tls: None, path: "/unsecured" };
    listener.by_a_secret().await;
    listener.by_a_key().await;
    listener.another_secret().await;
    listener.renewed().await;
}

/// Endpoint and broker are encrypted, and the broker knows the issuer's key.
pub(super) async fn verified_by_the_broker(kafka: &Kafka, endpoint: &Endpoint) {
    let pem = std::fs::read(&kafka.tls().authority).unwrap();
    let authorities = key_stores::trust(&pem, &key_stores::Passwords { store: None, key: None }).unwrap();
    let roots = Roots::Own(authorities.into_iter().map(|one| one.der).collect());
    let tls = Some(Tls::new(TlsPlan { roots, ..TlsPlan::default() }).unwrap());
    let listener = Listener { endpoint, bootstrap: kafka.sasl_tls_bootstrap(), tls, path: "/signed" };
    listener.by_a_secret().await;
    listener.by_a_key().await;
    listener.another_secret().await;
    listener.refused_by_the_broker("/signed?aud=another").await;
    listener.refused_by_the_broker("/forged").await;
    listener.refused_by_the_broker("/unsecured").await;
    listener.renewed().await;
}

fn secret(text: &str) -> Proof {
    Proof::Secret { secret: Secret::new(text), encoded: false }
}

impl Listener<'_> {
    fn source(&self, path: &str, proof: Proof) -> Arc<ClientCredentials> {
        let Endpoint { issuer, authority } = self.endpoint;
        let endpoint = if self.tls.is_some() { issuer.https(path) } else { issuer.http(path) };
        let plan = Plan {
            endpoint,
            client_id: CLIENT.to_owned(),
            proof,
            scope: "topics of-the-test".to_owned(),
            audience: String::new(),
            roots: Roots::Own(vec![authority.der().to_vec()]),
            timeout: Duration::from_secs(10),
        };
        Arc::new(ClientCredentials::new(plan).unwrap())
    }

    fn config(&self, path: &str, proof: Proof) -> Config {
        let sign_in = SignIn::bearer(self.source(path, proof), Vec::new()).unwrap();
        Config { tls: self.tls.clone(), sign_in: Some(sign_in), ..config(&self.bootstrap) }
    }

    /// Connects as the client of the tokens.
    async fn signs_in(&self, proof: Proof) {
        let (given, _) = self.endpoint.issuer.counts();
        let (cluster, record) = connect_as(self.config(self.path, proof)).await;
        within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
        let signed = |event: &Event| matches!(event, Event::SignedIn { user, mechanism: "OAUTHBEARER", until: Some(_), .. } if user == CLIENT);
        assert!(record.events().iter().any(signed), "{:?}", record.events());
        assert_eq!(self.endpoint.issuer.counts().0, given + 1, "all connections share one token");
    }

    async fn by_a_secret(&self) {
        self.signs_in(secret(SECRET)).await;
    }

    async fn by_a_key(&self) {
        let key = KeyDer::Pkcs8(self.endpoint.issuer.client_key().into());
        self.signs_in(Proof::Key(Box::new(SigningKey::new(&key, Algorithm::Rs256, None).unwrap()))).await;
        // Another's key, which the endpoint doesn't know.
        let other = Issuer::start(self.endpoint.authority.server(&["127.0.0.1"])).await;
        let key = KeyDer::Pkcs8(other.client_key().into());
        let proof = Proof::Key(Box::new(SigningKey::new(&key, Algorithm::Rs256, None).unwrap()));
        self.no_token(proof, "signed by another key").await;
    }

    async fn another_secret(&self) {
        self.no_token(secret("another-hush"), "another secret").await;
    }

    /// The endpoint says no, once; no broker is told anything.
    async fn no_token(&self, proof: Proof, why: &str) {
        let (_, refused) = self.endpoint.issuer.counts();
        let (what, told) = self.failure(self.path, proof).await;
        let What::Token(words) = &what else { panic!("{what:?}") };
        assert!(
            words.contains("“invalid_client”") && words.contains(why) && words.contains(CLIENT),
            "{words}"
        );
        assert!(!words.contains("hush"), "{words}");
        assert_eq!((told, self.endpoint.issuer.counts().1), (0, refused + 1));
    }

    async fn refused_by_the_broker(&self, path: &str) {
        let (what, told) = self.failure(path, secret(SECRET)).await;
        assert!(matches!(&what, What::Authentication(words) if words.contains("invalid_token")), "{what:?}");
        assert_ne!(told, 0, "the broker was asked");
    }

    async fn failure(&self, path: &str, proof: Proof) -> (What, usize) {
        let record = Arc::new(Record::default());
        let config = Config { observer: Some(record.clone()), ..self.config(path, proof) };
        let Err(why) = within(Cluster::connect(config)).await else { panic!("{path}: it was not refused") };
        (why.what().clone(), record.of(ApiKey::SaslAuthenticate).len())
    }

    async fn renewed(&self) {
        let (given, _) = self.endpoint.issuer.counts();
        let path = format!("{}?{SHORT}", self.path);
        kept_signed_in(&format!("tokens of 6 s from {path}"), self.config(&path, secret(SECRET))).await;
        let (now, _) = self.endpoint.issuer.counts();
        assert!(
            now - given > usize::try_from(ENOUGH).unwrap(),
            "each renewal has a new token: {}",
            now - given
        );
    }
}
