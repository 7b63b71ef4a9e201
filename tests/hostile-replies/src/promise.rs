//! What reading a reply promises, whatever its bytes: no panic, memory in proportion to the bytes that came, a failure that
//! says which field at which offset, and of what is taken for good the very reading that the codec has of it.

use allocation_counter::measure;
use bytes::Bytes;
use meta::Malformed;

use crate::{Subject, subjects::Reply};

/// The most memory that one byte of a reply may cost on its way to owned data. An empty string is one byte on the wire,
/// 32 in the codec and 24 with us; structures of empty strings cost the most.
const PER_BYTE: u64 = 250;
/// For the sentence of a failure, and what is there for a reply of any size.
const SENTENCE: u64 = 4096;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Read,
    Refused,
}

/// Reads a reply and holds all promises against what came of it.
///
/// # Panics
/// When one of them is broken; that is the finding.
pub fn check(subject: &Subject, version: i16, body: &[u8]) -> Verdict {
    let place = || format!("{} v{version}: {}", subject.key, shown(body));
    match read(subject, version, body, &place) {
        Err(why) => {
            says_where(subject, body.len(), &why, &place);
            Verdict::Refused
        }
        Ok(reply) => {
            let words = reply.words();
            put_to_use(reply, body, &place);
            agrees(subject, version, body, &words, &place);
            Verdict::Read
        }
    }
}

/// Reads a good reply and holds only the promise about memory, which of a large one is what there is to see.
///
/// # Panics
/// When the promise is broken, or the reply can't be read.
pub fn cost(subject: &Subject, version: i16, body: &[u8]) {
    let place = || format!("{} v{version}: {}", subject.key, shown(body));
    let reply = read(subject, version, body, &place).unwrap_or_else(|why| panic!("{}\n{why}", place()));
    put_to_use(reply, body, &place);
}

fn read(
    subject: &Subject,
    version: i16,
    body: &[u8],
    place: &impl Fn() -> String,
) -> Result<Box<dyn Reply>, Malformed> {
    let given = Bytes::copy_from_slice(body);
    let mut read = None;
    let took = measure(|| read = Some((subject.read)(version, given))).bytes_max;
    assert!(took <= most(body), "{} took {took} bytes, {} are allowed", place(), most(body));
    read.unwrap()
}

fn put_to_use(reply: Box<dyn Reply>, body: &[u8], place: &impl Fn() -> String) {
    let took = measure(|| reply.put_to_use()).bytes_max;
    assert!(took <= most(body), "{} took {took} bytes to be used", place());
}

fn most(body: &[u8]) -> u64 {
    u64::try_from(body.len()).unwrap() * PER_BYTE + SENTENCE
}

/// The sentence has the name of a field of this message and a place within the body.
fn says_where(subject: &Subject, length: usize, why: &Malformed, place: &impl Fn() -> String) {
    let said = why.0.split_once(" at byte ").and_then(|(before, after)| {
        let offset: usize = after.split(' ').next()?.parse().ok()?;
        let field = before.rsplit(": ").next()?;
        Some((field, offset))
    });
    let Some((field, offset)) = said else {
        panic!("{}\nsays not where: {why}", place());
    };
    assert!(offset <= length, "{}\nsays a place that there is not: {why}", place());
    let general =
        ["tag", "tagged field", "size of a tagged field", "count of tagged fields", "end of the body"];
    let plain = plain(field);
    let known = general.contains(&field) || has(subject.shape().fields(), &plain);
    assert!(known, "{}\nnames no field of its message: {why}", place());
}

fn has(fields: &[wire::shape::F], name: &str) -> bool {
    use wire::shape::Kind;
    fields.iter().any(|field| {
        name.ends_with(&plain(field.name()))
            || match field.kind() {
                Kind::Struct(inner) | Kind::Array(Kind::Struct(inner)) => has(inner, name),
                _ => false,
            }
    })
}

/// Without what tells one way of writing a name from another.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// What the codec reads in these bytes and writes again reads here as the bytes did.
fn agrees(subject: &Subject, version: i16, body: &[u8], words: &str, place: &impl Fn() -> String) {
    let real = (subject.reply_version)(version, body);
    let Some(again) = (subject.by_codec)(real, body) else { return };
    let again = again.unwrap_or_else(|why| panic!("{}\nthe codec: {why}", place()));
    match (subject.read)(version, Bytes::from(again.clone())) {
        Ok(second) => assert_eq!(second.words(), words, "{}\nas the codec has it: {again:02x?}", place()),
        Err(why) => panic!("{}\nwhat the codec writes is refused: {why}\n{again:02x?}", place()),
    }
}

fn shown(body: &[u8]) -> String {
    match body.get(..600) {
        Some(start) => format!("{} bytes: {start:02x?}…", body.len()),
        None => format!("{body:02x?}"),
    }
}
