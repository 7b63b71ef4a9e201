//! TLS: whom to trust, who we are, and whether the name is checked. Java keeps certificates in stores with passwords,
//! librdkafka in PEM files beside a key; both end as the same references.

use super::{Entry, draft::Draft};
use crate::{Hidden, Settings, StoreRef, keys::Key};

pub(super) fn settle(draft: &mut Draft<'_>, settings: &mut Settings) {
    if !settings.tls {
        for entry in draft.silent(Key::is_tls) {
            draft.not_needed(entry, "TLS is off by what the text says, so this plays no part");
        }
        return;
    }
    checks(draft, settings);
    trust(draft, settings);
    identity(draft, settings);
}

fn checks(draft: &mut Draft<'_>, settings: &mut Settings) {
    if let Some(entry) = draft.get(Key::HostCheck) {
        match entry.value.text.to_ascii_lowercase().as_str() {
            "" | "none" => {
                settings.verify_host_name = Some(false);
                draft.understood(entry, "the brokers' names are not checked; a warning stays on the screen");
            }
            "https" => {
                settings.verify_host_name = Some(true);
                draft.understood(entry, "the brokers' names are checked");
            }
            _ => draft.unreadable(entry, "is neither https nor empty; the brokers' names are checked"),
        }
    }
    let never = "certificates are always checked here: give the CA that signed the brokers', which for a self-signed one is \
                 the certificate itself";
    for (key, checked) in [(Key::ChainCheck, true), (Key::SkipVerify, false)] {
        let Some(entry) = draft.get(key) else { continue };
        match draft.truth(entry) {
            Some(says) if says == checked => {
                draft.understood(entry, "certificates are checked, as always here")
            }
            Some(_) => draft.not_supported(entry, never),
            None => {}
        }
    }
    if let Some(entry) = draft.get(Key::TlsVersions) {
        let text = entry.value.text.to_ascii_lowercase();
        let versions: Vec<&str> =
            text.split([',', ' ', '[', ']']).filter(|version| !version.is_empty()).collect();
        let modern = versions.iter().any(|version| matches!(*version, "tlsv1.2" | "tlsv1.3" | "tls"));
        if modern || versions.is_empty() {
            draft.not_needed(entry, "TLS 1.3 and 1.2 are both offered, and the broker takes its choice");
        } else {
            draft.not_supported(
                entry,
                "TLS before 1.2 is broken and not spoken: let the broker offer TLS 1.2",
            );
        }
    }
}

fn trust(draft: &mut Draft<'_>, settings: &mut Settings) {
    let secrets = &mut settings.secrets;
    secrets.trust_store_password = secret(draft, Key::TrustPassword, "the trust store's password");
    let kind = kind(draft, Key::TrustKind);
    if let Some(path) = draft.text(Key::TrustFile, "the trust store, a file on this machine") {
        settings.trust = Some(StoreRef::File { path, kind });
    }
    if let Some(entry) = draft.get(Key::CaFile) {
        match (entry.value.text.as_str(), &settings.trust) {
            ("probe" | "", _) => draft.not_needed(entry, "the system's roots are taken where no CA is given"),
            (_, Some(_)) => draft.not_needed(entry, "the trust store of another line is taken"),
            (path, None) => {
                settings.trust = Some(StoreRef::File { path: path.to_owned(), kind: Some("PEM".to_owned()) });
                draft.understood(entry, "the certificates to trust (PEM), a file on this machine");
            }
        }
    }
    if let Some(entry) = draft.get(Key::TrustText) {
        match (certificates(&entry.value.text), &settings.trust) {
            (None, _) => draft.unreadable(entry, "holds no PEM certificate (-----BEGIN CERTIFICATE-----)"),
            (_, Some(_)) => draft.not_needed(entry, "the trust store of another line is taken"),
            (Some(pem), None) => {
                settings.trust = Some(StoreRef::Text(pem));
                draft.understood(entry, "the certificates to trust, as text");
            }
        }
    }
}

fn identity(draft: &mut Draft<'_>, settings: &mut Settings) {
    settings.secrets.key_store_password = secret(draft, Key::StorePassword, "the key store's password");
    settings.secrets.key_password = secret(draft, Key::PassPhrase, "the password of the private key");
    let kind = kind(draft, Key::StoreKind);
    if let Some(path) =
        draft.text(Key::StoreFile, "the key store with the client's certificate, a file on this machine")
    {
        settings.identity = Some(StoreRef::File { path, kind });
    }
    if let Some(entry) = draft.get(Key::CertFile).filter(|entry| !entry.value.text.is_empty()) {
        if settings.identity.is_some() {
            draft.not_needed(entry, "the key store of another line is taken");
        } else {
            let path = entry.value.text.to_string();
            settings.identity = Some(StoreRef::File { path, kind: Some("PEM".to_owned()) });
            draft.understood(entry, "the client's certificate (PEM), a file on this machine");
        }
    }
    if let Some(path) = draft.text(Key::PrivateFile, "the client's private key, a file on this machine") {
        settings.key = Some(StoreRef::File { path, kind: Some("PEM".to_owned()) });
    }
    for key in [Key::ChainText, Key::PrivateText] {
        let Some(entry) = draft.get(key) else { continue };
        pem(draft, settings, entry);
    }
}

/// A text with certificates, a private key, or both: Java's PEM stores allow it.
fn pem(draft: &mut Draft<'_>, settings: &mut Settings, entry: &Entry) {
    let private = entry.value.text.contains("PRIVATE KEY");
    let chain = certificates(&entry.value.text);
    if !private && chain.is_none() {
        draft.unreadable(entry, "holds neither a PEM certificate nor a PEM private key");
        return;
    }
    if let Some(chain) = chain {
        if settings.identity.is_none() {
            settings.identity = Some(StoreRef::Text(chain));
            draft.understood(entry, "the client's certificate, as text");
        } else {
            draft.not_needed(entry, "the client's certificate of another line is taken");
        }
    }
    if private {
        settings.secrets.key_pem = Some(Hidden::new(entry.value.text.to_string()));
        draft.understood(entry, "the client's private key, kept as a secret");
    }
}

/// The certificates of a PEM text, each in lines of its own. One that came on a single line (Java, variables) has blanks
/// or `\n` where the lines ended.
fn certificates(text: &str) -> Option<String> {
    const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
    const END: &str = "-----END CERTIFICATE-----";
    let mut out = String::new();
    for block in text.split(BEGIN).skip(1) {
        let (body, _) = block.split_once(END)?;
        let body = body.replace("\\n", "\n");
        out.push_str(BEGIN);
        out.push('\n');
        for line in body.split_whitespace() {
            out.push_str(line);
            out.push('\n');
        }
        out.push_str(END);
        out.push('\n');
    }
    (!out.is_empty()).then_some(out)
}

fn kind(draft: &mut Draft<'_>, key: Key) -> Option<String> {
    let entry = draft.get(key)?;
    let kind = entry.value.text.to_ascii_uppercase();
    match kind.as_str() {
        "JKS" | "PKCS12" | "PEM" => draft.understood(entry, format!("the store is {kind}")),
        "P12" | "PFX" => {
            draft.understood(entry, "the store is PKCS12");
            return Some("PKCS12".to_owned());
        }
        "" => {
            draft.not_needed(entry, "is empty, so it sets nothing");
            return None;
        }
        _ => draft.not_supported(entry, "stores are JKS, PKCS12 or PEM: convert it with keytool or openssl"),
    }
    matches!(kind.as_str(), "JKS" | "PKCS12" | "PEM").then_some(kind)
}

pub(super) fn secret(draft: &mut Draft<'_>, key: Key, what: &str) -> Option<Hidden> {
    draft.text(key, &format!("{what}, kept as a secret")).map(Hidden::new)
}
