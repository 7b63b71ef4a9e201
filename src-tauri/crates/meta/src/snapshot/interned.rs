//! Lists of broker ids, each kept once: a cluster has 200,000 partitions and a few hundred different replica sets.
//!
//! Without it each partition would own three small allocations, which is what makes reading a large listing slow.

/// The lists that were seen. Place 0 is the empty list.
#[derive(Debug, Default)]
pub(crate) struct Interned {
    numbers: Vec<i32>,
    /// Where each list but the empty one ends in `numbers`.
    ends: Vec<u32>,
}

impl Interned {
    /// How many lists there are, besides the empty one.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The list at this place.
    pub(crate) fn get(&self, place: u32) -> &[i32] {
        let Some(last) = place.checked_sub(1) else { return &[] };
        let start =
            last.checked_sub(1).and_then(|before| self.ends.get(before as usize)).copied().unwrap_or(0);
        let end = self.ends.get(last as usize).copied().unwrap_or(start);
        self.numbers.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// The lists while they are being collected, with a table to find those that are there.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    lists: Interned,
    /// Places by hash, 0 for free; its length is a power of two and at least twice the number of lists.
    table: Vec<u32>,
}

/// How far a search in the table goes. Lists that were chosen to collide then cost memory (their own size) and no time.
const MOST_STEPS: usize = 24;

impl Interner {
    /// The place of this list, as it stands in a reply; it is added if it is new.
    pub(crate) fn place(&mut self, raw: &[[u8; 4]]) -> u32 {
        if raw.is_empty() {
            return 0;
        }
        if self.table.len() < 2 * (self.lists.ends.len() + 1) {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let first = hash(raw.iter().map(|bytes| i32::from_be_bytes(*bytes)));
        for step in 0..MOST_STEPS {
            let Some(slot) = self.table.get_mut((first + step) & mask) else { break };
            if *slot == 0 {
                *slot = add(&mut self.lists, raw);
                return *slot;
            }
            if same(self.lists.get(*slot), raw) {
                return *slot;
            }
        }
        add(&mut self.lists, raw)
    }

    pub(crate) fn finish(mut self) -> Interned {
        self.lists.numbers.shrink_to_fit();
        self.lists.ends.shrink_to_fit();
        self.lists
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(64);
        let mask = size - 1;
        let mut table = vec![0; size];
        for place in 1..=u32::try_from(self.lists.ends.len()).unwrap_or(u32::MAX) {
            let first = hash(self.lists.get(place).iter().copied());
            let free =
                (0..MOST_STEPS).map(|step| (first + step) & mask).find(|at| table.get(*at) == Some(&0));
            if let Some(slot) = free.and_then(|at| table.get_mut(at)) {
                *slot = place;
            }
        }
        self.table = table;
    }
}

fn add(lists: &mut Interned, raw: &[[u8; 4]]) -> u32 {
    lists.numbers.extend(raw.iter().map(|bytes| i32::from_be_bytes(*bytes)));
    lists.ends.push(u32::try_from(lists.numbers.len()).unwrap_or(u32::MAX));
    u32::try_from(lists.ends.len()).unwrap_or(u32::MAX)
}

fn same(list: &[i32], raw: &[[u8; 4]]) -> bool {
    list.len() == raw.len()
        && list.iter().zip(raw).all(|(number, bytes)| *number == i32::from_be_bytes(*bytes))
}

fn hash(numbers: impl Iterator<Item = i32>) -> usize {
    let mixed = numbers.fold(0_u64, |hash, number| {
        (hash.rotate_left(5) ^ u64::from(number.cast_unsigned())).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    // The high bits are the well mixed ones.
    (mixed >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::Interner;

    fn raw(ids: &[i32]) -> Vec<[u8; 4]> {
        ids.iter().map(|id| id.to_be_bytes()).collect()
    }

    #[test]
    fn a_list_is_kept_once_and_comes_back_as_it_was() {
        let mut interner = Interner::default();
        assert_eq!(interner.place(&[]), 0);
        let one = interner.place(&raw(&[1, 2, 3]));
        let other = interner.place(&raw(&[3, 2, 1]));
        assert_ne!(one, other);
        assert_eq!(interner.place(&raw(&[1, 2, 3])), one);
        let lists = interner.finish();
        assert_eq!(lists.get(0), [0; 0]);
        assert_eq!(lists.get(one), [1, 2, 3]);
        assert_eq!(lists.get(other), [3, 2, 1]);
        assert_eq!(lists.get(99), [0; 0]);
    }

    #[test]
    fn thousands_of_lists_keep_their_places_while_the_table_grows() {
        let mut interner = Interner::default();
        let lists: Vec<Vec<i32>> = (0..5000).map(|n| vec![n, n / 7, n % 13, -n]).collect();
        let places: Vec<u32> = lists.iter().map(|list| interner.place(&raw(list))).collect();
        let again: Vec<u32> = lists.iter().map(|list| interner.place(&raw(list))).collect();
        let missed = places.iter().zip(&again).filter(|(one, other)| one != other).count();
        // A few may have been crowded out of the table; that costs memory and nothing else.
        assert!(missed < 50, "{missed} lists are kept twice");
        let interned = interner.finish();
        for ((list, place), other) in lists.iter().zip(places).zip(again) {
            assert_eq!(interned.get(place), list);
            assert_eq!(interned.get(other), list);
        }
    }
}
