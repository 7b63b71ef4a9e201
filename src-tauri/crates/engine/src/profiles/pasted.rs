//! Secrets that stand where none belong: a private key in the text of a certificate, a password in a URL.
//!
//! People paste what they have, and that is often one PEM with both. The profile file is in clear, so what is secret is taken out
//! before anything is written; a key that is of use goes to the secrets, and it is said.

use contract::{Identity, Profile, Sasl, SecretKind, Through, Trust};
use zeroize::Zeroizing;

/// What was taken out.
pub(crate) type Taken = Vec<(SecretKind, Zeroizing<String>)>;

/// Takes out what is secret, and says what.
pub(super) fn take_out(profile: &mut Profile, problems: &mut Vec<String>) -> Taken {
    let mut taken = Taken::new();
    if let Some(Identity::Text { certificate }) = &mut profile.tls.identity
        && let Some(keys) = keys_out_of(certificate)
    {
        problems.push(
            "A private key stood beside the certificate. It was taken out of the text and is held as a secret for this session; \
             say where it is to be kept."
                .to_owned(),
        );
        taken.push((SecretKind::KeyPem, keys));
    }
    if let Trust::Text { pem } = &mut profile.tls.trust
        && keys_out_of(pem).is_some()
    {
        problems.push(
            "A private key stood among the certificates that are trusted. It has no use there and is not kept."
                .to_owned(),
        );
    }
    let url = match &mut profile.sasl {
        Sasl::OauthClient { endpoint, .. } => Some((endpoint, SecretKind::ClientSecret, "token endpoint")),
        _ => None,
    };
    let proxy = match &mut profile.reach.through {
        Through::Socks5 { proxy, .. } => Some((proxy, SecretKind::ProxyPassword, "proxy")),
        _ => None,
    };
    for (address, kind, what) in [url, proxy].into_iter().flatten() {
        if let Some(password) = password_out_of(address) {
            problems.push(format!(
                "A password stood in the address of the {what}. It was taken out and is held as a secret for this session; \
                 say where it is to be kept."
            ));
            taken.push((kind, password));
        }
    }
    if let Through::Socks5 { proxy, user } = &mut profile.reach.through {
        user_out_of(proxy, user);
    }
    taken
}

/// A proxy's user has a field of its own.
fn user_out_of(proxy: &mut String, user: &mut String) {
    let start = proxy.find("://").map_or(0, |at| at + "://".len());
    let Some((name, place)) = proxy.get(start..).and_then(|rest| rest.rsplit_once('@')) else { return };
    if user.is_empty() || user == name {
        (*user, *proxy) = (name.to_owned(), place.to_owned());
    }
}

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// Removes all blocks of private keys; what they were.
fn keys_out_of(text: &mut String) -> Option<Zeroizing<String>> {
    let mut rest = Zeroizing::new(std::mem::take(text));
    let mut keys = Zeroizing::new(String::new());
    while let Some(begin) = rest.find(BEGIN) {
        let block = rest.get(begin..).unwrap_or_default();
        let label =
            block.get(BEGIN.len()..).and_then(|after| after.split("-----").next()).unwrap_or_default();
        let is_key = label.contains("PRIVATE KEY");
        // A block that never ends is a key all the same.
        let length = block
            .find(END)
            .and_then(|end| {
                let after = block.get(end + END.len()..)?;
                Some(end + END.len() + after.find("-----")? + "-----".len())
            })
            .unwrap_or(block.len());
        text.push_str(rest.get(..begin).unwrap_or_default());
        let this = block.get(..length).unwrap_or_default();
        if is_key {
            keys.push_str(this);
            keys.push('\n');
        } else {
            text.push_str(this);
        }
        let left = Zeroizing::new(block.get(length..).unwrap_or_default().to_owned());
        rest = left;
    }
    text.push_str(&rest);
    (!keys.is_empty()).then_some(keys)
}

/// Removes the password of "scheme://user:password@host".
fn password_out_of(address: &mut String) -> Option<Zeroizing<String>> {
    let start = address.find("://").map_or(0, |at| at + 3);
    let authority = address.get(start..)?.split(['/', '?', '#']).next()?;
    let (user_info, _) = authority.rsplit_once('@')?;
    let (user, password) = user_info.split_once(':')?;
    let password = Zeroizing::new(password.to_owned());
    let from = start + user.len();
    let to = from + 1 + password.len();
    let mut clean = address.get(..from)?.to_owned();
    clean.push_str(address.get(to..)?);
    let _wiped = Zeroizing::new(std::mem::replace(address, clean));
    Some(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_taken_out_and_certificates_stay() {
        let certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let key = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nBBBB\n-----END ENCRYPTED PRIVATE KEY-----";
        let mut text = format!("mine:\n{certificate}{key}\n{certificate}");
        let keys = keys_out_of(&mut text).unwrap();
        assert_eq!(keys.trim(), key);
        assert_eq!(text, format!("mine:\n{certificate}\n{certificate}"));
        assert!(keys_out_of(&mut text).is_none());
    }

    #[test]
    fn a_key_that_is_cut_off_is_taken_out_too() {
        let mut text = "-----BEGIN RSA PRIVATE KEY-----\nBBBB".to_owned();
        assert!(keys_out_of(&mut text).unwrap().contains("BBBB"));
        assert_eq!(text, "");
    }

    #[test]
    fn the_user_of_a_proxy_goes_to_its_own_field_unless_another_stands_there() {
        for (typed, user, read) in [
            ("me@proxy:1080", "", ("proxy:1080", "me")),
            ("socks5h://me@proxy", "me", ("proxy", "me")),
            ("me@proxy:1080", "you", ("me@proxy:1080", "you")),
            ("socks5://proxy:1080", "", ("socks5://proxy:1080", "")),
        ] {
            let (mut proxy, mut user) = (typed.to_owned(), user.to_owned());
            user_out_of(&mut proxy, &mut user);
            assert_eq!((proxy.as_str(), user.as_str()), read);
        }
    }

    #[test]
    fn a_password_leaves_the_address_and_the_rest_stays() {
        for (typed, left) in [
            ("https://me:pa:ss@host/x?y=z", "https://me@host/x?y=z"),
            ("me:secret@proxy:1080", "me@proxy:1080"),
        ] {
            let mut address = typed.to_owned();
            password_out_of(&mut address).unwrap();
            assert_eq!(address, left);
        }
        for clean in ["https://host:8443/x@y:z", "proxy:1080", "me@proxy:1080", "é://é"] {
            let mut address = clean.to_owned();
            assert!(password_out_of(&mut address).is_none(), "{clean}");
            assert_eq!(address, clean);
        }
    }
}
