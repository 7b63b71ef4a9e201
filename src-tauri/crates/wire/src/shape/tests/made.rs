//! Random replies, made by the table: any body that the walk should let through can come out of here.

use rand::{Rng as _, rngs::StdRng};

use super::super::kind::{F, Kind, Shape, UNTAGGED};

pub(super) fn reply(rng: &mut StdRng, shape: &Shape, version: i16) -> Vec<u8> {
    let mut made = Made { rng, version, flexible: shape.flexible <= version, out: Vec::new() };
    made.fields(shape.fields);
    made.out
}

struct Made<'a> {
    rng: &'a mut StdRng,
    version: i16,
    flexible: bool,
    out: Vec<u8>,
}

impl Made<'_> {
    fn fields(&mut self, fields: &'static [F]) {
        let version = self.version;
        for field in fields.iter().filter(|field| field.4 == UNTAGGED && field.lives_in(version)) {
            self.value(&field.5, field.null_in(version));
        }
        if self.flexible {
            self.tags(fields);
        }
    }

    fn tags(&mut self, fields: &'static [F]) {
        let version = self.version;
        let mut tags: Vec<(u32, Vec<u8>)> = Vec::new();
        for field in fields.iter().filter(|field| field.4 != UNTAGGED && field.lives_in(version)) {
            if self.rng.random_bool(0.7) {
                let outer = std::mem::take(&mut self.out);
                self.value(&field.5, field.null_in(version));
                let bytes = std::mem::replace(&mut self.out, outer);
                tags.push((u32::try_from(field.4).unwrap(), bytes));
            }
        }
        if self.rng.random_bool(0.2) {
            let size = self.rng.random_range(0..5);
            tags.push((9000, vec![7; size]));
        }
        tags.sort_by_key(|(tag, _)| *tag);
        self.uvarint(tags.len());
        for (tag, bytes) in tags {
            self.uvarint(usize::try_from(tag).unwrap());
            self.uvarint(bytes.len());
            self.out.extend(bytes);
        }
    }

    fn value(&mut self, kind: &'static Kind, nullable: bool) {
        let null = nullable && self.rng.random_bool(0.3);
        match kind {
            Kind::Struct(fields) => {
                if nullable {
                    self.out.push(if null { 0xff } else { 1 });
                }
                if !null {
                    self.fields(fields);
                }
            }
            Kind::Text | Kind::Bytes => {
                let length = self.rng.random_range(0..6);
                self.length(matches!(kind, Kind::Text), (!null).then_some(length));
                if !null {
                    self.out.extend((0..length).map(|_| b'a' + self.rng.random_range(0..26)));
                }
            }
            Kind::Array(of) => {
                let count = self.rng.random_range(0..4);
                self.length(false, (!null).then_some(count));
                if !null {
                    (0..count).for_each(|_| self.value(of, false));
                }
            }
            Kind::Bool => self.out.push(u8::from(self.rng.random_bool(0.5))),
            Kind::F64 => self.out.extend(self.rng.random_range(0.0..1e9_f64).to_be_bytes()),
            fixed => {
                // Small numbers and -1 as well as any: counters, codes and "not told" are the ordinary values.
                let size = fixed.least(self.version, self.flexible);
                let fill = [0, 0xff, self.rng.random()][self.rng.random_range(0..3)];
                self.out.extend(std::iter::repeat_n(fill, size - 1));
                self.out.push(self.rng.random());
            }
        }
    }

    /// The length of a text (short) or of bytes or an array (long), or that there is none.
    fn length(&mut self, short: bool, length: Option<usize>) {
        match (self.flexible, length) {
            (true, length) => self.uvarint(length.map_or(0, |length| length + 1)),
            (false, length) => {
                let told = length.map_or(-1, |length| i16::try_from(length).unwrap());
                if short {
                    self.out.extend(told.to_be_bytes());
                } else {
                    self.out.extend(i32::from(told).to_be_bytes());
                }
            }
        }
    }

    fn uvarint(&mut self, mut number: usize) {
        while number > 0x7f {
            self.out.push(u8::try_from(number & 0x7f).unwrap() | 0x80);
            number >>= 7;
        }
        self.out.push(u8::try_from(number).unwrap());
    }
}
