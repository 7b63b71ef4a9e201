//! The files of the AWS tools: sections in brackets, `name = value`, settings of settings indented below theirs.

use std::collections::BTreeMap;

use wire::{AwsKeys, Secret};

const ACCESS: &str = "aws_access_key_id";
const SECRET: &str = "aws_secret_access_key";
const SESSION: &str = "aws_session_token";
/// What stands for keys that are got in another way.
const OTHER_WAYS: [(&str, &str); 6] = [
    ("sso_session", "by single sign-on"),
    ("sso_start_url", "by single sign-on"),
    ("login_session", "by signing in in a browser"),
    ("credential_process", "by a program"),
    ("role_arn", "by taking a role"),
    ("web_identity_token_file", "by a token of another service"),
];

/// What is said of each profile; never shown, since keys are in it.
#[derive(Default)]
pub(super) struct Profiles(BTreeMap<String, BTreeMap<String, String>>);

impl Profiles {
    /// Adds a file; where it has keys for a profile it replaces all three. `config`: sections are called "profile x" there.
    pub(super) fn read(&mut self, text: &str, config: bool) {
        let mut section: Option<String> = None;
        let mut replaced = std::collections::BTreeSet::new();
        for line in text.trim_start_matches('\u{feff}').lines() {
            // Indented: a setting of the setting above, of which none is wanted here.
            if line.starts_with([' ', '\t']) || line.starts_with(['#', ';']) {
                continue;
            }
            let line = line.trim_end();
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
                section = name_of(name.trim(), config);
                continue;
            }
            let (Some(section), Some((name, value))) = (&section, line.split_once('=')) else { continue };
            let name = name.trim().to_ascii_lowercase();
            let value = value.split(" #").next().unwrap_or(value).trim();
            let settings = self.0.entry(section.clone()).or_default();
            if [ACCESS, SECRET, SESSION].contains(&name.as_str()) && replaced.insert(section.clone()) {
                settings.retain(|name, _| ![ACCESS, SECRET, SESSION].contains(&name.as_str()));
            }
            settings.insert(name, value.to_owned());
        }
    }

    pub(super) fn keys(&self, profile: &str) -> Result<AwsKeys, String> {
        let Some(settings) = self.0.get(profile) else {
            let known: Vec<_> = self.0.keys().take(20).map(String::as_str).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(format!("there is no profile “{profile}” in the AWS files; they have: {known}"));
        };
        let get = |name: &str| settings.get(name).filter(|value| !value.is_empty());
        match (get(ACCESS), get(SECRET)) {
            (Some(access), Some(secret)) => Ok(AwsKeys {
                access_key: access.clone(),
                secret_key: Secret::new(secret.as_str()),
                session_token: get(SESSION).map(|token| Secret::new(token.as_str())),
                expires_at: None,
            }),
            (Some(_), None) => Err(format!("the profile “{profile}” has {ACCESS} and no {SECRET}")),
            _ => Err(OTHER_WAYS.iter().find(|(name, _)| get(name).is_some()).map_or_else(
                || format!("the profile “{profile}” has no {ACCESS}"),
                |(name, way)| {
                    format!(
                        "the profile “{profile}” comes to its keys {way} ({name}), which this program can't do; have the AWS tool do it: \
                         “aws configure export-credentials --profile {profile}”, and give what it prints"
                    )
                },
            )),
        }
    }
}

fn name_of(section: &str, config: bool) -> Option<String> {
    let name = match section.strip_prefix("profile").filter(|rest| rest.starts_with([' ', '\t'])) {
        Some(name) => name,
        // "[sso-session x]", "[services y]".
        None if config && section != "default" => return None,
        None => section,
    };
    Some(name.trim().trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "\u{feff}# mine\r\n[default]\r\nregion = eu-central-1\r\n\r\n[profile \"dev\"]\n\
        s3 =\n  max_concurrent_requests = 20\n  aws_access_key_id = NESTED\nAWS_ACCESS_KEY_ID = A1 # the old one\n\
        aws_secret_access_key=a=b/c+d==\n[profile sso]\nsso_session = corp\n[sso-session corp]\nsso_start_url = https://x\n\
        [profile role]\nrole_arn=arn:aws:iam::1:role/x\n[profile half]\naws_access_key_id=A2\n[broken\naws_access_key_id\n= \n";

    #[test]
    fn a_profile_is_found_with_its_keys_as_they_stand() {
        let mut profiles = Profiles::default();
        profiles.read(CONFIG, true);
        let keys = profiles.keys("dev").unwrap();
        assert_eq!((keys.access_key.as_str(), keys.secret_key.text()), ("A1", "a=b/c+d=="));
    }

    #[test]
    fn keys_that_are_got_in_another_way_are_named_with_the_command_for_it() {
        let mut profiles = Profiles::default();
        profiles.read(CONFIG, true);
        for (profile, word) in [
            ("sso", "export-credentials --profile sso"),
            ("role", "by taking a role"),
            ("half", "no aws_secret_access_key"),
            ("default", "has no aws_access_key_id"),
            ("gone", "they have: default, dev, half, role, sso"),
        ] {
            let why = profiles.keys(profile).unwrap_err();
            assert!(why.contains(word), "{why}");
        }
        assert!(Profiles::default().keys("x").unwrap_err().contains("they have: none"));
    }
}
