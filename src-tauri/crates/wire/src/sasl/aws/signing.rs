//! AWS Signature Version 4, for requests that are signed in their address ("presigned"): what is signed, and by which key.
//!
//! Every byte of the canonical form counts: one space or one letter in the wrong case, and Amazon answers only that the
//! signature does not match. It is held to the examples that Amazon published.

use std::{collections::BTreeMap, fmt::Write as _, time::SystemTime};

use zeroize::Zeroizing;

use super::{
    super::{date::stamps, scram::Hash},
    AwsKeys,
};

pub(super) const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// SHA-256 of nothing: these requests have no body.
pub(super) const NO_BODY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// What a signature is for.
pub(super) struct Presigned<'a> {
    pub(super) service: &'a str,
    pub(super) region: &'a str,
    pub(super) host: &'a str,
    pub(super) path: &'a str,
    /// Hash of the body, in hexadecimal, or what stands for it.
    pub(super) body: &'a str,
    pub(super) seconds: u32,
}

impl Presigned<'_> {
    /// All parameters of the address by name, the signature among them.
    pub(super) fn parameters(
        &self,
        own: &[(&str, &str)],
        keys: &AwsKeys,
        now: SystemTime,
    ) -> BTreeMap<String, String> {
        let (date, stamp) = stamps(now);
        let scope = format!("{date}/{}/{}/aws4_request", self.region, self.service);
        let mut parameters: BTreeMap<String, String> =
            own.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut put = |name: &str, value: String| parameters.insert(name.to_owned(), value);
        put("X-Amz-Algorithm", ALGORITHM.to_owned());
        put("X-Amz-Credential", format!("{}/{scope}", keys.access_key));
        put("X-Amz-Date", stamp.clone());
        put("X-Amz-Expires", self.seconds.to_string());
        put("X-Amz-SignedHeaders", "host".to_owned());
        if let Some(token) = &keys.session_token {
            put("X-Amz-Security-Token", token.text().to_owned());
        }
        let query: Vec<String> =
            parameters.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
        let (path, query, host, body) = (self.path, query.join("&"), self.host, self.body);
        let canonical = Zeroizing::new(format!("GET\n{path}\n{query}\nhost:{host}\n\nhost\n{body}"));
        let key = key(keys, &date, self.region, self.service);
        parameters.insert("X-Amz-Signature".to_owned(), signature(&key, &stamp, &scope, &canonical));
        parameters
    }
}

/// The key of one day, region and service.
fn key(keys: &AwsKeys, date: &str, region: &str, service: &str) -> Zeroizing<Vec<u8>> {
    let first = Zeroizing::new(format!("AWS4{}", keys.secret_key.text()).into_bytes());
    [date, region, service, "aws4_request"]
        .into_iter()
        .fold(first, |key, part| Zeroizing::new(Hash::Sha256.mac(&key, part.as_bytes())))
}

fn signature(key: &[u8], stamp: &str, scope: &str, canonical: &str) -> String {
    let hash = hex(&Hash::Sha256.digest(canonical.as_bytes()));
    hex(&Hash::Sha256.mac(key, format!("{ALGORITHM}\n{stamp}\n{scope}\n{hash}").as_bytes()))
}

/// RFC 3986 with capitals, as Amazon wants it: everything but letters, digits and four signs.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Secret;

    fn keys(access: &str, secret: &str) -> AwsKeys {
        AwsKeys {
            access_key: access.to_owned(),
            secret_key: Secret::new(secret),
            session_token: None,
            expires_at: None,
        }
    }

    /// "Examples of how to derive a signing key for Signature Version 4" and the "complete example", IAM User Guide.
    #[test]
    fn the_example_for_iam_comes_out() {
        let keys = keys("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
        let key = key(&keys, "20150830", "us-east-1", "iam");
        assert_eq!(hex(&key), "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
        let canonical = format!(
            "GET\n/\nAction=ListUsers&Version=2010-05-08\ncontent-type:application/x-www-form-urlencoded; charset=utf-8\n\
             host:iam.amazonaws.com\nx-amz-date:20150830T123600Z\n\ncontent-type;host;x-amz-date\n{NO_BODY}"
        );
        let signed = signature(&key, "20150830T123600Z", "20150830/us-east-1/iam/aws4_request", &canonical);
        assert_eq!(signed, "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
    }

    /// "Authenticating Requests: Using Query Parameters", Amazon S3 API Reference.
    #[test]
    fn the_example_for_a_presigned_address_comes_out() {
        let wanted = Presigned {
            service: "s3",
            region: "us-east-1",
            host: "examplebucket.s3.amazonaws.com",
            path: "/test.txt",
            body: "UNSIGNED-PAYLOAD",
            seconds: 86_400,
        };
        let keys = keys("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_369_353_600);
        let parameters = wanted.parameters(&[], &keys, now);
        assert_eq!(parameters["X-Amz-Credential"], "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request");
        assert_eq!(
            parameters["X-Amz-Signature"],
            "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
        );
    }

    #[test]
    fn nothing_is_left_unencoded_but_four_signs() {
        assert_eq!(encoded("aZ9-._~"), "aZ9-._~");
        assert_eq!(encoded("kafka-cluster:Connect /+=é"), "kafka-cluster%3AConnect%20%2F%2B%3D%C3%A9");
    }
}
