//! What is known of a pair of credentials: never tried, taken, or refused; and for how long they are left alone then.
//!
//! A pool has many sockets and each of them signs in. With a wrong password that would be a hundred failed attempts in a
//! minute, and directories lock an account after five. So until somebody has taken the credentials they are tried by one
//! socket at a time, and after a refusal by none for a while. A pause doubles with each refusal in a row.
//!
//! One broker's refusal is its own as long as others take the same credentials (a new password takes a moment to
//! reach all brokers); three in a row are everybody's.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, timeout_at};

const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);
/// Refusals in a row, by whichever broker, after which credentials that were taken once count as wrong.
const IN_A_ROW: u32 = 3;
/// How long others wait for the one that tries first: a broker that went silent in the midst of it holds them no longer.
const TURN: Duration = Duration::from_secs(3);

#[derive(Default)]
pub(crate) struct Standing {
    turn: tokio::sync::Mutex<()>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Taken by somebody, and not refused three times in a row since.
    taken: bool,
    in_a_row: u32,
    last: Option<Refusal>,
    at: BTreeMap<String, Refusal>,
}

#[derive(Clone)]
struct Refusal {
    until: Instant,
    times: u32,
    why: String,
}

/// The right to try; held until the broker has answered.
pub(crate) struct Turn<'a>(
    #[expect(dead_code, reason = "it only has to be held")] Option<tokio::sync::MutexGuard<'a, ()>>,
);

impl Standing {
    /// Whether these credentials may be tried on this broker now.
    ///
    /// # Errors
    /// Why they were refused, while they are left alone.
    pub(crate) fn left_alone(&self, address: &str) -> Result<(), String> {
        self.known().left_alone(address)
    }

    /// Waits for the right to try these credentials on this broker.
    ///
    /// # Errors
    /// Why they were refused, while they are left alone.
    pub(crate) async fn turn(&self, address: &str, deadline: Instant) -> Result<Turn<'_>, String> {
        self.known().left_alone(address)?;
        if self.known().taken {
            return Ok(Turn(None));
        }
        let guard = timeout_at(deadline.min(Instant::now() + TURN), self.turn.lock()).await.ok();
        // Who went before may have been refused.
        self.known().left_alone(address)?;
        Ok(Turn(guard))
    }

    pub(crate) fn taken(&self, address: &str) {
        let mut known = self.known();
        known.taken = true;
        known.in_a_row = 0;
        known.last = None;
        known.at.remove(address);
    }

    pub(crate) fn refused(&self, address: &str, why: &str) {
        let factor = rand::random_range(0.9..1.1);
        let mut known = self.known();
        known.in_a_row = known.in_a_row.saturating_add(1);
        if known.in_a_row >= IN_A_ROW {
            known.taken = false;
        }
        let all = known.in_a_row;
        let here = known.at.get(address).map_or(0, |refusal| refusal.times).saturating_add(1);
        let refusal = |times| Refusal {
            until: Instant::now() + pause(times).mul_f64(factor),
            times,
            why: why.to_owned(),
        };
        known.last = Some(refusal(all));
        known.at.insert(address.to_owned(), refusal(here));
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Plain values, each change of which is whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn left_alone(&self, address: &str) -> Result<(), String> {
        let now = Instant::now();
        // Taken elsewhere, a first refusal may have been an accident; a second one was none.
        let enough = if self.taken { 2 } else { 1 };
        let here = self.at.get(address).filter(|refusal| refusal.times >= enough);
        let everywhere = self.last.as_ref().filter(|_| !self.taken);
        let refusal = [here, everywhere].into_iter().flatten().find(|refusal| now < refusal.until);
        refusal.map_or(Ok(()), |Refusal { until, why, .. }| {
            let left = until.saturating_duration_since(now).as_secs_f64().ceil();
            Err(format!(
                "{why} (not tried again for {left} s, because accounts get locked; connect anew to try at once)"
            ))
        })
    }
}

fn pause(times: u32) -> Duration {
    FIRST_PAUSE.saturating_mul(1 << times.saturating_sub(1).min(16)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, sleep};

    use super::*;

    fn far() -> Instant {
        Instant::now() + Duration::from_secs(600)
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_refusal_nobody_tries_until_the_pause_is_over_and_each_pause_is_longer() {
        let standing = Standing::default();
        let mut tried_at = Vec::new();
        let began = Instant::now();
        while tried_at.len() < 5 {
            if standing.turn("one:9092", far()).await.is_ok() {
                tried_at.push(began.elapsed().as_secs());
                standing.refused("one:9092", "wrong");
            }
            let why = standing.turn("two:9092", far()).await.err().unwrap();
            assert!(why.starts_with("wrong (not tried again for "), "{why}");
            sleep(Duration::from_secs(1)).await;
        }
        let gaps: Vec<u64> = tried_at.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!((27..=34).contains(&gaps[0]) && (54..=67).contains(&gaps[1]), "{gaps:?}");
        assert!((216..=265).contains(&gaps[3]), "{gaps:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn untried_credentials_are_tried_by_one_at_a_time_and_taken_ones_by_all() {
        let standing = Standing::default();
        let first = standing.turn("one:9092", far()).await.unwrap();
        let second = standing.turn("two:9092", Instant::now() + Duration::from_secs(1));
        let began = Instant::now();
        // Its own deadline ends its waiting, not the silence of the first.
        assert!(second.await.is_ok());
        assert_eq!(began.elapsed(), Duration::from_secs(1));
        standing.taken("one:9092");
        drop(first);
        let _one = standing.turn("one:9092", far()).await.unwrap();
        let _two = standing.turn("two:9092", far()).await.unwrap();
        assert_eq!(began.elapsed(), Duration::from_secs(1));
    }

    #[tokio::test(start_paused = true)]
    async fn one_brokers_refusal_is_its_own_and_three_in_a_row_are_everybodys() {
        let standing = Standing::default();
        standing.taken("one:9092");
        standing.refused("two:9092", "wrong");
        assert!(standing.turn("two:9092", far()).await.is_ok(), "once may be an accident");
        standing.refused("two:9092", "wrong");
        assert!(standing.turn("two:9092", far()).await.is_err());
        assert!(standing.turn("one:9092", far()).await.is_ok());
        standing.refused("three:9092", "wrong");
        assert!(standing.turn("one:9092", far()).await.is_err());
        advance(Duration::from_secs(300)).await;
        let turn = standing.turn("one:9092", far()).await.unwrap();
        standing.taken("one:9092");
        drop(turn);
        assert!(standing.turn("three:9092", far()).await.is_ok());
    }

    #[test]
    fn pauses_double_up_to_an_hour() {
        let pauses: Vec<u64> = [1, 2, 3, 8, 40].into_iter().map(|times| pause(times).as_secs()).collect();
        assert_eq!(pauses, [30, 60, 120, 3600, 3600]);
    }
}
