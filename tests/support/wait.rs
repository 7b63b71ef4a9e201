//! Waiting for a condition instead of for luck: each wait has a deadline that only a broken program reaches.

use std::{future::Future, time::Duration};

use tokio::time::{Instant, sleep, timeout};

/// What a broker may take for anything on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);
const PAUSE: Duration = Duration::from_millis(50);

/// Asks until there is an answer; panics with the last reason when there never is.
pub async fn eventually<T, E, F>(what: &str, mut ask: impl FnMut() -> F) -> T
where
    E: std::fmt::Debug,
    F: Future<Output = Result<T, E>>,
{
    let deadline = Instant::now() + PATIENCE;
    loop {
        match ask().await {
            Ok(found) => return found,
            Err(why) if Instant::now() > deadline => panic!("{what}: not within {PATIENCE:?}; last: {why:?}"),
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Ends with the future or fails.
pub async fn within<F: Future>(limit: Duration, what: &str, future: F) -> F::Output {
    timeout(limit, future).await.unwrap_or_else(|_| panic!("{what}: not within {limit:?}"))
}
