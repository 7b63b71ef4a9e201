//! The vocabulary of the table of shapes: what a field can be, in which versions it lives, and its least size.
//!
//! The least size is what turns a count into a claim that can be checked before the first element is read.

use crate::ApiKey;

/// The body of one reply. It can be looked at from outside and not be made there: those who test what is read make their
/// bodies by it.
#[derive(Debug)]
pub struct Shape {
    pub(super) key: i16,
    pub(super) name: &'static str,
    pub(super) versions: (i16, i16),
    /// First version written in the compact way with tagged fields; `EVER` when there is none.
    pub(super) flexible: i16,
    pub(super) fields: &'static [F],
}

/// One field: name, first and last version, first version in which it may be null, tag, and what it is. Nameless and
/// short, because the table holds some fourteen hundred of them.
#[derive(Debug)]
pub struct F(
    pub(super) &'static str,
    pub(super) i16,
    pub(super) i16,
    pub(super) i16,
    pub(super) i64,
    pub(super) Kind,
);

/// No last version.
pub(super) const EVER: i16 = i16::MAX;
/// No version at all (of being null).
pub(super) const NEVER: i16 = i16::MAX;
/// A field that stands in its place and not among the tagged ones.
pub(super) const UNTAGGED: i64 = -1;

impl Shape {
    #[must_use]
    pub fn key(&self) -> ApiKey {
        ApiKey::from_code(self.key)
    }

    /// As the schema calls it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Lowest and highest.
    #[must_use]
    pub fn versions(&self) -> (i16, i16) {
        self.versions
    }

    /// Whether this version has compact lengths and tagged fields.
    #[must_use]
    pub fn is_flexible(&self, version: i16) -> bool {
        self.flexible <= version
    }

    #[must_use]
    pub fn fields(&self) -> &'static [F] {
        self.fields
    }
}

impl F {
    /// As the schema calls it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0
    }

    /// `None` for a field that stands in its place.
    #[must_use]
    pub fn tag(&self) -> Option<u32> {
        u32::try_from(self.4).ok()
    }

    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.5
    }

    #[inline]
    #[must_use]
    pub fn lives_in(&self, version: i16) -> bool {
        self.1 <= version && version <= self.2
    }

    #[inline]
    #[must_use]
    pub fn null_in(&self, version: i16) -> bool {
        self.3 <= version
    }
}

/// What a field is.
#[derive(Debug)]
pub enum Kind {
    Bool,
    I8,
    I16,
    U16,
    I32,
    I64,
    F64,
    Uuid,
    Text,
    Bytes,
    Array(&'static Kind),
    Struct(&'static [F]),
}

impl Kind {
    /// The fewest bytes that a value can have. Never zero, so that a count is always bounded by the bytes left.
    #[must_use]
    pub fn least(&self, version: i16, flexible: bool) -> usize {
        match self {
            Kind::Bool | Kind::I8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 => 4,
            Kind::I64 | Kind::F64 => 8,
            Kind::Uuid => 16,
            Kind::Text if !flexible => 2,
            Kind::Bytes | Kind::Array(_) if !flexible => 4,
            Kind::Text | Kind::Bytes | Kind::Array(_) => 1,
            Kind::Struct(fields) => {
                let in_place = |field: &&F| field.4 == UNTAGGED && field.lives_in(version);
                let least = |field: &F| match field.5 {
                    Kind::Struct(_) if field.null_in(version) => 1,
                    ref kind => kind.least(version, flexible),
                };
                let sum: usize = fields.iter().filter(in_place).map(least).sum();
                (sum + usize::from(flexible)).max(1)
            }
        }
    }

    /// Whether every value has just the least size, so that an array of them is one step.
    #[inline]
    pub(super) fn is_fixed(&self) -> bool {
        !matches!(self, Kind::Text | Kind::Bytes | Kind::Array(_) | Kind::Struct(_))
    }
}
