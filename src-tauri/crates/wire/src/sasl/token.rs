//! Tokens that say who we are (OAuth bearer tokens), where they come from, and until when they are good.
//!
//! A token lives for minutes. What was typed once is out of date an hour later, and a broker says no more to that than
//! "invalid_token": so the end that stands in a token is read here, and one that is over is never sent. A source is asked
//! anew for each sign-in and each renewal, and may answer with what it still has.

mod jwt;

use std::{fmt, future::Future, pin::Pin, time::SystemTime};

use tokio::time::Instant;

use super::{Secret, ended};
use crate::{Error, What};

/// Longer is no token any more, but somebody's file: brokers take half a megabyte at most.
const LONGEST: usize = 64 * 1024;

/// What proves who we are for a while.
#[derive(Clone)]
pub struct Token {
    text: Secret,
    expires_at: Option<SystemTime>,
    subject: Option<String>,
}

impl Token {
    /// A token as its issuer gave it. When it ends is the earlier of what is said here and what stands in it, where it is a JWT.
    #[must_use]
    pub fn new(text: Secret, expires_at: Option<SystemTime>) -> Token {
        let claims = jwt::claims(text.text());
        let ends = [expires_at, claims.expires_at].into_iter().flatten().min();
        Token { text, expires_at: ends, subject: claims.subject }
    }

    /// `None`: nobody said so, and it can't be read.
    #[must_use]
    pub fn expires_at(&self) -> Option<SystemTime> {
        self.expires_at
    }

    /// Whose it is, where it is a JWT that says so. Nobody has verified it.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    #[must_use]
    pub fn text(&self) -> &Secret {
        &self.text
    }

    /// Whether it can be sent now.
    ///
    /// # Errors
    /// `What::Token`, with what is wrong with it.
    pub fn usable(&self) -> Result<(), Error> {
        self.why_not().map_or(Ok(()), |why| Err(Error::new(What::Token(why))))
    }

    fn why_not(&self) -> Option<String> {
        let text = self.text.text();
        if text.is_empty() {
            return Some("it is empty".to_owned());
        }
        if LONGEST < text.len() {
            return Some(format!("it has {} bytes, and tokens have a few thousand", text.len()));
        }
        // RFC 6750, section 2.1. Anything else could end the message it stands in.
        let body = text.trim_end_matches('=');
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        if body.is_empty() || !body.bytes().all(fits) {
            return Some(
                "it holds characters that no token has (spaces, quotes, line ends); was it copied whole?"
                    .to_owned(),
            );
        }
        let over = self.expires_at.and_then(|end| ended(end, SystemTime::now()))?;
        Some(format!("the token {over}; get a new one"))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token")
            .field("expires_at", &self.expires_at)
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}

/// A token on its way; it ends with the deadline that it was asked with.
pub type TokenFuture<'a> = Pin<Box<dyn Future<Output = Result<Token, Error>> + Send + 'a>>;

/// Where tokens come from. It is asked by every connection of a cluster, so that one which fetches them shares what it has.
pub trait TokenSource: fmt::Debug + Send + Sync {
    /// Who is meant, for words: a client id, or what kind of token it is.
    fn name(&self) -> &str;

    /// A token to sign in with now. May be dropped at any time.
    fn token(&self, deadline: Instant) -> TokenFuture<'_>;

    /// A broker did not take this one: it is not to be given out again if there is a way to another.
    fn refused(&self, _token: &Token) {}
}

/// A token that the user has and gave, as it is.
#[derive(Clone, Debug)]
pub struct GivenToken(Token);

impl GivenToken {
    /// What surrounds it when it is copied from somewhere is left away.
    #[must_use]
    pub fn new(text: &Secret) -> GivenToken {
        let bare = text.text().trim();
        let bare = bare
            .get(..7)
            .filter(|scheme| scheme.eq_ignore_ascii_case("bearer "))
            .map_or(bare, |_| bare.get(7..).unwrap_or(bare).trim());
        GivenToken(Token::new(Secret::new(bare), None))
    }

    #[must_use]
    pub fn token(&self) -> &Token {
        &self.0
    }
}

impl TokenSource for GivenToken {
    fn name(&self) -> &str {
        self.0.subject().unwrap_or("the token that was given")
    }

    fn token(&self, _deadline: Instant) -> TokenFuture<'_> {
        Box::pin(std::future::ready(Ok(self.0.clone())))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

    use super::*;

    fn jwt(claims: &str) -> String {
        format!("{}.{}.", URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#), URL_SAFE_NO_PAD.encode(claims))
    }

    #[test]
    fn the_earlier_end_counts() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let text = jwt(r#"{"exp":2000000000,"sub":"alice"}"#);
        for (said, ends) in [
            (None, 2_000_000_000),
            (Some(1_900_000_000), 1_900_000_000),
            (Some(2_100_000_000), 2_000_000_000),
        ] {
            let token = Token::new(Secret::new(text.clone()), said.map(at));
            assert_eq!((token.expires_at(), token.subject()), (Some(at(ends)), Some("alice")));
        }
    }

    #[test]
    fn one_that_is_over_says_since_when() {
        let token = Token::new(Secret::new(jwt(r#"{"exp":1600000000}"#)), None);
        let why = token.usable().unwrap_err().to_string();
        assert!(why.contains("ended at 2020-09-13 12:26 UTC"), "{why}");
        Token::new(Secret::new(jwt(r#"{"exp":99999999999}"#)), None).usable().unwrap();
    }

    #[test]
    fn what_is_no_token_is_told_and_not_shown() {
        for text in ["", "==", "hush hush", "\"hush\"", "hush\x01auth=x", "hüsh", &"x".repeat(LONGEST + 1)] {
            let why = Token::new(Secret::new(text), None).usable().unwrap_err();
            assert!(matches!(why.what(), What::Token(_)));
            assert!(!format!("{why} {why:?}").contains("hush"), "{why}");
        }
    }

    #[test]
    fn a_token_that_was_pasted_with_its_scheme_and_a_line_end_is_taken() {
        for text in ["abc.def", " abc.def\r\n", "Bearer abc.def\n", "bearer  abc.def"] {
            let given = GivenToken::new(&Secret::new(text));
            assert_eq!(given.token().text().text(), "abc.def");
        }
    }
}
