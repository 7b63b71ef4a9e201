//! AWS_MSK_IAM: what is said to a broker of Amazon MSK, and what it answers.
//!
//! One message in JSON with the parameters of a presigned request that nobody ever makes; the broker checks its signature.
//! The form is that of the README of `aws-msk-iam-auth`, version 2020_10_22. The broker's own host name is signed, so that a
//! message is of no use at any other.

use std::time::SystemTime;

use serde_json::{Map, Value};

use super::{
    super::{Unconvincing, conversation::Said},
    AwsKeys,
    signing::{NO_BODY, Presigned},
};
use crate::{Error, What};

const VERSION: &str = "2020_10_22";
const SERVICE: &str = "kafka-cluster";
const ACTION: &str = "kafka-cluster:Connect";
/// As Amazon's own library has it; time enough for clocks that differ.
const SECONDS: u32 = 900;
const USER_AGENT: &str = concat!("brokerscope/", env!("CARGO_PKG_VERSION"));

/// The region that is signed for; where none is given it is read from the name of the broker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region(Option<String>);

impl Region {
    pub(crate) fn new(given: &str) -> Result<Region, Error> {
        let given = given.trim();
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !given.bytes().all(fits) {
            let why = format!("“{given}” is no AWS region; they are written as in eu-central-1");
            return Err(Error::new(What::BadInput(why)));
        }
        Ok(Region(Some(given.to_owned()).filter(|given| !given.is_empty())))
    }

    /// "b-1.mine.x1.c2.kafka.eu-central-1.amazonaws.com", and the same with `kafka-serverless` or in China.
    fn at<'a>(&'a self, host: &'a str) -> Option<&'a str> {
        if let Some(given) = &self.0 {
            return Some(given);
        }
        let host = host.trim_end_matches('.');
        let inner = host.strip_suffix(".amazonaws.com").or_else(|| host.strip_suffix(".amazonaws.com.cn"))?;
        let mut labels = inner.rsplit('.');
        let region = labels.next()?;
        labels.next().filter(|service| matches!(*service, "kafka" | "kafka-serverless")).map(|_| region)
    }
}

/// The whole of what is said.
pub(crate) fn said(keys: &AwsKeys, region: &Region, host: &str, now: SystemTime) -> Result<Said, String> {
    let region = region.at(host).ok_or_else(|| {
        format!(
            "“{host}” does not say which AWS region it is in; give the region in this connection's settings"
        )
    })?;
    let wanted = Presigned { service: SERVICE, region, host, path: "/", body: NO_BODY, seconds: SECONDS };
    let mut message = Map::new();
    let mut put = |name: &str, value: &str| message.insert(name.to_owned(), Value::String(value.to_owned()));
    put("version", VERSION);
    put("host", host);
    put("user-agent", USER_AGENT);
    for (name, value) in wanted.parameters(&[("Action", ACTION)], keys, now) {
        put(&name.to_ascii_lowercase(), &value);
    }
    Ok(Said::new(Value::Object(message).to_string().into_bytes()))
}

/// The broker's answer to it: its version and a number for Amazon's support. It proves nothing.
pub(crate) fn heard(answer: &[u8]) -> Result<(), Unconvincing> {
    match serde_json::from_slice::<Value>(answer) {
        Ok(Value::Object(fields)) if fields.get("version").and_then(Value::as_str) == Some(VERSION) => Ok(()),
        _ => Err(Unconvincing("what the broker answers is not the answer of Amazon MSK".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Secret;

    fn keys(session: Option<&str>) -> AwsKeys {
        AwsKeys {
            access_key: "accessKeyId".to_owned(),
            secret_key: Secret::new("secretAccessKey"),
            session_token: session.map(Secret::new),
            expires_at: None,
        }
    }

    fn message(host: &str, region: &str, session: Option<&str>) -> Value {
        let new_year = SystemTime::UNIX_EPOCH + Duration::from_secs(1_609_459_200);
        let said = said(&keys(session), &Region::new(region).unwrap(), host, new_year).unwrap();
        serde_json::from_slice(&said).unwrap()
    }

    /// The values are those that Amazon's own signer for JavaScript gives, from the tests of
    /// kafkajs-msk-iam-authentication-mechanism.
    #[test]
    fn it_is_the_message_of_other_clients() {
        let message = message("examples.com", "us-east-1", Some("sessionToken"));
        for (name, value) in [
            ("version", "2020_10_22"),
            ("host", "examples.com"),
            ("user-agent", USER_AGENT),
            ("action", "kafka-cluster:Connect"),
            ("x-amz-algorithm", "AWS4-HMAC-SHA256"),
            ("x-amz-credential", "accessKeyId/20210101/us-east-1/kafka-cluster/aws4_request"),
            ("x-amz-date", "20210101T000000Z"),
            ("x-amz-security-token", "sessionToken"),
            ("x-amz-signedheaders", "host"),
            ("x-amz-expires", "900"),
            ("x-amz-signature", "3515d158e62c159a3d8d4344942cff44c865cdeac6748a4b5dc42686641bb272"),
        ] {
            assert_eq!(message[name], value, "{name}");
        }
        assert_eq!(message.as_object().unwrap().len(), 11);
    }

    #[test]
    fn keys_without_a_session_send_no_token_and_no_secret_is_sent_at_all() {
        let message = message("examples.com", "us-east-1", None);
        assert!(message.get("x-amz-security-token").is_none());
        assert!(!message.to_string().contains("secretAccessKey"));
    }

    #[test]
    fn the_region_is_the_given_one_or_that_of_the_name() {
        let none = Region::new(" ").unwrap();
        for (host, region) in [
            ("b-1.mine.x1.c2.kafka.eu-central-1.amazonaws.com", Some("eu-central-1")),
            ("boot-abc.c1.kafka-serverless.us-west-2.amazonaws.com.", Some("us-west-2")),
            ("b-1.mine.x1.c2.kafka.cn-north-1.amazonaws.com.cn", Some("cn-north-1")),
            ("mine.s3.eu-central-1.amazonaws.com", None),
            ("localhost", None),
            ("amazonaws.com", None),
        ] {
            assert_eq!(none.at(host), region, "{host}");
            assert_eq!(Region::new("eu-west-1").unwrap().at(host), Some("eu-west-1"));
        }
        Region::new("EU (Frankfurt)").unwrap_err();
        let why = said(&keys(None), &none, "localhost", SystemTime::now()).unwrap_err();
        assert!(why.contains("region"), "{why}");
    }

    #[test]
    fn only_the_answer_of_msk_is_taken() {
        heard(br#"{"version":"2020_10_22","request-id":"3b2c"}"#).unwrap();
        for answer in [&b""[..], b"{}", b"[]", br#"{"version":"2099"}"#, b"\xff"] {
            heard(answer).unwrap_err();
        }
    }
}
