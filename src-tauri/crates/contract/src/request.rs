//! The request panel: what could be sent, where it would go and why, and what each broker answered.

use serde::{Deserialize, Serialize};

use crate::{ApiError, Int64, Millis};

/// One request of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestKind {
    pub key: i16,
    pub name: String,
    pub versions: Option<(i16, i16)>,
    /// "Any", "Controller", "Coordinator (Group)", "Specific (Caller)", …
    pub class: String,
    /// "One", "EachBroker", "PerItem"
    pub spread: String,
    pub could_write: bool,
    /// The engine can send it from here. Mutating ones never.
    pub offered: bool,
    /// What this panel asks for, in order.
    pub fields: Vec<RequestField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestField {
    pub id: String,
    pub label: String,
    /// Shown in the empty field: "All, or names separated by commas".
    pub placeholder: String,
    pub kind: FieldKind,
    pub required: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A broker id, or empty for each broker.
    Broker,
    Group,
    TransactionalId,
    Topics,
    Topic,
    Partition,
    Text,
}

/// What the user filled in: the request's key and (field id, text) pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestDraft {
    pub key: i16,
    pub fields: Vec<(String, String)>,
}

/// Where it would go, told without sending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    pub class: String,
    pub class_why: String,
    pub spread: String,
    pub spread_why: String,
    pub targets: Vec<ExplainedTarget>,
    /// The gate lets it pass.
    pub passes: bool,
    pub gate_why: String,
    /// Why it can't be sent as filled in, if it can't.
    pub refused: Option<ApiError>,
    /// The nearest command of Kafka's own tools, where one exists.
    pub command: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedTarget {
    pub broker: Option<i32>,
    pub address: String,
    pub state: String,
    pub why: String,
    pub trouble: bool,
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    pub sent_at: Millis,
    pub took_ms: u32,
    pub parts: Vec<AnsweredPart>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnsweredPart {
    pub broker: Option<i32>,
    pub address: String,
    pub took_ms: u32,
    pub attempts: u32,
    pub version: Option<i16>,
    pub bytes: Option<Int64>,
    /// One line: "2 dirs, 820 replicas".
    pub summary: String,
    pub error: Option<ApiError>,
    /// The answer as indented JSON, cut at a limit that `truncated` tells of.
    pub body: String,
    pub truncated: bool,
}
