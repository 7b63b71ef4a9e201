//! The seam between owned data and the codec's types: every string, id and failure crosses here.
//!
//! One place, because three promises hang on it: no type of the codec gets out, what a broker says in words carries no
//! control bytes into a terminal or a window, and a field that a version can't carry is refused by its name and never
//! dropped in silence.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::{BrokerId, GroupId, TopicName},
    protocol::{Decodable, Encodable, StrBytes},
};
use uuid::Uuid;

use crate::{ErrorCode, Malformed};

pub(super) fn write(body: &impl Encodable, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
    body.encode(out, version)
        .map_err(|why| Malformed(format!("can't be written in version {version}: {why:#}")))
}

pub(super) fn read<T: Decodable>(version: i16, mut body: Bytes) -> Result<T, Malformed> {
    T::decode(&mut body, version)
        .map_err(|why| Malformed(format!("can't be read in version {version}: {why:#}")))
}

/// That the version can carry this field, if it is set.
pub(super) fn needs(set: bool, version: i16, least: i16, field: &str) -> Result<(), Malformed> {
    if set && version < least {
        return Err(Malformed(format!("{field} needs version {least}, the broker speaks {version}")));
    }
    Ok(())
}

/// A name, as it is: topics, groups, paths and configuration values must come back to the broker byte for byte.
pub(super) fn text(text: &StrBytes) -> String {
    text.as_str().to_owned()
}

pub(super) fn maybe_text(text: Option<&StrBytes>) -> Option<String> {
    text.map(|text| text.as_str().to_owned())
}

/// What a broker says in words beside an error code. Such a sentence is shown, never sent back; control bytes become
/// spaces, and nothing said is `None`. Beside a success it counts as nothing: some brokers say "NONE" there.
pub(super) fn words(code: i16, said: Option<&StrBytes>) -> Option<String> {
    if code == 0 {
        return None;
    }
    let clean: String = said?.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let clean = clean.trim();
    if clean.is_empty() { None } else { Some(clean.to_owned()) }
}

pub(super) fn code(number: i16) -> ErrorCode {
    ErrorCode(number)
}

/// A broker id, where -1 (and anything below) means that there is none.
pub(super) fn broker(id: BrokerId) -> Option<i32> {
    (0 <= id.0).then_some(id.0)
}

pub(super) fn brokers(ids: &[BrokerId]) -> Vec<i32> {
    ids.iter().map(|id| id.0).collect()
}

/// A figure of which -1 says "not told" or "none".
pub(super) fn told(figure: i64) -> Option<i64> {
    (0 <= figure).then_some(figure)
}

pub(super) fn epoch(epoch: i32) -> Option<i32> {
    (0 <= epoch).then_some(epoch)
}

/// A set of allowed operations, of which the least number says "not asked" or "not told".
pub(super) fn operations(bits: i32) -> Option<i32> {
    (bits != i32::MIN).then_some(bits)
}

/// A topic or directory id, where all zeros mean that there is none.
pub(super) fn id(id: Uuid) -> Option<Uuid> {
    (!id.is_nil()).then_some(id)
}

pub(super) fn throttle(milliseconds: i32) -> Duration {
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0))
}

/// A time to wait as the protocol counts it; what is longer than it can say is the longest that it can say.
pub(super) fn milliseconds(time: Duration) -> i32 {
    i32::try_from(time.as_millis()).unwrap_or(i32::MAX)
}

pub(super) fn str_bytes(text: &str) -> StrBytes {
    StrBytes::from_string(text.to_owned())
}

pub(super) fn str_list(texts: &[String]) -> Vec<StrBytes> {
    texts.iter().map(|text| str_bytes(text)).collect()
}

pub(super) fn topic(name: &str) -> TopicName {
    TopicName(str_bytes(name))
}

pub(super) fn group_list(ids: &[String]) -> Vec<GroupId> {
    ids.iter().map(|id| GroupId(str_bytes(id))).collect()
}

pub(super) fn each<F, T>(items: &[F], own: impl Fn(&F) -> T) -> Vec<T> {
    items.iter().map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brokers_words_carry_no_control_bytes() {
        let said = StrBytes::from_static_str("no\u{1b}[31m room\r\n");
        assert_eq!(words(3, Some(&said)).as_deref(), Some("no [31m room"));
        assert_eq!(words(3, Some(&StrBytes::from_static_str(" \n"))), None);
        assert_eq!(words(3, None), None);
    }

    #[test]
    fn a_success_says_nothing() {
        assert_eq!(words(0, Some(&StrBytes::from_static_str("NONE"))), None);
    }

    #[test]
    fn a_set_field_below_its_version_is_refused_by_name() {
        assert!(needs(false, 0, 4, "StatesFilter").is_ok());
        assert!(needs(true, 4, 4, "StatesFilter").is_ok());
        assert!(needs(true, 3, 4, "StatesFilter").unwrap_err().0.contains("StatesFilter"));
    }

    #[test]
    fn a_negative_throttle_is_no_throttle() {
        assert_eq!(throttle(-5), Duration::ZERO);
        assert_eq!(throttle(250), Duration::from_millis(250));
    }
}
