//! What becomes of settings and secrets: the way to a cluster, or which secret is asked for.

use admin::{Address, ClusterConfig, Verify};
use contract::{
    ApiError, AwsCredentials, ErrorKind, Identity, Int64, Profile, Sasl, SecretKind, Timeouts, TlsSettings,
    Trust,
};

use port_forward::Programs;

use super::{Given, Means, build};
use crate::secrets::Hidden;

/// A key with its certificate, made by OpenSSL as Windows writes them; the password of both is `store-secret`.
const STORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../key-stores/tests/fixtures/legacy-rc2-128.p12");

fn built(profile: &Profile, given: &[(SecretKind, &str)]) -> Result<ClusterConfig, ApiError> {
    let given: Given = given.iter().map(|(kind, text)| (*kind, Hidden::from((*text).to_owned()))).collect();
    let means = Means { programs: Programs::in_folders([]), running: None };
    build(profile, Address::parse_list("a:9093").unwrap(), &given, &means, Int64(0)).map(|(config, _)| config)
}

fn encrypted(tls: TlsSettings) -> Profile {
    Profile { tls: TlsSettings { on: true, ..tls }, ..Profile::default() }
}

#[test]
fn a_store_asks_for_the_password_that_would_open_it() {
    let trust = Trust::File { path: STORE.into() };
    let identity = Some(Identity::Store { path: STORE.into(), alias: None });
    for (profile, kind) in [
        (encrypted(TlsSettings { trust, ..TlsSettings::default() }), SecretKind::TrustStorePassword),
        (encrypted(TlsSettings { identity, ..TlsSettings::default() }), SecretKind::KeyStorePassword),
    ] {
        for given in [vec![], vec![(kind, "wrong")]] {
            let asked = built(&profile, &given).unwrap_err();
            assert_eq!((asked.kind, asked.secret), (ErrorKind::SecretNeeded, Some(kind)));
            assert!(asked.message.contains(STORE), "{}", asked.message);
            assert!(asked.advice.is_some());
        }
        let config = built(&profile, &[(kind, "store-secret")]).unwrap();
        assert!(config.tls.is_some());
    }
}

#[test]
fn a_name_that_the_store_does_not_have_is_told_beside_those_that_it_has() {
    let identity = Some(Identity::Store { path: STORE.into(), alias: Some("nobody".into()) });
    let profile = encrypted(TlsSettings { identity, ..TlsSettings::default() });
    let told = built(&profile, &[(SecretKind::KeyStorePassword, "store-secret")]).unwrap_err();
    assert_eq!(told.kind, ErrorKind::BadInput);
    assert!(told.message.contains("nobody") && told.message.contains("it has: "), "{}", told.message);
}

#[test]
fn what_is_checked_of_a_certificate_is_what_was_set() {
    for (verify_issuer, verify_host_name, meant) in [
        (true, true, Verify::Everything),
        (true, false, Verify::NotTheName),
        (false, true, Verify::Nothing),
        (false, false, Verify::Nothing),
    ] {
        let trust = Trust::File { path: STORE.into() };
        let profile =
            encrypted(TlsSettings { trust, verify_issuer, verify_host_name, ..TlsSettings::default() });
        let config = built(&profile, &[(SecretKind::TrustStorePassword, "store-secret")]).unwrap();
        assert_eq!(config.tls.unwrap().verify(), meant);
    }
    assert!(built(&Profile::default(), &[]).unwrap().tls.is_none());
}

#[test]
fn each_mechanism_is_set_with_its_secret_and_asks_for_it() {
    let user = || "alice".to_owned();
    let keys = Sasl::MskIam {
        region: "eu-west-1".into(),
        credentials: AwsCredentials::Given { access_key: "AKIDEXAMPLE".into() },
    };
    for (sasl, kind, mechanism) in [
        (Sasl::Plain { user: user() }, SecretKind::Password, "PLAIN"),
        (Sasl::ScramSha256 { user: user(), token: false }, SecretKind::Password, "SCRAM-SHA-256"),
        (Sasl::ScramSha512 { user: user(), token: true }, SecretKind::Password, "SCRAM-SHA-512"),
        (Sasl::OauthToken { extensions: Vec::new() }, SecretKind::Token, "OAUTHBEARER"),
        (keys, SecretKind::AwsSecretKey, "AWS_MSK_IAM"),
    ] {
        let profile = Profile { sasl, ..Profile::default() };
        let asked = built(&profile, &[]).unwrap_err();
        assert_eq!((asked.kind, asked.secret), (ErrorKind::SecretNeeded, Some(kind)));
        let config = built(&profile, &[(kind, "of-no-meaning")]).unwrap();
        assert_eq!(config.sign_in.unwrap().mechanism(), mechanism);
    }
}

#[test]
fn a_token_that_is_over_is_asked_for_before_a_broker_refuses_it() {
    // {"alg":"none"}.{"sub":"alice","exp":1000000000}
    let over = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSIsImV4cCI6MTAwMDAwMDAwMH0.";
    let profile = Profile { sasl: Sasl::OauthToken { extensions: Vec::new() }, ..Profile::default() };
    let asked = built(&profile, &[(SecretKind::Token, over)]).unwrap_err();
    assert_eq!((asked.kind, asked.secret), (ErrorKind::SecretNeeded, Some(SecretKind::Token)));
}

#[test]
fn names_and_times_are_set_and_the_lock_is_handed_on() {
    let timeouts = Timeouts { connect: Some(1), attempt: Some(2_000), read: None, write: None };
    let profile = Profile { client_id: "me".into(), timeouts, ..Profile::default() };
    let config = built(&profile, &[]).unwrap();
    assert_eq!((config.client_id.as_str(), config.read_only), ("me", true));
    assert_eq!((config.setup_timeout.as_millis(), config.attempt_timeout.as_millis()), (100, 2_000));
    let unlocked = Profile { read_only: false, ..Profile::default() };
    assert!(!built(&unlocked, &[]).unwrap().read_only);
}
