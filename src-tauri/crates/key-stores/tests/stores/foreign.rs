//! What people hand in by mistake: each is named, and none is called a broken key store.

use key_stores::{Foreign, Format, Limits, Passwords, Problem, read, read_within, recognise};

use crate::made::{file, text};

fn problem(bytes: &[u8]) -> Problem {
    read(bytes, &Passwords::default()).unwrap_err()
}

fn foreign(bytes: &[u8]) -> Foreign {
    match problem(bytes) {
        Problem::Foreign { found } => found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn text_of_another_kind_is_named() {
    for (text, expected) in [
        ("<!DOCTYPE html><html><head><title>Sign in</title>", Foreign::Html),
        ("\u{feff}\n <html lang=en>", Foreign::Html),
        ("<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", Foreign::Xml),
        ("{\"kind\": \"Secret\", \"data\": {}}", Foreign::Json),
        ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE me@host", Foreign::SshPublicKey),
        ("ecdsa-sha2-nistp256 AAAAE2VjZHNh me@host", Foreign::SshPublicKey),
        ("PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none", Foreign::PuttyKey),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n",
            Foreign::SshPrivateKey,
        ),
        (
            "-----BEGIN PGP PUBLIC KEY BLOCK-----\nVersion: 1\n\nmQENBF\n=abcd\n-----END PGP PUBLIC KEY BLOCK-----\n",
            Foreign::Pgp,
        ),
        ("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n", Foreign::Pgp),
        (
            "-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n",
            Foreign::CertificateRequest,
        ),
        ("-----BEGIN X509 CRL-----\nMIIB\n-----END X509 CRL-----\n", Foreign::RevocationList),
        ("-----BEGIN FLOWERS-----\nMIIB\n-----END FLOWERS-----\n", Foreign::OtherPem),
        (
            "total 12\ndrwxr-xr-x 2 me me 4096 Jan  1 10:00 .\n-rw------- 1 me me 1704 Jan  1 10:00 ca.pem\n",
            Foreign::DirectoryListing,
        ),
        (" Volume in drive C has no label.\n Directory of C:\\certs\n", Foreign::DirectoryListing),
        (
            "Keystore type: PKCS12\nKeystore provider: SUN\n\nYour keystore contains 1 entry\n",
            Foreign::KeytoolListing,
        ),
        ("# client\nsecurity.protocol=SSL\nssl.truststore.location=/etc/ca.jks\n", Foreign::Properties),
        ("spring.kafka.ssl.trust-store-location: file:/etc/ca.jks\n", Foreign::Properties),
        ("/etc/kafka/secrets/ca.pem\n", Foreign::Path),
        ("C:\\certs\\client.p12", Foreign::Path),
        ("ca.crt", Foreign::Path),
        ("hello, this is no certificate", Foreign::Text),
        ("0 s:/CN=kafka i:/CN=ca", Foreign::Text),
    ] {
        assert_eq!(foreign(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn binary_of_another_kind_is_named() {
    assert_eq!(foreign(b"PK\x03\x04\x14\x00rest"), Foreign::Archive);
    assert_eq!(foreign(b"\x1f\x8b\x08\x00rest"), Foreign::Archive);
    assert_eq!(foreign(b"\x7fELF\x02\x01\x01\x00\x00"), Foreign::Binary);
    assert_eq!(foreign(&[0xff, 0xd8, 0xff, 0xe0, 0, 1]), Foreign::Binary);
    assert_eq!(foreign(&[0x30, 0x03, 0x02, 0x01, 0x05]), Foreign::Binary);
    assert_eq!(
        problem(b"\x00\x00\x00\x02\x00\x00\x00\x14abcdefgh"),
        Problem::Unsupported { format: Format::Bks }
    );
    assert_eq!(problem(b" \r\n\t"), Problem::Empty);
    assert_eq!(problem(b""), Problem::Empty);
}

#[test]
fn a_bcfks_store_is_named_and_told_how_to_convert() {
    // ObjectStore ::= SEQUENCE { EncryptedObjectStoreData { AlgorithmIdentifier, OCTET STRING }, integrity check }
    let store = [
        &[
            0x30, 0x1d, 0x30, 0x11, 0x30, 0x0b, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05,
            0x0d,
        ][..],
        &[0x04, 0x02, 1, 2, 0x30, 0x08, 0x30, 0x03, 0x06, 0x01, 0x2a, 0x04, 0x01, 7],
    ]
    .concat();
    let problem = problem(&store);
    assert_eq!(problem, Problem::Unsupported { format: Format::Bcfks });
    assert!(problem.sentence().contains("BCFKS") && problem.advice().contains("keytool -importkeystore"));
}

#[test]
fn a_secret_of_kubernetes_is_told_to_be_decoded_once() {
    for (name, format) in [
        ("root.pem", Format::Pem),
        ("trust.jks", Format::Jks),
        ("quick.p12", Format::Pkcs12),
        ("root.der", Format::Der),
    ] {
        use base64::{Engine, engine::general_purpose::STANDARD};
        let mut encoded = STANDARD.encode(file(name));
        assert_eq!(foreign(encoded.as_bytes()), Foreign::Base64(format), "{name}");
        encoded.insert(64, '\n');
        assert_eq!(foreign(encoded.as_bytes()), Foreign::Base64(format), "{name}");
    }
}

#[test]
fn what_is_passed_over_beside_something_useful_is_said() {
    let mixed = [text("rsa.csr"), text("root.pem"), text("rsa.public.pem")].concat();
    let contents = read(mixed.as_bytes(), &Passwords::default()).unwrap();
    assert_eq!(contents.ignored, [Foreign::CertificateRequest, Foreign::PublicKey]);
    assert_eq!(contents.certificates.len(), 1);
}

#[test]
fn the_format_is_told_by_what_is_inside() {
    for (name, expected) in [
        ("trust.jks", Format::Jks),
        ("client.jceks", Format::Jceks),
        ("java-trust.p12", Format::Pkcs12),
        ("root.der", Format::Der),
        ("ec.pkcs8.der", Format::Der),
        ("ec.sec1.der", Format::Der),
        ("rsa.pkcs1.der", Format::Der),
        ("ec.aes256.der", Format::Der),
        ("bundle.p7b", Format::Pkcs7),
        ("bundle.p7b.pem", Format::Pem),
        ("rsa.key", Format::Pem),
    ] {
        assert_eq!(recognise(file(name)), Some(expected), "{name}");
        // The beginning is enough.
        assert_eq!(recognise(&file(name)[..file(name).len() / 2]), Some(expected), "{name}");
    }
    assert_eq!(recognise(b"nothing of the kind"), None);
}

#[test]
fn a_file_that_is_too_large_is_not_looked_at() {
    let limits = Limits::default();
    let large = vec![b'-'; limits.bytes + 1];
    let expected = Problem::TooLarge { bytes: large.len(), limit: 10 << 20 };
    assert_eq!(read_within(&large, &Passwords::default(), limits).unwrap_err(), expected);
}

#[test]
fn each_kind_has_a_sentence_and_a_next_step() {
    use Foreign::*;
    for found in [
        Html,
        Json,
        Xml,
        CertificateRequest,
        RevocationList,
        PublicKey,
        DsaKey,
        Pgp,
        SshPublicKey,
        SshPrivateKey,
        PuttyKey,
        Pkcs7,
        Parameters,
        SecretKey,
        OtherCertificate,
        OtherPem,
        DirectoryListing,
        KeytoolListing,
        Properties,
        Path,
        Base64(Format::Jks),
        Archive,
        Text,
        Binary,
    ] {
        let problem = Problem::Foreign { found };
        assert!(
            problem.sentence().starts_with("This is ") && problem.advice().ends_with(|c: char| c != ' '),
            "{found:?}"
        );
    }
    assert_eq!(problem(b"<html>").sentence(), "This is an HTML page.");
}
