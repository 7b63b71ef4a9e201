//! The connection doctor in a terminal: for a server without a display, and for a script that waits until a cluster can be
//! reached. It goes the same way as the window's, prints what the window would copy, and ends with a code that says the result.

use std::{
    env, fs,
    io::{self, IsTerminal, Read, Write},
    process::ExitCode,
};

use contract::{
    ApiError, Concealed, Examination, Identity, Profile, Sasl, SecretKind, Timeouts, TlsSettings, Trust,
};
use engine::{Ailing, Clock, Diagnosed, Engine, Options, Programs, SecretStores};

use crate::arguments::{Doctor, Mechanism};

const HEALTHY: u8 = 0;
const A_STEP_FAILS: u8 = 1;
const CAN_NOT_BEGIN: u8 = 2;

/// What no client's configuration reaches.
const SETTINGS_MOST: u64 = 2 << 20;

/// Where a secret may stand, for those who have no file.
const VARIABLES: [(&str, SecretKind); 6] = [
    ("BROKERSCOPE_PASSWORD", SecretKind::Password),
    ("BROKERSCOPE_TRUST_STORE_PASSWORD", SecretKind::TrustStorePassword),
    ("BROKERSCOPE_KEY_STORE_PASSWORD", SecretKind::KeyStorePassword),
    ("BROKERSCOPE_KEY_PASSWORD", SecretKind::KeyPassword),
    ("BROKERSCOPE_TOKEN", SecretKind::Token),
    ("BROKERSCOPE_CLIENT_SECRET", SecretKind::ClientSecret),
];

pub(crate) fn run(arguments: &Doctor) -> ExitCode {
    match examined(arguments) {
        Ok(diagnosed) => {
            for note in &diagnosed.notes {
                eprintln!("brokerscope: {note}");
            }
            // Who closed the pipe has read enough; the code is still the answer.
            let _ = print(&diagnosed.examination, arguments.json);
            let healthy = diagnosed.examination.verdict.is_some_and(|verdict| verdict.healthy);
            ExitCode::from(if healthy { HEALTHY } else { A_STEP_FAILS })
        }
        Err(why) => {
            eprintln!("brokerscope: {why}");
            ExitCode::from(CAN_NOT_BEGIN)
        }
    }
}

fn print(examination: &Examination, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, examination)?;
        return writeln!(out);
    }
    out.write_all(engine::report(examination).as_bytes())
}

fn examined(arguments: &Doctor) -> Result<Diagnosed, String> {
    let secrets = secrets(arguments)?;
    let ailing = ailing(arguments)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|why| format!("it can't start: {why}"))?;
    runtime.block_on(async {
        let config_dir = dirs::config_dir().unwrap_or_else(env::temp_dir).join("brokerscope");
        let engine = Engine::new(Options {
            config_dir,
            demo: None,
            connect: None,
            clock: Clock::machine(),
            secrets: SecretStores::machine(),
            programs: Programs::on_path(),
        });
        engine.diagnose(ailing, secrets).await.map_err(|error| sentence(&error))
    })
}

fn sentence(error: &ApiError) -> String {
    let secret = error.secret.and_then(|kind| VARIABLES.iter().find(|(_, known)| *known == kind));
    match (secret, &error.advice) {
        (Some((variable, _)), _) => {
            format!("{} Give it in the variable {variable}, or by --password-stdin.", error.message)
        }
        (None, Some(advice)) => format!("{} {advice}", error.message),
        (None, None) => error.message.clone(),
    }
}

fn ailing(arguments: &Doctor) -> Result<Ailing, String> {
    if let Some(name) = &arguments.profile {
        return Ok(Ailing::Kept(name.clone()));
    }
    let Some(path) = &arguments.properties else { return Ok(Ailing::Given(Box::new(profile(arguments)?))) };
    let unread = |why: String| format!("{} can't be read: {why}", path.display());
    let mut text = String::new();
    let file = fs::File::open(path).map_err(|why| unread(why.to_string()))?;
    file.take(SETTINGS_MOST).read_to_string(&mut text).map_err(|why| unread(why.to_string()))?;
    let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let folder = env::current_dir()
        .map_err(|why| format!("the folder that this was started in is not there: {why}"))?;
    Ok(Ailing::Settings { text: Concealed(text), file_name, folder })
}

fn profile(arguments: &Doctor) -> Result<Profile, String> {
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
        timeouts: Timeouts {
            connect: arguments.timeout.map(|seconds| seconds.saturating_mul(1000)),
            ..Timeouts::default()
        },
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

fn secrets(arguments: &Doctor) -> Result<Vec<(SecretKind, Concealed)>, String> {
    let mut secrets = Vec::new();
    for (variable, kind) in VARIABLES {
        if let Ok(value) = env::var(variable) {
            secrets.push((kind, Concealed(value)));
        }
    }
    if arguments.password_stdin {
        if io::stdin().is_terminal() {
            eprintln!("brokerscope: type the password and press Enter; it shows as you type");
        }
        let mut line = String::new();
        io::stdin()
            .read_line(&mut line)
            .map_err(|why| format!("no password came from standard input: {why}"))?;
        let typed = line.trim_end_matches(['\r', '\n']).to_owned();
        secrets.retain(|(kind, _)| *kind != SecretKind::Password);
        secrets.push((SecretKind::Password, Concealed(typed)));
    }
    Ok(secrets)
}
