//! Facts as JSON that stands alone. On the way to the window a fact names its source and reason by an index into its page, which
//! keeps a page small; a script should not have to look anything up to learn how old a number is.

use contract::Provenance;
use serde_json::{Map, Value, json};

/// The same with each fact as `{"state", "value", "at", "broker", "request", "why"}`, as far as it has them.
pub(crate) fn alone(page: Value, from: &Provenance) -> Value {
    match page {
        Value::Object(fields) => match state(&fields) {
            Some(state) => fact(&fields, state, from),
            None => {
                Value::Object(fields.into_iter().map(|(name, value)| (name, alone(value, from))).collect())
            }
        },
        Value::Array(items) => items.into_iter().map(|item| alone(item, from)).collect(),
        other => other,
    }
}

fn state(fields: &Map<String, Value>) -> Option<&'static str> {
    match fields.get("k")?.as_str()? {
        "known" => Some("known"),
        "stale" => Some("stale"),
        "asking" => Some("not told in time"),
        "missing" => Some("missing"),
        _ => None,
    }
}

fn fact(fields: &Map<String, Value>, state: &str, from: &Provenance) -> Value {
    let index =
        |name: &str| fields.get(name).and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok());
    let mut told = Map::from_iter([("state".to_owned(), json!(state))]);
    if let Some(value) = fields.get("v") {
        told.insert("value".to_owned(), value.clone());
    }
    if let Some(source) = index("s").and_then(|index| from.sources.get(index)) {
        told.insert("at".to_owned(), json!(source.at));
        match &source.derived {
            Some(derived) => drop(told.insert("derived".to_owned(), json!(derived))),
            None => {
                told.insert("broker".to_owned(), json!(source.broker));
                told.insert("request".to_owned(), json!(format!("{} v{}", source.api, source.version)));
            }
        }
    }
    if let Some(reason) = index("why").and_then(|index| from.reasons.get(index)) {
        told.insert("why".to_owned(), json!(reason.message));
    }
    Value::Object(told)
}

#[cfg(test)]
mod tests {
    use contract::{ApiError, ErrorKind, Fact, Int64, Source};

    use super::*;

    #[test]
    fn a_fact_carries_its_source_and_its_reason() {
        let source = Source {
            broker: Some(4),
            address: "b4:9092".to_owned(),
            api: "DescribeLogDirs".to_owned(),
            version: 4,
            at: Int64(1_000),
            took_ms: 1,
            attempts: 1,
            derived: None,
        };
        let from = Provenance {
            sources: vec![source],
            reasons: vec![ApiError::plain(ErrorKind::Timeout, "silent", Int64(0))],
        };
        let stale = Fact::Stale { v: Int64(i64::MAX), s: 0, why: 0 };
        let told = alone(json!({ "rows": [{ "bytes": stale, "path": "/k" }] }), &from);
        let expected = json!({ "rows": [{ "path": "/k", "bytes": {
            "state": "stale", "value": i64::MAX.to_string(), "at": "1000", "broker": 4, "request": "DescribeLogDirs v4", "why": "silent",
        }}]});
        assert_eq!(told, expected);
        let missing = alone(json!(Fact::<u32>::Missing { why: 0 }), &from);
        assert_eq!(missing, json!({ "state": "missing", "why": "silent" }));
    }
}
