//! How each answer reads: one line, and a body as JSON by Kafka's own field names. Long lists are cut with a word on how
//! much was left out; 64-bit numbers are text, because the window's numbers would round them.

mod cluster;
mod groups;
mod topics;

use std::collections::BTreeMap;

use admin::{Ask, ErrorCode, Source};
use serde_json::{Map, Value, json};

use crate::tables::grouped_usize;

/// How many elements of one list are shown.
const ELEMENTS_MOST: usize = 300;

/// An answer as the panel shows it.
pub(super) struct Shown {
    pub(super) summary: String,
    pub(super) body: Value,
    /// A list in it was cut.
    pub(super) cut: bool,
}

/// A request whose answer can be shown.
pub(super) trait Show: Ask {
    fn show(&self, reply: Self::Reply, source: &Source) -> Shown;
}

/// Writes a body, cutting long lists.
#[derive(Default)]
struct Writer {
    cut: bool,
}

impl Writer {
    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Writer, &T) -> Value) -> Value {
        let mut values: Vec<Value> = Vec::with_capacity(items.len().min(ELEMENTS_MOST) + 1);
        for item in items.iter().take(ELEMENTS_MOST) {
            values.push(each(self, item));
        }
        if items.len() > ELEMENTS_MOST {
            self.cut = true;
            values.push(json!(format!("\u{2026} {} more", grouped_usize(items.len() - ELEMENTS_MOST))));
        }
        Value::Array(values)
    }

    fn done(self, summary: impl Into<String>, body: Value) -> Shown {
        Shown { summary: summary.into(), body, cut: self.cut }
    }
}

/// "0 NONE" reads as nothing; any other code with its name.
fn code(code: ErrorCode) -> Value {
    if code.is_none() { Value::Null } else { json!(format!("{} {}", code.0, code.name())) }
}

fn long(value: i64) -> Value {
    json!(value.to_string())
}

fn maybe_long(value: Option<i64>) -> Value {
    value.map_or(Value::Null, long)
}

/// Leaves out what is null: not told in this version, or no error.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let told = fields.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(told.map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}

/// "2 dirs", "1 dir".
fn counted(number: usize, one: &str) -> String {
    format!("{} {one}{}", grouped_usize(number), if number == 1 { "" } else { "s" })
}

/// "; 1 dir with KAFKA_STORAGE_ERROR", or nothing.
fn trouble(codes: impl Iterator<Item = ErrorCode>) -> String {
    let mut counts: BTreeMap<ErrorCode, usize> = BTreeMap::new();
    for code in codes.filter(|code| !code.is_none()) {
        *counts.entry(code).or_default() += 1;
    }
    counts.into_iter().map(|(code, number)| format!("; {number} with {}", code.name())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Writer, code, object};

    #[test]
    fn a_long_list_is_cut_and_says_how_much_is_left_out() {
        let items: Vec<i32> = (0..1_000).collect();
        let mut writer = Writer::default();
        let list = writer.list(&items, |_, item| json!(item));
        assert!(writer.cut);
        assert_eq!(list.as_array().unwrap().last().unwrap(), "\u{2026} 700 more");
    }

    #[test]
    fn what_was_not_told_is_not_shown_as_zero() {
        let body = object([("a", Value::Null), ("b", json!(0)), ("c", code(admin::ErrorCode::NONE))]);
        assert_eq!(body, json!({ "b": 0 }));
    }
}
