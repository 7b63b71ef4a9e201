//! The dialects: where each program keeps a client's settings. A key goes to a cluster and becomes a client's key, or has
//! its verdict here. Each dialect is asked in turn, and the first that knows the key decides.

mod akhq;
mod console;
mod kafdrop;
mod kafka_ui;
mod relaxed;
mod spring;
mod variables;

use crate::{
    Format, Verdict,
    grammar::{Item, Scope, Spelling},
    keys::{self, Key, Meaning},
    value::Value,
};

/// What a dialect makes of an item.
pub(crate) enum Place {
    /// A setting of the cluster with this name inside the scope ("" where there is but one).
    Setting(Target),
    /// What the cluster is called.
    Name {
        format: Format,
        cluster: String,
    },
    /// What the documents' settings are for: a profile.
    Profile,
    Verdict {
        format: Option<Format>,
        cluster: Option<String>,
        verdict: Verdict,
        secret: bool,
    },
}

pub(crate) struct Target {
    pub(crate) format: Format,
    pub(crate) cluster: String,
    /// The higher wins; among equals the last.
    pub(crate) rank: i16,
    /// The client's key, for messages.
    pub(crate) name: String,
    pub(crate) meaning: Meaning,
    /// Replaces the value as it was written: `file:` taken off.
    pub(crate) value: Option<Value>,
}

/// What a key is called here, and how it was written.
pub(crate) struct Asked<'i> {
    pub(crate) key: &'i str,
    pub(crate) spelling: Spelling,
    pub(crate) value: &'i Value,
    pub(crate) scope: &'i Scope,
    /// The format if no dialect has a name for it.
    pub(crate) plain: Format,
}

pub(crate) fn place(item: &Item, scope: &Scope, plain: Format) -> Place {
    let asked = Asked { key: &item.key, spelling: item.spelling, value: &item.value, scope, plain };
    let decided = spring::place(&asked)
        .or_else(|| kafka_ui::place(&asked))
        .or_else(|| akhq::place(&asked))
        .or_else(|| console::place(&asked))
        .or_else(|| kafdrop::place(&asked))
        .or_else(|| variables::place(&asked));
    let mut place = decided.unwrap_or_else(|| own(&asked));
    if let Place::Setting(target) = &mut place {
        if item.merged {
            target.rank -= 1;
        }
        if scope.aside {
            target.rank -= 10;
        }
    }
    place
}

/// A client's own key, without anything around it.
fn own(asked: &Asked<'_>) -> Place {
    // A file of an application has much beside Kafka.
    let nested = matches!(asked.plain, Format::Yaml | Format::Spring);
    let key = if nested { client_part(asked.key) } else { asked.key };
    if let Some(meaning) = keys::meaning(key) {
        return setting(asked.plain, String::new(), 0, key.to_owned(), meaning);
    }
    let secret = keys::unknown_may_be_secret(key);
    if nested && keys::nearest(key).is_none() {
        let verdict = Verdict::NotNeeded("is not about a Kafka client's connection".to_owned());
        return Place::Verdict { format: None, cluster: None, verdict, secret };
    }
    Place::Verdict { format: None, cluster: None, verdict: unknown(key), secret }
}

/// In a YAML file of no program we know the client's key is the end of the path.
fn client_part(path: &str) -> &str {
    let mut rest = path.get(path.len().saturating_sub(200)..).unwrap_or(path);
    for _ in 0..64 {
        if keys::meaning(rest).is_some() {
            return rest;
        }
        match rest.split_once('.') {
            Some((_, after)) => rest = after,
            None => break,
        }
    }
    path
}

fn unknown(key: &str) -> Verdict {
    unknown_near(keys::nearest(key))
}

fn unknown_near(nearest: Option<&str>) -> Verdict {
    let mut said = "not known to this program; a typo?".to_owned();
    if let Some(near) = nearest {
        said.push_str(&format!(" The nearest key is {near}"));
    }
    Verdict::NotSupported(said)
}

/// A key that a client has, at the place where this program keeps such.
fn client(format: Format, cluster: String, rank: i16, key: &str) -> Place {
    match keys::meaning(key) {
        Some(meaning) => setting(format, cluster, rank, key.to_owned(), meaning),
        None => Place::Verdict {
            format: Some(format),
            cluster: Some(cluster),
            verdict: unknown(key),
            secret: keys::unknown_may_be_secret(key),
        },
    }
}

fn setting(format: Format, cluster: String, rank: i16, name: String, meaning: Meaning) -> Place {
    Place::Setting(Target { format, cluster, rank, name, meaning, value: None })
}

/// A setting that has another name here than any client has for it.
fn keyed(format: Format, cluster: &str, rank: i16, name: &str, key: Key) -> Place {
    Place::Setting(Target {
        format,
        cluster: cluster.to_owned(),
        rank,
        name: name.to_owned(),
        meaning: Meaning::Setting(key),
        value: None,
    })
}

fn not_needed(format: Format, cluster: &str, key: &str, why: &str) -> Place {
    Place::Verdict {
        format: Some(format),
        cluster: Some(cluster.to_owned()),
        verdict: Verdict::NotNeeded(why.to_owned()),
        secret: keys::looks_secret(key),
    }
}

fn not_supported(format: Format, cluster: &str, key: &str, why: &str) -> Place {
    Place::Verdict {
        format: Some(format),
        cluster: Some(cluster.to_owned()),
        verdict: Verdict::NotSupported(why.to_owned()),
        secret: keys::looks_secret(key),
    }
}
