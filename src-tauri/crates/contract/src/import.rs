//! What was read in another client's configuration: line by line, so that nothing is dropped without a word.

use serde::{Deserialize, Serialize};

use crate::{Profile, SecretKind};

/// A configuration as read. Secrets that stood in it stay in the core, under `handle`, until they are kept or replaced by the
/// next reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    pub handle: String,
    /// "Java properties", "librdkafka", "Spring Boot YAML", …
    pub format: String,
    pub clusters: Vec<ImportedCluster>,
    pub lines: Vec<ImportedLine>,
}

/// A connection that would come of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedCluster {
    /// Not kept yet: its id is empty.
    pub profile: Profile,
    /// What stood in the text, beside what the profile shows.
    pub secrets: Vec<SecretKind>,
    /// What is missing or can't be used, in sentences.
    pub problems: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedLine {
    pub number: u32,
    /// As it stood, with secrets masked.
    pub text: String,
    pub verdict: LineVerdict,
}

/// What was made of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", content = "words", rename_all = "snake_case")]
pub enum LineVerdict {
    /// What it became.
    Understood(String),
    /// Why this program can do without.
    NotNeeded(String),
    /// Why not, and what to do instead.
    NotSupported(String),
    /// What is wrong with it.
    Unreadable(String),
    /// A comment or an empty line.
    Nothing,
}
