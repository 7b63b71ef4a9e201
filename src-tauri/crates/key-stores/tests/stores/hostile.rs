//! Files that ask for too much, and forms of PKCS12 that the tools here don't write: BER, the newer check sum.

use key_stores::{Format, Integrity, Limits, Passwords, Problem, read, read_within, trust};
use sha2::Sha256;

use crate::made::{STORE, file};

fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let value = parts.concat();
    let length = u32::try_from(value.len()).unwrap().to_be_bytes();
    [&[tag, 0x84][..], &length, &value].concat()
}

const PBES2: &[u8] = &[0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d];
const PBKDF2: &[u8] = &[0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c];
const PBMAC1: &[u8] = &[0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0e];
const SCRYPT: &[u8] = &[0x06, 0x09, 0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x04, 0x0b];
const AES_256: &[u8] = &[0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a];
const TRIPLE_DES: &[u8] = &[0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x03, 0x07];
const HMAC_SHA256: &[u8] = &[0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x09];

fn encrypted_key(derivation: &[u8], cipher: &[u8], vector: usize) -> Vec<u8> {
    let cipher = tlv(0x30, &[cipher, &tlv(0x04, &[&vec![0; vector]])]);
    let scheme = tlv(0x30, &[PBES2, &tlv(0x30, &[derivation, &cipher])]);
    tlv(0x30, &[&scheme, &tlv(0x04, &[&[0; 64]])])
}

fn number(n: u64) -> Vec<u8> {
    tlv(0x02, &[&[0], &n.to_be_bytes()])
}

fn pbkdf2(rounds: u64) -> Vec<u8> {
    tlv(0x30, &[PBKDF2, &tlv(0x30, &[&tlv(0x04, &[b"saltsalt"]), &number(rounds)])])
}

fn scrypt(n: u64, r: u64, p: u64) -> Vec<u8> {
    tlv(0x30, &[SCRYPT, &tlv(0x30, &[&tlv(0x04, &[b"salt"]), &number(n), &number(r), &number(p)])])
}

fn problem(bytes: &[u8]) -> Problem {
    read(bytes, &Passwords::one("any")).unwrap_err()
}

#[test]
fn a_count_of_rounds_beyond_all_tools_is_refused_before_the_first() {
    for rounds in [10_000_001, u64::from(u32::MAX), u64::MAX] {
        let asked = problem(&encrypted_key(&pbkdf2(rounds), AES_256, 16));
        assert!(matches!(asked, Problem::TooCostly { limit: 10_000_000, .. }), "{asked:?}");
    }
}

#[test]
fn many_keys_with_a_modest_count_share_one_bound() {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let body = STANDARD.encode(encrypted_key(&pbkdf2(10), AES_256, 16));
    let block =
        format!("-----BEGIN ENCRYPTED PRIVATE KEY-----\n{body}\n-----END ENCRYPTED PRIVATE KEY-----\n");
    // A wrong password ends at the first; the second candidate is what spends twice here.
    let passwords = Passwords { store: Some("a"), key: Some("b") };
    let limits = |rounds| Limits { rounds, ..Limits::default() };
    // SHA-1 gives 20 bytes, the cipher wants 32: two blocks of ten rounds for each of two passwords.
    let within = read_within(block.as_bytes(), &passwords, limits(40)).unwrap_err();
    assert!(matches!(within, Problem::WrongPassword { .. }), "{within:?}");
    let beyond = read_within(block.as_bytes(), &passwords, limits(39)).unwrap_err();
    assert!(matches!(beyond, Problem::TooCostly { .. }), "{beyond:?}");
}

#[test]
fn scrypt_gets_no_more_memory_than_is_given_and_no_nonsense() {
    for (n, r, p) in [(1 << 20, 8, 1), (u64::MAX, 1, 1), (2, u64::MAX, 1), (2, 1, u64::MAX), (1 << 17, 8, 2)]
    {
        let asked = problem(&encrypted_key(&scrypt(n, r, p), AES_256, 16));
        assert!(matches!(asked, Problem::TooMuchMemory { .. }), "{n} {r} {p}: {asked:?}");
    }
    for (n, r, p) in [(0, 8, 1), (1, 8, 1), (3, 8, 1), (16, 0, 1), (16, 8, 0)] {
        let asked = problem(&encrypted_key(&scrypt(n, r, p), AES_256, 16));
        assert!(matches!(asked, Problem::Damaged { .. }), "{n} {r} {p}: {asked:?}");
    }
    let few = problem(&encrypted_key(&scrypt(1 << 12, 8, 1 << 9), AES_256, 16));
    assert!(matches!(few, Problem::TooCostly { .. }), "time counts as well as memory: {few:?}");
}

#[test]
fn a_vector_of_the_wrong_length_is_damage_and_no_panic() {
    for (cipher, right) in [(AES_256, 16), (TRIPLE_DES, 8)] {
        for vector in [0, 1, 7, 8, 15, 16, 17, 64] {
            let found = problem(&encrypted_key(&pbkdf2(1), cipher, vector));
            assert_eq!(
                matches!(found, Problem::WrongPassword { .. }),
                vector == right,
                "{vector}: {found:?}"
            );
        }
    }
}

/// The same elements without lengths, octet strings in pieces: what BouncyCastle's BER streams look like.
fn without_lengths(der: &[u8], depth: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = der;
    while !rest.is_empty() {
        let (tag, value, after) = split(rest);
        rest = after;
        if tag & 0x20 != 0 && depth > 0 {
            out.extend([tag, 0x80]);
            out.extend(without_lengths(value, depth - 1));
            out.extend([0, 0]);
        } else if tag == 0x04 && depth > 0 && value.len() > 100 {
            out.extend([0x24, 0x80]);
            for piece in value.chunks(100) {
                out.extend([0x04, u8::try_from(piece.len()).unwrap()]);
                out.extend(piece);
            }
            out.extend([0, 0]);
        } else {
            out.extend(tlv(tag, &[value]));
        }
    }
    out
}

fn split(bytes: &[u8]) -> (u8, &[u8], &[u8]) {
    let (length, header) = match bytes[1] {
        short @ 0..=0x7f => (usize::from(short), 2),
        long => {
            let digits = usize::from(long & 0x7f);
            (bytes[2..2 + digits].iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)), 2 + digits)
        }
    };
    (bytes[0], &bytes[header..header + length], &bytes[header + length..])
}

#[test]
fn a_store_in_ber_reads_as_the_same_in_der() {
    for (name, passwords) in [
        ("quick.p12", Passwords::one(STORE)),
        ("sha512.p12", Passwords::one(STORE)),
        ("java-legacy-client.p12", Passwords::one(STORE)),
        ("nothing-locked.p12", Passwords::default()),
    ] {
        let expected = read(file(name), &passwords).unwrap();
        for depth in [1, 2, 3, 4, 9] {
            let ber = without_lengths(file(name), depth);
            assert_ne!(ber, file(name));
            let found = read(&ber, &passwords).unwrap_or_else(|problem| panic!("{name}, {depth}: {problem}"));
            assert_eq!(
                (found.integrity, &found.keys[0].chain),
                (expected.integrity, &expected.keys[0].chain)
            );
            assert_eq!(found.keys[0].key.der(), expected.keys[0].key.der());
        }
        let wrong = read(&without_lengths(file("quick.p12"), 9), &Passwords::one("wrong")).unwrap_err();
        assert!(matches!(wrong, Problem::WrongPassword { .. }), "{wrong:?}");
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let deep = [[0x30_u8, 0x80]; 100_000].concat();
    assert!(read(&deep, &Passwords::one("any")).is_err());
    let store = [&[0x30_u8, 0x80, 0x02, 0x01, 0x03][..], &deep].concat();
    assert!(read(&store, &Passwords::one("any")).is_err());
}

#[test]
fn the_newer_check_sum_is_compared_too() {
    let (_, store, _) = split(file("no-mac.p12"));
    let (_, version, rest) = split(store);
    let (_, safe, _) = split(rest);
    // Type, then [0] with the octets that the check sum is over.
    let (_, _, rest) = split(safe);
    let (_, explicit, _) = split(rest);
    let (_, content, _) = split(explicit);
    let with = |password: &str| {
        use hmac::Mac;
        let mut key = [0; 32];
        pbkdf2::pbkdf2_hmac::<Sha256>(password.as_bytes(), b"saltsalt", 3, &mut key);
        let mut mac = hmac::Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(content);
        let hmac = tlv(0x30, &[HMAC_SHA256]);
        let parameters = tlv(0x30, &[&tlv(0x04, &[b"saltsalt"]), &number(3), &number(32), &hmac]);
        let parameters = tlv(0x30, &[&tlv(0x30, &[PBKDF2, &parameters]), &hmac]);
        let info =
            tlv(0x30, &[&tlv(0x30, &[PBMAC1, &parameters]), &tlv(0x04, &[&mac.finalize().into_bytes()])]);
        let mac = tlv(0x30, &[&info, &tlv(0x04, &[b"NOT USED"]), &number(1)]);
        tlv(0x30, &[&tlv(0x02, &[version]), &tlv(0x30, &[safe]), &mac])
    };
    let contents = read(&with(STORE), &Passwords::one(STORE)).unwrap();
    assert_eq!((contents.integrity, contents.keys.len()), (Integrity::Checked, 1));
    let wrong = read(&with("other"), &Passwords::one(STORE)).unwrap_err();
    assert!(matches!(wrong, Problem::WrongPassword { format: Format::Pkcs12, .. }), "{wrong:?}");
}

#[test]
fn a_long_alias_and_a_long_chain_do_not_multiply() {
    let certificate = file("root.der");
    let block = |bytes: &[u8]| [&u32::try_from(bytes.len()).unwrap().to_be_bytes()[..], bytes].concat();
    let alias = [&u16::MAX.to_be_bytes()[..], &[b'a'; u16::MAX as usize]].concat();
    let chain = [&[0, 5][..], b"X.509", &block(certificate)].concat().repeat(1000);
    let head = [0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1];
    let store =
        [&head[..], &alias, &[0; 8], &block(b"key"), &1000_u32.to_be_bytes(), &chain, &[0; 20]].concat();
    let spent = allocation_counter::measure(|| {
        assert_eq!(trust(&store, &Passwords::default()).unwrap().len(), 1000);
    });
    assert!(spent.bytes_max < 8 * store.len() as u64, "{} bytes for {}", spent.bytes_max, store.len());
    let problem = read(&store, &Passwords::default()).unwrap_err();
    assert!(problem.sentence().len() < 300 && problem.advice().len() < 300, "{problem}");
}

/// A hundred million pairs to compare, if each key were held against each certificate.
#[test]
fn ten_thousand_keys_each_find_their_certificate() {
    let bag = |kind: u8, value: &[u8], id: u32| {
        let oid = [0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x0a, 0x01, kind];
        let name = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x15];
        let attribute = tlv(0x30, &[&name, &tlv(0x31, &[&tlv(0x04, &[&id.to_be_bytes()])])]);
        tlv(0x30, &[&oid, &tlv(0xa0, &[value]), &tlv(0x31, &[&attribute])])
    };
    let data = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01];
    let x509 = [0x06, 0x0a, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x16, 0x01];
    let certificate = tlv(0x30, &[&x509, &tlv(0xa0, &[&tlv(0x04, &[file("root.der")])])]);
    let key = tlv(0x30, &[&[2, 1, 0], &tlv(0x30, &[&[6, 3, 0x2b, 0x65, 0x70]]), &tlv(0x04, &[&[7; 32]])]);
    let count = 10_000;
    let mut bags: Vec<Vec<u8>> = (0..count).map(|id| bag(3, &certificate, id)).collect();
    bags.extend((0..count).rev().map(|id| bag(1, &key, id)));
    let content = |bytes: &[u8]| tlv(0x30, &[&data, &tlv(0xa0, &[&tlv(0x04, &[bytes])])]);
    let safes = tlv(0x30, &[&content(&tlv(0x30, &[&bags.concat()]))]);
    let store = tlv(0x30, &[&[2, 1, 3], &content(&safes)]);
    let contents = read(&store, &Passwords::default()).unwrap();
    assert_eq!((contents.keys.len(), contents.certificates.len()), (10_000, 0));
    assert!(contents.keys.iter().all(|entry| entry.chain.len() == 1));
}

#[test]
fn keys_that_share_an_authority_do_not_multiply_it_without_bound() {
    use base64::{Engine, engine::general_purpose::STANDARD};
    // A thousand times the same key, each to get a copy of the same chain.
    let key = format!(
        "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
        STANDARD.encode(file("ec.pkcs8.der"))
    );
    let pem = [key.repeat(1000).as_bytes(), file("chain.pem")].concat();
    let limits = Limits { bytes: pem.len(), ..Limits::default() };
    let chain: usize = read(file("chain.pem"), &Passwords::default())
        .unwrap()
        .certificates
        .iter()
        .map(|found| found.der.len())
        .sum();
    assert!(chain * 1000 > limits.bytes * 4, "the test needs more copies");
    let refused = read_within(&pem, &Passwords::default(), limits).unwrap_err();
    assert!(matches!(refused, Problem::TooLarge { .. }), "{refused:?}");
}
