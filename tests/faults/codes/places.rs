//! Where a reply carries error codes: found in its bytes by the shape that the program itself walks by, so that a place
//! that a newer version adds is met without anybody writing it down.

use std::collections::BTreeSet;

use meta::ApiKey;
use wire::shape::{F, Kind, shape_of};

/// One error code in the bytes of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The names of the fields that lead to it.
    pub path: String,
    pub at: usize,
}

/// The error codes of this reply, in the order of its bytes.
pub fn sites(api: ApiKey, version: i16, body: &[u8]) -> Vec<Site> {
    let shape = shape_of(api).unwrap();
    let flexible = shape.is_flexible(version);
    let mut walk = Walk { body, at: 0, version, flexible, path: Vec::new(), found: Vec::new() };
    walk.fields(shape.fields());
    assert_eq!(walk.at, body.len(), "{api} v{version} was not read to its end");
    walk.found
}

/// The places that the shape has in any of these versions.
pub fn places(api: ApiKey, versions: (i16, i16)) -> BTreeSet<String> {
    let shape = shape_of(api).unwrap();
    let mut found = BTreeSet::new();
    for version in versions.0..=versions.1.min(shape.versions().1) {
        declared(shape.fields(), version, "", &mut found);
    }
    found
}

fn declared(fields: &[F], version: i16, above: &str, found: &mut BTreeSet<String>) {
    for field in fields.iter().filter(|field| field.lives_in(version)) {
        let path = format!("{above}{}", field.name());
        let mut kind = field.kind();
        while let Kind::Array(of) = kind {
            kind = of;
        }
        match kind {
            Kind::Struct(fields) => declared(fields, version, &format!("{path}."), found),
            _ if is_code(field) => {
                found.insert(path);
            }
            _ => {}
        }
    }
}

fn is_code(field: &F) -> bool {
    field.name().ends_with("ErrorCode") && matches!(field.kind(), Kind::I16)
}

struct Walk<'a> {
    body: &'a [u8],
    at: usize,
    version: i16,
    flexible: bool,
    path: Vec<&'static str>,
    found: Vec<Site>,
}

impl Walk<'_> {
    fn fields(&mut self, fields: &'static [F]) {
        let version = self.version;
        for field in fields.iter().filter(|field| field.tag().is_none() && field.lives_in(version)) {
            self.field(field);
        }
        if !self.flexible {
            return;
        }
        for _ in 0..self.uvarint() {
            let (tag, size) = (self.uvarint(), self.uvarint());
            let end = self.at + size;
            let known = |field: &&F| {
                field.tag().is_some_and(|own| own as usize == tag) && field.lives_in(self.version)
            };
            if let Some(field) = fields.iter().find(known) {
                self.field(field);
            }
            self.at = end;
        }
    }

    fn field(&mut self, field: &'static F) {
        self.path.push(field.name());
        if is_code(field) {
            self.found.push(Site { path: self.path.join("."), at: self.at });
        }
        self.value(field.kind(), field.null_in(self.version));
        self.path.pop();
    }

    fn value(&mut self, kind: &'static Kind, nullable: bool) {
        match kind {
            Kind::Text if !self.flexible => {
                let length = self.number::<2>();
                self.at += usize::try_from(length).unwrap_or(0);
            }
            Kind::Bytes if !self.flexible => {
                let length = self.number::<4>();
                self.at += usize::try_from(length).unwrap_or(0);
            }
            Kind::Text | Kind::Bytes => {
                let length = self.uvarint().saturating_sub(1);
                self.at += length;
            }
            Kind::Array(of) => {
                let count = match self.flexible {
                    true => self.uvarint().saturating_sub(1),
                    false => usize::try_from(self.number::<4>()).unwrap_or(0),
                };
                (0..count).for_each(|_| self.value(of, false));
            }
            Kind::Struct(fields) => {
                if nullable && self.number::<1>() < 0 {
                    return;
                }
                self.fields(fields);
            }
            fixed => self.at += fixed.least(self.version, self.flexible),
        }
    }

    fn number<const BYTES: usize>(&mut self) -> i64 {
        let bytes = &self.body[self.at..self.at + BYTES];
        self.at += BYTES;
        let sign = if bytes[0] & 0x80 == 0 { 0 } else { -1 };
        bytes.iter().fold(sign, |number, byte| (number << 8) | i64::from(*byte))
    }

    fn uvarint(&mut self) -> usize {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.body[self.at];
            self.at += 1;
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return number;
            }
        }
        panic!("a length of more than five bytes")
    }
}
