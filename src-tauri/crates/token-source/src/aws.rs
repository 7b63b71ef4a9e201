//! AWS keys from where the AWS tools keep them: the environment, and the two files in the home folder.
//!
//! What those files can say beyond keys (single sign-on, roles, programs that print keys) is not done here; it is named, with
//! the one command that makes keys of it.

mod profile;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use tokio::time::Instant;
use wire::{AwsFuture, AwsKeys, AwsSource, Error, Secret, What};

use profile::Profiles;

/// Such files have some kilobytes.
const MOST: u64 = 1 << 20;

/// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`.
#[derive(Clone, Copy, Debug, Default)]
pub struct AwsEnvironment;

impl AwsSource for AwsEnvironment {
    fn name(&self) -> &str {
        "the AWS keys of the environment"
    }

    fn keys(&self, _deadline: Instant) -> AwsFuture<'_> {
        Box::pin(std::future::ready(from_environment(|name| env::var(name).ok())))
    }
}

fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<AwsKeys, Error> {
    let get = |name: &str| {
        variable(name).filter(|value| !value.trim().is_empty()).map(|value| value.trim().to_owned())
    };
    let needed = |name: &str| {
        get(name).ok_or_else(|| {
            none(format!(
                "{name} is not set where this program was started; set it there, or use a profile of the AWS files or keys that are \
                 given here"
            ))
        })
    };
    Ok(AwsKeys {
        access_key: needed("AWS_ACCESS_KEY_ID")?,
        secret_key: Secret::new(needed("AWS_SECRET_ACCESS_KEY")?),
        session_token: get("AWS_SESSION_TOKEN").map(Secret::new),
        expires_at: None,
    })
}

/// A profile of `~/.aws/credentials` and `~/.aws/config`, read anew each time: the AWS tools write new keys there.
#[derive(Clone, Debug)]
pub struct AwsProfile {
    name: String,
    /// The credentials, then the configuration.
    files: [PathBuf; 2],
}

impl AwsProfile {
    /// An empty name: `AWS_PROFILE`, or "default", as the AWS tools have it.
    #[must_use]
    pub fn new(name: &str) -> AwsProfile {
        let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        let name = name.or_else(|| env::var("AWS_PROFILE").ok()).unwrap_or_else(|| "default".to_owned());
        let file = |variable: &str, usual: &str| {
            let home = || env::home_dir().unwrap_or_default().join(".aws").join(usual);
            env::var_os(variable).map_or_else(home, PathBuf::from)
        };
        let files = [file("AWS_SHARED_CREDENTIALS_FILE", "credentials"), file("AWS_CONFIG_FILE", "config")];
        AwsProfile { name, files }
    }

    /// The same, from these files.
    #[must_use]
    pub fn from_files(name: &str, credentials: PathBuf, config: PathBuf) -> AwsProfile {
        AwsProfile { name: name.to_owned(), files: [credentials, config] }
    }

    fn read(&self) -> Result<AwsKeys, Error> {
        let [credentials, config] = &self.files;
        let mut profiles = Profiles::default();
        let there = [text(credentials)?, text(config)?];
        if there.iter().all(Option::is_none) {
            return Err(none(format!("neither {} nor {} is there", credentials.display(), config.display())));
        }
        let [credentials_text, config_text] = there;
        // What the first file says wins.
        profiles.read(config_text.as_deref().unwrap_or_default(), true);
        profiles.read(credentials_text.as_deref().unwrap_or_default(), false);
        profiles
            .keys(&self.name)
            .map_err(|why| none(format!("{why} ({}, {})", credentials.display(), config.display())))
    }
}

impl AwsSource for AwsProfile {
    fn name(&self) -> &str {
        &self.name
    }

    fn keys(&self, _deadline: Instant) -> AwsFuture<'_> {
        let whole = self.clone();
        Box::pin(async move {
            let read = tokio::task::spawn_blocking(move || whole.read()).await;
            read.unwrap_or_else(|_| Err(none("the AWS files could not be read".to_owned())))
        })
    }
}

/// `None` when it isn't there.
fn text(path: &Path) -> Result<Option<String>, Error> {
    let told = |why: String| none(format!("{} can't be read: {why}", path.display()));
    match fs::metadata(path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(told(why.to_string())),
        Ok(file) if !file.is_file() => return Err(told("it is no file".to_owned())),
        Ok(file) if MOST < file.len() => return Err(told(format!("it has {} bytes", file.len()))),
        Ok(_) => {}
    }
    fs::read_to_string(path).map(Some).map_err(|why| told(why.to_string()))
}

fn none(why: String) -> Error {
    Error::new(What::Token(format!("no AWS keys: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_read_or_what_is_missing_in_it_is_named() {
        let of = |pairs: &'static [(&'static str, &'static str)]| {
            from_environment(|name| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        let keys = of(&[
            ("AWS_ACCESS_KEY_ID", "AKIA"),
            ("AWS_SECRET_ACCESS_KEY", " s \n"),
            ("AWS_SESSION_TOKEN", ""),
        ])
        .unwrap();
        assert_eq!((keys.access_key.as_str(), keys.secret_key.text()), ("AKIA", "s"));
        assert!(keys.session_token.is_none());
        for (pairs, missing) in [
            (&[][..], "AWS_ACCESS_KEY_ID"),
            (&[("AWS_ACCESS_KEY_ID", "AKIA"), ("AWS_SECRET_ACCESS_KEY", "  ")][..], "AWS_SECRET_ACCESS_KEY"),
        ] {
            let why = of(pairs).unwrap_err().to_string();
            assert!(why.contains(&format!("{missing} is not set")), "{why}");
        }
    }

    #[tokio::test]
    async fn files_are_read_anew_each_time_and_the_credentials_win() {
        let folder = tempfile::tempdir().unwrap();
        let (credentials, config) = (folder.path().join("credentials"), folder.path().join("config"));
        let source = AwsProfile::from_files("dev", credentials.clone(), config.clone());
        let ask = || source.keys(Instant::now());
        let why = ask().await.unwrap_err().to_string();
        assert!(why.contains("neither") && why.contains("credentials"), "{why}");
        fs::write(
            &config,
            "[profile dev]\naws_access_key_id=A1\naws_secret_access_key=hush\naws_session_token=hush\n",
        )
        .unwrap();
        assert_eq!(ask().await.unwrap().access_key, "A1");
        fs::write(&credentials, "[dev]\naws_access_key_id=A2\naws_secret_access_key=two\n").unwrap();
        let keys = ask().await.unwrap();
        assert_eq!((keys.access_key.as_str(), keys.secret_key.text()), ("A2", "two"));
        assert!(keys.session_token.is_none(), "keys of two files are not mixed");
        fs::write(&credentials, b"\xff\xfe").unwrap();
        let why = ask().await.unwrap_err();
        assert!(matches!(why.what(), What::Token(words) if words.contains("can't be read")), "{why}");
    }
}
