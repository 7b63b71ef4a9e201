//! Who leads which partition, by the name of its topic, in one cache line for most topics.
//!
//! Whoever plans requests for a whole cluster asks this 200,000 times, in no order, and what an answer costs is the memory
//! it waits for. By way of the tables that hold everything that is four places one after another; here it is two: a slot,
//! and a block that holds the name with the leaders behind it. The blocks are made with a listing and never changed: what
//! was learnt since is marked in the tree (`Tree::is_as_made`), and is looked up there.

use super::{
    Topic,
    by_name::{MOST_STEPS, alike, hash, tag},
};

/// What a block is rounded up to, and where blocks begin: at a cache line.
const LINE: usize = 64;
/// The number of the topic in four bytes, the length of its name in one, how many leaders follow in two.
const HEAD: usize = 7;
/// A leader that has no code.
const ELSEWHERE: u8 = u8::MAX;

/// The leaders of the topics of a tree.
#[derive(Debug, Default)]
pub(super) struct Leaders {
    /// Part of the hash, and the line where the block begins plus one; 0 is free. The length is a power of two.
    slots: Vec<(u32, u32)>,
    bytes: Vec<u8>,
    /// Where the first line begins in them.
    start: usize,
    /// The leader behind each code, -1 for none.
    coded: Vec<i32>,
}

impl Leaders {
    /// Those of these topics, by their numbers. What does not fit is left out: names longer than Kafka has them, partitions
    /// that are not numbered from 0 without holes, topics without any.
    pub(super) fn of<'a>(topics: impl ExactSizeIterator<Item = &'a Topic> + Clone) -> Leaders {
        let all: usize = topics.clone().map(|topic| lines(topic).unwrap_or(0)).sum();
        let mut bytes: Vec<u8> = Vec::with_capacity((all + 1) * LINE);
        // Only a matter of speed, so that any answer would do.
        let start = bytes.as_ptr().align_offset(LINE).min(LINE - 1);
        bytes.resize(start, 0);
        let size = (topics.len() * 3 / 2).next_power_of_two().max(16);
        let mut leaders = Leaders { slots: vec![(0, 0); size], bytes, start, coded: Vec::new() };
        let mut codes = Codes::default();
        for (topic, number) in topics.zip(0..) {
            if lines(topic).is_some() {
                leaders.put(topic, number, &mut codes);
            }
        }
        leaders.coded = codes.coded;
        leaders
    }

    /// The number of the topic with this name, and who leads the partition, -1 for nobody. `None`: it is not told here.
    #[inline]
    pub(super) fn find(&self, name: &str, partition: i32) -> Option<(u32, i32)> {
        let hash = hash(name.as_bytes());
        let mask = self.slots.len().wrapping_sub(1);
        for step in 0..MOST_STEPS {
            let (tagged, line) = *self.slots.get((hash as usize).wrapping_add(step) & mask)?;
            let line = line.checked_sub(1)?;
            if tagged != tag(hash) {
                continue;
            }
            let block = self.bytes.get(self.start + line as usize * LINE..)?;
            let ([a, b, c, d, length, few, many], block) = block.split_first_chunk::<HEAD>()?;
            let (known, leaders) = block.split_at_checked(usize::from(*length))?;
            if alike(known, name.as_bytes()) {
                let leaders = leaders.get(..usize::from(u16::from_le_bytes([*few, *many])))?;
                let code = leaders.get(usize::try_from(partition).ok()?)?;
                let leader = self.coded.get(usize::from(*code))?;
                return Some((u32::from_le_bytes([*a, *b, *c, *d]), *leader));
            }
        }
        None
    }

    fn put(&mut self, topic: &Topic, number: u32, codes: &mut Codes) {
        let name = topic.name().as_bytes();
        let (Ok(length), Ok(count)) = (u8::try_from(name.len()), u16::try_from(topic.len())) else { return };
        let Ok(line) = u32::try_from((self.bytes.len() - self.start) / LINE + 1) else { return };
        let hash = hash(name);
        let mask = self.slots.len() - 1;
        let mut places = (0..MOST_STEPS).map(|step| (hash as usize).wrapping_add(step) & mask);
        let free = places.find(|at| self.slots.get(*at).is_some_and(|slot| slot.1 == 0));
        let Some(slot) = free.and_then(|at| self.slots.get_mut(at)) else { return };
        *slot = (tag(hash), line);
        self.bytes.extend(number.to_le_bytes());
        self.bytes.push(length);
        self.bytes.extend(count.to_le_bytes());
        self.bytes.extend(name);
        self.bytes.extend(topic.rows().iter().map(|row| codes.of(row.leader)));
        let end = self.start + (self.bytes.len() - self.start).next_multiple_of(LINE);
        self.bytes.resize(end, 0);
    }
}

/// How many lines the block of this topic takes; `None`: it has no block.
fn lines(topic: &Topic) -> Option<usize> {
    let rows = topic.rows();
    let last = usize::try_from(rows.last()?.index).ok()?;
    // They are in order and none is there twice.
    let without_holes = last + 1 == rows.len() && rows.len() <= usize::from(u16::MAX);
    let name = topic.name().len();
    (without_holes && name <= usize::from(u8::MAX)).then(|| (HEAD + name + rows.len()).div_ceil(LINE))
}

/// The codes of leaders while blocks are made: a byte for each id. Ids that want the same place in the table go without a
/// code but for the first, which takes many brokers or odd ids.
struct Codes {
    /// By the last byte of the id.
    table: [u8; 256],
    coded: Vec<i32>,
}

impl Default for Codes {
    fn default() -> Codes {
        Codes { table: [ELSEWHERE; 256], coded: Vec::new() }
    }
}

impl Codes {
    #[inline]
    fn of(&mut self, leader: i32) -> u8 {
        let Some(place) = self.table.get_mut(leader as usize & 0xff) else { return ELSEWHERE };
        if *place == ELSEWHERE && self.coded.len() < usize::from(ELSEWHERE) {
            *place = u8::try_from(self.coded.len()).unwrap_or(ELSEWHERE);
            self.coded.push(leader);
        }
        match self.coded.get(usize::from(*place)) {
            Some(coded) if *coded == leader => *place,
            _ => ELSEWHERE,
        }
    }
}
