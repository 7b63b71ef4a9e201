//! Which secrets a profile as it is set makes use of, and which of them it can't do without.

use contract::{AwsCredentials, Identity, Profile, Sasl, SecretKind, Through, Trust};

/// Each kind with whether it is needed in any case; the others only if a file turns out to be encrypted.
pub(crate) fn uses(profile: &Profile) -> Vec<(SecretKind, bool)> {
    let mut uses = Vec::new();
    match &profile.sasl {
        Sasl::None => {}
        Sasl::Plain { .. } | Sasl::ScramSha256 { .. } | Sasl::ScramSha512 { .. } => {
            uses.push((SecretKind::Password, true));
        }
        Sasl::OauthToken { .. } => uses.push((SecretKind::Token, true)),
        Sasl::OauthClient { signed: None, .. } => uses.push((SecretKind::ClientSecret, true)),
        Sasl::OauthClient { signed: Some(_), .. } => {
            uses.push((SecretKind::KeyPem, true));
            uses.push((SecretKind::KeyPassword, false));
        }
        Sasl::MskIam { credentials: AwsCredentials::Given { .. }, .. } => {
            uses.push((SecretKind::AwsSecretKey, true));
            uses.push((SecretKind::AwsSessionToken, false));
        }
        Sasl::MskIam { .. } => {}
    }
    if profile.tls.on {
        if let Trust::File { .. } = &profile.tls.trust {
            uses.push((SecretKind::TrustStorePassword, false));
        }
        match &profile.tls.identity {
            None => {}
            Some(Identity::Store { .. }) => {
                uses.push((SecretKind::KeyStorePassword, false));
                uses.push((SecretKind::KeyPassword, false));
            }
            Some(Identity::Files { .. }) => uses.push((SecretKind::KeyPassword, false)),
            Some(Identity::Text { .. }) => {
                uses.push((SecretKind::KeyPem, true));
                uses.push((SecretKind::KeyPassword, false));
            }
        }
    }
    if let Through::Socks5 { user, .. } = &profile.reach.through
        && !user.is_empty()
    {
        uses.push((SecretKind::ProxyPassword, true));
    }
    uses.sort_by_key(|(kind, needed)| (*kind, !needed));
    uses.dedup_by_key(|(kind, _)| *kind);
    uses
}
