//! The table: file, passwords, and what must be found or said. One row is one promise.

use key_stores::{Foreign, Format, Integrity, KeyKind, Locked, Passwords, Problem, read};

use crate::made::{KEY, STORE, WIDE, file};

use Integrity::{Checked, None as Unkeyed, NotChecked};

const NO: Option<&str> = None;
const S: Option<&str> = Some(STORE);
const K: Option<&str> = Some(KEY);
const WRONG: Option<&str> = Some("wrong");

struct Good {
    name: &'static str,
    store: Option<&'static str>,
    key: Option<&'static str>,
    format: Format,
    integrity: Integrity,
    certificates: usize,
    /// The chain's length of each key.
    chains: &'static [usize],
    /// The file that holds the first key in clear.
    clear: Option<&'static str>,
}

#[rustfmt::skip]
fn good() -> Vec<Good> {
    use Format::{Der, Jks, Pem, Pkcs12};
    let row = |name, store, key, format, integrity, certificates, chains, clear| Good { name, store, key, format, integrity, certificates, chains, clear };
    let ec = Some("ec.pkcs8.der");
    vec![
        row("root.pem", NO, NO, Pem, Unkeyed, 1, &[], None),
        row("root.trusted.pem", NO, NO, Pem, Unkeyed, 1, &[], None),
        row("bundle.pem", NO, NO, Pem, Unkeyed, 2, &[], None),
        row("bundle.pem", WRONG, WRONG, Pem, Unkeyed, 2, &[], None),
        row("root.der", NO, NO, Der, Unkeyed, 1, &[], None),
        row("rsa.key", NO, NO, Pem, Unkeyed, 0, &[0], Some("rsa.pkcs8.der")),
        row("rsa.pkcs1.key", NO, NO, Pem, Unkeyed, 0, &[0], Some("rsa.pkcs1.der")),
        row("rsa.pkcs1.der", NO, NO, Der, Unkeyed, 0, &[0], Some("rsa.pkcs1.der")),
        row("rsa.pkcs8.der", NO, NO, Der, Unkeyed, 0, &[0], Some("rsa.pkcs8.der")),
        row("ec.key", NO, NO, Pem, Unkeyed, 0, &[0], ec),
        row("ec.sec1.key", NO, NO, Pem, Unkeyed, 0, &[0], Some("ec.sec1.der")),
        row("ec.sec1.der", NO, NO, Der, Unkeyed, 0, &[0], Some("ec.sec1.der")),
        row("ec-with-parameters.key", NO, NO, Pem, Unkeyed, 0, &[0], Some("ec.sec1.der")),
        row("ed.key", NO, NO, Pem, Unkeyed, 0, &[0], Some("ed.pkcs8.der")),
        row("ec.aes256.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.aes256.key", K, NO, Pem, Unkeyed, 0, &[0], ec),
        row("ec.aes256.key", WRONG, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.aes256.key", K, WRONG, Pem, Unkeyed, 0, &[0], ec),
        row("ec.aes256.der", NO, K, Der, Unkeyed, 0, &[0], ec),
        row("ec.aes128-sha1.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.aes192-sha512.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.aes256-sha384.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.aes256-sha224.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.des3.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.scrypt.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.pbe-sha1-3des.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("ec.pbe-sha1-2des.key", NO, K, Pem, Unkeyed, 0, &[0], ec),
        row("rsa.traditional-aes128.key", NO, K, Pem, Unkeyed, 0, &[0], Some("rsa.pkcs1.der")),
        row("rsa.traditional-aes192.key", NO, K, Pem, Unkeyed, 0, &[0], Some("rsa.pkcs1.der")),
        row("rsa.traditional-aes256.key", NO, K, Pem, Unkeyed, 0, &[0], Some("rsa.pkcs1.der")),
        row("rsa.traditional-des3.key", NO, K, Pem, Unkeyed, 0, &[0], Some("rsa.pkcs1.der")),
        row("ec.traditional-aes256.key", NO, K, Pem, Unkeyed, 0, &[0], Some("ec.sec1.der")),
        row("default.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("quick.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("quick.p12", S, WRONG, Pkcs12, Checked, 0, &[3], ec),
        row("triple-des.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("sha512.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("sha384.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("sha224.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("no-mac.p12", S, NO, Pkcs12, Unkeyed, 0, &[3], ec),
        row("no-mac-clear-certificates.p12", S, NO, Pkcs12, Unkeyed, 0, &[3], ec),
        row("clear-certificates.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("wide-password.p12", Some(WIDE), NO, Pkcs12, Checked, 0, &[3], ec),
        row("wide-password-triple-des.p12", Some(WIDE), NO, Pkcs12, Checked, 0, &[3], ec),
        row("empty-password.p12", NO, NO, Pkcs12, Checked, 0, &[3], ec),
        row("empty-password.p12", Some(""), NO, Pkcs12, Checked, 0, &[3], ec),
        row("nothing-locked.p12", NO, NO, Pkcs12, Unkeyed, 0, &[3], ec),
        row("nothing-locked.p12", S, NO, Pkcs12, Unkeyed, 0, &[3], ec),
        row("certificates.p12", S, NO, Pkcs12, Checked, 2, &[], None),
        row("clear-trust.p12", S, NO, Pkcs12, Checked, 2, &[], None),
        row("clear-trust.p12", NO, NO, Pkcs12, NotChecked, 2, &[], None),
        row("key-only.p12", S, NO, Pkcs12, Checked, 0, &[0], Some("rsa.pkcs8.der")),
        row("java-trust.p12", S, NO, Pkcs12, Checked, 2, &[], None),
        row("java-legacy-trust.p12", S, NO, Pkcs12, Checked, 2, &[], None),
        row("java-no-password.p12", NO, NO, Pkcs12, Unkeyed, 2, &[], None),
        row("java-no-password.p12", S, NO, Pkcs12, Unkeyed, 2, &[], None),
        row("java-client.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("java-legacy-client.p12", S, NO, Pkcs12, Checked, 0, &[3], ec),
        row("trust.jks", S, NO, Jks, Checked, 2, &[], None),
        row("trust.jks", NO, NO, Jks, NotChecked, 2, &[], None),
        row("client.jks", S, NO, Jks, Checked, 0, &[3], ec),
        row("client.jks", NO, S, Jks, NotChecked, 0, &[3], ec),
        row("client-own-key-password.jks", S, K, Jks, Checked, 0, &[3], ec),
        // Written by `openssl -legacy` 3.0 and by hand, see fixtures/README.md.
        row("legacy-rc2-40.p12", S, NO, Pkcs12, Checked, 0, &[1], None),
        row("legacy-rc2-128.p12", S, NO, Pkcs12, Checked, 0, &[1], None),
        row("legacy-pbe-md5-des.key", NO, K, Pem, Unkeyed, 0, &[0], None),
        row("legacy-pbe-sha1-des.key", NO, K, Pem, Unkeyed, 0, &[0], None),
        row("legacy-pbe-sha1-rc2-64.key", NO, K, Pem, Unkeyed, 0, &[0], None),
        row("legacy-traditional-des.key", NO, K, Pem, Unkeyed, 0, &[0], None),
    ]
}

#[test]
fn each_format_is_read_with_each_kind_of_password() {
    for row in good() {
        let named = format!("{} with {:?}, {:?}", row.name, row.store, row.key);
        let passwords = Passwords { store: row.store, key: row.key };
        let contents =
            read(file(row.name), &passwords).unwrap_or_else(|problem| panic!("{named}: {problem}"));
        let chains: Vec<usize> = contents.keys.iter().map(|entry| entry.chain.len()).collect();
        assert_eq!(
            (contents.format, contents.integrity, contents.certificates.len(), chains.as_slice()),
            (row.format, row.integrity, row.certificates, row.chains),
            "{named}"
        );
        assert!(contents.ignored.is_empty(), "{named}: passed over {:?}", contents.ignored);
        if let Some(clear) = row.clear {
            assert_eq!(contents.keys[0].key.der(), file(clear), "{named}: another key came out");
        }
    }
}

#[rustfmt::skip]
fn bad() -> Vec<(&'static str, Option<&'static str>, Option<&'static str>, Problem)> {
    use Format::{Der, Jks, Pem, Pkcs12};
    use Problem::{NeedsPassword, WrongPassword};
    let store = |format| (Locked::Store, format);
    let needs = |(locked, format)| NeedsPassword { format, locked };
    let wrong = |(locked, format)| WrongPassword { format, locked };
    let key = |alias: Option<&str>, format| (Locked::Key { alias: alias.map(str::to_owned) }, format);
    let cipher = |format, place: &str, cipher: &str| Problem::UnknownCipher { format, place: place.to_owned(), cipher: cipher.to_owned() };
    let foreign = |found| Problem::Foreign { found };
    vec![
        ("ec.aes256.key", NO, NO, needs(key(None, Pem))),
        ("ec.aes256.key", NO, WRONG, wrong(key(None, Pem))),
        ("ec.aes256.key", WRONG, NO, wrong(key(None, Pem))),
        ("ec.aes256.der", NO, NO, needs(key(None, Der))),
        ("ec.aes256.der", NO, WRONG, wrong(key(None, Der))),
        ("ec.scrypt.key", NO, WRONG, wrong(key(None, Pem))),
        ("ec.pbe-sha1-3des.key", NO, WRONG, wrong(key(None, Pem))),
        ("rsa.traditional-aes256.key", NO, NO, needs(key(None, Pem))),
        ("rsa.traditional-aes256.key", NO, WRONG, wrong(key(None, Pem))),
        ("rsa.traditional-camellia128.key", NO, K, cipher(Pem, "block 1 (RSA PRIVATE KEY, line 1)", "CAMELLIA-128-CBC")),
        ("ec.aria.key", NO, K, cipher(Pem, "block 1 (ENCRYPTED PRIVATE KEY, line 1)", "1.2.410.200046.1.1.12")),
        ("default.p12", NO, NO, needs(store(Pkcs12))),
        ("default.p12", WRONG, NO, wrong(store(Pkcs12))),
        ("quick.p12", NO, NO, needs(store(Pkcs12))),
        ("quick.p12", Some("store-secret\n"), NO, wrong(store(Pkcs12))),
        ("no-mac.p12", NO, NO, needs(store(Pkcs12))),
        ("no-mac.p12", WRONG, NO, wrong(store(Pkcs12))),
        ("no-mac-clear-certificates.p12", NO, NO, needs(key(Some("client"), Pkcs12))),
        ("no-mac-clear-certificates.p12", WRONG, NO, wrong(key(Some("client"), Pkcs12))),
        ("clear-certificates.p12", NO, NO, needs(key(Some("client"), Pkcs12))),
        ("clear-trust.p12", WRONG, NO, wrong(store(Pkcs12))),
        ("empty-password.p12", WRONG, NO, wrong(store(Pkcs12))),
        ("java-trust.p12", NO, NO, needs(store(Pkcs12))),
        ("java-trust.p12", WRONG, NO, wrong(store(Pkcs12))),
        ("java-legacy-client.p12", WRONG, NO, wrong(store(Pkcs12))),
        ("legacy-rc2-40.p12", WRONG, NO, wrong(store(Pkcs12))),
        ("trust.jks", WRONG, NO, wrong(store(Jks))),
        ("client.jks", NO, NO, needs(key(Some("client"), Jks))),
        ("client.jks", WRONG, NO, wrong(store(Jks))),
        ("client.jks", NO, WRONG, wrong(key(Some("client"), Jks))),
        ("client-own-key-password.jks", S, NO, wrong(key(Some("client"), Jks))),
        ("client-own-key-password.jks", S, WRONG, wrong(key(Some("client"), Jks))),
        ("client.jceks", S, NO, Problem::Unsupported { format: Format::Jceks }),
        ("bundle.p7b", NO, NO, Problem::Unsupported { format: Format::Pkcs7 }),
        ("bundle.p7b.pem", NO, NO, foreign(Foreign::Pkcs7)),
        ("empty.jks", S, NO, Problem::NothingInside { format: Jks }),
        ("rsa.csr", NO, NO, foreign(Foreign::CertificateRequest)),
        ("rsa.public.pem", NO, NO, foreign(Foreign::PublicKey)),
        ("rsa.public.pkcs1.pem", NO, NO, foreign(Foreign::PublicKey)),
        ("parameters.pem", NO, NO, foreign(Foreign::Parameters)),
        ("dsa.key", NO, NO, foreign(Foreign::DsaKey)),
    ]
}

#[test]
fn a_password_that_is_missing_or_wrong_is_told_from_a_damaged_file() {
    for (name, store, key, expected) in bad() {
        let problem = read(file(name), &Passwords { store, key }).expect_err(name);
        assert_eq!(problem, expected, "{name} with {store:?}, {key:?}");
        assert!(problem.sentence().ends_with('.') && problem.advice().len() > 20, "{problem:?}");
    }
}

#[test]
fn a_store_that_breaks_off_says_where() {
    let cut = |name: &str, by: usize| {
        let whole = file(name);
        read(&whole[..whole.len() - by], &Passwords::one(STORE)).unwrap_err().sentence()
    };
    assert!(
        cut("trust.jks", 5).contains("JKS key store is cut off")
            && cut("trust.jks", 5).contains("the digest at its end")
    );
    assert!(cut("trust.jks", 100).contains("entry 2 of 2 (\""), "{}", cut("trust.jks", 100));
    let size = file("quick.p12").len() - 1;
    assert_eq!(
        cut("quick.p12", 1),
        format!("The PKCS12 key store is cut off: it ends after {size} bytes, in the store.")
    );
    assert!(
        cut("root.der", 9).contains("DER file is cut off")
            && cut("root.der", 9).contains("in the certificate")
    );
    assert!(cut("ec.sec1.der", 9).contains("in the private key"));
}

#[test]
fn aliases_are_the_ones_that_the_tools_gave() {
    let trust = |name| {
        let contents = read(file(name), &Passwords::one(STORE)).unwrap();
        let mut aliases: Vec<_> =
            contents.certificates.into_iter().map(|found| found.alias.unwrap()).collect();
        aliases.sort();
        aliases
    };
    for name in ["trust.jks", "java-trust.p12", "java-legacy-trust.p12", "java-no-password.p12"] {
        assert_eq!(trust(name), ["issuing", "root"], "{name}");
    }
    for name in ["client.jks", "quick.p12", "java-client.p12"] {
        let contents = read(file(name), &Passwords::one(STORE)).unwrap();
        assert_eq!(contents.keys[0].alias.as_deref(), Some("client"), "{name}");
    }
}

#[test]
fn a_key_says_its_kind_and_nothing_else() {
    let kind = |name| read(file(name), &Passwords::default()).unwrap().keys[0].key.kind();
    assert_eq!(kind("rsa.key"), KeyKind::Pkcs8);
    assert_eq!(kind("rsa.pkcs1.key"), KeyKind::Pkcs1);
    assert_eq!(kind("ec.sec1.key"), KeyKind::Sec1);
    let contents = read(file("ec.key"), &Passwords::default()).unwrap();
    assert_eq!(format!("{:?}", contents.keys[0].key), "PrivateKey(Pkcs8, not shown)");
    let passwords = Passwords { store: Some(STORE), key: None };
    assert_eq!(format!("{passwords:?}"), "Passwords(store: given, key: none)");
}
