//! What can't be used is told before anybody is dialled, and no key is shown.

use rcgen::KeyPair;
use zeroize::Zeroizing;

use super::authority::{Authority, client};
use crate::{Error, Identity, KeyDer, Roots, Tls, TlsPlan, Verify, What};

fn refused(plan: TlsPlan) -> String {
    let why: Error = Tls::new(plan).unwrap_err();
    match why.what() {
        What::BadInput(words) => words.clone(),
        other => panic!("{other:?}"),
    }
}

fn own(list: &[&[u8]]) -> TlsPlan {
    let list = list.iter().map(|der| der.to_vec()).collect();
    TlsPlan { roots: Roots::Own(list), identity: None, verify: Verify::Everything }
}

#[test]
fn an_authority_that_is_none_is_told_with_its_place() {
    let authority = Authority::new("ours");
    assert!(refused(own(&[])).contains("no certificate of an authority"));
    let cut = &authority.der[..authority.der.len() - 3];
    for bytes in [&b"-----BEGIN CERTIFICATE-----"[..], b"", &[0x30, 0x82, 0xff, 0xff], cut] {
        let why = refused(own(&[&authority.der, bytes]));
        assert!(why.contains("trusted certificate 2 of 2 is not a certificate"), "{why}");
    }
}

#[test]
fn a_key_that_does_not_fit_its_certificate_is_told() {
    let authority = Authority::new("ours");
    let (one, other) = (authority.issues(&client("alice")), authority.issues(&client("bob")));
    let with = |chain: Vec<Vec<u8>>, key: Vec<u8>| TlsPlan {
        identity: Some(Identity { chain, key: KeyDer::Pkcs8(Zeroizing::new(key)) }),
        ..own(&[&authority.der])
    };
    let why = refused(with(one.chain.clone(), other.key.clone()));
    assert!(why.contains("does not belong to the client certificate “CN=alice”"), "{why}");
    assert!(refused(with(Vec::new(), one.key.clone())).contains("certificate is missing"));
    assert!(refused(with(vec![b"no".to_vec()], one.key.clone())).contains("is not a certificate"));
    assert!(refused(with(one.chain.clone(), b"no".to_vec())).contains("no PKCS #8 key"));
    Tls::new(with(one.chain, one.key)).unwrap();
}

#[test]
fn a_plan_shows_no_key() {
    let authority = Authority::new("ours");
    let key = KeyPair::generate().unwrap();
    let issued = authority.issues(&client("alice"));
    let plan = TlsPlan { identity: Some(issued.identity()), ..own(&[&authority.der]) };
    let shown = format!("{plan:?}");
    let bytes = format!("{:?}", &issued.key[issued.key.len() - 8..]);
    assert!(shown.contains("Identity(1 certificates and a key)"), "{shown}");
    assert!(!shown.contains(bytes.trim_matches(['[', ']'])), "{shown}");
    let shown =
        format!("{:?} {:?}", Tls::new(plan).unwrap(), KeyDer::Sec1(Zeroizing::new(key.serialize_der())));
    assert!(shown.contains("CN=alice") && shown.contains("Sec1(…)") && shown.len() < 200, "{shown}");
}
