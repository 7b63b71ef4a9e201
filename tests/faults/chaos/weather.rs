//! What happens to the cluster, step by step, drawn from a seed: faults on the wire, brokers that go, freeze, move or are replaced
//! by a stranger, and what a cluster does by itself. Each trouble with a broker ends some steps later; all end in the end.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use mock_cluster::{Action, Behaviour, Fault, Port, key};
use rand::{Rng, rngs::StdRng};

use super::scene::{BROKERS, GROUPS, PARTITIONS, Scene, TOPICS};

/// Codes that any broker may say to anything.
pub const CODES: [i16; 15] = [-1, 3, 5, 6, 7, 8, 13, 14, 15, 16, 41, 56, 74, 89, 129];
const KEYS: [i16; 13] = [
    key::API_VERSIONS,
    key::METADATA,
    key::METADATA,
    key::LIST_OFFSETS,
    key::FIND_COORDINATOR,
    key::OFFSET_FETCH,
    key::LIST_GROUPS,
    key::DESCRIBE_LOG_DIRS,
    key::DESCRIBE_CLUSTER,
    key::DESCRIBE_TRANSACTIONS,
    key::CREATE_TOPICS,
    key::DELETE_TOPICS,
    key::DELETE_GROUPS,
];
/// Those whose reply opens with the throttle time in every version that is spoken here.
const THROTTLED: [i16; 5] =
    [key::LIST_OFFSETS, key::METADATA, key::OFFSET_FETCH, key::DESCRIBE_LOG_DIRS, key::DELETE_TOPICS];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    None,
    /// Its process is gone; whether the cluster noticed.
    Gone {
        noticed: bool,
    },
    /// It answers nothing, or another protocol.
    Odd,
    /// The cluster names a stranger's address for it.
    Elsewhere {
        port: u16,
    },
}

pub struct Weather {
    chance: StdRng,
    brokers: Vec<Trouble>,
    pub log: Vec<String>,
}

impl Weather {
    pub fn new(chance: StdRng) -> Weather {
        Weather { chance, brokers: vec![Trouble::None; BROKERS as usize], log: Vec::new() }
    }

    pub async fn step(&mut self, scene: &Scene) {
        match self.chance.random_range(0..10) {
            0..=3 => self.on_the_wire(scene),
            4..=6 => self.broker(scene).await,
            _ => self.cluster(scene),
        }
        tokio::time::sleep(Duration::from_millis(self.chance.random_range(20..160))).await;
    }

    fn on_the_wire(&mut self, scene: &Scene) {
        let chance = &mut self.chance;
        let mut key = KEYS[chance.random_range(0..KEYS.len())];
        let ms = |range: std::ops::Range<u64>, chance: &mut StdRng| {
            Duration::from_millis(chance.random_range(range))
        };
        let action = match chance.random_range(0..15) {
            0 => Action::Silence,
            1 => Action::Skip,
            2 => Action::DropBefore,
            3 | 4 => Action::DropAfter,
            5 => Action::Delay(ms(20..700, chance)),
            6 | 7 => Action::ErrorCode(CODES[chance.random_range(0..CODES.len())]),
            8 => Action::Correlation(chance.random_range(-2..3)),
            9 => Action::Twice,
            10 => Action::Behind(Bytes::from_static(&[0, 0, 0, 4, 0, 0, 0, 1])),
            11 => Action::TruncateAt(chance.random_range(0..40)),
            12 => Action::CutAt(chance.random_range(6..30)),
            13 => Action::RawFrame(Bytes::from_static(&[0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1])),
            _ => {
                key = THROTTLED[chance.random_range(0..THROTTLED.len())];
                let pause = chance.random_range(1..400_i32);
                Action::rewrite(move |body| {
                    let mut body = BytesMut::from(&body[..]);
                    body[..4].copy_from_slice(&pause.to_be_bytes());
                    body.freeze()
                })
            }
        };
        let mut fault = Fault::on(key).times(chance.random_range(1..4)).after(chance.random_range(0..3));
        if chance.random_bool(0.5) {
            fault = fault.broker(chance.random_range(1..=BROKERS));
        }
        self.log.push(format!("{fault:?}: {action:?}"));
        scene.mock.fault(fault, action);
    }

    async fn broker(&mut self, scene: &Scene) {
        let at = self.chance.random_range(0..self.brokers.len());
        let id = at as i32 + 1;
        if self.brokers[at] != Trouble::None {
            return self.mend(scene, id).await;
        }
        let trouble = match self.chance.random_range(0..8) {
            0 | 1 => {
                scene.mock.fail_broker(id).await.unwrap();
                Trouble::Gone { noticed: true }
            }
            2 => {
                scene.mock.stop_broker(id).await.unwrap();
                Trouble::Gone { noticed: false }
            }
            3 | 4 => {
                let odd =
                    [Behaviour::Mute, Behaviour::Mute, Behaviour::Hangup, Behaviour::Http, Behaviour::Tls];
                let odd = odd[self.chance.random_range(0..odd.len())];
                self.log.push(format!("{odd:?}"));
                scene.mock.behave(id, odd).unwrap();
                Trouble::Odd
            }
            5 => {
                let port = scene.mock.state().broker(id).unwrap().port;
                let theirs = scene.stranger.state().broker(id).unwrap().port;
                scene.mock.state().advertise(id, "127.0.0.1", theirs).unwrap();
                Trouble::Elsewhere { port }
            }
            // At once at another port, its connections closed.
            _ => {
                scene.mock.start_broker(id, Port::New).await.unwrap();
                Trouble::None
            }
        };
        self.log.push(format!("broker {id}: {trouble:?}"));
        self.brokers[at] = trouble;
    }

    async fn mend(&mut self, scene: &Scene, id: i32) {
        let at = id as usize - 1;
        match std::mem::replace(&mut self.brokers[at], Trouble::None) {
            Trouble::None => return,
            Trouble::Gone { noticed } => {
                let port = if self.chance.random_bool(0.5) { Port::Same } else { Port::New };
                scene.mock.start_broker(id, port).await.unwrap();
                if noticed {
                    let mut state = scene.mock.state();
                    state.unfence(id).unwrap();
                    state.catch_up(id).unwrap();
                }
            }
            Trouble::Odd => scene.mock.behave(id, Behaviour::Normal).unwrap(),
            Trouble::Elsewhere { port } => scene.mock.state().advertise(id, "127.0.0.1", port).unwrap(),
        }
        self.log.push(format!("broker {id} is well again"));
    }

    fn cluster(&mut self, scene: &Scene) {
        let chance = &mut self.chance;
        let topic = TOPICS[chance.random_range(0..TOPICS.len())];
        let (partition, broker) = (chance.random_range(0..PARTITIONS), chance.random_range(1..=BROKERS));
        // One who is away can't be elected.
        if !scene.mock.state().is_live(broker) {
            return;
        }
        let what = chance.random_range(0..7);
        match what {
            0 | 1 => scene.mock.state().move_leader(topic, partition, broker).unwrap(),
            2 => scene.mock.state().lose_leader(topic, partition).unwrap(),
            3 => scene.mock.state().move_controller(broker).unwrap(),
            4 => {
                let group = GROUPS[chance.random_range(0..GROUPS.len())];
                scene.mock.state().move_coordinator(group, broker).unwrap();
            }
            5 => {
                let partition = chance.random_range(0..50);
                scene.mock.state().move_leader("__consumer_offsets", partition, broker).unwrap();
            }
            _ => scene.make_again(topic),
        }
        self.log.push(format!("cluster: {what} {topic}-{partition} broker {broker}"));
    }

    /// Everything is well again.
    pub async fn clear(&mut self, scene: &Scene) {
        scene.mock.disarm_all();
        for id in 1..=BROKERS {
            self.mend(scene, id).await;
        }
        let mut state = scene.mock.state();
        for id in 1..=BROKERS {
            state.unfence(id).unwrap();
            state.catch_up(id).unwrap();
        }
        for topic in TOPICS {
            for partition in 0..PARTITIONS {
                if state.partition(topic, partition).unwrap().leader < 0 {
                    state.move_leader(topic, partition, 1).unwrap();
                }
            }
        }
    }
}
