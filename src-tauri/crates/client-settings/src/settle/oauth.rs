//! Where a token comes from: librdkafka's and Java's keys for the token endpoint, and the callback handlers that stand for
//! other ways. A handler is a Java class; of those we know what they do, and the others are named.

use super::{draft::Draft, given::Given, jaas_options::Module, tls::secret};
use crate::keys::Key;

pub(super) fn keys(draft: &mut Draft<'_>, given: &mut Given) {
    if let Some(entry) = draft.get(Key::OauthMethod) {
        match entry.value.text.to_ascii_lowercase().as_str() {
            "oidc" => {
                given.oidc = true;
                draft.understood(entry, "a token from a token endpoint");
            }
            "" | "default" => draft.not_needed(entry, "says nothing of where the token comes from"),
            _ => draft.unreadable(entry, "is neither oidc nor default"),
        }
    }
    if let Some(entry) = draft.get(Key::OauthGrant) {
        match entry.value.text.to_ascii_lowercase().as_str() {
            "client_credentials" | "" => draft.understood(entry, "client credentials"),
            _ => draft.not_supported(
                entry,
                "only client credentials are exchanged for a token: give a client id and secret",
            ),
        }
    }
    for key in [Key::OauthConfig, Key::OauthUnsecured] {
        if let Some(entry) = draft.get(key) {
            given.unsecured = true;
            let said = "makes a token without a signature, which is for tests only: paste a token, or give a client id and secret";
            draft.not_supported(entry, said);
        }
    }
    if let Some(entry) = draft.get(Key::TokenEndpoint) {
        let text = entry.value.text.to_string();
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("https://") || lower.starts_with("http://") {
            draft.understood(entry, "the token endpoint");
            given.oauth.endpoint = Some(text);
        } else if lower.starts_with("file:") {
            draft.not_supported(
                entry,
                "a token is not read from a file: paste it, or give the endpoint's address",
            );
        } else {
            draft.unreadable(entry, "is not an address of a token endpoint (https://…)");
        }
    }
    let keep = |found: Option<String>, before: Option<String>| found.or(before);
    given.oauth.client_id = keep(
        draft.text(Key::OauthClientId, "the client id for the token endpoint"),
        given.oauth.client_id.take(),
    );
    given.oauth.scope = keep(draft.text(Key::OauthScope, "the scope to ask for"), given.oauth.scope.take());
    let client_secret = secret(draft, Key::OauthSecret, "the client secret for the token endpoint");
    given.client_secret = client_secret.or(given.client_secret.take());
    given.token = secret(draft, Key::Token, "the token").or(given.token.take());
    if let Some(entry) = draft.get(Key::OauthExtensions) {
        let mut wrong = false;
        for part in entry.value.text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some((name, value)) => {
                    given.oauth.extensions.push((name.trim().to_owned(), value.trim().to_owned()));
                }
                None => wrong = true,
            }
        }
        if wrong {
            draft.unreadable(entry, "extensions are name=value, parted by commas");
        } else {
            draft.understood(entry, "extensions to the token (the cluster, the identity pool)");
        }
    }
}

pub(super) fn handlers(draft: &mut Draft<'_>, given: &mut Given) {
    for key in [Key::ClientHandler, Key::LoginHandler] {
        let Some(entry) = draft.get(key).filter(|entry| !entry.value.text.is_empty()) else { continue };
        let class = entry.value.text.rsplit(['.', '$']).next().unwrap_or_default().to_owned();
        match class.as_str() {
            "IAMClientCallbackHandler" | "IAMOAuthBearerLoginCallbackHandler" => {
                given.module.get_or_insert(Module::Iam);
                draft.understood(entry, "AWS credentials");
            }
            "OAuthBearerLoginCallbackHandler" | "JaasClientOauthLoginCallbackHandler" => {
                draft.understood(entry, "a token from a token endpoint");
            }
            "OAuthBearerUnsecuredLoginCallbackHandler" => {
                given.unsecured = true;
                draft.not_supported(
                    entry,
                    "makes a token without a signature, which is for tests only: paste a token",
                );
            }
            _ => {
                draft.not_supported(
                    entry,
                    "is a Java class of its own: paste a token, or give a token endpoint with a client",
                );
                given.handler = Some(class.chars().take(60).collect());
            }
        }
    }
}
