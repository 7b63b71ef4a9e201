//! What the connection doctor found: for each address every step in order, until the one that fails.

use serde::{Deserialize, Serialize};

use crate::Millis;

/// An examination, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examination {
    pub began: Millis,
    /// None: it goes on.
    pub ended: Option<Millis>,
    pub patients: Vec<Patient>,
    /// Brokers that are advertised and not examined, because there are so many.
    pub left_out: u32,
    /// In one sentence, once it has ended: "The bootstrap address works, the advertised address kafka-2.internal:9092 does not".
    pub verdict: Option<Diagnosis>,
}

/// An address that was examined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patient {
    /// "kafka-1.example:9092", as it was given or advertised.
    pub address: String,
    pub role: Role,
    pub steps: Vec<Step>,
}

/// Why an address is examined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Role {
    /// The user gave it; where a broker advertises it too, which one.
    Bootstrap { broker: Option<i32> },
    /// A broker advertised it.
    Advertised { broker: i32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// From the name to addresses.
    Name,
    /// One for each address.
    Tcp,
    /// What a rule, a proxy or a forwarded port makes of the address. A proxy is dialled first, so that its name and its TCP come
    /// before it; a rule and a forwarded port come before those.
    Way,
    Tls,
    /// Before the sign-in, as every client asks: a listener tells its versions to anybody.
    ApiVersions,
    Sasl,
    Metadata,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepOutcome {
    Running,
    Passed,
    /// It went through; something about it deserves attention.
    Warned,
    Failed,
    /// Not tried, because of what failed before or because it doesn't apply.
    Skipped,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub kind: StepKind,
    /// The socket's address, where it is about one: "10.0.0.7:9092".
    pub place: Option<String>,
    pub outcome: StepOutcome,
    /// In microseconds.
    pub took: Option<u32>,
    /// What was found, in one sentence.
    pub result: String,
    /// What it means, where that isn't plain.
    pub meaning: Option<String>,
    /// What to try next.
    pub advice: Option<String>,
    /// "subject", "CN=kafka-1"; "expires", "in 12 days".
    pub details: Vec<(String, String)>,
}

/// The result of all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    pub healthy: bool,
    /// The first step that fails, over all addresses.
    pub step: Option<StepKind>,
    pub sentence: String,
    pub advice: Option<String>,
}
