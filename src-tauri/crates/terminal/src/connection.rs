//! From arguments to a cluster: where it is, how it is encrypted and signed in to, and the secrets that are no arguments.
//!
//! An argument stands in the list of processes and in a shell's history, so there is none for a password.

use std::{
    env, fs,
    io::{self, IsTerminal, Read},
};

use arguments::{Mechanism, Where};
use contract::{
    ApiError, Concealed, DEMO, ErrorKind, Identity, Profile, Sasl, SecretKind, TlsSettings, Trust,
    UnlockSecrets,
};
use engine::{Engine, Which};

/// What no client's configuration reaches.
const SETTINGS_MOST: u64 = 2 << 20;

/// Where a secret may stand, for those who have no file.
const fn variable(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::Password => "BROKERSCOPE_PASSWORD",
        SecretKind::TrustStorePassword => "BROKERSCOPE_TRUST_STORE_PASSWORD",
        SecretKind::KeyStorePassword => "BROKERSCOPE_KEY_STORE_PASSWORD",
        SecretKind::KeyPassword => "BROKERSCOPE_KEY_PASSWORD",
        SecretKind::KeyPem => "BROKERSCOPE_KEY_PEM",
        SecretKind::Token => "BROKERSCOPE_TOKEN",
        SecretKind::ClientSecret => "BROKERSCOPE_CLIENT_SECRET",
        SecretKind::AwsSecretKey => "BROKERSCOPE_AWS_SECRET_KEY",
        SecretKind::AwsSessionToken => "BROKERSCOPE_AWS_SESSION_TOKEN",
        SecretKind::ProxyPassword => "BROKERSCOPE_PROXY_PASSWORD",
    }
}

/// What opens the encrypted file of the window's secrets.
const PASS_PHRASE: &str = "BROKERSCOPE_PASS_PHRASE";

/// A failure with what can be done about it here.
pub(crate) fn sentence(error: &ApiError) -> String {
    if error.kind == ErrorKind::SecretsLocked && error.secret.is_some() {
        return format!(
            "{} Give its pass phrase in the variable {PASS_PHRASE}, or by --pass-phrase-stdin.",
            error.message
        );
    }
    match (error.secret, &error.advice) {
        // The one that standard input is for.
        (Some(SecretKind::Password), _) => format!(
            "{} Give it in the variable {}, or by --password-stdin.",
            error.message,
            variable(SecretKind::Password)
        ),
        (Some(kind), _) => format!("{} Give it in the variable {}.", error.message, variable(kind)),
        (None, Some(advice)) => format!("{} {advice}", error.message),
        (None, None) => error.message.clone(),
    }
}

pub(crate) fn which(arguments: &Where) -> Result<Which, String> {
    if arguments.demo {
        return Ok(Which::Kept(DEMO.to_owned()));
    }
    if let Some(name) = &arguments.profile {
        return Ok(Which::Kept(name.clone()));
    }
    let Some(path) = &arguments.properties else { return Ok(Which::Given(Box::new(profile(arguments)?))) };
    let unread = |why: String| format!("{} can't be read: {why}", path.display());
    let mut text = String::new();
    let file = fs::File::open(path).map_err(|why| unread(why.to_string()))?;
    file.take(SETTINGS_MOST).read_to_string(&mut text).map_err(|why| unread(why.to_string()))?;
    let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let folder = env::current_dir()
        .map_err(|why| format!("the folder that this was started in is not there: {why}"))?;
    Ok(Which::Settings { text: Concealed(text), file_name, folder })
}

fn profile(arguments: &Where) -> Result<Profile, String> {
    let whole = |path: &std::path::PathBuf| {
        let whole = std::path::absolute(path).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok::<String, String>(whole.to_string_lossy().into_owned())
    };
    let user = arguments.user.clone().unwrap_or_default();
    let identity = match (&arguments.cert, &arguments.key) {
        (Some(certificate), Some(key)) => {
            Some(Identity::Files { certificate: whole(certificate)?, key: whole(key)? })
        }
        (Some(store), None) => Some(Identity::Store { path: whole(store)?, alias: None }),
        (None, _) => None,
    };
    let trust = match &arguments.ca {
        Some(path) => Trust::File { path: whole(path)? },
        None => Trust::System,
    };
    Ok(Profile {
        bootstrap: arguments.bootstrap.clone().unwrap_or_default(),
        tls: TlsSettings {
            on: arguments.tls,
            trust,
            identity,
            verify_host_name: !arguments.no_name_check,
            ..TlsSettings::default()
        },
        sasl: match arguments.mechanism {
            None => Sasl::None,
            Some(Mechanism::Plain) => Sasl::Plain { user },
            Some(Mechanism::ScramSha256) => Sasl::ScramSha256 { user, token: false },
            Some(Mechanism::ScramSha512) => Sasl::ScramSha512 { user, token: false },
        },
        ..Profile::default()
    })
}

pub(crate) fn secrets(arguments: &Where) -> Result<Vec<(SecretKind, Concealed)>, String> {
    let mut secrets = Vec::new();
    for kind in SecretKind::ALL {
        if let Ok(value) = env::var(variable(kind)) {
            secrets.push((kind, Concealed(value)));
        }
    }
    if arguments.password_stdin {
        let typed = typed("password")?;
        secrets.retain(|(kind, _)| *kind != SecretKind::Password);
        secrets.push((SecretKind::Password, typed));
    }
    Ok(secrets)
}

/// Opens the encrypted file where that is what a connection of the window's waits for, and its pass phrase is given; then it can be
/// tried again.
pub(crate) async fn unlocked(engine: &Engine, arguments: &Where, why: &ApiError) -> Result<bool, String> {
    // No other failure makes us read from standard input, or make a file that was not there.
    if why.kind != ErrorKind::SecretsLocked {
        return Ok(false);
    }
    let pass_phrase = match arguments.pass_phrase_stdin {
        true => Some(typed("pass phrase")?),
        false => env::var(PASS_PHRASE).ok().map(Concealed),
    };
    let Some(pass_phrase) = pass_phrase else { return Ok(false) };
    engine.unlock_secrets(UnlockSecrets { pass_phrase }).await.map_err(|error| sentence(&error))?;
    Ok(true)
}

/// A line of standard input.
fn typed(what: &str) -> Result<Concealed, String> {
    if io::stdin().is_terminal() {
        eprintln!("brokerscope: type the {what} and press Enter; it shows as you type");
    }
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(|why| format!("no {what} came from standard input: {why}"))?;
    Ok(Concealed(line.trim_end_matches(['\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use contract::Int64;

    use super::*;
    use arguments::Arguments;

    #[test]
    fn each_secret_has_a_variable_that_is_told_where_it_is_missing_and_in_the_help() {
        let mut whole = Arguments::command();
        let help = whole.find_subcommand_mut("brokers").unwrap().render_long_help().to_string();
        for kind in SecretKind::ALL {
            let missing = ApiError {
                secret: Some(kind),
                ..ApiError::plain(ErrorKind::SecretNeeded, "It is missing.", Int64(0))
            };
            let told = sentence(&missing);
            let variable = variable(kind);
            assert!(
                told.contains(&format!("in the variable {variable}")) && help.contains(variable),
                "{told} {help}"
            );
            // It is the password of the sign-in that comes by standard input, and no other.
            assert_eq!(told.contains("--password-stdin"), kind == SecretKind::Password, "{told}");
        }
    }
}
