//! Bytes on the socket: a request with its header going out, whole replies coming in.
//!
//! The size in front of a reply is the first thing that a stranger can lie about, so it is held against a cap before
//! any byte of the reply is kept, and memory grows with the bytes that came, not with the claim. What is no Kafka at all
//! usually shows in these first four bytes, and is called by its name.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use crate::{ApiKey, Malformed, What, shape::header};

/// Where the correlation id stands in a request: after the size, the key and the version.
const CORRELATION: std::ops::Range<usize> = 8..12;
/// Less room than this is not read into.
const LEAST: usize = 2 << 10;
/// The room that is made for reading, at least.
const ROOM: usize = 16 << 10;
/// The room that a claim of more buys before any of it has come.
const FIRST_ROOM: usize = 256 << 10;
/// How much room a byte that has come buys. Room is no memory until bytes come into it, and each time that it grows what
/// has come may have to be moved: doubling it moved a long listing once more in whole.
const GROWTH: usize = 8;

/// A whole request, its correlation id still zero.
pub(super) fn request(
    key: ApiKey,
    version: i16,
    client_id: &str,
    body: impl FnOnce(&mut BytesMut) -> Result<(), Malformed>,
) -> Result<BytesMut, Malformed> {
    let id_length = i16::try_from(client_id.len())
        .map_err(|_| Malformed("the client id is longer than a request can carry".to_owned()))?;
    let mut frame = BytesMut::with_capacity(128);
    frame.put_i32(0);
    frame.put_i16(key.code());
    frame.put_i16(version);
    frame.put_i32(0);
    // The client id keeps the old writing in every header version, so that a broker can read it before it knows more.
    frame.put_i16(id_length);
    frame.put_slice(client_id.as_bytes());
    if header::is_flexible(key, version) {
        frame.put_u8(0);
    }
    body(&mut frame)?;
    let size = i32::try_from(frame.len() - 4)
        .map_err(|_| Malformed("the request is larger than a frame can be".to_owned()))?;
    patch(&mut frame, 0..4, size);
    Ok(frame)
}

/// Writes the correlation id into a whole request.
pub(super) fn number(frame: &mut BytesMut, correlation: i32) {
    patch(frame, CORRELATION, correlation);
}

fn patch(frame: &mut BytesMut, place: std::ops::Range<usize>, value: i32) {
    if let Some(bytes) = frame.get_mut(place) {
        bytes.copy_from_slice(&value.to_be_bytes());
    }
}

/// The bytes that came and are not yet a whole reply.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: BytesMut,
    /// The size of the largest reply that has come in whole; `None`: none has come.
    largest: Option<usize>,
}

impl Inbox {
    /// Where the next bytes go. Room grows with what has come, never by a claimed size, and only when it is used up.
    pub(super) fn room(&mut self) -> &mut BytesMut {
        let spare = self.bytes.capacity() - self.bytes.len();
        let missing = self.missing();
        // Short replies share a buffer until less is left of it than the shortest read that is worth its call.
        if spare < missing.clamp(LEAST, ROOM) {
            // What was really sent once buys as much again: a listing that is asked for every minute isn't moved as it grows.
            let most = self.bytes.len().saturating_mul(GROWTH).max(FIRST_ROOM).max(self.largest.unwrap_or(0));
            self.bytes.reserve(missing.clamp(ROOM, most));
        }
        &mut self.bytes
    }

    /// The next whole reply (without its size), if it has come. `most` is the largest allowed.
    pub(super) fn next(&mut self, most: usize) -> Result<Option<Bytes>, What> {
        let Some(claim) = self.bytes.first_chunk::<4>() else { return Ok(None) };
        let size = match usize::try_from(i32::from_be_bytes(*claim)) {
            Ok(size) if (4..=most).contains(&size) => size,
            _ => return Err(self.refuse(*claim, most)),
        };
        if self.bytes.len() - 4 < size {
            return Ok(None);
        }
        self.bytes.advance(4);
        let reply = self.bytes.split_to(size).freeze();
        self.largest = self.largest.max(Some(size + 4));
        if self.bytes.is_empty() && size > ROOM {
            // Let go of a large reply's memory as soon as its reader does.
            self.bytes = BytesMut::new();
        }
        Ok(Some(reply))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn has_replied(&self) -> bool {
        self.largest.is_some()
    }

    fn missing(&self) -> usize {
        let claim = self.bytes.first_chunk::<4>().map_or(0, |claim| i32::from_be_bytes(*claim));
        usize::try_from(claim).unwrap_or(0).saturating_add(4).saturating_sub(self.bytes.len())
    }

    fn refuse(&self, claim: [u8; 4], most: usize) -> What {
        let size = i32::from_be_bytes(claim);
        if self.largest.is_some() {
            return What::Decode(match size {
                ..4 => format!("a reply claims a size of {size} bytes"),
                _ => format!("a reply claims {size} bytes, more than the {most} allowed"),
            });
        }
        What::NotKafka(match claim {
            [0x14..=0x17, 0x03, 0x00..=0x04, _] => {
                "the answer is TLS; the listener asks for an encrypted connection: turn TLS on for this one"
                    .to_owned()
            }
            [b'H', b'T', b'T', b'P'] => "a web server (HTTP) answers there".to_owned(),
            text if text.iter().all(|byte| matches!(byte, b' '..=b'~')) => {
                format!("the answer is text that starts with “{}”", String::from_utf8_lossy(&text))
            }
            _ => format!("the first answer claims a size of {size} bytes"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inbox(bytes: &[u8]) -> Inbox {
        let mut inbox = Inbox::default();
        inbox.room().extend_from_slice(bytes);
        inbox
    }

    #[test]
    fn a_request_is_size_key_version_correlation_client_body() {
        let body = |out: &mut BytesMut| -> Result<(), Malformed> {
            out.put_u8(0xaa);
            Ok(())
        };
        let mut old = request(ApiKey::Metadata, 8, "me", body).unwrap();
        number(&mut old, 7);
        assert_eq!(&old[..], b"\0\0\0\x0d\0\x03\0\x08\0\0\0\x07\0\x02me\xaa");
        let flexible = request(ApiKey::Metadata, 9, "me", body).unwrap();
        assert_eq!(&flexible[..], b"\0\0\0\x0e\0\x03\0\x09\0\0\0\0\0\x02me\0\xaa");
        request(ApiKey::Metadata, 9, &"x".repeat(40_000), body).unwrap_err();
    }

    #[test]
    fn replies_come_out_whole_however_they_came_in() {
        let mut inbox = Inbox::default();
        let bytes = b"\0\0\0\x05abcde\0\0\0\x04wxyz\0\0";
        let mut replies = Vec::new();
        for byte in bytes {
            inbox.room().extend_from_slice(&[*byte]);
            replies.extend(inbox.next(10).unwrap());
        }
        assert_eq!(replies, [&b"abcde"[..], b"wxyz"]);
        assert!(!inbox.is_empty());
        let mut both = self::inbox(bytes);
        assert_eq!(both.next(10).unwrap().unwrap(), "abcde");
        assert_eq!(both.next(10).unwrap().unwrap(), "wxyz");
        assert_eq!(both.next(10).unwrap(), None);
    }

    #[test]
    fn strangers_are_called_by_their_name() {
        let named = |bytes: &[u8]| match inbox(bytes).next(1 << 20).unwrap_err() {
            What::NotKafka(why) => why,
            other => panic!("{other:?}"),
        };
        assert!(named(b"HTTP/1.1 400 Bad Request").contains("HTTP"));
        assert!(named(b"\x15\x03\x03\x00\x02\x02\x46").contains("TLS"));
        assert!(named(b"\x16\x03\x01\x00\xff").contains("TLS"));
        assert!(named(b"SSH-2.0-OpenSSH").contains("“SSH-”"));
        assert!(named(b"\x7f\xff\xff\xff").contains("2147483647"));
        assert!(named(b"\xff\xff\xff\xff").contains("-1"));
    }

    #[test]
    fn a_size_that_lies_is_refused_before_its_bytes_come() {
        for (claim, most) in
            [(-1_i32, 100_usize), (0, 100), (3, 100), (101, 100), (i32::MIN, 100), (i32::MAX, 100)]
        {
            let mut inbox = inbox(b"\0\0\0\x04wxyz");
            inbox.next(most).unwrap();
            inbox.room().extend_from_slice(&claim.to_be_bytes());
            let why = inbox.next(most).unwrap_err();
            assert!(matches!(&why, What::Decode(words) if words.contains(&claim.to_string())), "{why:?}");
        }
    }

    #[test]
    fn a_claimed_size_buys_no_memory() {
        let mut inbox = inbox(&(100_i32 << 20).to_be_bytes());
        assert_eq!(inbox.next(200 << 20).unwrap(), None);
        assert!(inbox.room().capacity() < 2 * FIRST_ROOM);
    }

    #[test]
    fn a_claim_gets_the_room_at_once_that_a_reply_has_really_filled() {
        let large = 8 * FIRST_ROOM;
        let mut inbox = Inbox::default();
        let claim = |size: usize| i32::try_from(size).unwrap().to_be_bytes();
        inbox.room().extend_from_slice(&claim(large));
        inbox.room().extend_from_slice(&vec![7; large]);
        assert_eq!(inbox.next(large).unwrap().unwrap().len(), large);
        for (claimed, least, most) in [(large, large, large + ROOM), (64 * large, 0, 2 * large)] {
            inbox.bytes = BytesMut::from(&claim(claimed)[..]);
            let room = inbox.room().capacity();
            assert!(least <= room && room <= most, "{room} for {claimed}");
        }
    }
}
