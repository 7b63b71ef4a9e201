//! What a certificate says of itself.

use key_stores::{AlternativeName, Passwords, PublicKey, Summary, describe, read};

use crate::made::file;

fn summary(name: &str) -> Summary {
    describe(&read(file(name), &Passwords::default()).unwrap().certificates[0].der).unwrap()
}

#[test]
fn names_dates_key_and_use_are_read() {
    let ec = summary("ec.pem");
    assert_eq!(ec.subject, "O=Example, CN=ec");
    assert_eq!(ec.common_name.as_deref(), Some("ec"));
    assert_eq!(ec.issuer, "O=Example, CN=Issuing");
    assert_eq!(
        ec.names,
        [
            AlternativeName::Dns("kafka.example".to_owned()),
            AlternativeName::Ip("127.0.0.1".parse().unwrap()),
            AlternativeName::Ip("::1".parse().unwrap()),
            AlternativeName::Email("a@b.example".to_owned()),
            AlternativeName::Uri("spiffe://x/y".to_owned()),
        ]
    );
    assert_eq!(ec.key, PublicKey::Ec { curve: "P-256".to_owned(), bits: 256 });
    assert_eq!((ec.for_clients, ec.for_servers), (Some(true), Some(false)));
    assert_eq!((ec.is_ca, ec.self_issued, ec.version), (false, false, 3));
    assert_eq!(ec.serial, "07");
    assert_eq!(ec.signature, "SHA256 with ECDSA");
    assert_eq!(ec.not_after - ec.not_before, 3650 * 86_400);
    assert!(!ec.is_weak());
}

#[test]
fn keys_and_roots_are_told_apart() {
    let root = summary("root.pem");
    assert!(root.is_ca && root.self_issued && root.names.is_empty() && root.for_clients.is_none());
    assert_eq!(summary("rsa.pem").key, PublicKey::Rsa { bits: 2048 });
    assert_eq!(summary("ed.pem").key, PublicKey::Ed25519);
    assert_eq!(summary("ed.pem").signature, "Ed25519");
}

#[test]
fn a_short_key_and_an_old_digest_are_weak() {
    let weak = summary("weak.pem");
    assert_eq!(weak.key, PublicKey::Rsa { bits: 1024 });
    assert_eq!(weak.signature, "SHA1 with RSA");
    assert!(weak.is_weak());
}

#[test]
fn what_is_no_certificate_is_not_described() {
    assert!(describe(file("ec.pkcs8.der")).is_err());
    assert!(describe(&[]).is_err());
}
