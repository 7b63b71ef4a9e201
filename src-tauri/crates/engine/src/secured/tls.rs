//! Encryption as set: whom to believe, our own certificate, what is checked. Each file that can't be used is told by its path, with
//! what it is instead, and with the password that would open it.

use admin::{ClusterConfig, KeyDer, Roots, Tls, TlsPlan, Verify};
use contract::{ApiError, Identity, Millis, SecretKind, TlsSettings, Trust};
use key_stores::{Entry, KeyKind, Locked, Passwords, Problem};
use zeroize::Zeroizing;

use super::{Given, files, of_kind, unfit, wanting};

pub(super) fn set(
    tls: &TlsSettings,
    given: &Given,
    config: &mut ClusterConfig,
    at: Millis,
) -> Result<(), ApiError> {
    if !tls.on {
        return Ok(());
    }
    let verify = match (tls.verify_issuer, tls.verify_host_name) {
        (true, true) => Verify::Everything,
        (true, false) => Verify::NotTheName,
        // Whoever may sign for himself signs for any name.
        (false, _) => Verify::Nothing,
    };
    let roots = roots(&tls.trust, given, at)?;
    let identity = tls.identity.as_ref().map(|identity| presented(identity, given, at)).transpose()?;
    let plan = TlsPlan { roots, identity, verify };
    config.tls = Some(Tls::new(plan).map_err(|error| unfit(error.to_string(), at))?);
    Ok(())
}

/// All problems of it, one for the trust and one for the certificate of our own.
pub(super) fn problems(tls: &TlsSettings, given: &Given, at: Millis) -> Vec<ApiError> {
    if !tls.on {
        return Vec::new();
    }
    let trusted = roots(&tls.trust, given, at).err();
    let ours = tls.identity.as_ref().and_then(|identity| presented(identity, given, at).err());
    let mut problems: Vec<ApiError> = trusted.into_iter().chain(ours).collect();
    if problems.is_empty() {
        // Each part is well; what is left is whether they go together.
        problems.extend(set(tls, given, &mut ClusterConfig::new(Vec::new()), at).err());
    }
    problems
}

pub(super) fn roots(trust: &Trust, given: &Given, at: Millis) -> Result<Roots, ApiError> {
    let (bytes, what) = match trust {
        Trust::System => return Ok(Roots::System),
        Trust::File { path } => (files::read(path, "trust store", at)?, format!("The trust store {path}")),
        Trust::Text { pem } => {
            (Zeroizing::new(pem.clone().into_bytes()), "The text of trusted certificates".to_owned())
        }
    };
    let password = given.get(&SecretKind::TrustStorePassword).map(|secret| secret.text());
    let passwords = Passwords { store: password, key: None };
    let trusted = key_stores::trust(&bytes, &passwords)
        .map_err(|problem| told(&problem, &what, [SecretKind::TrustStorePassword; 2], at))?;
    Ok(Roots::Own(trusted.into_iter().map(|certificate| certificate.der).collect()))
}

fn presented(identity: &Identity, given: &Given, at: Millis) -> Result<admin::Identity, ApiError> {
    let text = |kind| given.get(&kind).map(|secret| secret.text());
    let key = text(SecretKind::KeyPassword);
    let own = [SecretKind::KeyPassword; 2];
    let entry = match identity {
        Identity::Store { path, alias } => {
            let bytes = files::read(path, "key store", at)?;
            let passwords = Passwords { store: text(SecretKind::KeyStorePassword), key };
            let what = format!("The key store {path}");
            // A PEM file has no password of its own; what locks its key is the key's.
            let kinds = match key_stores::recognise(&bytes) {
                Some(key_stores::Format::Pem) => own,
                _ => [SecretKind::KeyStorePassword, SecretKind::KeyPassword],
            };
            match alias.as_deref().map(str::trim).filter(|alias| !alias.is_empty()) {
                Some(alias) => named(&bytes, &passwords, alias, &what, at)?,
                None => key_stores::identity(&bytes, &passwords),
            }
            .map_err(|problem| told(&problem, &what, kinds, at))?
        }
        Identity::Files { certificate, key: key_file } => {
            let bytes = files::read(certificate, "certificate", at)?;
            let key_bytes = files::read(key_file, "private key", at)?;
            let passwords = Passwords { store: None, key };
            key_stores::identity_of(&bytes, &key_bytes, &passwords).map_err(|problem| {
                told(&problem, &format!("The pair of {certificate} and {key_file}"), own, at)
            })?
        }
        Identity::Text { certificate } => {
            let key_pem = of_kind(given, SecretKind::KeyPem, at)?;
            let passwords = Passwords { store: None, key };
            key_stores::identity_of(certificate.as_bytes(), key_pem.text().as_bytes(), &passwords)
                .map_err(|problem| told(&problem, "The pair of certificate and key as pasted", own, at))?
        }
    };
    let key = der(&entry);
    Ok(admin::Identity { chain: entry.chain, key })
}

pub(super) fn der(entry: &Entry) -> KeyDer {
    let bytes = Zeroizing::new(entry.key.der().to_vec());
    match entry.key.kind() {
        KeyKind::Pkcs8 => KeyDer::Pkcs8(bytes),
        KeyKind::Pkcs1 => KeyDer::Pkcs1(bytes),
        KeyKind::Sec1 => KeyDer::Sec1(bytes),
    }
}

/// The entry of this name; keytool keeps names in small letters whatever was typed.
fn named(
    bytes: &[u8],
    passwords: &Passwords<'_>,
    alias: &str,
    what: &str,
    at: Millis,
) -> Result<Result<Entry, Problem>, ApiError> {
    let contents = match key_stores::read(bytes, passwords) {
        Ok(contents) => contents,
        Err(problem) => return Ok(Err(problem)),
    };
    let names: Vec<String> = contents.keys.iter().filter_map(|entry| entry.alias.clone()).collect();
    let is_meant = |entry: &Entry| {
        entry.alias.as_deref().is_some_and(|name| name.to_lowercase() == alias.to_lowercase())
    };
    let Some(entry) = contents.keys.into_iter().find(is_meant) else {
        let there = if names.is_empty() { "no named key".to_owned() } else { names.join(", ") };
        return Err(unfit(
            format!("{what} has no key under the name \u{201c}{alias}\u{201d}; it has: {there}."),
            at,
        ));
    };
    if entry.chain.is_empty() {
        return Err(unfit(format!("{what} has no certificate for the key \u{201c}{alias}\u{201d}."), at));
    }
    Ok(Ok(entry))
}

/// A file that can't be used. `kinds` are the secrets that would open the whole of it and the key in it.
pub(super) fn told(problem: &Problem, what: &str, kinds: [SecretKind; 2], at: Millis) -> ApiError {
    let [store, key] = kinds;
    let message = format!("{what} can't be used. {}", problem.sentence());
    let error = match problem {
        Problem::NeedsPassword { locked, .. } | Problem::WrongPassword { locked, .. } => {
            let kind = match locked {
                Locked::Store => store,
                Locked::Key { .. } => key,
            };
            wanting(kind, message, at)
        }
        _ => unfit(message, at),
    };
    ApiError { advice: Some(problem.advice()), ..error }
}
