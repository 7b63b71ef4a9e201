//! The stores and keys as a user gives them: files with passwords.

use std::path::Path;

use key_stores::{Entry, KeyKind, Passwords, identity, identity_of, trust};
use meta::{Identity, KeyDer, Roots};
use real_kafka::{ClientFiles, Tls};

fn with_password() -> Passwords<'static> {
    Passwords { store: Some(Tls::PASSWORD), key: Some(Tls::PASSWORD) }
}

pub(super) fn authorities(path: &Path) -> Roots {
    let found = trust(&std::fs::read(path).unwrap(), &with_password()).unwrap();
    Roots::Own(found.into_iter().map(|one| one.der).collect())
}

/// One client's certificate from each of its files, with what the file is.
pub(super) fn each(client: &ClientFiles) -> Vec<(&'static str, Identity)> {
    let chain = std::fs::read(&client.chain).unwrap();
    let pem = |path: &Path| {
        as_identity(&identity_of(&chain, &std::fs::read(path).unwrap(), &with_password()).unwrap())
    };
    let store =
        |path: &Path| as_identity(&identity(&std::fs::read(path).unwrap(), &with_password()).unwrap());
    vec![
        ("PKCS8", pem(&client.pkcs8)),
        ("PKCS1 or SEC1", pem(&client.traditional)),
        ("encrypted PKCS8", pem(&client.encrypted)),
        ("PKCS12", store(&client.pkcs12)),
        ("JKS", store(&client.jks)),
    ]
}

fn as_identity(entry: &Entry) -> Identity {
    let der = entry.key.der().to_vec().into();
    let key = match entry.key.kind() {
        KeyKind::Pkcs8 => KeyDer::Pkcs8(der),
        KeyKind::Pkcs1 => KeyDer::Pkcs1(der),
        KeyKind::Sec1 => KeyDer::Sec1(der),
    };
    Identity { chain: entry.chain.clone(), key }
}
