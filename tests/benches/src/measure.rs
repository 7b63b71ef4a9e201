//! Rounds and what is made of them. Contestants take turns within each round, so that whatever the machine does meanwhile
//! hits all of them; the median is told, which one slow round doesn't move.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::row::Client;

/// One contestant: who, and one measured go, in seconds.
pub type Contestant<'a> = (Client, Box<dyn FnMut() -> Result<Duration> + 'a>);

/// All take turns, after a first round that doesn't count; the median of each, in seconds.
pub fn in_turns(rounds: usize, contestants: &mut [Contestant<'_>]) -> Result<Vec<(Client, f64)>> {
    let mut taken: Vec<Vec<f64>> = contestants.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for round in 0..=rounds {
        for ((_, go), taken) in contestants.iter_mut().zip(&mut taken) {
            let time = go()?;
            if round > 0 {
                taken.push(time.as_secs_f64());
            }
        }
    }
    Ok(contestants.iter().zip(taken).map(|((client, _), taken)| (*client, median(taken))).collect())
}

pub fn median(numbers: Vec<f64>) -> f64 {
    percentile(numbers, 50.0)
}

/// The number that so many per cent don't exceed.
pub fn percentile(mut numbers: Vec<f64>, per_cent: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let place = (numbers.len() as f64 * per_cent / 100.0) as usize;
    numbers.get(place.min(numbers.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// How long this takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let began = Instant::now();
    let done = work();
    (began.elapsed(), done)
}
