//! How fast new replicas grow: two looks at a broker's log dirs give a rate, one gives none. A rate is never guessed and never 0 for
//! want of a second look; 0 means that a copy did not grow.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use admin::{Dirs, Move};
use parking_lot::Mutex;

/// Two looks that are nearer to each other than this tell no rate: replicas are fetched in bursts.
const LEAST: Duration = Duration::from_secs(1);

/// A replica on its way: topic, partition, broker.
pub(crate) type CopyOf = (Arc<str>, i32, i32);

/// What is known of a copy's speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It was looked at once.
    SeenOnce,
    /// Bytes a second between the last two looks, and how far apart those were.
    Grew { rate: i64, over: Duration },
    /// It became smaller between the last two looks: begun anew, or cut by retention.
    Shrank,
}

#[derive(Clone, Copy)]
struct Seen {
    at: Instant,
    bytes: i64,
    pace: Pace,
}

/// The copies that are under way, as they were last seen.
#[derive(Default)]
pub(crate) struct Copying(Mutex<HashMap<CopyOf, Seen>>);

impl Copying {
    pub(crate) fn pace(&self, copy: &CopyOf) -> Option<Pace> {
        self.0.lock().get(copy).map(|seen| seen.pace)
    }

    /// Takes in what one broker tells of its directories, which was asked for then.
    pub(crate) fn look(&self, moves: &[Move], broker: i32, dirs: &Dirs, at: Instant) {
        let here: HashMap<(&str, i32), &Move> = moves
            .iter()
            .filter(|one| one.adding.contains(&broker))
            .map(|one| ((&*one.topic, one.partition), one))
            .collect();
        if here.is_empty() {
            return;
        }
        let mut all = self.0.lock();
        for topic in dirs.dirs.iter().flat_map(|dir| dir.listed.topics()) {
            for replica in topic.replicas.iter().filter(|replica| !replica.future) {
                if let Some(one) = here.get(&(&**topic.name, replica.partition)) {
                    let copy = (Arc::clone(&one.topic), one.partition, broker);
                    let next = next(all.get(&copy), replica.bytes, at);
                    all.insert(copy, next);
                }
            }
        }
    }

    /// Forgets what is not under way any more.
    pub(crate) fn keep_only(&self, moves: &[Move]) {
        let still: HashMap<(&str, i32), &Move> =
            moves.iter().map(|one| ((&*one.topic, one.partition), one)).collect();
        self.0.lock().retain(|(topic, partition, broker), _| {
            still.get(&(&**topic, *partition)).is_some_and(|one| one.adding.contains(broker))
        });
    }
}

fn next(before: Option<&Seen>, bytes: i64, at: Instant) -> Seen {
    let Some(before) = before else { return Seen { at, bytes, pace: Pace::SeenOnce } };
    let over = at.saturating_duration_since(before.at);
    if over < LEAST {
        return *before;
    }
    let grew = bytes.saturating_sub(before.bytes);
    let pace = match i128::try_from(over.as_millis()) {
        Ok(ms) if 0 <= grew && 0 < ms => {
            let rate = i64::try_from(i128::from(grew) * 1_000 / ms).unwrap_or(i64::MAX);
            Pace::Grew { rate, over }
        }
        _ => Pace::Shrank,
    };
    Seen { at, bytes, pace }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::Arc,
        time::{Duration, Instant},
    };

    use admin::{Dir, Dirs, ErrorCode, Move, Replica, Sums};

    use super::{Copying, Pace};

    fn moved() -> Vec<Move> {
        vec![Move {
            topic: "orders".into(),
            partition: 3,
            replicas: vec![1, 2, 4],
            adding: vec![4],
            removing: vec![1],
        }]
    }

    fn holding(bytes: i64) -> Dirs {
        let replicas = vec![Replica::new(3, bytes, Some(7), false), Replica::new(9, 1, None, false)];
        let listed = [(Arc::from("orders"), replicas)].into_iter().collect();
        let dir = Dir {
            path: "/d".into(),
            code: ErrorCode::NONE,
            listed,
            volume: None,
            usable: None,
            cordoned: None,
            sums: Sums::default(),
        };
        Dirs { dirs: vec![dir] }
    }

    #[test]
    fn one_look_tells_no_rate_and_two_tell_one() {
        let (copying, moves, start) = (Copying::default(), moved(), Instant::now());
        let of = ("orders".into(), 3, 4);
        assert_eq!(copying.pace(&of), None);
        copying.look(&moves, 4, &holding(1_000), start);
        assert_eq!(copying.pace(&of), Some(Pace::SeenOnce));
        copying.look(&moves, 4, &holding(9_000), start + Duration::from_millis(300));
        assert_eq!(copying.pace(&of), Some(Pace::SeenOnce), "too near to the first");
        copying.look(&moves, 4, &holding(21_000), start + Duration::from_secs(4));
        let grew = |rate, s| Some(Pace::Grew { rate, over: Duration::from_secs(s) });
        assert_eq!(copying.pace(&of), grew(5_000, 4));
        copying.look(&moves, 4, &holding(21_000), start + Duration::from_secs(9));
        assert_eq!(copying.pace(&of), grew(0, 5), "it stands still, and that is known");
        copying.look(&moves, 4, &holding(10), start + Duration::from_secs(12));
        assert_eq!(copying.pace(&of), Some(Pace::Shrank));
    }

    #[test]
    fn only_copies_that_are_under_way_are_remembered() {
        let (copying, start) = (Copying::default(), Instant::now());
        copying.look(&moved(), 1, &holding(5), start);
        assert_eq!(copying.pace(&("orders".into(), 3, 1)), None, "broker 1 gives its copy away");
        copying.look(&moved(), 4, &holding(5), start);
        copying.keep_only(&[]);
        assert_eq!(copying.pace(&("orders".into(), 3, 4)), None);
    }
}
