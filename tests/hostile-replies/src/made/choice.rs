//! What is left open by a shape, decided: lengths, counts, nulls and numbers.

use rand::{Rng as _, rngs::StdRng};
use wire::{
    ApiKey,
    shape::{Kind, Shape},
};

pub(super) enum Choice<'a> {
    Random(&'a mut StdRng),
    Full,
    Crowded { nth: usize, bytes: usize, smallest: bool },
}

impl Choice<'_> {
    pub(super) fn null(&mut self) -> bool {
        match self {
            Choice::Random(rng) => rng.random_bool(0.3),
            Choice::Full => false,
            Choice::Crowded { smallest, .. } => *smallest,
        }
    }

    pub(super) fn tag(&mut self) -> bool {
        match self {
            Choice::Random(rng) => rng.random_bool(0.7),
            Choice::Full => true,
            Choice::Crowded { smallest, .. } => !*smallest,
        }
    }

    /// The size of a tagged field that nobody knows, if there is one.
    pub(super) fn unknown_tag(&mut self) -> Option<usize> {
        match self {
            Choice::Random(rng) => rng.random_bool(0.2).then(|| rng.random_range(0..5)),
            Choice::Full => Some(2),
            Choice::Crowded { .. } => None,
        }
    }

    pub(super) fn text(&mut self, serial: u64, unique: bool) -> Vec<u8> {
        match self {
            Choice::Crowded { smallest: true, .. } if !unique => Vec::new(),
            // A plain number, since some names are read as one.
            Choice::Crowded { .. } => serial.to_string().into_bytes(),
            _ if unique => format!("n{serial}").into_bytes(),
            Choice::Random(rng) => {
                let length = rng.random_range(0..6);
                (0..length).map(|_| b'a' + rng.random_range(0..26)).collect()
            }
            Choice::Full => b"abc".to_vec(),
        }
    }

    /// How many elements an array has; a crowded one stops by itself.
    pub(super) fn count(&mut self, depth: usize, met: usize) -> Option<usize> {
        match self {
            Choice::Random(rng) => Some(rng.random_range(0..4)),
            Choice::Full => Some(if depth == 0 { 2 } else { 1 }),
            Choice::Crowded { nth, .. } if *nth == met => None,
            Choice::Crowded { nth, smallest, .. } => Some(usize::from(met < *nth || !*smallest)),
        }
    }

    pub(super) fn enough(&self, bytes: usize) -> bool {
        match self {
            Choice::Crowded { bytes: goal, .. } => *goal <= bytes,
            _ => true,
        }
    }

    pub(super) fn number(&mut self, name: &str, kind: &Kind, shape: &Shape, serial: u64, out: &mut Vec<u8>) {
        let size = kind.least(0, false);
        if shape.key() == ApiKey::Metadata && matches!(name, "NodeId" | "PartitionIndex" | "Port") {
            let number = if name == "Port" { serial % 65_535 + 1 } else { serial };
            out.extend(u32::try_from(number).unwrap().to_be_bytes());
            return;
        }
        match (self, kind) {
            (Choice::Random(rng), Kind::Bool) => out.push(u8::from(rng.random_bool(0.5))),
            (Choice::Random(rng), Kind::F64) => out.extend(rng.random_range(0.0..1e9_f64).to_be_bytes()),
            (Choice::Random(rng), _) => {
                // Small numbers and -1 as well as any: counters, codes and "not told" are the ordinary values.
                let fill = [0, 0xff, rng.random()][rng.random_range(0..3)];
                out.extend(std::iter::repeat_n(fill, size - 1));
                out.push(rng.random());
            }
            // A broker, where a kind of resource is asked.
            (_, Kind::I8) => out.push(4),
            (_, Kind::I16 | Kind::Bool) => out.extend(std::iter::repeat_n(0, size)),
            _ => {
                let wide = [[0; 8], serial.to_be_bytes()].concat();
                out.extend(&wide[wide.len() - size..]);
            }
        }
    }
}
