//! Kafka's message schemas as they are written down: JSON with comments, versions as "3+", structures in place or apart.

use std::{fs, path::Path};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

/// The schemas of all replies that Kafka still has, by key.
pub(super) fn replies(folder: &Path) -> Result<Vec<(i64, Value)>> {
    let mut replies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let json = fs::read_to_string(&path)?;
        let schema: Value = serde_json::from_str(&without_comments(&json))
            .with_context(|| format!("{} is not the JSON that was expected", path.display()))?;
        if text(&schema, "type")? == "response" && text(&schema, "validVersions")? != "none" {
            let key = schema.get("apiKey").and_then(Value::as_i64).context("a response without a key")?;
            replies.push((key, schema));
        }
    }
    replies.sort_by_key(|(key, _)| *key);
    ensure!(replies.len() > 80, "only {} responses found in {}", replies.len(), folder.display());
    Ok(replies)
}

/// The fields of a structure: given in place, or once for the whole message.
pub(super) fn structure<'a>(name: &str, field: &'a Value, message: &'a Value) -> Result<&'a [Value]> {
    ensure!(name.starts_with(|first: char| first.is_ascii_uppercase()), "the type {name} is not known");
    if field.get("fields").is_some() {
        return list(field, "fields");
    }
    let common = list(message, "commonStructs").with_context(|| format!("{name} is nowhere described"))?;
    let found = common.iter().find(|one| text(one, "name").is_ok_and(|said| said == name));
    list(found.with_context(|| format!("{name} is nowhere described"))?, "fields")
}

pub(super) fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str> {
    value.get(name).and_then(Value::as_str).with_context(|| format!("no text {name}"))
}

pub(super) fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value]> {
    value.get(name).and_then(Value::as_array).map(Vec::as_slice).with_context(|| format!("no list {name}"))
}

pub(super) fn oldest(message: &Value) -> Result<i16> {
    Ok(versions(text(message, "validVersions")?)?.context("no version")?.0)
}

/// "3+", "1-4", "7" or "none" as the first and the last version.
pub(super) fn versions(said: &str) -> Result<Option<(i16, Option<i16>)>> {
    if said == "none" {
        return Ok(None);
    }
    let number =
        |digits: &str| digits.parse::<i16>().with_context(|| format!("{said} is no range of versions"));
    if let Some(first) = said.strip_suffix('+') {
        return Ok(Some((number(first)?, None)));
    }
    let (first, last) = said.split_once('-').unwrap_or((said, said));
    Ok(Some((number(first)?, Some(number(last)?))))
}

/// The JSON without its `//` comments; two slashes inside a string are left alone.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut inside = false;
        let mut escaped = false;
        let mut previous = ' ';
        let mut kept = line.len();
        for (place, letter) in line.char_indices() {
            if letter == '"' && !escaped {
                inside = !inside;
            }
            if letter == '/' && previous == '/' && !inside {
                kept = place - 1;
                break;
            }
            escaped = letter == '\\' && !escaped;
            previous = letter;
        }
        out.push_str(line.get(..kept).unwrap_or(line));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{versions, without_comments};

    #[test]
    fn a_comment_ends_a_line_and_a_link_in_a_string_does_not() {
        let text = "{ \"a\": \"http://x\\\"//y\", // why\n// all\n\"b\": 1 }";
        assert_eq!(without_comments(text), "{ \"a\": \"http://x\\\"//y\", \n\n\"b\": 1 }\n");
    }

    #[test]
    fn each_way_to_write_versions_is_read() {
        assert_eq!(versions("none").unwrap(), None);
        assert_eq!(versions("7").unwrap(), Some((7, Some(7))));
        assert_eq!(versions("1-4").unwrap(), Some((1, Some(4))));
        assert_eq!(versions("3+").unwrap(), Some((3, None)));
        assert!(versions("3-").is_err());
    }
}
