//! How partitions stand: replicas, ISR, what is offline, and the error code, each combination kept once.
//!
//! A cluster has 200,000 partitions and a few hundred different combinations. Without this each partition would own
//! three small allocations, which is what makes reading a large listing slow. Combinations are told apart by the bytes of
//! the reply, so that a partition that stands as another one did is never taken apart: that halves the time of reading.

use std::ops::Range;

use super::health::missing;

/// A broker id as it stands in a reply.
pub(crate) type Raw = [u8; 4];

/// The lists of one partition as they stand in a reply, with its error code.
#[derive(Clone, Copy)]
pub(crate) struct Lists<'a> {
    pub(crate) replicas: &'a [Raw],
    pub(crate) isr: &'a [Raw],
    pub(crate) offline: &'a [Raw],
    pub(crate) error: i16,
}

/// How a partition stands; its lists are ranges of the ids of all standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    replicas: Range<u32>,
    isr: Range<u32>,
    offline: Range<u32>,
    pub(crate) error: i16,
    /// Replicas that are not in sync.
    pub(crate) missing: u32,
}

impl Standing {
    /// How many replicas are offline.
    pub(crate) fn offline(&self) -> u32 {
        self.offline.end - self.offline.start
    }

    /// How many replicas there are, and how many are in sync.
    pub(crate) fn copies(&self) -> (u32, u32) {
        (self.replicas.end - self.replicas.start, self.isr.end - self.isr.start)
    }
}

/// The standings that one reply tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Standings {
    all: Vec<Standing>,
    ids: Vec<i32>,
}

impl Standings {
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, place: u32) -> Option<&Standing> {
        self.all.get(place as usize)
    }

    pub(super) fn replicas(&self, standing: &Standing) -> &[i32] {
        self.ids(&standing.replicas)
    }

    pub(super) fn isr(&self, standing: &Standing) -> &[i32] {
        self.ids(&standing.isr)
    }

    pub(super) fn offline(&self, standing: &Standing) -> &[i32] {
        self.ids(&standing.offline)
    }

    /// Whether a standing here is the same as one of another reply.
    pub(super) fn same(&self, place: u32, other: &Standings, others: u32) -> bool {
        match (self.get(place), other.get(others)) {
            (Some(ours), Some(theirs)) => {
                ours.error == theirs.error
                    && self.replicas(ours) == other.replicas(theirs)
                    && self.isr(ours) == other.isr(theirs)
                    && self.offline(ours) == other.offline(theirs)
            }
            _ => false,
        }
    }

    fn ids(&self, range: &Range<u32>) -> &[i32] {
        self.ids.get(range.start as usize..range.end as usize).unwrap_or(&[])
    }

    /// Adds one, whether or not there is one like it.
    fn add(&mut self, lists: Lists<'_>) -> u32 {
        let place = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let replicas = self.keep(lists.replicas.iter().map(|raw| i32::from_be_bytes(*raw)));
        let isr = match lists.isr == lists.replicas {
            true => replicas.clone(),
            false => self.keep(lists.isr.iter().map(|raw| i32::from_be_bytes(*raw))),
        };
        let offline = self.keep(lists.offline.iter().map(|raw| i32::from_be_bytes(*raw)));
        let missing = missing(lists.replicas, lists.isr);
        self.all.push(Standing { replicas, isr, offline, error: lists.error, missing });
        place
    }

    /// Adds one of another reply.
    pub(super) fn copy(&mut self, other: &Standings, standing: &Standing) -> u32 {
        let place = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let replicas = self.keep(other.replicas(standing).iter().copied());
        let isr = self.keep(other.isr(standing).iter().copied());
        let offline = self.keep(other.offline(standing).iter().copied());
        self.all.push(Standing { replicas, isr, offline, ..standing.clone() });
        place
    }

    fn keep(&mut self, ids: impl Iterator<Item = i32>) -> Range<u32> {
        let start = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.extend(ids);
        start..u32::try_from(self.ids.len()).unwrap_or(u32::MAX)
    }
}

/// The standings while a reply is read, with a table to find those that are there.
#[derive(Default)]
pub(crate) struct Collector<'a> {
    standings: Standings,
    /// The bytes of each standing.
    bytes: Vec<&'a [u8]>,
    /// Part of the hash, and the place plus one; 0 is free. The length is a power of two and at least twice the number of
    /// standings.
    table: Vec<(u32, u32)>,
}

/// How far a search in the table goes. Bytes that were chosen to collide then cost memory (their own size) and no time.
const MOST_STEPS: usize = 16;

impl<'a> Collector<'a> {
    /// The place of the standing that these bytes of the reply tell; `lists` are the same, taken apart.
    #[inline]
    pub(crate) fn place(&mut self, bytes: &'a [u8], lists: Lists<'_>) -> u32 {
        if self.table.len() < 2 * (self.bytes.len() + 1) {
            self.grow();
        }
        let hash = hash(bytes, lists.error);
        let mask = self.table.len() - 1;
        for step in 0..MOST_STEPS {
            let Some(slot) = self.table.get_mut((hash as usize).wrapping_add(step) & mask) else { break };
            let Some(place) = slot.1.checked_sub(1) else {
                self.bytes.push(bytes);
                let place = self.standings.add(lists);
                *slot = (tag(hash), place.saturating_add(1));
                return place;
            };
            if slot.0 == tag(hash)
                && self.bytes.get(place as usize).is_some_and(|known| alike(known, bytes))
                && self.standings.get(place).is_some_and(|known| known.error == lists.error)
            {
                return place;
            }
        }
        self.bytes.push(bytes);
        self.standings.add(lists)
    }

    pub(crate) fn get(&self, place: u32) -> Option<&Standing> {
        self.standings.get(place)
    }

    pub(crate) fn finish(mut self) -> Standings {
        self.standings.all.shrink_to_fit();
        self.standings.ids.shrink_to_fit();
        self.standings
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(512);
        let mask = size - 1;
        let mut table = vec![(0, 0); size];
        for ((bytes, standing), number) in self.bytes.iter().zip(&self.standings.all).zip(1..) {
            let hash = hash(bytes, standing.error);
            let mut places = (0..MOST_STEPS).map(|step| (hash as usize).wrapping_add(step) & mask);
            let free = places.find(|at| table.get(*at).is_some_and(|slot: &(u32, u32)| slot.1 == 0));
            if let Some(slot) = free.and_then(|at| table.get_mut(at)) {
                *slot = (tag(hash), number);
            }
        }
        self.table = table;
    }
}

/// Whether these are the same bytes: eight at a time, which for some thirty of them is faster than the call of a function
/// that is made for long ones.
#[inline]
fn alike(known: &[u8], bytes: &[u8]) -> bool {
    let word = |bytes: &[u8; 8]| u64::from_ne_bytes(*bytes);
    known.len() == bytes.len()
        && match (known.last_chunk::<8>(), bytes.last_chunk::<8>()) {
            (Some(last), Some(other)) => {
                let (words, others) = (known.as_chunks::<8>().0, bytes.as_chunks::<8>().0);
                word(last) == word(other) && words.iter().zip(others).all(|(a, b)| word(a) == word(b))
            }
            _ => known == bytes,
        }
}

fn hash(bytes: &[u8], error: i16) -> u64 {
    super::by_name::hash(bytes) ^ u64::from(error.cast_unsigned()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::{Collector, Lists, Raw};

    /// A standing with these replicas, all in sync, in bytes as version 12 writes it.
    fn bytes(ids: &[i32]) -> Vec<u8> {
        let list: Vec<u8> = std::iter::once(u8::try_from(ids.len() + 1).unwrap())
            .chain(ids.iter().flat_map(|id| id.to_be_bytes()))
            .collect();
        [list.as_slice(), &list, &[1]].concat()
    }

    fn place<'a>(collector: &mut Collector<'a>, bytes: &'a [u8], ids: &[i32], error: i16) -> u32 {
        let raw: Vec<Raw> = ids.iter().map(|id| id.to_be_bytes()).collect();
        collector.place(bytes, Lists { replicas: &raw, isr: &raw, offline: &[], error })
    }

    #[test]
    fn a_standing_is_kept_once_and_comes_back_as_it_was() {
        let (one, other) = (bytes(&[1, 2, 3]), bytes(&[3, 2, 1]));
        let mut collector = Collector::default();
        let first = place(&mut collector, &one, &[1, 2, 3], 0);
        let second = place(&mut collector, &other, &[3, 2, 1], 0);
        let failing = place(&mut collector, &one, &[1, 2, 3], 5);
        assert!(first != second && first != failing && second != failing);
        assert_eq!(place(&mut collector, &one, &[1, 2, 3], 0), first);
        assert_eq!(place(&mut collector, &one, &[1, 2, 3], 5), failing);
        let standings = collector.finish();
        let standing = standings.get(failing).unwrap();
        assert_eq!((standings.replicas(standing), standing.error), (&[1, 2, 3][..], 5));
        let standing = standings.get(second).unwrap();
        assert_eq!(standings.isr(standing), [3, 2, 1]);
        assert!(standings.offline(standing).is_empty() && standings.get(99).is_none());
    }

    #[test]
    fn thousands_of_standings_keep_their_places_while_the_table_grows() {
        let lists: Vec<Vec<i32>> = (0..5000).map(|n| vec![n, n / 7, n % 13, -n]).collect();
        let told: Vec<Vec<u8>> = lists.iter().map(|list| bytes(list)).collect();
        let mut collector = Collector::default();
        let mut all = || -> Vec<u32> {
            let both = told.iter().zip(&lists);
            both.map(|(told, list)| place(&mut collector, told, list, 0)).collect()
        };
        let (places, again) = (all(), all());
        let missed = places.iter().zip(&again).filter(|(one, other)| one != other).count();
        // A few may have been crowded out of the table; that costs memory and nothing else.
        assert!(missed < 50, "{missed} standings are kept twice");
        let standings = collector.finish();
        for ((list, place), other) in lists.iter().zip(places).zip(again) {
            for place in [place, other] {
                assert_eq!(standings.replicas(standings.get(place).unwrap()), list);
            }
        }
    }
}
