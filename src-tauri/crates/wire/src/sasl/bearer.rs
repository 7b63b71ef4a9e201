//! OAUTHBEARER (RFC 7628, KIP-255): a token and what goes with it, in one message.
//!
//! A broker that refuses does so in two steps: it says why in JSON, hears one byte in answer, and only then fails the
//! sign-in. A client that takes the first step for a success goes on as nobody; here what was said is kept, and told when
//! the failure comes.

use serde_json::Value;

use super::{Token, Unconvincing, conversation::Said};
use crate::{Error, What};

/// What separates the fields of the message, and all of the answer to a refusal.
const CONTROL_A: &str = "\x01";
/// More is cut: it stands in a sentence.
const LONGEST_WORDS: usize = 300;

/// Named values that go with a token: how Confluent Cloud learns which cluster and which pool of identities is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions(Vec<(String, String)>);

impl Extensions {
    /// As Kafka itself checks them (`OAuthBearerClientInitialResponse.validateExtensions`).
    pub(crate) fn new(named: Vec<(String, String)>) -> Result<Extensions, Error> {
        let wrong = |why| Err(Error::new(What::BadInput(why)));
        for (index, (name, value)) in named.iter().enumerate() {
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return wrong(format!(
                    "the extension “{}” needs a name of letters (A to Z) and nothing else",
                    clean(name)
                ));
            }
            if name.eq_ignore_ascii_case("auth") {
                return wrong(
                    "an extension can't be named “auth”: that is where the token stands".to_owned(),
                );
            }
            let fits = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
            if value.is_empty() || !value.bytes().all(fits) {
                return wrong(format!(
                    "the extension “{name}” needs a value of letters, digits and signs of ASCII"
                ));
            }
            if named.iter().take(index).any(|(before, _)| before == name) {
                return wrong(format!("the extension “{name}” is given twice"));
            }
        }
        Ok(Extensions(named))
    }
}

pub(crate) struct Bearer {
    first: Said,
    token: Token,
    refused: Option<String>,
}

impl Bearer {
    pub(super) fn new(token: &Token, extensions: &Extensions) -> Bearer {
        let mut said = Said::new(Vec::with_capacity(token.text().bytes().len() + 64));
        let mut say = |text: &str| said.extend_from_slice(text.as_bytes());
        say("n,,\x01auth=Bearer ");
        say(token.text().text());
        for (name, value) in &extensions.0 {
            for part in [CONTROL_A, name, "=", value] {
                say(part);
            }
        }
        say("\x01\x01");
        Bearer { first: said, token: token.clone(), refused: None }
    }

    pub(super) fn first(&self) -> Said {
        self.first.clone()
    }

    pub(super) fn next(&mut self, heard: &[u8]) -> Result<Option<Said>, Unconvincing> {
        if let Some(why) = self.refused.take() {
            return Err(Unconvincing(why));
        }
        if heard.is_empty() {
            return Ok(None);
        }
        self.refused = Some(self.words(heard));
        Ok(Some(Said::new(CONTROL_A.as_bytes().to_vec())))
    }

    /// The failure as the broker put it, in words.
    pub(super) fn told(&self, words: &str) -> String {
        self.refused.clone().unwrap_or_else(|| self.words(words.as_bytes()))
    }

    /// What a refusal says; in no case the token, whoever repeats it.
    fn words(&self, heard: &[u8]) -> String {
        let text = String::from_utf8_lossy(heard);
        let told = match serde_json::from_str::<Value>(&text) {
            Ok(Value::Object(fields)) => from_fields(&fields).unwrap_or_else(|| clean(&text)),
            _ => clean(&text),
        };
        told.replace(self.token.text().text(), "…")
    }
}

/// RFC 7628, section 3.2.2.
fn from_fields(fields: &serde_json::Map<String, Value>) -> Option<String> {
    let field =
        |name: &str| fields.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(clean);
    let mut told = match field("status")?.as_str() {
        "invalid_token" => "the broker does not take the token (“invalid_token”): it may be over, meant for somebody else, or \
                            from an issuer that the broker does not know; the broker's log says which"
            .to_owned(),
        "insufficient_scope" => "the token does not reach far enough (“insufficient_scope”)".to_owned(),
        other => format!("the broker says “{other}”"),
    };
    for (name, before) in
        [("scope", "it wants the scope"), ("openid-configuration", "its issuer is described at")]
    {
        if let Some(text) = field(name) {
            told.push_str(&format!("; {before} “{text}”"));
        }
    }
    Some(told)
}

fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;

    fn bearer(token: &str, extensions: &[(&str, &str)]) -> Bearer {
        let named =
            extensions.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Bearer::new(&Token::new(Secret::new(token), None), &Extensions::new(named).unwrap())
    }

    #[test]
    fn the_token_of_the_standard_is_said_as_kafka_wants_it() {
        // The token of RFC 7628, section 4.1; without its host and port, which Kafka has no use for.
        let said = bearer("vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==", &[]).first();
        assert_eq!(said.as_slice(), b"n,,\x01auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\x01\x01");
        let said = bearer("t", &[("logicalCluster", "lkc-1"), ("identityPoolId", "pool-2")]).first();
        assert_eq!(
            said.as_slice(),
            b"n,,\x01auth=Bearer t\x01logicalCluster=lkc-1\x01identityPoolId=pool-2\x01\x01"
        );
    }

    #[test]
    fn a_broker_that_says_nothing_takes_it() {
        assert_eq!(bearer("t", &[]).next(b""), Ok(None));
    }

    #[test]
    fn a_refusal_is_answered_with_one_byte_and_told_when_it_fails() {
        let mut talk = bearer("hush", &[]);
        // The example of RFC 7628, section 4.3.
        let heard = br#"{"status":"invalid_token","scope":"example_scope","openid-configuration":"https://example.com/.well-known/openid-configuration"}"#;
        assert_eq!(talk.next(heard).unwrap().unwrap().as_slice(), b"\x01");
        let told = talk.told("Authentication failed");
        assert!(
            told.contains("invalid_token")
                && told.contains("example_scope")
                && told.contains("https://example.com/"),
            "{told}"
        );
        let why = talk.next(b"").unwrap_err();
        assert!(
            why.0.contains("invalid_token"),
            "a broker that goes on after it refused is not believed: {why:?}"
        );
    }

    #[test]
    fn a_refusal_without_json_is_told_as_it_is_and_never_with_the_token() {
        for words in ["no: hush", r#"{"status":"hush"}"#, r#"{"other":"hush"}"#, "[\"hush\"]", "{"] {
            let talk = bearer("hush", &[]);
            assert!(!talk.told(words).contains("hush"), "{words}");
        }
        assert_eq!(bearer("hush", &[]).told("go\n away"), "go away");
    }

    #[test]
    fn extensions_that_kafka_refuses_are_refused_here() {
        let long = "x\x01auth=Bearer y";
        for (name, value) in
            [("", "v"), ("a-b", "v"), ("naïve", "v"), ("auth", "v"), ("a", ""), ("a", long), ("a", "ü")]
        {
            let why = Extensions::new(vec![(name.to_owned(), value.to_owned())]).unwrap_err();
            assert!(matches!(why.what(), What::BadInput(_)), "{name}={value}");
        }
        let twice = vec![("a".to_owned(), "1".to_owned()), ("a".to_owned(), "2".to_owned())];
        Extensions::new(twice).unwrap_err();
    }
}
