//! 64-bit numbers cross as text: a JavaScript number rounds everything above 2^53, and an offset that is off by one is a
//! lie. Both directions accept only the whole decimal number.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A signed 64-bit number that is written as a decimal string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Int64(pub i64);

impl Serialize for Int64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Int64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Int64, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = Int64;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a 64-bit number as text")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Int64, E> {
                text.parse().map(Int64).map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

impl fmt::Display for Int64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<i64> for Int64 {
    fn from(value: i64) -> Int64 {
        Int64(value)
    }
}

/// A moment: milliseconds since 1970 in UTC, by the clock of this machine.
pub type Millis = Int64;
