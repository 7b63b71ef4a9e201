//! The examples of the standards, and each way in which a broker can try to be believed without knowing the password.

use rand::{Rng, SeedableRng, rngs::StdRng};

use super::*;

const NONCE: &str = "rOprNGfwEbeRWgbNEkqO";
const THEIRS: &str = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
const SALT: &str = "W22ZaJ0SNY7soEsUEjb6gQ==";

fn scram(hash: Hash) -> Scram {
    Scram::with_nonce(hash, "user", Secret::new("pencil"), Arc::default(), NONCE.to_owned())
}

fn challenge(nonce: &str, salt: &str, iterations: &str) -> String {
    format!("r={nonce},s={salt},i={iterations}")
}

fn fair() -> String {
    challenge(&format!("{NONCE}{THEIRS}"), SALT, "4096")
}

/// What is said to the fair challenge, and the signature that must follow. The first pair is the example of RFC 7677; the
/// second was made by Python's hashlib from the same values.
const PROOFS: [(Hash, &str, &str); 2] = [
    (
        Hash::Sha256,
        "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
        "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
    ),
    (
        Hash::Sha512,
        "gMGXRcevScNtxZ6/8lQYpGtnsNAc3mGcmNomv+xnoOMw+3R2xNJdMNnzMlTN8PPC6wdp6dybEmDYXYTxwnYPJQ==",
        "ZQnYEgWQMFmmsM8aQMF0nDDCy/AgCzkwk8CmMZYcMg0vSVlKDanekLtifDSeVGT4+5ZxXnJq199RVG2rR7N7Zw==",
    ),
];

#[tokio::test]
async fn the_published_examples_come_out() {
    for (hash, proof, signature) in PROOFS {
        let mut scram = scram(hash);
        assert_eq!(scram.first().as_slice(), format!("n,,n=user,r={NONCE}").as_bytes());
        let proven = scram.next(fair().as_bytes()).await.unwrap().unwrap();
        let expected = format!("c=biws,r={NONCE}{THEIRS},p={proof}");
        assert_eq!(proven.as_slice(), expected.as_bytes());
        assert_eq!(scram.next(format!("v={signature}").as_bytes()).await, Ok(None));
        scram.next(b"v=more").await.unwrap_err();
    }
}

#[tokio::test]
async fn a_broker_that_does_not_know_the_password_is_not_believed() {
    let [(hash, _, right), (_, _, other)] = PROOFS;
    let cut = right.get(..20).unwrap();
    let (wrong, short) = (format!("v={other}"), format!("v={cut}"));
    for last in [wrong.as_str(), &short, "v=", "v=AAAA", "v=!", "", "x", "e=other-error", "e=\u{1b}[31m"] {
        let mut scram = scram(hash);
        scram.next(fair().as_bytes()).await.unwrap();
        let why = scram.next(last.as_bytes()).await.unwrap_err();
        assert!(!why.0.contains('\u{1b}') && !why.0.contains("pencil"), "{why:?}");
    }
    let mut not_text = scram(hash);
    not_text.next(fair().as_bytes()).await.unwrap();
    not_text.next(b"v=\xff").await.unwrap_err();
}

#[tokio::test]
async fn a_challenge_that_is_not_fair_gets_no_proof() {
    let ours = format!("{NONCE}{THEIRS}");
    let shifted = format!("x{ours}");
    let unfair = [
        challenge(NONCE, SALT, "4096"),
        challenge(THEIRS, SALT, "4096"),
        challenge(&shifted, SALT, "4096"),
        challenge(&ours, SALT, "4095"),
        challenge(&ours, SALT, "1"),
        challenge(&ours, SALT, "0"),
        challenge(&ours, SALT, "-4096"),
        challenge(&ours, SALT, "1048577"),
        challenge(&ours, SALT, "4294967296"),
        challenge(&ours, SALT, ""),
        challenge(&ours, "", "4096"),
        challenge(&ours, "no base 64", "4096"),
        format!("m=ext,{}", fair()),
        format!("s={SALT},r={ours},i=4096"),
        format!("r={ours}"),
        String::new(),
    ];
    for said in unfair {
        let why = scram(Hash::Sha256).next(said.as_bytes()).await.unwrap_err();
        assert!(why.0.contains("no proof of itself"), "{said}: {why:?}");
    }
}

#[tokio::test]
async fn extensions_after_the_count_are_passed_over() {
    scram(Hash::Sha256).next(format!("{},x=y", fair()).as_bytes()).await.unwrap();
}

#[test]
fn a_name_can_not_add_attributes() {
    let named = Scram::with_nonce(Hash::Sha256, "a=b,r=c", Secret::new(""), Arc::default(), NONCE.to_owned());
    assert_eq!(named.first().as_slice(), format!("n,,n=a=3Db=2Cr=3Dc,r={NONCE}").as_bytes());
}

#[test]
fn each_conversation_has_its_own_nonce() {
    let one = || Scram::new(Hash::Sha256, "user", false, Secret::new(""), Arc::default()).nonce;
    let (one, other) = (one(), one());
    assert_ne!(one, other);
    assert!(one.len() >= 32 && !one.contains(','));
}

#[tokio::test]
async fn keys_are_derived_once_for_a_salt_and_a_count() {
    let keys = Keys::default();
    let password = Secret::new("pencil");
    let first = keys.of(Hash::Sha256, &password, b"salt", 4096).await.unwrap();
    let again = keys.of(Hash::Sha256, &password, b"salt", 4096).await.unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    let other = keys.of(Hash::Sha256, &password, b"pepper", 4096).await.unwrap();
    assert_ne!(first.client, other.client);
}

/// Nothing that a broker can say ends the program, and none but the right words convince.
#[test]
fn damaged_words_are_refused_without_harm() {
    let mut random = StdRng::seed_from_u64(7);
    let (fair, signature) = (fair(), format!("v={}", PROOFS[0].2));
    let expected = STANDARD.decode(PROOFS[0].2).unwrap();
    for _ in 0..20_000 {
        for right in [&fair, &signature] {
            let mut said = right.clone().into_bytes();
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..said.len());
                match random.random_range(0..3) {
                    0 => said[place] = random.random(),
                    1 => drop(said.remove(place)),
                    _ => said.insert(place, random.random()),
                }
            }
            let Ok(said) = std::str::from_utf8(&said) else { continue };
            if let Ok(challenge) = Challenge::read(said) {
                assert!(!challenge.salt.is_empty());
            }
            if said::signature(said, &expected).is_ok() {
                assert!(said.starts_with(&signature), "{said}");
            }
        }
    }
}

#[test]
fn a_delegation_token_says_that_it_is_one() {
    // As Kafka's ScramSaslClient writes it: the extension is part of what is signed.
    let scram = Scram::new(Hash::Sha256, "token=1", true, Secret::new("a2V5"), Arc::default());
    assert_eq!(scram.first_bare, format!("n=token=3D1,r={},tokenauth=true", scram.nonce));
    assert!(scram.first().ends_with(b",tokenauth=true"));
}
