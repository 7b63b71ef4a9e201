//! Values that are not there yet: `${PASSWORD}`, `{{ api_key }}`, `<your key>`. Taken for a value, such a thing is sent to a
//! broker as a password, and the account is locked before anybody has read the file.

use crate::value::Value;

/// What has to be filled in before this is a value; in words that hold nothing of a secret.
pub(crate) fn in_value(value: &Value, secret: bool) -> Option<String> {
    if let Some(name) = &value.expands {
        return Some(format!("fill in the value: {name} stands for one that is not in the text"));
    }
    in_text(&value.text, secret)
}

pub(crate) fn in_text(text: &str, secret: bool) -> Option<String> {
    let text = text.trim();
    if let Some(name) = braced(text) {
        return Some(format!("fill in the value: ${{{name}}} stands for one that is not in the text"));
    }
    if let Some((_, hole)) = text.split_once("{{")
        && hole.contains("}}")
    {
        return Some("fill in the value: {{ }} is a template's place for one".to_owned());
    }
    if variable(text, secret) {
        return Some("fill in the value: the name after $ stands for one that is not in the text".to_owned());
    }
    if text.len() > 4096 {
        return None;
    }
    if angled(text, secret) {
        return Some("fill in the value: < > only says what belongs here".to_owned());
    }
    let lower = text.to_ascii_lowercase();
    if ["your-", "your_", "your "].iter().any(|lead| lower.starts_with(lead)) {
        return Some("fill in the value: this only says what belongs here".to_owned());
    }
    let stars = |c: char| matches!(c, '*' | '•' | '…' | '.');
    if (text.chars().count() > 2 && text.chars().all(stars))
        || matches!(lower.as_str(), "[hidden]" | "[redacted]")
    {
        return Some("fill in the value: another program has hidden it".to_owned());
    }
    let filtered =
        |part: &str| between(&format!("@{part}@"), '@') && part.starts_with(|c: char| c.is_ascii_lowercase());
    let within = !secret
        && text.split('@').skip(1).step_by(2).any(filtered)
        && text.matches('@').count().is_multiple_of(2);
    if between(text, '%') || between(text, '@') || within {
        return Some(
            "fill in the value: the name between the signs stands for one that is not in the text".to_owned(),
        );
    }
    if text.starts_with("ENC(") || text.starts_with("{cipher}") {
        return Some("fill in the value: it is encrypted for another program".to_owned());
    }
    if lower.starts_with("op://") || lower.starts_with("vault:") {
        return Some("fill in the value: it is kept in another program's vault".to_owned());
    }
    None
}

/// The name in the first `${…}`. What follows a colon may be a default, or a path, and is not shown.
fn braced(text: &str) -> Option<String> {
    let (_, inside) = text.split_once("${")?;
    let (inside, _) = inside.split_once('}')?;
    let name = inside.split(':').next().unwrap_or_default().trim();
    Some(name.chars().take(60).collect())
}

/// `<your key>`: a secret may hold such signs itself, so there all of it has to be between them.
fn angled(text: &str, secret: bool) -> bool {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((inside, behind)) = after.split_once('>') else { return false };
        let words = inside.starts_with(|c: char| c.is_ascii_alphabetic())
            && inside.chars().all(|c| c.is_alphanumeric() || " _-./'".contains(c));
        if words && (!secret || (before.is_empty() && behind.is_empty() && rest.len() == text.len())) {
            return true;
        }
        rest = after;
    }
    false
}

/// `$NAME`, and `$HOME/ca.pem` where a path may stand.
fn variable(text: &str, secret: bool) -> bool {
    let Some(rest) = text.strip_prefix('$') else { return false };
    let name = rest.split('/').next().unwrap_or_default();
    name.len() > 2
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        && (!secret || name.len() == rest.len())
}

/// `%NAME%` and `@name@`.
fn between(text: &str, sign: char) -> bool {
    text.strip_prefix(sign).and_then(|rest| rest.strip_suffix(sign)).is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_stands_for_a_value_is_known() {
        for text in [
            "${KAFKA_PASSWORD}",
            "a${X:-secret}b",
            "{{ CLUSTER_API_KEY }}",
            "<BOOTSTRAP SERVERS>",
            "<your key>",
            "YOUR_API_KEY",
            "********",
            "[hidden]",
            "%PASSWORD%",
            "@kafka.password@",
            "ENC(abc)",
            "${file:/etc/secrets.properties:password}",
        ] {
            assert!(in_text(text, true).is_some(), "{text}");
        }
        assert!(in_text("<host>:9092", false).is_some());
    }

    #[test]
    fn a_secret_with_odd_signs_stays_a_secret() {
        for text in ["a<b>c", "p$ss{word}", "100%", "@home", "x*y", "..", "<1>", "your"] {
            assert_eq!(in_text(text, true), None, "{text}");
        }
    }

    #[test]
    fn the_default_of_a_placeholder_is_not_told() {
        assert!(!in_text("${PASSWORD:hunter2}", true).is_some_and(|said| said.contains("hunter2")));
    }
}
