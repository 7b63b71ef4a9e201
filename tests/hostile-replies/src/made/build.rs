//! The bytes of a reply, written by its shape, and where the claims in it stand.

use wire::{
    ApiKey,
    shape::{F, Kind, Shape},
};

use super::{Made, Mark, Section, Writing, choice::Choice};

pub(super) struct Build<'a> {
    shape: &'static Shape,
    version: i16,
    flexible: bool,
    choice: Choice<'a>,
    made: Made,
    serial: u64,
    arrays: usize,
    depth: usize,
    /// Whether the array that is to be crowded was met.
    pub(super) filled: bool,
}

impl<'a> Build<'a> {
    pub(super) fn new(shape: &'static Shape, version: i16, choice: Choice<'a>) -> Build<'a> {
        Build {
            shape,
            version,
            flexible: shape.is_flexible(version),
            choice,
            made: Made::default(),
            serial: 0,
            arrays: 0,
            depth: 0,
            filled: false,
        }
    }

    pub(super) fn reply(&mut self) -> Made {
        self.fields(self.shape.fields());
        std::mem::take(&mut self.made)
    }

    fn fields(&mut self, fields: &'static [F]) {
        let version = self.version;
        for field in fields.iter().filter(|field| field.tag().is_none() && field.lives_in(version)) {
            self.value(field.name(), field.kind(), field.null_in(version));
        }
        if self.flexible {
            self.tags(fields);
        }
    }

    fn tags(&mut self, fields: &'static [F]) {
        let version = self.version;
        let mut tags: Vec<(u32, &'static str, Made)> = Vec::new();
        for field in fields.iter().filter(|field| field.lives_in(version)) {
            if let Some(tag) = field.tag()
                && self.choice.tag()
            {
                let outer = std::mem::take(&mut self.made);
                self.value(field.name(), field.kind(), field.null_in(version));
                tags.push((tag, field.name(), std::mem::replace(&mut self.made, outer)));
            }
        }
        if let Some(size) = self.choice.unknown_tag() {
            tags.push((9000, "an unknown tag", Made { body: vec![7; size], ..Made::default() }));
        }
        tags.sort_by_key(|(tag, _, _)| *tag);
        let start = self.made.body.len();
        self.claim("count of tagged fields", Writing::Plain, false, tags.len());
        let mut section = Section { count: start..self.made.body.len(), tags: Vec::new() };
        for (tag, name, inner) in tags {
            let start = self.made.body.len();
            self.claim(name, Writing::Plain, false, usize::try_from(tag).unwrap());
            self.claim(name, Writing::Plain, false, inner.body.len());
            self.take_in(inner);
            section.tags.push(start..self.made.body.len());
        }
        self.made.sections.push(section);
    }

    /// What was made apart comes to its place, and its claims with it.
    fn take_in(&mut self, inner: Made) {
        let by = self.made.body.len();
        let moved = |place: std::ops::Range<usize>| place.start + by..place.end + by;
        self.made.body.extend(inner.body);
        self.made.marks.extend(inner.marks.into_iter().map(|mark| Mark { place: moved(mark.place), ..mark }));
        self.made.sections.extend(inner.sections.into_iter().map(|section| Section {
            count: moved(section.count),
            tags: section.tags.into_iter().map(moved).collect(),
        }));
    }

    fn value(&mut self, name: &'static str, kind: &'static Kind, nullable: bool) {
        let null = nullable && self.choice.null();
        let long = if self.flexible { Writing::Compact } else { Writing::Long };
        match kind {
            Kind::Struct(fields) => {
                if nullable {
                    self.claim(name, Writing::Presence, true, usize::from(!null));
                }
                if !null {
                    self.fields(fields);
                }
            }
            Kind::Text | Kind::Bytes if null => {
                let short = matches!(kind, Kind::Text) && !self.flexible;
                self.null(name, if short { Writing::Short } else { long });
            }
            Kind::Text | Kind::Bytes => {
                self.serial += 1;
                let unique = self.shape.key() == ApiKey::Metadata;
                let text = self.choice.text(self.serial, unique);
                let short = matches!(kind, Kind::Text) && !self.flexible;
                self.claim(name, if short { Writing::Short } else { long }, nullable, text.len());
                self.made.body.extend(text);
            }
            Kind::Array(_) if null => {
                self.arrays += 1;
                self.null(name, long);
            }
            Kind::Array(of) => self.array(name, of, nullable, long),
            fixed => {
                self.serial += 1;
                self.choice.number(name, fixed, self.shape, self.serial, &mut self.made.body);
            }
        }
    }

    fn array(&mut self, name: &'static str, of: &'static Kind, nullable: bool, long: Writing) {
        let met = self.arrays;
        self.arrays += 1;
        self.depth += 1;
        match self.choice.count(self.depth - 1, met) {
            Some(count) => {
                self.claim(name, long, nullable, count);
                (0..count).for_each(|_| self.value(name, of, false));
            }
            None => {
                self.filled = true;
                let outer = std::mem::take(&mut self.made);
                let mut count = 0;
                while !self.choice.enough(self.made.body.len()) {
                    self.value(name, of, false);
                    count += 1;
                }
                let inner = std::mem::replace(&mut self.made, outer);
                self.claim(name, long, nullable, count);
                self.take_in(inner);
            }
        }
        self.depth -= 1;
    }

    fn null(&mut self, field: &'static str, writing: Writing) {
        let start = self.made.body.len();
        match writing {
            Writing::Short => self.made.body.extend([0xff; 2]),
            Writing::Long => self.made.body.extend([0xff; 4]),
            _ => self.made.body.push(0),
        }
        self.mark(start, field, writing, true);
    }

    fn claim(&mut self, field: &'static str, writing: Writing, nullable: bool, number: usize) {
        let start = self.made.body.len();
        let out = &mut self.made.body;
        match writing {
            Writing::Short => out.extend(i16::try_from(number).unwrap().to_be_bytes()),
            Writing::Long => out.extend(i32::try_from(number).unwrap().to_be_bytes()),
            Writing::Compact => uvarint(number as u64 + 1, out),
            Writing::Plain => uvarint(number as u64, out),
            Writing::Presence => out.push(if number == 0 { 0xff } else { 1 }),
        }
        self.mark(start, field, writing, nullable);
    }

    fn mark(&mut self, start: usize, field: &'static str, writing: Writing, nullable: bool) {
        let place = start..self.made.body.len();
        self.made.marks.push(Mark { place, field, writing, nullable });
    }
}

/// A number in the protocol's variable length.
pub fn uvarint(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
