//! From another client's settings to a profile of ours. What has no place in a profile is said; nothing is set that the text
//! didn't say.

use std::collections::BTreeMap;

use client_settings::{Cluster, Sasl as TheirSasl, Secrets as TheirSecrets, Settings, StoreRef};
use contract::{AwsCredentials, Identity, Profile, Sasl, SecretKind, Timeouts, TlsSettings, Trust};

use crate::secrets::Hidden;

type Problems = Vec<String>;

/// The profile, the secrets beside it, and what could not be carried over.
pub(super) fn of(cluster: Cluster) -> (Profile, BTreeMap<SecretKind, Hidden>, Problems) {
    let Cluster { name, settings } = cluster;
    let mut problems = Problems::new();
    let bootstrap = settings.bootstrap.clone().unwrap_or_default();
    let first = bootstrap.split(',').next().unwrap_or_default().trim();
    let name = name.unwrap_or_else(|| first.rsplit_once(':').map_or(first, |(host, _)| host).to_owned());
    let short = |millis: Option<u64>| millis.map(|millis| u32::try_from(millis).unwrap_or(u32::MAX));
    let timeouts = Timeouts {
        connect: short(settings.connection_setup_timeout_ms),
        attempt: short(settings.request_timeout_ms),
        ..Timeouts::default()
    };
    let profile = Profile {
        name,
        bootstrap,
        client_id: settings.client_id.clone().unwrap_or_default(),
        timeouts,
        tls: tls(&settings, &mut problems),
        sasl: settings.sasl.as_ref().map_or(Sasl::None, |sasl| sign_in(sasl, &mut problems)),
        ..Profile::default()
    };
    (profile, secrets(&settings.secrets), problems)
}

fn tls(settings: &Settings, problems: &mut Problems) -> TlsSettings {
    let trust = match &settings.trust {
        None => Trust::System,
        Some(StoreRef::File { path, .. }) => Trust::File { path: path.clone() },
        Some(StoreRef::Text(pem)) => Trust::Text { pem: pem.clone() },
    };
    let key_text = settings.secrets.key_pem.is_some();
    let identity = match (&settings.identity, &settings.key) {
        (None, None) if key_text => {
            problems.push("There is a private key, and no certificate that goes with it.".to_owned());
            None
        }
        (None, None) => None,
        (Some(StoreRef::File { path, .. }), None) => {
            if key_text {
                problems.push(format!(
                    "The private key is given as text and the certificate as the file {path}: give both as text or both as files."
                ));
            }
            Some(Identity::Store { path: path.clone(), alias: None })
        }
        (Some(StoreRef::File { path, .. }), Some(StoreRef::File { path: key, .. })) => {
            Some(Identity::Files { certificate: path.clone(), key: key.clone() })
        }
        (Some(StoreRef::Text(pem)), None) => Some(Identity::Text { certificate: pem.clone() }),
        (Some(StoreRef::Text(pem)), Some(_)) => {
            problems.push(
                "The certificate is given as text and the private key as a file: give both as text or both as files."
                    .to_owned(),
            );
            Some(Identity::Text { certificate: pem.clone() })
        }
        (_, Some(_)) => {
            problems.push("There is a private key, and no certificate that goes with it.".to_owned());
            None
        }
    };
    TlsSettings {
        on: settings.tls,
        trust,
        identity,
        verify_host_name: settings.verify_host_name.unwrap_or(true),
        ..TlsSettings::default()
    }
}

fn sign_in(sasl: &TheirSasl, problems: &mut Problems) -> Sasl {
    let named = |user: &Option<String>| user.clone().unwrap_or_default();
    match sasl {
        TheirSasl::Plain { user } => Sasl::Plain { user: named(user) },
        TheirSasl::Scram256 { user, token_auth } => {
            Sasl::ScramSha256 { user: named(user), token: *token_auth }
        }
        TheirSasl::Scram512 { user, token_auth } => {
            Sasl::ScramSha512 { user: named(user), token: *token_auth }
        }
        TheirSasl::OauthToken => Sasl::OauthToken { extensions: Vec::new() },
        TheirSasl::OauthClient(client) => Sasl::OauthClient {
            endpoint: named(&client.endpoint),
            client_id: named(&client.client_id),
            scope: named(&client.scope),
            audience: String::new(),
            extensions: client.extensions.clone(),
            signed: None,
        },
        TheirSasl::MskIam(iam) => {
            if iam.role_arn.is_some() || iam.external_id.is_some() {
                problems.push(
                    "The role is not assumed here: name a profile of the AWS files that has its credentials."
                        .to_owned(),
                );
            }
            let credentials = match (&iam.access_key_id, &iam.profile) {
                (Some(access_key), _) => AwsCredentials::Given { access_key: access_key.clone() },
                (None, Some(name)) => AwsCredentials::Profile { name: name.clone() },
                (None, None) => AwsCredentials::Environment,
            };
            Sasl::MskIam { region: String::new(), credentials }
        }
        TheirSasl::Gssapi => {
            problems.push(admin::NO_KERBEROS.to_owned());
            Sasl::None
        }
        TheirSasl::Other(what) => {
            problems.push(format!("How it signs in is not supported: {what}."));
            Sasl::None
        }
    }
}

fn secrets(theirs: &TheirSecrets) -> BTreeMap<SecretKind, Hidden> {
    let TheirSecrets {
        password,
        trust_store_password,
        key_store_password,
        key_password,
        key_pem,
        token,
        client_secret,
        aws_secret_key,
        aws_session_token,
    } = theirs;
    let all = [
        (SecretKind::Password, password),
        (SecretKind::TrustStorePassword, trust_store_password),
        (SecretKind::KeyStorePassword, key_store_password),
        (SecretKind::KeyPassword, key_password),
        (SecretKind::KeyPem, key_pem),
        (SecretKind::Token, token),
        (SecretKind::ClientSecret, client_secret),
        (SecretKind::AwsSecretKey, aws_secret_key),
        (SecretKind::AwsSessionToken, aws_session_token),
    ];
    let there = all.into_iter().filter_map(|(kind, secret)| Some((kind, secret.as_ref()?)));
    there.map(|(kind, secret)| (kind, Hidden::from(secret.expose().to_owned()))).collect()
}
