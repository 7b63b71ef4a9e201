//! What the cluster holds: topics, partitions and where they are, made the way Kafka places replicas when it creates a
//! topic. Names have long common beginnings and come in no order, as in the replies of real brokers; ids are random.

use uuid::Uuid;

#[derive(Clone, Debug)]
pub struct Layout {
    pub brokers: i32,
    pub topics: Vec<Topic>,
}

#[derive(Clone, Debug)]
pub struct Topic {
    pub name: String,
    pub id: Uuid,
    pub partitions: Vec<Partition>,
}

#[derive(Clone, Debug)]
pub struct Partition {
    pub leader: i32,
    pub epoch: i32,
    pub replicas: Vec<i32>,
    pub isr: Vec<i32>,
}

impl Layout {
    /// Three replicas each (fewer on fewer brokers); one in a hundred partitions has one that is not in sync.
    pub fn of(brokers: i32, topics: usize, partitions: i32) -> Layout {
        let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
        let mut all: Vec<Topic> =
            (0..topics).map(|number| topic(number, brokers, partitions, &mut chance)).collect();
        for place in (1..all.len()).rev() {
            all.swap(place, chance.below(place as u64 + 1) as usize);
        }
        Layout { brokers, topics: all }
    }

    pub fn partitions(&self) -> usize {
        self.topics.iter().map(|topic| topic.partitions.len()).sum()
    }

    pub fn find(&self, name: &str) -> Option<&Topic> {
        self.topics.iter().find(|topic| topic.name == name)
    }
}

/// A name of 30 letters.
pub fn name(topic: usize) -> String {
    format!("team-{:02}.orders.events.v1.{topic:06}", topic % 40)
}

fn topic(number: usize, brokers: i32, partitions: i32, chance: &mut Chance) -> Topic {
    let count = brokers as u64;
    let start = chance.below(count) as i32;
    let mut shift = chance.below(count) as i32;
    let mut placed = Vec::with_capacity(partitions as usize);
    for index in 0..partitions {
        if index > 0 && index % brokers == 0 {
            shift += 1;
        }
        let first = (index + start) % brokers;
        let others = (0..2.min(brokers - 1)).map(|other| {
            let step = 1 + (shift + other) % (brokers - 1);
            (first + step) % brokers
        });
        let replicas: Vec<i32> = std::iter::once(first).chain(others).map(|broker| broker + 1).collect();
        let mut isr = replicas.clone();
        if chance.below(100) == 0 {
            isr.pop();
        }
        placed.push(Partition { leader: first + 1, epoch: chance.below(40) as i32, replicas, isr });
    }
    let id = (u128::from(chance.next()) << 64) | u128::from(chance.next());
    Topic { name: name(number), id: Uuid::from_u128(id), partitions: placed }
}

/// The same numbers in each run (xorshift64*).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 16) % end
    }
}
