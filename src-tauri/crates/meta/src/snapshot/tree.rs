//! Topics by number, so that one can be replaced without copying the others.
//!
//! Three levels of 64: a refresh of one topic copies the 64 topics around it and the two levels of pointers above, and
//! shares the rest with the snapshot before it. A flat array would make that refresh cost the more the larger the cluster
//! is (it took 0.18 ms among 10,000 topics; this takes some microseconds among any number).

use std::sync::Arc;

use super::Topic;

const WIDTH: usize = 64;

/// 64 topics, the last one perhaps fewer.
#[derive(Clone, Debug)]
struct Leaf {
    topics: Arc<[Topic]>,
    /// Which of them are not what they were when the tree was made, a bit for each.
    anew: u64,
}

impl Leaf {
    fn of(topics: Vec<Topic>) -> Leaf {
        Leaf { topics: topics.into(), anew: 0 }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    branches: Vec<Arc<[Leaf]>>,
    len: u32,
}

impl Tree {
    pub(super) fn of(topics: impl Iterator<Item = Topic>) -> Tree {
        let mut topics = topics;
        let mut tree = Tree::default();
        let mut leaves: Vec<Leaf> = Vec::with_capacity(WIDTH);
        loop {
            let leaf: Vec<Topic> = topics.by_ref().take(WIDTH).collect();
            let last = leaf.len() < WIDTH;
            tree.len = tree.len.saturating_add(u32::try_from(leaf.len()).unwrap_or(u32::MAX));
            if !leaf.is_empty() {
                leaves.push(Leaf::of(leaf));
            }
            if leaves.len() == WIDTH || (last && !leaves.is_empty()) {
                tree.branches.push(std::mem::take(&mut leaves).into());
            }
            if last {
                return tree;
            }
        }
    }

    /// How many numbers were given.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    pub(super) fn get(&self, number: u32) -> Option<&Topic> {
        let (branch, leaf, place) = way(number);
        self.branches.get(branch)?.get(leaf)?.topics.get(place)
    }

    /// Whether the topic with this number is there and as it was when the tree was made.
    #[inline]
    pub(super) fn is_as_made(&self, number: u32) -> bool {
        let (branch, leaf, place) = way(number);
        let leaf = self.branches.get(branch).and_then(|branch| branch.get(leaf));
        leaf.is_some_and(|leaf| leaf.anew >> place & 1 == 0)
    }

    /// The same of all topics.
    pub(super) fn is_whole_as_made(&self) -> bool {
        self.branches.iter().flat_map(|branch| branch.iter()).all(|leaf| leaf.anew == 0)
    }

    /// Puts another topic in the place of the one with this number.
    pub(super) fn replace(&mut self, number: u32, topic: Topic) {
        let Some((leaf, place)) = self.leaf(number) else { return };
        leaf.anew |= 1 << place;
        if let Some(old) = Arc::make_mut(&mut leaf.topics).get_mut(place) {
            *old = topic;
        }
    }

    /// Notes that the topic with this number is gone. It stays where it is, as numbers do.
    pub(super) fn forget(&mut self, number: u32) {
        if let Some((leaf, place)) = self.leaf(number) {
            leaf.anew |= 1 << place;
        }
    }

    /// The leaf of this number, to change, and the place in it.
    fn leaf(&mut self, number: u32) -> Option<(&mut Leaf, usize)> {
        let (branch, leaf, place) = way(number);
        Some((Arc::make_mut(self.branches.get_mut(branch)?).get_mut(leaf)?, place))
    }

    /// Adds a topic and says its number.
    pub(super) fn push(&mut self, topic: Topic) -> u32 {
        let number = self.len;
        self.len = self.len.saturating_add(1);
        let (branch, leaf, place) = way(number);
        let mut leaves = self.branches.get(branch).map_or_else(Vec::new, |branch| branch.to_vec());
        let (mut topics, anew) =
            leaves.get(leaf).map_or((Vec::new(), 0), |leaf| (leaf.topics.to_vec(), leaf.anew));
        topics.push(topic);
        leaves.truncate(leaf);
        leaves.push(Leaf { topics: topics.into(), anew: anew | 1 << place });
        self.branches.truncate(branch);
        self.branches.push(leaves.into());
        number
    }
}

/// Which branch, which leaf of it, which place in that.
fn way(number: u32) -> (usize, usize, usize) {
    let number = number as usize;
    (number / (WIDTH * WIDTH), number / WIDTH % WIDTH, number % WIDTH)
}
