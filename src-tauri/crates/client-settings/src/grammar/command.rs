//! Command lines: kcat's `-b` and `-X`, the options of Kafka's own tools, and the `-e` of a container. What orders which
//! messages are read has nothing to say about the connection, and is said to be so.

use super::{Item, Parsed, Scope, Spelling, words};
use crate::{Verdict, source::Source, value::Value};

/// kcat's options that take a word.
const KCAT_WITH_WORD: &str = "tpocfKDGFksrmzXbdHM";

pub(crate) fn is_kcat(word: &str) -> bool {
    matches!(program(word), "kcat" | "kafkacat")
}

/// Kafka's own: kafka-topics.sh, kafka-console-consumer, …
pub(crate) fn is_kafka_tool(word: &str) -> bool {
    let name = program(word);
    name.starts_with("kafka-") && name.len() > 6 && !name.contains(['=', ':'])
}

pub(crate) fn is_container(word: &str) -> bool {
    matches!(program(word), "docker" | "podman" | "nerdctl")
}

fn program(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name.strip_suffix(".sh")
        .or_else(|| name.strip_suffix(".bat"))
        .or_else(|| name.strip_suffix(".exe"))
        .unwrap_or(name)
}

pub(crate) fn read(source: &Source<'_>) -> Parsed {
    let mut parsed = Parsed::default();
    let mut line = 0;
    while line < source.count() {
        let text = source.line(line).trim();
        if text.is_empty() || text.starts_with('#') || text.starts_with("```") {
            let verdict = if text.is_empty() { Verdict::Blank } else { Verdict::Comment };
            parsed.note(line, verdict);
            line += 1;
            continue;
        }
        let command = words::command(source, line);
        let (first, last) = command.lines;
        if command.open {
            parsed.unreadable(first, "a quote is opened and not closed");
        }
        let scope = parsed.scope(Scope::default());
        Options { parsed: &mut parsed, source, scope }.read(&command.words);
        for number in first..=last {
            parsed.note(
                number,
                Verdict::NotNeeded("the command and its options around the settings".to_owned()),
            );
        }
        line = last + 1;
    }
    parsed
}

struct Options<'p, 's, 't> {
    parsed: &'p mut Parsed,
    source: &'s Source<'t>,
    scope: usize,
}

impl Options<'_, '_, '_> {
    fn read(&mut self, words: &[words::Word]) {
        let find = |is: fn(&str) -> bool| words.iter().position(|word| is(&word.value.text));
        if let Some(at) = find(is_kcat) {
            self.kcat(words.get(at + 1..).unwrap_or_default());
        } else if let Some(at) = find(is_kafka_tool) {
            self.tool(words.get(at + 1..).unwrap_or_default());
        } else if find(is_container).is_some() {
            self.container(words);
        } else if let Some(word) = words.first() {
            let line = self.source.line_of(word.value.whole.start);
            let said =
                "this command is neither kcat, nor one of Kafka's tools, nor a container with variables";
            self.parsed.note(line, Verdict::NotSupported(said.to_owned()));
        }
    }

    fn kcat(&mut self, words: &[words::Word]) {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.value.text.clone();
            let mut letters = text.chars().enumerate();
            if letters.next() != Some((0, '-')) {
                continue;
            }
            for (at, letter) in letters {
                if !KCAT_WITH_WORD.contains(letter) {
                    continue;
                }
                let count = text.chars().count();
                let given = if at + 1 < count {
                    Some(word.value.part(at + 1..count))
                } else {
                    words.next().map(|word| word.value.clone())
                };
                let Some(given) = given else { break };
                match letter {
                    'b' => self.set("bootstrap.servers", given),
                    'X' => self.pair(given),
                    'F' => {
                        let said = "the settings in that file are not here: import the file as well";
                        self.say(&given, Verdict::NotSupported(said.to_owned()));
                    }
                    'r' => {
                        let said = "a schema registry is no part of the connection to brokers";
                        self.say(&given, Verdict::NotNeeded(said.to_owned()));
                    }
                    _ => {}
                }
                break;
            }
        }
    }

    fn tool(&mut self, words: &[words::Word]) {
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let text = word.value.text.clone();
            let Some(option) = text.strip_prefix("--") else { continue };
            let (name, given) = match option.split_once('=') {
                Some((name, _)) => {
                    let from = name.chars().count() + 3;
                    (name, Some(word.value.part(from..text.chars().count())))
                }
                None => (
                    option,
                    words.next_if(|next| !next.value.text.starts_with("--")).map(|next| next.value.clone()),
                ),
            };
            let Some(given) = given else { continue };
            match name {
                "bootstrap-server" | "bootstrap-servers" | "broker-list" => {
                    self.set("bootstrap.servers", given)
                }
                "consumer-property" | "producer-property" | "command-property" => self.pair(given),
                "command-config" | "consumer.config" | "producer.config" | "admin.config" => {
                    let said = "the settings in that file are not here: import the file as well";
                    self.say(&given, Verdict::NotSupported(said.to_owned()));
                }
                "bootstrap-controller" => {
                    let said = "controllers are not asked directly: give the brokers' addresses";
                    self.say(&given, Verdict::NotSupported(said.to_owned()));
                }
                "zookeeper" => {
                    let said = "ZooKeeper is not asked: give the brokers' addresses";
                    self.say(&given, Verdict::NotSupported(said.to_owned()));
                }
                _ => {}
            }
        }
    }

    fn container(&mut self, words: &[words::Word]) {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.value.text.clone();
            let count = text.chars().count();
            let given = match text.as_str() {
                "-e" | "--env" => words.next().map(|word| word.value.clone()),
                other if other.starts_with("--env=") => Some(word.value.part(6..count)),
                other if other.starts_with("-e") && other.contains('=') => Some(word.value.part(2..count)),
                "--env-file" => {
                    let said = "the variables in that file are not here: import the file as well";
                    if let Some(file) = words.next() {
                        self.say(&file.value, Verdict::NotSupported(said.to_owned()));
                    }
                    None
                }
                _ => None,
            };
            if let Some((key, value)) = given.and_then(|given| split(&given)) {
                self.item(key, value, Spelling::Variable);
            }
        }
    }

    fn pair(&mut self, given: Value) {
        match split(&given) {
            Some((key, value)) => self.item(key, value, Spelling::Dotted),
            None => {
                let said = "asks for a list or a dump, and sets nothing";
                self.say(&given, Verdict::NotNeeded(said.to_owned()));
            }
        }
    }

    fn set(&mut self, key: &str, value: Value) {
        self.item(key.to_owned(), value, Spelling::Dotted);
    }

    fn item(&mut self, key: String, value: Value, spelling: Spelling) {
        let lines = self.source.lines_of(&value.whole);
        let value = value.trimmed();
        let scope = self.scope;
        self.parsed.items.push(Item { scope, key, listed: false, merged: false, spelling, value, lines });
    }

    fn say(&mut self, about: &Value, verdict: Verdict) {
        self.parsed.note(self.source.line_of(about.whole.start), verdict);
    }
}

/// `key=value`, both as the shell left them.
pub(crate) fn split(given: &Value) -> Option<(String, Value)> {
    let at = given.text.chars().position(|c| c == '=')?;
    let key: String = given.text.chars().take(at).collect();
    Some((key.trim().to_owned(), given.part(at + 1..given.text.chars().count())))
}
