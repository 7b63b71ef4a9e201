//! How partitions stand: replicas, ISR, what is offline, and the error code, each combination kept once.
//!
//! A cluster has 200,000 partitions and a few thousand different combinations. Without this each partition would own
//! three small allocations, which is what makes reading a large listing slow.

use std::ops::Range;

use super::health::{Tally, missing};

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
    missing: u32,
}

impl Standing {
    /// What of it is counted.
    pub(crate) fn tally(&self) -> Tally {
        let length = |range: &Range<u32>| range.end - range.start;
        let short = |range| u16::try_from(length(range)).unwrap_or(u16::MAX);
        Tally {
            missing: self.missing,
            offline: length(&self.offline),
            replicas: short(&self.replicas),
            in_sync: short(&self.isr),
        }
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
    pub(super) fn add(&mut self, lists: Lists<'_>) -> u32 {
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

    /// Gives back room that was made and not used.
    pub(super) fn shrink(&mut self) {
        self.all.shrink_to_fit();
        self.ids.shrink_to_fit();
    }

    fn keep(&mut self, ids: impl Iterator<Item = i32>) -> Range<u32> {
        let start = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.extend(ids);
        start..u32::try_from(self.ids.len()).unwrap_or(u32::MAX)
    }
}
