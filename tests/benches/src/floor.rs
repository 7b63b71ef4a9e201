//! The least that taking in a listing can cost: one pass over its bytes into columns, and an index of the names. No
//! check beyond what keeps the pass inside the bytes, no health, no ages, no ids, no sorting, nothing shared with an older
//! view. What stands between this and ours is the price of those.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// The bytes of a partition with three replicas, all in sync; the least of a topic; the nodes of such a partition.
const PARTITION: usize = 42;
const TOPIC: usize = 30;
const NODES: usize = 6;

/// A listing in columns. Names stay in the reply's bytes.
#[derive(Default)]
pub struct Bare<'a> {
    pub topics: HashMap<&'a [u8], (u32, u32), BuildHasherDefault<Fold>>,
    pub index: Vec<i32>,
    pub leader: Vec<i32>,
    pub epoch: Vec<i32>,
    pub nodes: Vec<i32>,
    /// Where a partition's replicas, in-sync replicas and offline replicas end in `nodes`.
    pub ends: Vec<[u32; 3]>,
}

/// Versions 12 and 13; `None` when the bytes end too early.
pub fn read(body: &[u8]) -> Option<Bare<'_>> {
    let mut bytes = Bytes(body);
    bytes.int()?;
    for _ in 0..bytes.count()? {
        bytes.int()?;
        bytes.text()?;
        bytes.int()?;
        bytes.text()?;
        bytes.tags()?;
    }
    bytes.text()?;
    bytes.int()?;
    let topics = bytes.count()?;
    let mut bare = Bare::default();
    // A count of a lying reply must not decide how much is reserved; how long it is may.
    let partitions = body.len() / PARTITION;
    bare.topics.reserve(topics.min(body.len() / TOPIC));
    for column in [&mut bare.index, &mut bare.leader, &mut bare.epoch] {
        column.reserve(partitions);
    }
    bare.ends.reserve(partitions);
    bare.nodes.reserve(partitions * NODES);
    for _ in 0..topics {
        bytes.take(2)?;
        let name = bytes.text()?;
        bytes.take(16 + 1)?;
        let first = bare.index.len() as u32;
        for _ in 0..bytes.count()? {
            bytes.take(2)?;
            bare.index.push(bytes.int()?);
            bare.leader.push(bytes.int()?);
            bare.epoch.push(bytes.int()?);
            let mut ends = [0; 3];
            for end in &mut ends {
                let nodes = bytes.count()?;
                let nodes = bytes.take(nodes * 4)?;
                let (nodes, _) = nodes.as_chunks::<4>();
                bare.nodes.extend(nodes.iter().map(|node| i32::from_be_bytes(*node)));
                *end = bare.nodes.len() as u32;
            }
            bare.ends.push(ends);
            bytes.tags()?;
        }
        bytes.take(4)?;
        bytes.tags()?;
        bare.topics.insert(name, (first, bare.index.len() as u32));
    }
    Some(bare)
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    #[inline]
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    #[inline]
    fn int(&mut self) -> Option<i32> {
        let (taken, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(i32::from_be_bytes(*taken))
    }

    #[inline]
    fn unsigned(&mut self) -> Option<usize> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        let mut value = usize::from(first & 0x7f);
        let mut more = first & 0x80 != 0;
        let mut shift = 7;
        while more {
            let (next, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= usize::from(next & 0x7f) << shift;
            more = next & 0x80 != 0;
            shift = (shift + 7).min(56);
        }
        Some(value)
    }

    /// Of an array; null counts as empty.
    #[inline]
    fn count(&mut self) -> Option<usize> {
        Some(self.unsigned()?.saturating_sub(1))
    }

    #[inline]
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.count()?;
        self.take(length)
    }

    #[inline]
    fn tags(&mut self) -> Option<()> {
        for _ in 0..self.unsigned()? {
            self.unsigned()?;
            let length = self.unsigned()?;
            self.take(length)?;
        }
        Some(())
    }
}

/// Eight bytes at a time, folded by a multiplication: about the cheapest that spreads names over a table.
#[derive(Default)]
pub struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            let mixed =
                u128::from(self.0 ^ u64::from_le_bytes(word)) * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
            self.0 = (mixed as u64) ^ ((mixed >> 64) as u64);
        }
    }

    fn write_usize(&mut self, _length: usize) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{Asked, Fake, Layout, key};

    #[test]
    fn it_reads_what_the_fake_says() {
        let layout = Layout::of(5, 40, 7);
        let fake = Fake::start(layout.clone()).unwrap();
        for version in [12, 13] {
            // All topics, and none of the three flags.
            let body = fake.body(Asked { key: key::METADATA, version, body: &[0, 0, 0, 0] });
            let bare = read(&body).unwrap();
            assert_eq!((bare.topics.len(), bare.index.len()), (40, 280));
            for topic in &layout.topics {
                let (first, end) = bare.topics[topic.name.as_bytes()];
                let leaders: Vec<i32> = topic.partitions.iter().map(|partition| partition.leader).collect();
                assert_eq!(bare.leader[first as usize..end as usize], leaders);
                let (from, ends) = (bare.ends[first as usize], &topic.partitions[0]);
                assert_eq!(from[1] - from[0], ends.isr.len() as u32);
            }
        }
    }
}
