//! What a token endpoint answered, read with doubt: a token, its own words for a refusal, or something else and what it looks like.

use std::time::{Duration, SystemTime};

use serde_json::{Map, Value};
use wire::{Secret, Token};

use crate::failure::Failure;

/// What is said by a stranger is cut: it stands in a sentence.
const LONGEST_WORDS: usize = 300;

/// An answer as it came.
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Where it sends us instead.
    pub(crate) location: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The token in it. None of `hidden` stands in a failure, whoever repeats it.
    pub(crate) fn token(&self, now: SystemTime, hidden: &[&str]) -> Result<Token, Failure> {
        let words = |why: String| {
            hidden
                .iter()
                .filter(|secret| !secret.is_empty())
                .fold(why, |why, secret| why.replace(secret, "…"))
        };
        match self.read(now) {
            Ok(token) => Ok(token),
            Err(Failure::Passing(why)) => Err(Failure::Passing(words(why))),
            Err(Failure::Wrong(why)) => Err(Failure::Wrong(words(why))),
            Err(Failure::Refused(why)) => Err(Failure::Refused(words(why))),
        }
    }

    fn read(&self, now: SystemTime) -> Result<Token, Failure> {
        let status = self.status;
        let json = serde_json::from_slice::<Value>(&self.body).ok();
        let fields = json.as_ref().and_then(Value::as_object);
        match status {
            200..=299 => self.granted(fields, now),
            300..=399 => Err(Failure::Wrong(self.redirected())),
            408 | 429 | 500..=599 => Err(Failure::Passing(self.refused(fields))),
            404 | 405 | 415 => Err(Failure::Wrong(format!(
                "{}; is it the address of the token endpoint?",
                self.refused(fields)
            ))),
            _ => Err(Failure::Refused(self.refused(fields))),
        }
    }

    fn granted(&self, fields: Option<&Map<String, Value>>, now: SystemTime) -> Result<Token, Failure> {
        let wrong = |why: String| Err(Failure::Wrong(why));
        let Some(fields) = fields else {
            return wrong(format!("it answers {} instead of a token", self.looks_like()));
        };
        if fields.contains_key("error") {
            return Err(Failure::Refused(self.refused(Some(fields))));
        }
        let text = |name: &str| fields.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        let Some(token) = text("access_token") else {
            return wrong(
                "its answer holds no “access_token”; is it the address of the token endpoint?".to_owned(),
            );
        };
        if let Some(kind) = text("token_type").filter(|kind| !kind.eq_ignore_ascii_case("bearer")) {
            return wrong(format!(
                "it gives a token of the type “{}”, and only bearer tokens can be used",
                clean(kind)
            ));
        }
        let token = Token::new(
            Secret::new(token),
            lasts(fields.get("expires_in")).and_then(|lasts| now.checked_add(lasts)),
        );
        match token.usable() {
            Ok(()) => Ok(token),
            Err(why) => wrong(format!("the token it gives can't be used. {why}")),
        }
    }

    fn redirected(&self) -> String {
        let there = self
            .location
            .as_deref()
            .map_or_else(|| "somewhere else".to_owned(), |there| format!("to {}", clean(there)));
        format!(
            "it redirects {there} ({}), and a secret is not carried on to where a stranger points; if that is the right address, \
             give it as the token endpoint",
            self.status
        )
    }

    /// RFC 6749, section 5.2, or whatever there is.
    fn refused(&self, fields: Option<&Map<String, Value>>) -> String {
        let text = |name: &str| {
            fields
                .and_then(|fields| fields.get(name))
                .and_then(Value::as_str)
                .filter(|text| !text.is_empty())
                .map(clean)
        };
        let status = self.status;
        let Some(error) = text("error") else {
            return format!("it answers {status} with {}", self.looks_like());
        };
        let meaning = match error.as_str() {
            "invalid_client" => " (it does not know this client id, or not with this secret or key)",
            "unauthorized_client" => " (this client may not get tokens by client credentials)",
            "invalid_scope" => " (it does not give this scope)",
            "unsupported_grant_type" => " (it gives no tokens by client credentials)",
            _ => "",
        };
        let description = text("error_description").map(|words| format!(": {words}")).unwrap_or_default();
        format!("it answers {status}, “{error}”{meaning}{description}")
    }

    fn looks_like(&self) -> &'static str {
        let start = String::from_utf8_lossy(self.body.get(..512).unwrap_or(&self.body))
            .trim_start()
            .to_ascii_lowercase();
        if start.is_empty() {
            "nothing"
        } else if start.starts_with("<!doctype html") || start.starts_with("<html") || start.contains("<head")
        {
            "a web page (HTML): a proxy, a sign-in page or another address"
        } else if start.starts_with('<') {
            "XML"
        } else if start.starts_with(['{', '[', '"']) {
            "JSON of another form or cut short"
        } else {
            "something that is no JSON"
        }
    }
}

/// Seconds; some endpoints write them as text.
fn lasts(said: Option<&Value>) -> Option<Duration> {
    let said = said?;
    let seconds = said.as_f64().or_else(|| said.as_str()?.trim().parse().ok())?;
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(status: u16, body: &str) -> Result<Token, Failure> {
        let location = Some("https://elsewhere/?code=hush".to_owned());
        Reply { status, location, body: body.as_bytes().to_vec() }
            .token(SystemTime::UNIX_EPOCH + Duration::from_secs(9_000_000_000), &["hush", ""])
    }

    #[test]
    fn a_token_comes_with_its_end() {
        for (lasts, ends) in [
            ("3600", Some(3600)),
            ("\"60\"", Some(60)),
            ("59.9", Some(59)),
            ("null", None),
            ("\"soon\"", None),
            ("1e300", None),
        ] {
            let token =
                read(200, &format!(r#"{{"access_token":"t","token_type":"Bearer","expires_in":{lasts}}}"#))
                    .unwrap();
            let end = token
                .expires_at()
                .map(|end| end.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() - 9_000_000_000);
            assert_eq!(end, ends, "{lasts}");
        }
    }

    #[test]
    fn each_other_answer_is_told_as_what_it_is() {
        type Kind = fn(String) -> Failure;
        let cases: [(u16, &str, Kind, &str); 16] = [
            (200, "<!DOCTYPE html><html>", Failure::Wrong, "a web page"),
            (200, "<xml/>", Failure::Wrong, "XML"),
            (200, "", Failure::Wrong, "nothing"),
            (200, "{\"access_token\":", Failure::Wrong, "cut short"),
            (200, "hello", Failure::Wrong, "no JSON"),
            (200, "[]", Failure::Wrong, "another form"),
            (200, "{}", Failure::Wrong, "access_token"),
            (200, r#"{"access_token":"t","token_type":"mac"}"#, Failure::Wrong, "“mac”"),
            (200, r#"{"access_token":"a b"}"#, Failure::Wrong, "no token has"),
            (200, r#"{"error":"invalid_scope"}"#, Failure::Refused, "does not give this scope"),
            (302, "", Failure::Wrong, "redirects to https://elsewhere/"),
            (
                400,
                r#"{"error":"invalid_client","error_description":"bad\nhush"}"#,
                Failure::Refused,
                "invalid_client",
            ),
            (401, "", Failure::Refused, "401"),
            (404, "<html>", Failure::Wrong, "is it the address"),
            (429, "{}", Failure::Passing, "429"),
            (503, "<html>", Failure::Passing, "503"),
        ];
        for (status, body, kind, word) in cases {
            let why = read(status, body).unwrap_err();
            assert_eq!(kind(why.words().to_owned()), why, "{status} {body}");
            assert!(
                why.words().contains(word) && !why.words().contains("hush") && !why.words().contains('\n'),
                "{why:?}"
            );
        }
    }
}
