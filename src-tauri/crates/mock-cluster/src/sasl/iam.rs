//! The broker's half of AWS_MSK_IAM: it signs what the client claims anew, with the secret key that it knows, and compares. Written
//! apart from any client's half, so that a slip in one is not in the other.

use std::{collections::BTreeMap, fmt::Write as _};

use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const VERSION: &str = "2020_10_22";
const SERVICE: &str = "kafka-cluster";

/// What is known beside the id of an access key.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    pub(super) secret: String,
    pub(super) session: Option<String>,
}

/// The answer to a message that those keys signed; `None` for any other.
pub(super) fn answer(said: &[u8], known: impl Fn(&str) -> Option<Keys>) -> Option<Vec<u8>> {
    let said: BTreeMap<String, String> = serde_json::from_slice(said).ok()?;
    let field = |name: &str| said.get(name).map(String::as_str);
    if field("version")? != VERSION
        || field("action")? != "kafka-cluster:Connect"
        || field("x-amz-algorithm")? != "AWS4-HMAC-SHA256"
        || field("x-amz-signedheaders")? != "host"
    {
        return None;
    }
    let mut credential = field("x-amz-credential")?.splitn(2, '/');
    let (access, scope) = (credential.next()?, credential.next()?);
    let keys = known(access)?;
    let parts: Vec<&str> = scope.split('/').collect();
    let [date, region, SERVICE, "aws4_request"] = *parts.as_slice() else { return None };
    let stamp = field("x-amz-date")?;
    if !stamp.starts_with(date) || field("x-amz-security-token") != keys.session.as_deref() {
        return None;
    }
    // By name, which is the order that is signed; the names in JSON are those of the address in small letters.
    let mut query = BTreeMap::new();
    for (small, name) in [
        ("action", "Action"),
        ("x-amz-algorithm", "X-Amz-Algorithm"),
        ("x-amz-credential", "X-Amz-Credential"),
        ("x-amz-date", "X-Amz-Date"),
        ("x-amz-expires", "X-Amz-Expires"),
        ("x-amz-security-token", "X-Amz-Security-Token"),
        ("x-amz-signedheaders", "X-Amz-SignedHeaders"),
    ] {
        if let Some(value) = field(small) {
            query.insert(name, format!("{name}={}", encoded(value)));
        }
    }
    let query: Vec<String> = query.into_values().collect();
    let (query, host) = (query.join("&"), field("host")?);
    let canonical = format!("GET\n/\n{query}\nhost:{host}\n\nhost\n{}", hex(&Sha256::digest(b"")));
    let wanted =
        format!("AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{}", hex(&Sha256::digest(canonical.as_bytes())));
    let first = format!("AWS4{}", keys.secret).into_bytes();
    let key =
        [date, region, SERVICE, "aws4_request"].iter().fold(first, |key, part| mac(&key, part.as_bytes()));
    let right = hex(&mac(&key, wanted.as_bytes())) == field("x-amz-signature")?;
    let reply: Value = json!({ "version": VERSION, "request-id": uuid::Uuid::nil().to_string() });
    right.then(|| reply.to_string().into_bytes())
}

fn mac(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mac = Hmac::<Sha256>::new_from_slice(key);
    mac.map(|mac| mac.chain_update(data).finalize().into_bytes().to_vec()).unwrap_or_default()
}

fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
