//! ACLs, each with what it does beside the others: a line that allows is worth nothing where another denies.

use serde::{Deserialize, Serialize};

/// Label of the total that says that there is no authorizer: a state of the cluster, neither a failure nor an empty list.
pub const NO_AUTHORIZER: &str = "No authorizer";

/// Names verbatim, numbers of the protocol as the words that Kafka has for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AclRow {
    /// "Topic", "TransactionalId", …
    pub resource_type: String,
    pub resource: String,
    /// "literal", "prefixed"
    pub pattern: String,
    pub principal: String,
    pub operation: String,
    /// What an allowance of it brings with it: "Describe".
    pub brings: Option<String>,
    /// "Allow", "Deny"
    pub permission: String,
    pub host: String,
    pub effect: AclEffect,
    /// The denial that holds it back, in words.
    pub denial: Option<String>,
}

/// What a line does beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AclEffect {
    Denies,
    Holds,
    /// A part of what it allows is denied.
    InPart,
    /// All that it allows is denied.
    Overruled,
    /// It has a number that this build does not know.
    Unknown,
}
