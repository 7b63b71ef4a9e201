//! A walk over a request body by its own shape, done before the codec sees it. The codec reserves memory from array
//! counts as they come off the wire, so a nine-byte body could make it ask for hundreds of gigabytes and end the
//! process; here every count and length is held against the bytes that are left.

mod cursor;
mod table;

pub(crate) use cursor::Cursor;
use table::SHAPES;

#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) key: i16,
    /// The first version with compact lengths and tag sections.
    pub(crate) flexible: i16,
    pub(crate) fields: &'static [Field],
}

#[derive(Debug)]
pub(crate) struct Field {
    from: i16,
    to: i16,
    kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Fixed(usize),
    Text,
    /// An array of structures.
    List(&'static [Field]),
    /// An array of one primitive: no tag section per element.
    Plain(&'static Kind),
    /// A structure behind a presence byte.
    Maybe(&'static [Field]),
}

const fn since(from: i16, kind: Kind) -> Field {
    Field { from, to: i16::MAX, kind }
}

const fn between(from: i16, to: i16, kind: Kind) -> Field {
    Field { from, to, kind }
}

/// Whether a body of this key and version is well formed to its last byte. A key without a shape is never decoded.
pub(crate) fn holds(key: i16, version: i16, body: &[u8]) -> bool {
    let Some(shape) = SHAPES.iter().find(|shape| shape.key == key) else { return false };
    let mut cursor = Cursor::new(body);
    let flexible = version >= shape.flexible;
    walk(&mut cursor, shape.fields, version, flexible).is_some() && cursor.left() == 0
}

fn walk(cursor: &mut Cursor<'_>, fields: &[Field], version: i16, flexible: bool) -> Option<()> {
    for field in fields.iter().filter(|field| field.from <= version && version <= field.to) {
        step(cursor, &field.kind, version, flexible)?;
    }
    if flexible { cursor.skip_tags() } else { Some(()) }
}

fn step(cursor: &mut Cursor<'_>, kind: &Kind, version: i16, flexible: bool) -> Option<()> {
    match kind {
        Kind::Fixed(size) => cursor.skip(*size),
        Kind::Text => {
            let length = if flexible { cursor.compact_length()? } else { cursor.short_length()? };
            cursor.skip(length)
        }
        Kind::List(fields) => {
            for _ in 0..count(cursor, flexible)? {
                walk(cursor, fields, version, flexible)?;
            }
            Some(())
        }
        Kind::Plain(element) => {
            for _ in 0..count(cursor, flexible)? {
                step(cursor, element, version, flexible)?;
            }
            Some(())
        }
        Kind::Maybe(fields) => {
            if cursor.i8()? < 0 {
                return Some(());
            }
            walk(cursor, fields, version, flexible)
        }
    }
}

/// Every element of every request takes at least a byte, so a count above the bytes left is a lie.
fn count(cursor: &mut Cursor<'_>, flexible: bool) -> Option<usize> {
    let count = if flexible { cursor.compact_length()? } else { cursor.long_length()? };
    (count <= cursor.left()).then_some(count)
}
