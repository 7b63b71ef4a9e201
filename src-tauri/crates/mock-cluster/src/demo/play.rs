//! Plays the script second by second: logs grow and lose their beginning, groups read on, replicas are copied between
//! directories and between brokers, volumes fill, and a broker goes away and comes back.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{MissedTickBehavior, interval};

use super::brokers::{CORDONED, NEARLY_FULL, OFFLINE, VOLUME};
use super::chance::Chance;
use super::groups;
use super::moves::Moves;
use super::script::{self, Cue, LEAVER};
use super::topic_table::TOPICS;
use super::topics::Policy;
use crate::cluster::{MockCluster, Port};
use crate::state::State;

/// The replicas that are moved one after another between directories of the first broker.
const MOVED_TOPIC: &str = "clickstream.page-views";
const MOVER: i32 = 1;
/// Seconds that one copy takes, and how much is done when the scene opens.
const COPY_TAKES: f64 = 160.0;
const COPIED_AT_FIRST: f64 = 0.35;
/// A log is cut when it is this many percent above the size that it began with.
const CUT_ABOVE: i64 = 2;

#[derive(Debug)]
pub(super) struct Play {
    second: u64,
    chance: Chance,
    /// Position in the list of partitions that the mover holds, and the share of the copy that is done.
    moving: usize,
    copied: f64,
    /// Partitions on their way to other brokers.
    moves: Moves,
    /// Bytes on each volume that are not Kafka's: by broker and directory.
    others: Vec<(i32, usize, i64)>,
    /// Records that each partition of each topic of the scene holds in the steady state.
    steady: BTreeMap<String, Vec<i64>>,
}

pub(super) async fn by_the_clock(cluster: &MockCluster, play: &Mutex<Play>) {
    let mut seconds = interval(Duration::from_secs(1));
    seconds.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        seconds.tick().await;
        play.lock().await.second(cluster).await;
    }
}

impl Play {
    pub(super) fn new(state: &mut State) -> Self {
        let mut play = Self {
            second: 0,
            chance: Chance::seeded(1_729),
            moving: 0,
            copied: COPIED_AT_FIRST,
            moves: Moves::begin(state),
            others: Vec::new(),
            steady: BTreeMap::new(),
        };
        for topic in state.topics() {
            let held = topic.partitions.iter().map(|at| at.log_end - at.log_start);
            play.steady.insert(topic.name.clone(), held.collect());
        }
        play.others = others(state, &mut play.chance);
        fail_and_cordon(state);
        play.copy(state);
        play.fill_volumes(state);
        play
    }

    pub(super) async fn second(&mut self, cluster: &MockCluster) {
        self.second += 1;
        match script::cue(self.second) {
            Cue::Leaves => {
                // The broker is part of the scene, so that it can only be there.
                let _ = cluster.fail_broker(LEAVER).await;
            }
            Cue::Returns => {
                if cluster.restore_broker(LEAVER, Port::Same).await.is_err() {
                    // Somebody else took its port meanwhile; it moves, as a container would. Should that fail too, it is
                    // tried again three minutes later.
                    let _ = cluster.restore_broker(LEAVER, Port::New).await;
                }
            }
            Cue::CatchesUp(share) => cluster.state().catch_up_share(LEAVER, share),
            Cue::Nothing => {}
        }
        let mut state = cluster.state();
        self.grow(&mut state);
        groups::read_on(&mut state, &mut self.chance);
        self.copied += 1.0 / COPY_TAKES;
        self.copy(&mut state);
        self.moves.second(&mut state);
        self.fill_volumes(&mut state);
    }

    fn grow(&mut self, state: &mut State) {
        for row in TOPICS {
            let Ok(topic) = state.topic(row.name) else { continue };
            let led: Vec<i32> =
                topic.partitions.iter().filter(|at| at.leader >= 0).map(|at| at.index).collect();
            for index in led {
                let records = self.chance.around(row.rate, 40);
                let _ = state.grow_offsets(row.name, index, records);
            }
        }
        // What may not be cut goes on growing; the rest loses its oldest records.
        for row in TOPICS.iter().filter(|row| row.policy != Policy::Forever) {
            let Some(steady) = self.steady.get(row.name) else { continue };
            let Ok(topic) = state.topic_mut(row.name) else { continue };
            for (partition, &steady) in topic.partitions.iter_mut().zip(steady) {
                let held = partition.log_end - partition.log_start;
                if held > steady + steady * CUT_ABOVE / 100 {
                    partition.cut(held - steady, row.record_bytes);
                }
            }
        }
    }

    /// One replica at a time is copied; when it is done, the next begins.
    fn copy(&mut self, state: &mut State) {
        let Ok(topic) = state.topic(MOVED_TOPIC) else { return };
        let here = topic.partitions.iter().filter_map(|at| Some((at.index, at.replica(MOVER)?.clone())));
        let here: Vec<_> = here.collect();
        let Some((index, replica)) = here.get(self.moving.checked_rem(here.len()).unwrap_or_default()) else {
            return;
        };
        if replica.future.is_none() {
            let Ok(broker) = state.broker(MOVER) else { return };
            let next = (replica.dir + 1).checked_rem(broker.log_dirs.len()).unwrap_or_default();
            let Some(path) = broker.log_dirs.get(next).map(|dir| dir.path.clone()) else { return };
            let _ = state.move_replica(MOVED_TOPIC, *index, MOVER, &path);
        }
        let _ = state.progress_move(MOVED_TOPIC, *index, MOVER, self.copied);
        if self.copied >= 1.0 {
            self.copied = 0.0;
            self.moving += 1;
        }
    }

    fn fill_volumes(&self, state: &mut State) {
        let held = state.bytes_by_dir();
        for &(id, dir, other) in &self.others {
            let kafka = held.get(&(id, dir)).copied().unwrap_or_default();
            let Ok(broker) = state.broker_mut(id) else { continue };
            if let Some(dir) = broker.log_dirs.get_mut(dir) {
                dir.spec.usable = (dir.spec.total - kafka - other).max(0);
            }
        }
    }
}

/// A little of every volume is somebody else's; on one, an old backup takes what Kafka would need.
fn others(state: &State, chance: &mut Chance) -> Vec<(i32, usize, i64)> {
    let held = state.bytes_by_dir();
    let volumes = state.brokers().flat_map(|broker| (0..broker.log_dirs.len()).map(|dir| (broker.id, dir)));
    volumes
        .map(|(id, dir)| {
            if (id, dir) == NEARLY_FULL {
                let kafka = held.get(&(id, dir)).copied().unwrap_or_default();
                return (id, dir, (VOLUME / 100 * 91 - kafka).max(0));
            }
            (id, dir, chance.around(VOLUME / 60, 50))
        })
        .collect()
}

fn fail_and_cordon(state: &mut State) {
    for ((id, path), offline) in [(OFFLINE, true), (CORDONED, false)] {
        let Ok(at) = state.dir_index(id, path) else { continue };
        let Some(dir) = state.broker(id).ok().and_then(|broker| broker.log_dirs.get(at)) else { continue };
        let mut spec = dir.spec.clone();
        spec.offline = offline;
        spec.cordoned = !offline;
        let _ = state.set_log_dir(id, path, spec);
    }
}
