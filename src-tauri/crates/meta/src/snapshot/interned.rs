//! Lists of broker ids, each kept once: a cluster has 200,000 partitions and a few hundred different replica sets.

/// The lists that were seen. Place 0 is the empty list.
#[derive(Debug, Default)]
pub(crate) struct Interned {
    numbers: Vec<i32>,
    /// Where each list ends in `numbers`.
    ends: Vec<u32>,
}

impl Interned {
    /// The list at this place.
    pub(crate) fn get(&self, place: u32) -> &[i32] {
        let Some(before) = place.checked_sub(1) else { return &[] };
        let start = before.checked_sub(1).map_or(Some(0), |at| self.ends.get(at as usize).copied());
        match (start, self.ends.get(before as usize)) {
            (Some(start), Some(&end)) => self.numbers.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}
