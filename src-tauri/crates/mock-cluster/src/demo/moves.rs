//! The demo's reassignments: one partition after another of a large topic goes to another broker, and one has stood still since its
//! throttle was set too low.

use crate::state::State;

const MOVED: &str = "lake.ingest.events-avro";
const FIRST: i32 = 5;
/// Seconds that one move takes, and how much of the first is done when the scene opens.
const TAKES: f64 = 900.0;
const DONE_AT_FIRST: f64 = 0.42;

const STUCK: (&str, i32, f64) = ("cdc.shop.public.carts", 2, 0.07);

#[derive(Debug)]
pub(super) struct Moves {
    index: i32,
    done: f64,
}

impl Moves {
    pub(super) fn begin(state: &mut State) -> Moves {
        start(state, STUCK.0, STUCK.1);
        let _ = state.progress_reassignment(STUCK.0, STUCK.1, STUCK.2);
        start(state, MOVED, FIRST);
        let moves = Moves { index: FIRST, done: DONE_AT_FIRST };
        let _ = state.progress_reassignment(MOVED, moves.index, moves.done);
        moves
    }

    pub(super) fn second(&mut self, state: &mut State) {
        self.done += 1.0 / TAKES;
        let _ = state.progress_reassignment(MOVED, self.index, self.done);
        if self.done >= 1.0 {
            self.done = 0.0;
            let partitions = state.topic(MOVED).map_or(1, |topic| topic.partitions.len());
            let next = usize::try_from(self.index).unwrap_or_default() + 1;
            self.index = i32::try_from(next.checked_rem(partitions).unwrap_or_default()).unwrap_or_default();
            start(state, MOVED, self.index);
        }
    }
}

/// The last replica goes to the first broker that has none.
fn start(state: &mut State, topic: &str, index: i32) {
    let Ok(partition) = state.partition(topic, index) else { return };
    let mut target: Vec<i32> = partition.replicas.iter().map(|replica| replica.broker).collect();
    let new = (1..=super::brokers::BROKERS).find(|id| !target.contains(id));
    if let (Some(last), Some(new)) = (target.last_mut(), new) {
        *last = new;
        let _ = state.reassign(topic, index, &target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_follows_another_and_the_stuck_one_stays() {
        let mut state = super::super::brokers::stage();
        let mut moves = Moves::begin(&mut state);
        let copied = |state: &State, topic: &str, index: i32| {
            let partition = state.partition(topic, index).unwrap();
            let adding = partition.reassignment.as_ref().map(|running| running.adding[0])?;
            Some(partition.replica(adding).unwrap().size)
        };
        let (first, stuck) =
            (copied(&state, MOVED, FIRST).unwrap(), copied(&state, STUCK.0, STUCK.1).unwrap());
        assert!(first > 0 && stuck > 0);
        moves.second(&mut state);
        assert!(copied(&state, MOVED, FIRST).unwrap() > first);
        for _ in 0..600 {
            moves.second(&mut state);
        }
        assert_eq!(copied(&state, MOVED, FIRST), None, "it is over");
        assert!(copied(&state, MOVED, FIRST + 1).is_some());
        assert_eq!(copied(&state, STUCK.0, STUCK.1), Some(stuck));
    }
}
