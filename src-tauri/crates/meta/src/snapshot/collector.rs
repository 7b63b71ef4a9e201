//! Finding the standing of a partition among those that its reply has told so far.
//!
//! Standings are told apart by the bytes of the reply, so that a partition that stands as another one did is never taken
//! apart. What is looked at for each of 200,000 partitions is one slot of a table and one line of memory: the first bytes of
//! the standing with what is counted of it. Going by way of the standing's bytes where they lie in the reply took twice as
//! long, nearly all of it waiting for memory.

use wire::Malformed;

use super::{
    health::Tally,
    standings::{Lists, Standing, Standings},
};

/// Three lists of five brokers, none offline, take 43 bytes.
const WORDS: usize = 6;
const LETTERS: usize = WORDS * 8;

/// How far a search in the table goes. Bytes that were chosen to collide then cost memory (their own size) and no time.
const MOST_STEPS: usize = 16;
/// Standings beyond this many are kept and not looked for: a cluster of 500 brokers has 250,000 ways to place two
/// replicas. It bounds what a reply that lies can make this hold beside the standings themselves.
const MOST_KNOWN: usize = 1 << 18;

/// The words of a key that are its own; what comes after it in the reply is masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask([u64; WORDS]);

impl Mask {
    /// For a standing of so many bytes.
    pub(crate) fn of(length: usize) -> Mask {
        Mask(std::array::from_fn(|word| match length.saturating_sub(word * 8) {
            own @ 0..8 => (1 << (own * 8)) - 1,
            _ => u64::MAX,
        }))
    }
}

/// The first bytes of a standing, zero after its end, and its error code, which stands elsewhere. The bytes begin with
/// their own counts, so that none is the beginning of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    words: [u64; WORDS],
    error: i16,
}

impl Key {
    /// `rest` begins with the standing and goes on behind it: reading a fixed number of bytes is what makes this fast.
    #[inline]
    pub(crate) fn of(rest: &[u8], mask: &Mask, error: i16) -> Key {
        match rest.first_chunk::<LETTERS>() {
            Some(letters) => Key::masked(letters, mask, error),
            None => Key::padded(rest, mask, error),
        }
    }

    #[inline]
    fn masked(letters: &[u8; LETTERS], mask: &Mask, error: i16) -> Key {
        let mut words = mask.0;
        for (word, letters) in words.iter_mut().zip(letters.as_chunks::<8>().0) {
            *word &= u64::from_le_bytes(*letters);
        }
        Key { words, error }
    }

    /// At the end of a reply.
    #[cold]
    fn padded(rest: &[u8], mask: &Mask, error: i16) -> Key {
        let mut letters = [0; LETTERS];
        for (letter, byte) in letters.iter_mut().zip(rest) {
            *letter = *byte;
        }
        Key::masked(&letters, mask, error)
    }

    /// Word by word: as whole arrays they would be compared by the call of a function.
    #[inline]
    fn is(&self, other: &Key) -> bool {
        let mut both = self.words.iter().zip(&other.words);
        both.all(|(one, other)| one == other) && self.error == other.error
    }

    #[inline]
    fn hash(&self, bytes: &[u8]) -> u64 {
        let [a, b, c, d, e, f] = self.words;
        let error = u64::from(self.error.cast_unsigned());
        // Products beside each other; one after the other each would wait for the one before.
        let hash = mix(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xc2b2_ae3d_27d4_eb4f ^ error)
            ^ mix(c ^ 0x1656_67b1_9e37_79f9, d ^ 0xd6e8_feb8_6659_fd93);
        if bytes.len() <= 32 {
            return hash;
        }
        let hash = hash ^ mix(e ^ 0xa076_1d64_78bd_642f, f ^ 0xe703_7ed1_a0b4_28db);
        match bytes.get(LETTERS..) {
            Some(more) => hash ^ super::by_name::hash(more),
            None => hash,
        }
    }
}

/// Both halves of the product, so that each bit of the two reaches all bits of the hash.
#[inline]
fn mix(one: u64, other: u64) -> u64 {
    let product = u128::from(one).wrapping_mul(u128::from(other));
    (product as u64) ^ ((product >> 64) as u64)
}

/// A standing that was told: all that is looked at when it is told again, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Known {
    key: Key,
    tally: Tally,
}

/// The standings while a reply is read, with a table to find those that are there.
#[derive(Default)]
pub(crate) struct Collector<'a> {
    standings: Standings,
    /// The first of those.
    known: Vec<Known>,
    /// The bytes of each of them.
    bytes: Vec<&'a [u8]>,
    /// The length is a power of two and at least four times the number of those, so that the first look nearly always
    /// finds it.
    table: Vec<Slot>,
}

impl<'a> Collector<'a> {
    /// The place of the standing that these bytes of the reply tell, and what is counted of it. `lists` takes the bytes
    /// apart, where they are new.
    #[inline]
    pub(crate) fn place(
        &mut self,
        key: &Key,
        bytes: &'a [u8],
        lists: impl FnOnce() -> Result<Lists<'a>, Malformed>,
    ) -> Result<(u32, Tally), Malformed> {
        let hash = key.hash(bytes);
        let mask = self.table.len().wrapping_sub(1);
        for step in 0..MOST_STEPS {
            let slot = self.table.get((hash as usize).wrapping_add(step) & mask);
            let Some(place) = slot.and_then(|slot| slot.place()) else { break };
            if slot.is_some_and(|slot| slot.may_be(hash))
                && let Some(known) = self.known.get(place).filter(|known| known.key.is(key))
                && (bytes.len() <= LETTERS || self.bytes.get(place) == Some(&bytes))
            {
                // The first that are known are the first that there are.
                return Ok((place as u32, known.tally));
            }
        }
        let lists = lists()?;
        Ok(self.add(hash, key, bytes, lists))
    }

    pub(crate) fn finish(mut self) -> Standings {
        self.standings.shrink();
        self.standings
    }

    #[cold]
    fn add(&mut self, hash: u64, key: &Key, bytes: &'a [u8], lists: Lists<'a>) -> (u32, Tally) {
        let place = self.standings.add(lists);
        let tally = self.standings.get(place).map(Standing::tally).unwrap_or_default();
        if self.known.len() < MOST_KNOWN {
            self.known.push(Known { key: *key, tally });
            self.bytes.push(bytes);
            if self.table.len() < 4 * self.known.len() {
                self.grow();
            } else {
                enter(&mut self.table, hash, self.known.len());
            }
        }
        (place, tally)
    }

    fn grow(&mut self) {
        self.table = vec![Slot::default(); (self.table.len() * 2).max(512)];
        for ((known, bytes), number) in self.known.iter().zip(&self.bytes).zip(1..) {
            enter(&mut self.table, known.key.hash(bytes), number);
        }
    }
}

/// The number of a standing in the order of their telling, from 1, and what is left of four bytes for a part of its hash;
/// 0: free.
#[derive(Clone, Copy, Default)]
struct Slot(u32);

impl Slot {
    const NUMBER: u32 = (MOST_KNOWN as u32) * 2 - 1;

    fn of(hash: u64, number: usize) -> Slot {
        Slot(u32::try_from(number).unwrap_or(0) | Slot::tag(hash))
    }

    #[inline]
    fn place(self) -> Option<usize> {
        ((self.0 & Slot::NUMBER) as usize).checked_sub(1)
    }

    #[inline]
    fn may_be(self, hash: u64) -> bool {
        self.0 & !Slot::NUMBER == Slot::tag(hash)
    }

    #[inline]
    fn tag(hash: u64) -> u32 {
        (hash >> 32) as u32 & !Slot::NUMBER
    }
}

/// Into the first free slot; where there is none near, the standing is only never found again.
fn enter(table: &mut [Slot], hash: u64, number: usize) {
    let mask = table.len().wrapping_sub(1);
    let mut slots = (0..MOST_STEPS).map(|step| (hash as usize).wrapping_add(step) & mask);
    let free = slots.find(|at| table.get(*at).is_some_and(|slot| slot.place().is_none()));
    if let Some(slot) = free.and_then(|at| table.get_mut(at)) {
        *slot = Slot::of(hash, number);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::standings::Raw, Collector, Key, Lists, MOST_KNOWN, Mask};

    /// A standing with these replicas, all in sync, in bytes as version 12 writes it.
    fn bytes(ids: &[i32]) -> Vec<u8> {
        let list: Vec<u8> = std::iter::once(u8::try_from(ids.len() + 1).unwrap())
            .chain(ids.iter().flat_map(|id| id.to_be_bytes()))
            .collect();
        [list.as_slice(), &list, &[1]].concat()
    }

    fn place<'a>(collector: &mut Collector<'a>, bytes: &'a [u8], ids: &[i32], error: i16) -> u32 {
        let raw: Vec<Raw> = ids.iter().map(|id| id.to_be_bytes()).collect();
        let key = Key::of(bytes, &Mask::of(bytes.len()), error);
        let raw: &[Raw] = raw.leak();
        let lists = Lists { replicas: raw, isr: raw, offline: &[], error };
        collector.place(&key, bytes, || Ok(lists)).unwrap().0
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

    #[test]
    fn what_follows_a_standing_in_the_reply_is_no_part_of_it() {
        let known = bytes(&[1, 2, 3]);
        let mut collector = Collector::default();
        let place_in = |collector: &mut Collector<'static>, rest: &'static [u8]| {
            let key = Key::of(rest, &Mask::of(known.len()), 0);
            let lists = Lists { replicas: &[], isr: &[], offline: &[], error: 0 };
            collector.place(&key, &rest[..known.len()], || Ok(lists)).unwrap().0
        };
        let first = place_in(&mut collector, known.clone().leak());
        for behind in [vec![0xff; 5], vec![0xff; 21], vec![0xff; 100]] {
            let rest = [known.as_slice(), &behind].concat().leak();
            assert_eq!(place_in(&mut collector, rest), first, "{} bytes behind", behind.len());
        }
    }

    #[test]
    fn standings_beyond_the_most_are_kept_and_not_looked_for() {
        let mut collector = Collector::default();
        let lists = Lists { replicas: &[], isr: &[], offline: &[], error: 0 };
        let count = u32::try_from(MOST_KNOWN).unwrap() + 3;
        for id in 0..count {
            let key = Key { words: [u64::from(id), 0, 0, 0, 0, 0], error: 0 };
            assert_eq!(collector.place(&key, &[], || Ok(lists)).unwrap().0, id);
        }
        assert_eq!((collector.known.len(), collector.bytes.len()), (MOST_KNOWN, MOST_KNOWN));
        let key = |id| Key { words: [id, 0, 0, 0, 0, 0], error: 0 };
        assert_eq!(collector.place(&key(7), &[], || Ok(lists)).unwrap().0, 7);
        assert_eq!(collector.place(&key(u64::from(count) - 1), &[], || Ok(lists)).unwrap().0, count);
        assert_eq!(collector.finish().len(), count as usize + 1);
    }
}
