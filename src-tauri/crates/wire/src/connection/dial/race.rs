//! The race between the addresses of one name: each starts a little after the one before it, the first that gets all the
//! way through wins.
//!
//! "All the way" includes the peer's first words. A race that ends at the TCP connection is won by a frozen broker, and
//! the same one would win it again each time, while a healthy one stands behind the same name.

use std::{collections::VecDeque, io, net::SocketAddr, time::Duration};

use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep_until},
};

use crate::{Error, What};

/// How long an address may be silent before the next one is tried beside it.
pub(super) const STAGGER: Duration = Duration::from_millis(250);
/// The same once it took the connection: somebody is there, and signing in takes a few exchanges.
pub(super) const FIRST_WORDS: Duration = Duration::from_millis(750);

/// Why an address did not win.
#[derive(Debug)]
pub(super) enum Why {
    /// No TCP connection came about.
    Unreached(io::Error),
    /// It took the connection and did not get through the first exchange.
    Unfinished(Error),
}

pub(super) type Failures = Vec<(SocketAddr, Why)>;

/// Tells the race that an address took the connection.
#[derive(Clone, Debug)]
pub(super) struct Reached(mpsc::UnboundedSender<()>);

impl Reached {
    pub(super) fn tell(&self) {
        // Nobody listens when the race is over.
        let _ = self.0.send(());
    }
}

/// The first of them that gets through. The attempts run in tasks of their own, which end with this future; each has to
/// end by itself, and none is started after `until`.
pub(super) async fn race<T, F>(
    mut places: VecDeque<SocketAddr>,
    until: Instant,
    attempt: impl Fn(SocketAddr, Reached) -> F,
) -> Result<T, Failures>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Why>> + Send + 'static,
{
    let (tell, mut reached) = mpsc::unbounded_channel();
    let mut attempts = JoinSet::new();
    let mut failures = Failures::new();
    let mut next_at = Instant::now();
    while !places.is_empty() || !attempts.is_empty() {
        tokio::select! {
            biased;
            Some(ended) = attempts.join_next(), if !attempts.is_empty() => match ended {
                Ok((_, Ok(through))) => return Ok(through),
                Ok((place, Err(why))) => {
                    let last = is_final(&why);
                    failures.push((place, why));
                    if last {
                        return Err(failures);
                    }
                    next_at = Instant::now();
                }
                Err(_) => {}
            },
            Some(()) = reached.recv(), if !places.is_empty() => next_at = Instant::now() + FIRST_WORDS,
            () = sleep_until(until), if !places.is_empty() => places.clear(),
            () = sleep_until(next_at), if !places.is_empty() => {
                if let Some(place) = places.pop_front() {
                    let attempt = attempt(place, Reached(tell.clone()));
                    attempts.spawn(async move { (place, attempt.await) });
                }
                next_at = Instant::now() + STAGGER;
            }
        }
    }
    Err(failures)
}

/// A password that was refused here is refused at the next address too, and each try counts towards a locked account.
fn is_final(why: &Why) -> bool {
    matches!(why, Why::Unfinished(error) if matches!(error.what(), What::Authentication(_)))
}
