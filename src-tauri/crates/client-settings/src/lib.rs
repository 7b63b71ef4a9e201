//! Reads the settings of other Kafka clients and tools: Java's properties, librdkafka's and kcat's, Confluent Cloud's,
//! Spring Boot's, the variables and YAML files of other UIs. Text in, settings out: no file is opened and nothing is asked
//! of a network. Without it everybody types into a form what already stands in a file, and the JAAS string wrongly.
//!
//! The way of a text: `detect` says which grammar it is in, the grammar makes keys and values of it (`grammar`), a dialect
//! says which client's key each one is and of which cluster (`dialect`, `keys`), and what one cluster has is settled
//! (`settle`). Whatever happens to a line on that way is its verdict.

mod detect;
mod dialect;
mod gather;
mod grammar;
mod hidden;
mod import;
mod jaas;
mod keys;
mod placeholder;
mod settings;
mod settle;
mod source;
mod value;
mod verdicts;

pub use hidden::Hidden;
pub use import::{Cluster, Format, Import, Line, Unreadable, Verdict};
pub use settings::{MskIam, OauthClient, Sasl, Secrets, Settings, StoreRef};

use detect::Grammar;
use grammar::{Parsed, properties::Kind};
use source::Source;

/// A configuration is some kilobytes; what is longer is a log or a dump.
pub const MOST_BYTES: usize = 1 << 20;
pub const MOST_LINES: usize = 20_000;

/// Reads a text. `file_name` is a hint at its format and no more.
pub fn read(text: &str, file_name: Option<&str>) -> Result<Import, Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::whole(
            "longer than 1 MB: a client's configuration is some lines. Paste those alone",
        ));
    }
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let source = Source::new(text);
    if source.count() > MOST_LINES {
        return Err(Unreadable::whole(
            "more than 20,000 lines: a client's configuration is some. Paste those alone",
        ));
    }
    if let Some(what) = something_else(text) {
        return Err(Unreadable::whole(what));
    }
    let grammar = detect::grammar(&source, file_name);
    let parsed = match grammar {
        Grammar::Properties(kind) => grammar::properties::read(&source, kind),
        Grammar::Ini => grammar::properties::read(&source, Kind::Plain),
        Grammar::Variables => grammar::variables::read(&source),
        Grammar::Command => grammar::command::read(&source),
        Grammar::Dictionary => grammar::dictionary::read(&source),
        Grammar::Yaml => grammar::yaml::read(&source)?,
    };
    let plain = plain_format(grammar, &parsed);
    gather::gather(&source, parsed, plain, file_name)
}

/// What a text is called that no program in particular has written.
fn plain_format(grammar: Grammar, parsed: &Parsed) -> Format {
    let spring = |item: &grammar::Item| {
        item.key.get(..13).is_some_and(|lead| {
            lead.eq_ignore_ascii_case("spring.kafka.") || lead.eq_ignore_ascii_case("spring_kafka_")
        })
    };
    match grammar {
        Grammar::Properties(_) if parsed.items.iter().any(spring) => Format::Spring,
        Grammar::Properties(Kind::Plain) => Format::Librdkafka,
        Grammar::Properties(Kind::Java)
            if parsed.items.iter().any(|item| keys::only_librdkafka(&item.key)) =>
        {
            Format::Librdkafka
        }
        Grammar::Properties(Kind::Java) => Format::JavaProperties,
        Grammar::Ini => Format::Ini,
        Grammar::Variables => Format::Environment,
        Grammar::Command => Format::CommandLine,
        Grammar::Dictionary => Format::Dictionary,
        Grammar::Yaml => Format::Yaml,
    }
}

/// Texts that are pasted here by mistake, by what they begin with.
fn something_else(text: &str) -> Option<&'static str> {
    let begin = text.trim_start();
    if begin.is_empty() {
        return Some("there is nothing in it");
    }
    if text.contains('\0') {
        return Some(
            "this is not a text but a binary file, a key store perhaps: name it in the profile as the store",
        );
    }
    if begin.starts_with("-----BEGIN") {
        return Some(
            "this is a certificate or a key (PEM): give it in the profile as CA or as client certificate",
        );
    }
    if begin.starts_with("<?xml")
        || begin.starts_with("<!DOCTYPE")
        || begin.to_ascii_lowercase().starts_with("<html")
    {
        return Some("this is a page or XML, not a client's configuration");
    }
    None
}
