//! An import as a table: what it became, secrets in clear (they are the fixtures' own), then each line with its verdict.

use std::fmt::Write;

use client_settings::{Hidden, Import, Unreadable, Verdict};

pub(crate) fn rendered(import: &Result<Import, Unreadable>) -> String {
    let mut out = String::new();
    let import = match import {
        Ok(import) => import,
        Err(error) => return format!("unreadable: {error}\n"),
    };
    writeln!(out, "format: {:?}", import.format).unwrap();
    for (number, cluster) in import.clusters.iter().enumerate() {
        let settings = &cluster.settings;
        writeln!(out, "\ncluster {number}: {}", cluster.name.as_deref().unwrap_or("-")).unwrap();
        let mut row = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                writeln!(out, "  {name}: {value}").unwrap();
            }
        };
        row("bootstrap", settings.bootstrap.clone());
        row("client id", settings.client_id.clone());
        row("request timeout", settings.request_timeout_ms.map(|ms| ms.to_string()));
        row("connection timeout", settings.connection_setup_timeout_ms.map(|ms| ms.to_string()));
        row("tls", Some(settings.tls.to_string()));
        row("verify host name", settings.verify_host_name.map(|verify| verify.to_string()));
        row("trust", settings.trust.as_ref().map(|store| format!("{store:?}")));
        row("identity", settings.identity.as_ref().map(|store| format!("{store:?}")));
        row("key", settings.key.as_ref().map(|store| format!("{store:?}")));
        row("sasl", settings.sasl.as_ref().map(|sasl| format!("{sasl:?}")));
        let secrets = &settings.secrets;
        let mut secret = |name: &str, value: &Option<Hidden>| {
            row(name, value.as_ref().map(|it| format!("{:?}", it.expose())))
        };
        secret("secret password", &secrets.password);
        secret("secret trust store password", &secrets.trust_store_password);
        secret("secret key store password", &secrets.key_store_password);
        secret("secret key password", &secrets.key_password);
        secret("secret key pem", &secrets.key_pem);
        secret("secret token", &secrets.token);
        secret("secret client secret", &secrets.client_secret);
        secret("secret aws secret key", &secrets.aws_secret_key);
        secret("secret aws session token", &secrets.aws_session_token);
    }
    out.push('\n');
    for line in &import.lines {
        let (kind, words) = match &line.verdict {
            Verdict::Understood(words) => ("understood", words.as_str()),
            Verdict::NotNeeded(words) => ("not needed", words.as_str()),
            Verdict::NotSupported(words) => ("not supported", words.as_str()),
            Verdict::Unreadable(words) => ("unreadable", words.as_str()),
            Verdict::Comment => ("comment", ""),
            Verdict::Blank => ("blank", ""),
        };
        let cluster = line.cluster.map_or("-".to_owned(), |cluster| cluster.to_string());
        writeln!(out, "{} | {}", line.number, line.text).unwrap();
        writeln!(out, "  {cluster} {kind}{}{words}", if words.is_empty() { "" } else { ": " }).unwrap();
    }
    out
}
