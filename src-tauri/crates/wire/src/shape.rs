//! The bounded walk: a reply is held against the shape of its message before any decoder sees it.
//!
//! The codec reserves memory by the counts it reads, so that nine bytes can ask for 400 GB and abort the process. This
//! walk goes over the whole body by the message's published shape, touches every length and every count, and allocates
//! nothing. What passes it can be decoded with memory in proportion to the bytes that really came. The nesting is that
//! of the table, which is fixed, so that no body can make it recurse deeper.

pub(crate) mod header;
mod kind;
#[rustfmt::skip]
mod table;

use kind::{EVER, NEVER, UNTAGGED};
pub use kind::{F, Kind, Shape};

use crate::{ApiKey, Malformed, Reader};

/// The most elements, of all arrays together, that one reply may hold. An element costs the decoder far more memory
/// than its least bytes (an empty string is one byte on the wire and some fifty decoded), so that bytes alone are no
/// bound. Sixteen times what a broker with a quarter of a million replicas has to say.
pub(crate) const MOST_ELEMENTS: usize = 1 << 22;

/// Goes over the body (no header) of a reply and checks each length and count against the bytes that are left.
///
/// # Errors
/// Names the field and the offset where the bytes can't be what the shape says, or says that there is no such shape.
pub fn walk(key: ApiKey, version: i16, body: &[u8]) -> Result<(), Malformed> {
    let Some(shape) = shape_of(key) else {
        return Err(Malformed(format!("no shape is known for a reply to {key}, so it can't be read safely")));
    };
    if version < shape.versions.0 || shape.versions.1 < version {
        return Err(Malformed(format!("{} has no version {version}", shape.name)));
    }
    let mut walk =
        Walk { reader: Reader::new(body), version, flexible: shape.flexible <= version, elements: 0 };
    walk.fields(shape.fields)
        .and_then(|()| walk.reader.finish())
        .map_err(|why| Malformed(format!("{} v{version}: {why}", shape.name)))
}

/// The versions of a reply that the table knows.
#[must_use]
pub fn versions(key: ApiKey) -> Option<(i16, i16)> {
    shape_of(key).map(|shape| shape.versions)
}

/// The shape of the reply to this request.
#[must_use]
pub fn shape_of(key: ApiKey) -> Option<&'static Shape> {
    let place = table::SHAPES.binary_search_by_key(&key.code(), |shape| shape.key).ok()?;
    table::SHAPES.get(place)
}

/// Every shape, sorted by key.
#[must_use]
pub fn shapes() -> &'static [Shape] {
    table::SHAPES
}

struct Walk<'a> {
    reader: Reader<'a>,
    version: i16,
    flexible: bool,
    elements: usize,
}

impl Walk<'_> {
    fn fields(&mut self, fields: &'static [F]) -> Result<(), Malformed> {
        for field in fields {
            if field.4 == UNTAGGED && field.lives_in(self.version) {
                self.value(field.0, field.null_in(self.version), &field.5)?;
            }
        }
        if self.flexible { self.tagged(fields) } else { Ok(()) }
    }

    /// A known tag is walked in a window of just its size and has to fill it, for the codec reads it without looking at
    /// the size; an unknown one is passed over.
    fn tagged(&mut self, fields: &'static [F]) -> Result<(), Malformed> {
        let (version, flexible) = (self.version, self.flexible);
        let elements = &mut self.elements;
        self.reader.tags(true, |tag, window| {
            let known = |field: &&F| field.4 == i64::from(tag) && field.lives_in(version);
            let Some(field) = fields.iter().find(known) else { return Ok(()) };
            let mut inner = Walk { reader: window.clone(), version, flexible, elements: *elements };
            inner.value(field.0, field.null_in(version), &field.5)?;
            *elements = inner.elements;
            inner.reader.finish()
        })
    }

    fn value(&mut self, name: &'static str, nullable: bool, kind: &'static Kind) -> Result<(), Malformed> {
        match kind {
            Kind::Text => self.text(name, nullable),
            Kind::Bytes => {
                if nullable {
                    self.reader.nullable_bytes(self.flexible, name)?;
                } else {
                    self.reader.bytes(self.flexible, name)?;
                }
                Ok(())
            }
            Kind::Array(of) => self.array(name, nullable, of),
            Kind::Struct(fields) if nullable => match self.reader.i8(name)? {
                -1 => Ok(()),
                1 => self.fields(fields),
                other => {
                    Err(self.reader.malformed(name, format_args!("{other} is neither null nor a structure")))
                }
            },
            Kind::Struct(fields) => self.fields(fields),
            fixed => self.reader.take(fixed.least(self.version, self.flexible), name).map(|_| ()),
        }
    }

    fn text(&mut self, name: &'static str, nullable: bool) -> Result<(), Malformed> {
        if nullable {
            self.reader.nullable_string(self.flexible, name)?;
        } else {
            self.reader.string(self.flexible, name)?;
        }
        Ok(())
    }

    fn array(&mut self, name: &'static str, nullable: bool, of: &'static Kind) -> Result<(), Malformed> {
        let least = of.least(self.version, self.flexible);
        let count = if nullable {
            self.reader.nullable_count(self.flexible, least, name)?.unwrap_or(0)
        } else {
            self.reader.count(self.flexible, least, name)?
        };
        self.elements = self.elements.saturating_add(count);
        if self.elements > MOST_ELEMENTS {
            return Err(self
                .reader
                .malformed(name, format_args!("more than {MOST_ELEMENTS} elements in one reply")));
        }
        if of.is_fixed() {
            return self.reader.take(count.saturating_mul(least), name).map(|_| ());
        }
        for _ in 0..count {
            self.value(name, false, of)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
