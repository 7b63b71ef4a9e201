//! Secrets in words: what each kind is called, how it is typed, and where it is kept. The secret itself is nowhere here.

use contract::{AwsCredentials, Keep, Sasl, SecretFile, SecretKind, SecretStanding, Secrets};

/// "Password", as a label.
#[must_use]
pub const fn label(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::Password => "Password",
        SecretKind::TrustStorePassword => "Trust store's password",
        SecretKind::KeyStorePassword => "Key store's password",
        SecretKind::KeyPassword => "Private key's password",
        SecretKind::KeyPem => "Private key",
        SecretKind::Token => "Token",
        SecretKind::ClientSecret => "Client secret",
        SecretKind::AwsSecretKey => "AWS secret access key",
        SecretKind::AwsSessionToken => "AWS session token",
        SecretKind::ProxyPassword => "Proxy's password",
    }
}

/// What a connection signs in with, where that is a secret that its owner gives.
#[must_use]
pub const fn signs_in_with(sasl: &Sasl) -> Option<SecretKind> {
    match sasl {
        Sasl::Plain { .. } | Sasl::ScramSha256 { .. } | Sasl::ScramSha512 { .. } => {
            Some(SecretKind::Password)
        }
        Sasl::OauthToken { .. } => Some(SecretKind::Token),
        Sasl::OauthClient { signed: None, .. } => Some(SecretKind::ClientSecret),
        Sasl::OauthClient { signed: Some(_), .. } => Some(SecretKind::KeyPem),
        Sasl::MskIam { credentials: AwsCredentials::Given { .. }, .. } => Some(SecretKind::AwsSecretKey),
        Sasl::None | Sasl::MskIam { .. } => None,
    }
}

/// Whether it has lines, and so wants a field that has them.
#[must_use]
pub const fn has_lines(kind: SecretKind) -> bool {
    matches!(kind, SecretKind::KeyPem)
}

/// "kept in the system's keychain"
#[must_use]
pub const fn kept(keep: Keep) -> &'static str {
    match keep {
        Keep::Keychain => "Kept in the system's keychain",
        Keep::File => "Kept in the encrypted file",
        Keep::Session => "Held for this session",
    }
}

/// A place to keep, as a choice.
#[must_use]
pub const fn place(keep: Keep) -> (&'static str, &'static str) {
    match keep {
        Keep::Keychain => (
            "System's keychain",
            "Unlocked with your session; other programs of yours may be able to ask for it.",
        ),
        Keep::File => ("Encrypted file", "Opened with a pass phrase, once after each start."),
        Keep::Session => ("This session only", "In memory, until the program ends."),
    }
}

/// The place that is offered first: the keychain where there is one, then the file if there is one already.
#[must_use]
pub const fn first_choice(secrets: &Secrets) -> Keep {
    match (&secrets.no_keychain, secrets.file) {
        (None, _) => Keep::Keychain,
        (Some(_), SecretFile::Missing) => Keep::Session,
        (Some(_), SecretFile::Locked | SecretFile::Open) => Keep::File,
    }
}

/// How one kind stands, in words, and whether that deserves attention.
#[must_use]
pub fn standing(secrets: &Secrets, kind: SecretKind, needed: bool) -> (String, bool) {
    let found = secrets.standings.iter().find(|standing| standing.kind == kind);
    match found {
        Some(SecretStanding { kept: Some(keep), problem: None, .. }) => (self::kept(*keep).to_owned(), false),
        Some(SecretStanding { kept: Some(keep), problem: Some(problem), .. }) => {
            (format!("{}. {problem}", self::kept(*keep)), true)
        }
        _ if needed => ("Not given yet".to_owned(), true),
        _ => ("None given".to_owned(), false),
    }
}

/// The next one that a connection can't do without and hasn't.
#[must_use]
pub fn next_missing(secrets: &Secrets) -> Option<SecretKind> {
    secrets
        .standings
        .iter()
        .find(|standing| standing.needed && standing.kept.is_none())
        .map(|found| found.kind)
}

/// What is wrong with a new pass phrase as typed twice.
#[must_use]
pub fn pass_phrase_problem(file: SecretFile, once: &str, twice: &str) -> Option<&'static str> {
    match file {
        SecretFile::Open => None,
        _ if once.is_empty() => Some("Type the pass phrase."),
        SecretFile::Missing if once != twice => Some("The two are not the same."),
        SecretFile::Missing | SecretFile::Locked => None,
    }
}

#[cfg(test)]
mod tests {
    use contract::{Keep, SecretFile, SecretKind, SecretStanding, Secrets};

    use super::{first_choice, next_missing, pass_phrase_problem, standing};

    fn secrets(no_keychain: Option<&str>, file: SecretFile) -> Secrets {
        Secrets {
            standings: Vec::new(),
            no_keychain: no_keychain.map(str::to_owned),
            file,
            file_path: String::new(),
        }
    }

    #[test]
    fn the_keychain_comes_first_and_a_file_is_not_begun_unasked() {
        assert_eq!(first_choice(&secrets(None, SecretFile::Open)), Keep::Keychain);
        assert_eq!(first_choice(&secrets(Some("none"), SecretFile::Missing)), Keep::Session);
        assert_eq!(first_choice(&secrets(Some("none"), SecretFile::Locked)), Keep::File);
    }

    #[test]
    fn what_is_needed_and_missing_is_asked_for_next() {
        let mut all = secrets(None, SecretFile::Open);
        let one = |kind, kept, needed| SecretStanding { kind, kept, needed, problem: None };
        all.standings = vec![
            one(SecretKind::KeyPassword, None, false),
            one(SecretKind::Password, Some(Keep::Session), true),
            one(SecretKind::KeyPem, None, true),
        ];
        assert_eq!(next_missing(&all), Some(SecretKind::KeyPem));
        assert_eq!(standing(&all, SecretKind::KeyPem, true), ("Not given yet".to_owned(), true));
        assert_eq!(standing(&all, SecretKind::Password, true), ("Held for this session".to_owned(), false));
        assert_eq!(standing(&all, SecretKind::KeyPassword, false), ("None given".to_owned(), false));
    }

    #[test]
    fn a_locked_file_is_said_beside_what_it_keeps() {
        let mut all = secrets(None, SecretFile::Locked);
        all.standings = vec![SecretStanding {
            kind: SecretKind::Token,
            kept: Some(Keep::File),
            needed: true,
            problem: Some("The encrypted file is locked.".to_owned()),
        }];
        let (words, attention) = standing(&all, SecretKind::Token, true);
        assert_eq!(words, "Kept in the encrypted file. The encrypted file is locked.");
        assert!(attention);
        assert_eq!(next_missing(&all), None);
    }

    #[test]
    fn a_new_pass_phrase_is_typed_twice_and_an_old_one_once() {
        assert_eq!(pass_phrase_problem(SecretFile::Missing, "abc", "abd"), Some("The two are not the same."));
        assert_eq!(pass_phrase_problem(SecretFile::Missing, "abc", "abc"), None);
        assert_eq!(pass_phrase_problem(SecretFile::Locked, "abc", ""), None);
        assert!(pass_phrase_problem(SecretFile::Locked, "", "").is_some());
        assert_eq!(pass_phrase_problem(SecretFile::Open, "", ""), None);
    }
}
