//! A topic's identity, which outlives its name: a topic that was deleted and made again has the same name and another id.
//!
//! It wraps the UUID and hands out neither it nor a codec type, so that no layer above depends on how an id is coded. In
//! text it is what Kafka's own tools print: the 16 bytes in URL-safe base64 without padding.

use std::{fmt, str::FromStr};

use uuid::Uuid;

/// The id of a topic; never the all-zero one, which is how the protocol says "none".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TopicId(Uuid);

/// A text that is no topic id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a topic id: Kafka's tools print one as 22 letters, digits, - and _")]
pub struct NotATopicId(String);

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// 16 bytes at 6 bits a letter; the last letter carries two bits.
const LETTERS: u32 = 22;

impl TopicId {
    /// The id that a message carries; `None` for the all-zero one.
    #[must_use]
    pub fn new(id: Uuid) -> Option<TopicId> {
        if id.is_nil() { None } else { Some(TopicId(id)) }
    }
}

impl fmt::Display for TopicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.0.as_u128();
        let text: String = (0..LETTERS)
            .map(|letter| {
                let shift = 122_u32.checked_sub(6 * letter);
                let digit = shift.map_or(number << 4, |shift| number >> shift) & 0x3f;
                DIGITS.get(digit as usize).map_or('?', |byte| char::from(*byte))
            })
            .collect();
        // `pad` so that a width in a format string works.
        f.pad(&text)
    }
}

impl fmt::Debug for TopicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TopicId({self})")
    }
}

impl FromStr for TopicId {
    type Err = NotATopicId;

    fn from_str(text: &str) -> Result<TopicId, NotATopicId> {
        let wrong = || NotATopicId(text.to_owned());
        if text.len() != LETTERS as usize {
            return Err(wrong());
        }
        let mut number = 0_u128;
        for (letter, byte) in (0..LETTERS).zip(text.bytes()) {
            let digit = DIGITS.iter().position(|digit| *digit == byte).ok_or_else(wrong)? as u128;
            number |= match 122_u32.checked_sub(6 * letter) {
                Some(shift) => digit << shift,
                // The four bits beyond the 16 bytes must be clear, or two texts would name one id.
                None if digit & 0x0f == 0 => digit >> 4,
                None => return Err(wrong()),
            };
        }
        TopicId::new(Uuid::from_u128(number)).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::TopicId;
    use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
    use uuid::Uuid;

    #[test]
    fn an_id_reads_as_kafkas_tools_print_it() {
        // The id of the metadata topic, which Kafka prints as AAAAAAAAAAAAAAAAAAAAAQ.
        let id = TopicId::new(Uuid::from_u128(1)).unwrap();
        assert_eq!(id.to_string(), "AAAAAAAAAAAAAAAAAAAAAQ");
        let bytes = [0xfb, 0xff, 0xbf, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0xff];
        let id = TopicId::new(Uuid::from_bytes(bytes)).unwrap();
        assert_eq!(id.to_string(), "-_-_AAECAwQFBgcICQoL_w");
    }

    #[test]
    fn every_id_comes_back_from_its_text() {
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..2000 {
            let id = TopicId::new(Uuid::from_u128(random.random())).unwrap();
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn what_is_no_id_is_refused() {
        for text in ["", "AAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAQ=", "AAAAAAAAAAAAAAAAAAAA+Q"] {
            text.parse::<TopicId>().unwrap_err();
        }
        // All zero is "none"; stray bits would make two texts of one id.
        "AAAAAAAAAAAAAAAAAAAAAA".parse::<TopicId>().unwrap_err();
        "AAAAAAAAAAAAAAAAAAAAAR".parse::<TopicId>().unwrap_err();
    }
}
