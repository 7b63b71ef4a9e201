//! Which certificate goes with which key, in which order, and what a file is wanted for.

use key_stores::{Format, Passwords, Problem, identity, identity_of, read, trust};

use crate::made::{STORE, file, text};

const NONE: Passwords<'static> = Passwords { store: None, key: None };

fn der(name: &str) -> Vec<u8> {
    read(file(name), &NONE).unwrap().certificates.remove(0).der
}

fn joined(names: &[&str]) -> Vec<u8> {
    names.iter().map(|name| text(name)).collect::<String>().into_bytes()
}

#[test]
fn a_chain_pasted_in_any_order_comes_out_with_the_leaf_first() {
    let expected = [der("ec.pem"), der("issuing.pem"), der("root.pem")];
    for order in [
        ["ec.key", "ec.pem", "issuing.pem", "root.pem"],
        ["root.pem", "issuing.pem", "ec.pem", "ec.key"],
        ["issuing.pem", "ec.key", "root.pem", "ec.pem"],
    ] {
        assert_eq!(identity(&joined(&order), &NONE).unwrap().chain, expected, "{order:?}");
    }
}

#[test]
fn each_of_two_keys_gets_its_own_certificate() {
    let file = joined(&["rsa.pem", "ec.pem", "issuing.pem", "ec.key", "rsa.pkcs1.key", "ed.pem"]);
    let contents = read(&file, &NONE).unwrap();
    let chains: Vec<_> = contents.keys.iter().map(|entry| entry.chain.clone()).collect();
    assert_eq!(chains, [vec![der("ec.pem"), der("issuing.pem")], vec![der("rsa.pem"), der("issuing.pem")]]);
    // What belongs to no key stays a certificate to trust.
    assert_eq!(contents.certificates.len(), 1);
    assert_eq!(contents.certificates[0].der, der("ed.pem"));
}

#[test]
fn a_key_that_does_not_tell_its_public_half_takes_the_certificate_that_issued_no_other() {
    let entry = identity(&joined(&["ed.key", "ed.pem"]), &NONE).unwrap();
    assert_eq!(entry.chain, [der("ed.pem")]);
}

#[test]
fn certificate_and_key_in_files_of_their_own_are_put_together() {
    let entry = identity_of(file("chain.pem"), file("ec.sec1.key"), &NONE).unwrap();
    assert_eq!(entry.chain, [der("ec.pem"), der("issuing.pem"), der("root.pem")]);
    let key = Passwords { store: None, key: Some(crate::made::KEY) };
    assert!(identity_of(file("ec.pem"), file("ec.aes256.key"), &key).is_ok());
    assert!(identity_of(file("rsa.pem"), file("rsa.pkcs1.der"), &NONE).is_ok());
}

#[test]
fn a_certificate_of_another_key_is_refused_before_a_broker_does() {
    let differ = Problem::KeyAndCertificateDiffer;
    assert_eq!(identity_of(file("ec.pem"), file("rsa.key"), &NONE).unwrap_err(), differ);
    assert_eq!(identity_of(file("rsa.pem"), file("ec.key"), &NONE).unwrap_err(), differ);
    assert_eq!(identity_of(file("root.pem"), file("ec.key"), &NONE).unwrap_err(), differ);
    assert_eq!(identity(&joined(&["rsa.key", "ec.pem"]), &NONE).unwrap_err(), differ);
}

#[test]
fn a_file_for_the_other_purpose_is_named_as_that() {
    let pem = Format::Pem;
    assert_eq!(trust(file("ec.key"), &NONE).unwrap_err(), Problem::NoCertificate { format: pem, keys: 1 });
    assert_eq!(
        trust(file("ec.aes256.key"), &NONE).unwrap_err(),
        Problem::NoCertificate { format: pem, keys: 1 }
    );
    let bundle = Problem::NoKey { format: pem, certificates: 2 };
    assert_eq!(identity(file("bundle.pem"), &NONE).unwrap_err(), bundle);
    assert_eq!(identity_of(file("ec.pem"), file("bundle.pem"), &NONE).unwrap_err(), bundle);
    let der = Problem::NoKey { format: Format::Der, certificates: 1 };
    assert_eq!(identity_of(file("ec.pem"), file("root.der"), &NONE).unwrap_err(), der);
    assert_eq!(
        identity_of(file("ec.key"), file("ec.key"), &NONE).unwrap_err(),
        Problem::NoCertificate { format: pem, keys: 1 }
    );
    assert_eq!(identity(file("ec.key"), &NONE).unwrap_err(), Problem::KeyWithoutCertificate { format: pem });
    assert_eq!(
        identity(file("key-only.p12"), &Passwords::one(STORE)).unwrap_err(),
        Problem::KeyWithoutCertificate { format: Format::Pkcs12 }
    );
}

#[test]
fn whom_to_trust_is_read_without_the_passwords_of_keys() {
    let count = |name, passwords: Passwords<'_>| trust(file(name), &passwords).unwrap().len();
    assert_eq!(count("client-own-key-password.jks", Passwords::one(STORE)), 3);
    assert_eq!(count("client.jks", NONE), 3);
    assert_eq!(count("clear-certificates.p12", NONE), 3);
    assert_eq!(count("quick.p12", Passwords::one(STORE)), 3);
    let mixed = joined(&["ec.aes256.key", "rsa.traditional-aes256.key", "root.pem"]);
    assert_eq!(trust(&mixed, &NONE).unwrap().len(), 1);
}
