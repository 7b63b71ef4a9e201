//! Damage: every claim of a body turned into extremes, tagged fields repeated and out of order, and chance.

use std::ops::Range;

use rand::{Rng as _, rngs::StdRng};

use crate::made::{Made, Mark, Section, Writing, uvarint};

/// The body with other bytes at this place.
#[must_use]
pub fn replaced(body: &[u8], place: &Range<usize>, by: &[u8]) -> Vec<u8> {
    [&body[..place.start], by, &body[place.end..]].concat()
}

/// What a claim may be turned into, and whether that is null.
#[must_use]
pub fn extremes(made: &Made, mark: &Mark) -> Vec<(Vec<u8>, bool)> {
    // What really follows: a claim of just this much, one less and one more is the hardest to see through.
    let left = made.body.len() - mark.place.end;
    let around = [left.saturating_sub(1), left, left + 1].map(|bytes| bytes as i64);
    let signed = [0, 1, 2, 127, 128, -1, -2].into_iter().chain(around);
    match mark.writing {
        Writing::Short => signed
            .chain([i64::from(i16::MAX), i64::from(i16::MIN)])
            .filter_map(|number| Some((i16::try_from(number).ok()?.to_be_bytes().to_vec(), number == -1)))
            .collect(),
        Writing::Long => signed
            .chain([1 << 16, 1 << 24, i64::from(i32::MAX) - 1, i64::from(i32::MAX), i64::from(i32::MIN)])
            .filter_map(|number| Some((i32::try_from(number).ok()?.to_be_bytes().to_vec(), number == -1)))
            .collect(),
        Writing::Compact | Writing::Plain => {
            let plus = u64::from(mark.writing == Writing::Compact);
            let sizes = signed.filter_map(|number| u64::try_from(number).ok()).map(|number| number + plus);
            let numbers =
                sizes.chain([1 << 16, 1 << 31, (1 << 31) - 1, u64::from(u32::MAX), 1 << 32, u64::MAX]);
            let mut all: Vec<_> = numbers
                .map(|number| {
                    let mut out = Vec::new();
                    uvarint(number, &mut out);
                    (out, false)
                })
                .collect();
            let null = mark.writing == Writing::Compact;
            all.push((vec![0], null));
            // Nothing and one, written longer than they need; past five bytes that is no number any more.
            for length in 1..=10 {
                all.push(([vec![0x80; length], vec![0]].concat(), null && length < 5));
                all.push(([vec![0x81], vec![0x80; length - 1], vec![0]].concat(), false));
            }
            all.push((vec![0xff; 12], false));
            all.push((vec![0xff, 0xff, 0xff, 0xff, 0x7f], false));
            all
        }
        Writing::Presence => (0..=0xff).map(|byte| (vec![byte], byte == 0xff)).collect(),
    }
}

/// The body with a section of tagged fields that no broker writes; all of them are to be refused.
#[must_use]
pub fn repeated_tags(made: &Made, section: &Section) -> Vec<Vec<u8>> {
    let body = &made.body;
    let tags: Vec<&[u8]> = section.tags.iter().map(|place| &body[place.clone()]).collect();
    let end = section.tags.last().map_or(section.count.end, |last| last.end);
    let place = section.count.start..end;
    let with = |tags: &[&[u8]]| {
        let mut out = Vec::new();
        uvarint(tags.len() as u64, &mut out);
        tags.iter().for_each(|tag| out.extend_from_slice(tag));
        replaced(body, &place, &out)
    };
    let mut all = Vec::new();
    for (nth, tag) in tags.iter().enumerate() {
        let mut twice = tags.clone();
        twice.insert(nth, tag);
        all.push(with(&twice));
        let mut last_again = tags.clone();
        last_again.push(tag);
        all.push(with(&last_again));
    }
    if 1 < tags.len() {
        all.push(with(&tags.iter().rev().copied().collect::<Vec<_>>()));
    }
    all.push(with(&[&tags[..], &[&[0xa9, 0x46, 0], &[0xa9, 0x46, 1, 7]]].concat()));
    all
}

/// The body with tagged fields of a broker that is newer than this program; all of them are to be read.
#[must_use]
pub fn newer_tags(made: &Made, section: &Section) -> Vec<Vec<u8>> {
    let end = section.tags.last().map_or(section.count.end, |last| last.end);
    let (place, tags) = (section.count.clone(), &made.body[section.count.end..end]);
    let with = |tag: u64, size: usize| {
        let mut out = Vec::new();
        uvarint(section.tags.len() as u64 + 1, &mut out);
        out.extend_from_slice(tags);
        uvarint(tag, &mut out);
        uvarint(size as u64, &mut out);
        out.resize(out.len() + size, 0xee);
        replaced(&made.body, &(place.start..end), &out)
    };
    vec![with(9001, 0), with(9001, 1), with(u64::from(u32::MAX), 0), with(20_000, 70_000)]
}

/// A few bytes changed, taken out, put in, doubled or moved.
pub fn by_chance(rng: &mut StdRng, body: &mut Vec<u8>) {
    for _ in 0..rng.random_range(1..4) {
        let place = rng.random_range(0..=body.len());
        let length = rng.random_range(0..=(body.len() - place).min(12));
        match rng.random_range(0..9) {
            0 if place < body.len() => body[place] = rng.random(),
            1 if place < body.len() => body[place] ^= 1 << rng.random_range(0..8),
            2 => body.truncate(place),
            3 => body.insert(place, rng.random()),
            // Counts and lengths are most often four bytes, or a number of up to five bytes whose last ends it.
            4 if place + 4 <= body.len() => body[place..place + 4].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff]),
            5 => drop(body.splice(place..place, [0xff, 0xff, 0xff, 0xff, 0x0f])),
            6 => drop(body.drain(place..place + length)),
            7 => {
                let piece = body[place..place + length].to_vec();
                let to = rng.random_range(0..=body.len());
                drop(body.splice(to..to, piece));
            }
            _ if place < body.len() => {
                let small = [0, 1, 2, 0x7e, 0x7f, 0x80, 0xfe, 0xff];
                body[place] = small[rng.random_range(0..small.len())];
            }
            _ => {}
        }
    }
}
