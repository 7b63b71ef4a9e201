//! What stands readable in a token that is a JWT: when it ends, and whose it is.
//!
//! Nothing is verified, because nothing is decided by it but what we say ourselves: the broker has the issuer's keys. A token
//! that can't be read is as good as any other; issuers are free to give out plain random ones.

use std::time::{Duration, SystemTime};

use base64::{
    Engine as _,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

/// Some issuers pad.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// A name longer than this is cut: it stands in sentences.
const LONGEST_SUBJECT: usize = 200;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Claims {
    pub(super) expires_at: Option<SystemTime>,
    pub(super) subject: Option<String>,
}

pub(super) fn claims(token: &str) -> Claims {
    read(token).unwrap_or_default()
}

fn read(token: &str) -> Option<Claims> {
    let mut parts = token.split('.');
    let (_header, claims, _signature) = (parts.next()?, parts.next()?, parts.next()?);
    let claims = BASE64.decode(claims).ok()?;
    let claims: serde_json::Value = serde_json::from_slice(&claims).ok()?;
    // RFC 7519: a number, which may have a fraction.
    let seconds = claims.get("exp").and_then(serde_json::Value::as_f64).map(|seconds| seconds.max(0.0));
    let ends = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let subject = claims.get("sub").and_then(serde_json::Value::as_str);
    let clean = |subject: &str| subject.chars().filter(|c| !c.is_control()).take(LONGEST_SUBJECT).collect();
    Some(Claims {
        expires_at: ends.and_then(|ends| SystemTime::UNIX_EPOCH.checked_add(ends)),
        subject: subject.filter(|subject| !subject.is_empty()).map(clean),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard_is_read() {
        // RFC 7519, section 6.1.
        let token = "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.";
        let ends = SystemTime::UNIX_EPOCH + Duration::from_secs(1_300_819_380);
        assert_eq!(claims(token), Claims { expires_at: Some(ends), subject: None });
    }

    #[test]
    fn what_is_no_jwt_says_nothing() {
        let odd =
            [r#"{"exp":"soon","sub":7}"#, r#"{"exp":1e300}"#, r#"{"exp":null}"#, "[]", "no json", "\u{ff}"];
        for claims_in in odd.map(|text| format!("e30.{}.", BASE64.encode(text))) {
            assert_eq!(claims(&claims_in), Claims::default(), "{claims_in}");
        }
        for text in ["", "opaque", "a.b", "a.b.c", "..", "e30.%%%.x"] {
            assert_eq!(claims(text), Claims::default(), "{text}");
        }
        let before = format!("e30.{}.", BASE64.encode(r#"{"exp":-5}"#));
        assert_eq!(claims(&before).expires_at, Some(SystemTime::UNIX_EPOCH));
    }
}
