//! What is said when a store won't take or give a secret: what is wrong, and what to do.

use std::{io, path::Path};

use contract::{ApiError, ErrorKind, Millis, SecretFile, SecretKind};

use super::sealed::{FORMAT, Problem};
use crate::file_format;

/// What a kind of secret is called in a sentence.
pub(crate) const fn kind_words(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::Password => "password",
        SecretKind::TrustStorePassword => "password of the trust store",
        SecretKind::KeyStorePassword => "password of the key store",
        SecretKind::KeyPassword => "password of the private key",
        SecretKind::KeyPem => "private key",
        SecretKind::Token => "token",
        SecretKind::ClientSecret => "client secret",
        SecretKind::AwsSecretKey => "AWS secret access key",
        SecretKind::AwsSessionToken => "AWS session token",
        SecretKind::ProxyPassword => "password of the proxy",
    }
}

fn advised(kind: ErrorKind, message: String, advice: &str, at: Millis) -> ApiError {
    ApiError { advice: Some(advice.to_owned()), ..ApiError::plain(kind, message, at) }
}

pub(super) fn keychain(why: &str, at: Millis) -> ApiError {
    advised(
        ErrorKind::Storage,
        format!("The system's keychain can't be used: {why}"),
        "Keep the secret in the encrypted file, or for this session only.",
        at,
    )
}

pub(super) fn closed(standing: SecretFile, path: &str, at: Millis) -> ApiError {
    let message = match standing {
        SecretFile::Missing => "There is no encrypted file yet: the first pass phrase makes it.".to_owned(),
        SecretFile::Locked | SecretFile::Open => format!("The encrypted file {path} is locked."),
    };
    advised(ErrorKind::SecretsLocked, message, "Give its pass phrase.", at)
}

pub(super) fn file(problem: Problem, path: &str, at: Millis) -> ApiError {
    match problem {
        Problem::WrongPassPhrase => advised(
            ErrorKind::SecretsLocked,
            format!("This is not the pass phrase of {path}. The file is as it was."),
            "Try again. One that is lost can't be found out: move the file away, and give the secrets anew.",
            at,
        ),
        Problem::EmptyPassPhrase => {
            ApiError::plain(ErrorKind::BadInput, "An empty pass phrase would protect nothing.", at)
        }
        Problem::Locked => closed(SecretFile::Locked, path, at),
        Problem::SetAside(why, aside) => advised(
            ErrorKind::Storage,
            format!("{path} can't be opened: {why}. It is kept as {}.", aside.display()),
            "A pass phrase now makes a new file; the secrets in the old one have to be given anew.",
            at,
        ),
        Problem::TooMuchWork => ApiError::plain(
            ErrorKind::Storage,
            format!(
                "Opening {path} would take more than a gigabyte of memory; no version of this program wrote it so."
            ),
            at,
        ),
        Problem::Newer(format) => {
            ApiError::plain(ErrorKind::Storage, file_format::newer_words(Path::new(path), format, FORMAT), at)
        }
        Problem::Io(error) => {
            ApiError::plain(ErrorKind::Storage, format!("{path} can't be read or written: {error}"), at)
        }
    }
}

pub(super) fn notes(error: &io::Error, at: Millis) -> ApiError {
    ApiError::plain(
        ErrorKind::Storage,
        format!("Where the secret is kept can't be noted, so it is not kept: {error}"),
        at,
    )
}

pub(super) fn too_long(kind: SecretKind, at: Millis) -> ApiError {
    ApiError::plain(ErrorKind::BadInput, format!("This is too long to be a {}.", kind_words(kind)), at)
}

pub(super) fn ended(at: Millis) -> ApiError {
    ApiError::plain(ErrorKind::NotOpen, "The program is ending.", at)
}
