//! What reading a file gives: clusters, and for each line of the file what became of it. One verdict for each line is the
//! promise of this crate; a line that vanished is a setting that somebody searches for an hour.

use std::fmt;

use crate::Settings;

/// What a text turned out to hold.
#[derive(Clone, Debug)]
pub struct Import {
    pub format: Format,
    pub clusters: Vec<Cluster>,
    /// As many as the text has lines, in their order.
    pub lines: Vec<Line>,
}

/// One connection that the text describes.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// What the text calls it: a cluster's name, a profile, a service. A properties file has no name for it.
    pub name: Option<String>,
    pub settings: Settings,
}

/// One line of the text.
#[derive(Clone, Debug)]
pub struct Line {
    /// From 1.
    pub number: u32,
    /// As written, with `•••` where a secret stood.
    pub text: String,
    /// Which of `Import::clusters` it is about. A line that several share names the first.
    pub cluster: Option<usize>,
    pub verdict: Verdict,
}

/// What became of a line. No text of it holds a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What it became.
    Understood(String),
    /// Why this program does without it.
    NotNeeded(String),
    /// Why it can't be followed, and what to do instead.
    NotSupported(String),
    /// What is wrong with it.
    Unreadable(String),
    Comment,
    Blank,
}

/// What kind of text it was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    JavaProperties,
    Librdkafka,
    /// Sections in brackets with `key=value` below, as the Python examples have it.
    Ini,
    /// A dictionary in a program, or a JSON object.
    Dictionary,
    /// kcat, or one of Kafka's own tools, with its options.
    CommandLine,
    ConfluentCloud,
    Spring,
    KafkaUi,
    Akhq,
    Kafdrop,
    RedpandaConsole,
    /// Environment variables that belong to no UI in particular.
    Environment,
    /// Client settings in a YAML file of no UI in particular.
    Yaml,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::JavaProperties => "settings of a Java client (.properties)",
            Self::Librdkafka => "settings of a librdkafka client",
            Self::Ini => "client settings in sections (.ini)",
            Self::Dictionary => "a dictionary of client settings in a program",
            Self::CommandLine => "the command line of a Kafka tool",
            Self::ConfluentCloud => "a Confluent Cloud client configuration",
            Self::Spring => "a Spring Boot application's settings",
            Self::KafkaUi => "the settings of Kafka UI (kafbat)",
            Self::Akhq => "the settings of AKHQ",
            Self::Kafdrop => "the settings of Kafdrop",
            Self::RedpandaConsole => "the settings of Redpanda Console",
            Self::Environment => "environment variables",
            Self::Yaml => "client settings in YAML",
        })
    }
}

/// Why a text could not be taken at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where, if it has a place.
    pub line: Option<u32>,
    /// What is wrong and what to try.
    pub reason: String,
}

impl Unreadable {
    pub(crate) fn whole(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into() }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Unreadable {}
