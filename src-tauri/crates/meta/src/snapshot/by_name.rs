//! From a topic's name to its number among ten thousand, in one step instead of fourteen comparisons.
//!
//! A request for the offsets of a whole cluster asks for the leader of each partition by the name of its topic. The
//! table holds numbers and no names, so that it is shared by all snapshots that know the same topics, and it is only a
//! short cut: what it can't hold is found by the order of the names.

/// Numbers by hash of the name.
#[derive(Clone, Debug, Default)]
pub(super) struct ByName {
    /// Part of the hash, and the number plus one; 0 is free. The length is a power of two.
    slots: Vec<(u32, u32)>,
    /// How many slots were ever taken.
    taken: usize,
    /// Names without a slot.
    crowded: usize,
}

/// What is found in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Number(u32),
    Nothing,
    /// Not here; perhaps among the names that have no slot.
    Unsure,
}

/// How far a search goes. Names that were chosen to collide are left to the order of the names.
pub(super) const MOST_STEPS: usize = 16;
/// A slot whose topic is gone: searches go on behind it.
const GONE: u32 = u32::MAX;

impl ByName {
    /// The names, by their numbers.
    pub(super) fn of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> ByName {
        let size = (names.len() * 3 / 2).next_power_of_two().max(16);
        let mut table = ByName { slots: vec![(0, 0); size], taken: 0, crowded: 0 };
        for (name, number) in names.zip(0..) {
            table.put(hash(name.as_bytes()), number);
        }
        table
    }

    /// The number of this name; `is` says whether a number has it.
    #[inline]
    pub(super) fn find(&self, name: &str, is: impl Fn(u32) -> bool) -> Found {
        self.slot(hash(name.as_bytes()), is).1
    }

    /// Adds a name that is not there. False: the table is too full for more; make another.
    pub(super) fn add(&mut self, name: &str, number: u32) -> bool {
        if self.slots.len() * 7 / 8 <= self.taken {
            return false;
        }
        self.put(hash(name.as_bytes()), number);
        true
    }

    /// Takes out the name with this number.
    pub(super) fn remove(&mut self, name: &str, number: u32) {
        match self.slot(hash(name.as_bytes()), |known| known == number).0 {
            Some(at) => {
                if let Some(slot) = self.slots.get_mut(at) {
                    slot.1 = GONE;
                }
            }
            None => self.crowded = self.crowded.saturating_sub(1),
        }
    }

    #[inline]
    fn slot(&self, hash: u64, is: impl Fn(u32) -> bool) -> (Option<usize>, Found) {
        let mask = self.slots.len().wrapping_sub(1);
        for step in 0..MOST_STEPS {
            let at = (hash as usize).wrapping_add(step) & mask;
            let Some((tagged, number)) = self.slots.get(at).copied() else { break };
            // A free slot ends the search: this name would stand here.
            let Some(known) = number.checked_sub(1) else { return (None, Found::Nothing) };
            if tagged == tag(hash) && number != GONE && is(known) {
                return (Some(at), Found::Number(known));
            }
        }
        (None, if self.crowded == 0 { Found::Nothing } else { Found::Unsure })
    }

    fn put(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut places = (0..MOST_STEPS).map(|step| (hash as usize).wrapping_add(step) & mask);
        let free = places.find(|at| self.slots.get(*at).is_some_and(|slot| slot.1 == 0));
        match free.and_then(|at| self.slots.get_mut(at)) {
            Some(slot) => {
                *slot = (tag(hash), number.saturating_add(1));
                self.taken += 1;
            }
            None => self.crowded += 1,
        }
    }
}

/// Eight bytes at a time; the last eight overlap those before, so that no byte is looked at by itself.
#[inline]
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let (chunks, _) = bytes.as_chunks::<8>();
    let start = (bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = chunks.iter().fold(start, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
    let last = match bytes.last_chunk::<8>() {
        Some(last) => u64::from_le_bytes(*last),
        None => bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    mix(mixed, last)
}

/// Both halves of the product, so that each bit of the word reaches all bits of the hash.
#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word).wrapping_mul(u128::from(0x9e37_79b9_7f4a_7c15_u64));
    (product as u64) ^ ((product >> 64) as u64)
}

/// What of the hash stands in a slot.
pub(super) fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Whether these are the same bytes: eight at a time, which for some thirty of them is faster than the call of a function
/// that is made for long ones.
#[inline]
pub(super) fn alike(known: &[u8], bytes: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::{ByName, Found, hash};

    fn find(table: &ByName, names: &[String], name: &str) -> Found {
        table.find(name, |number| names.get(number as usize).is_some_and(|known| known == name))
    }

    fn table(names: &[String]) -> ByName {
        ByName::of(names.iter().map(String::as_str))
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        for count in [0, 1, 2, 3, 100, 20_000] {
            let names: Vec<String> = (0..count).map(|n| format!("team-{}.events.{n}", n % 7)).collect();
            let table = table(&names);
            for (name, number) in names.iter().zip(0..) {
                let found = find(&table, &names, name);
                assert!(found == Found::Number(number) || (found == Found::Unsure && table.crowded > 0));
                assert!(!matches!(find(&table, &names, &format!("{name}.")), Found::Number(_)));
            }
            assert!(table.crowded < names.len() / 100 + 1, "{} of {count}", table.crowded);
        }
        assert_eq!(ByName::default().find("a", |_| true), Found::Nothing);
    }

    #[test]
    fn names_that_were_chosen_to_collide_leave_it_unsure() {
        let same_slot = |name: &String| hash(name.as_bytes()) & 0xff == 7;
        let names: Vec<String> = (0..).map(|n: u32| format!("n{n}")).filter(same_slot).take(60).collect();
        let table = table(&names);
        assert!(table.crowded > 0, "the test is about names without a slot");
        let unsure = names.iter().filter(|name| find(&table, &names, name) == Found::Unsure).count();
        assert_eq!(unsure, table.crowded);
    }

    #[test]
    fn names_that_come_and_go_are_found_while_they_are_there() {
        let mut names: Vec<String> = (0..40).map(|n| format!("topic-{n}")).collect();
        let mut table = table(&names);
        for (name, number) in names.iter().zip(0..).step_by(2) {
            table.remove(name, number);
        }
        names.push("new".to_owned());
        assert!(table.add("new", 40));
        for (name, number) in names.iter().zip(0..) {
            let expected =
                if number % 2 == 0 && number < 40 { Found::Nothing } else { Found::Number(number) };
            assert_eq!(find(&table, &names, name), expected);
        }
        let many = (41_u32..).take_while(|number| table.add(&format!("more-{number}"), *number)).count();
        assert!(many > 5 && many < 64, "a table that is nearly full takes no more: {many}");
    }
}
