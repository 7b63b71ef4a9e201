//! Waiting for a page. The engine answers at once with what is known and goes on asking; a window draws that and is told of more,
//! a command has to decide when it is done: when nothing of it is being asked for any more, or when its time is over.

use std::time::Duration;

use contract::{ApiError, Freshness};
use engine::Watcher;
use serde::Serialize;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

/// Looked again at least so often: what changes without a note (an age, a broker that turns out to be silent) is seen too.
const AGAIN: Duration = Duration::from_millis(500);

/// A page, and whether the time was over first.
pub(crate) struct Settled<P> {
    pub(crate) page: P,
    pub(crate) late: bool,
}

pub(crate) async fn settled<P: Serialize>(
    watcher: &mut Watcher,
    until: Instant,
    ask: impl AsyncFn() -> Result<P, ApiError>,
    freshness: impl Fn(&P) -> &Freshness,
) -> Result<Settled<P>, ApiError> {
    loop {
        let page = ask().await?;
        let told = freshness(&page);
        let answered = !told.loading && (told.oldest.is_some() || told.failed.is_some());
        if answered && !serde_json::to_value(&page).is_ok_and(|page| is_asking(&page)) {
            return Ok(Settled { page, late: false });
        }
        if Instant::now() >= until {
            return Ok(Settled { page, late: true });
        }
        // A note, or the time for another look; both are reason enough.
        let _ = timeout_at(until.min(Instant::now() + AGAIN), watcher.next()).await;
    }
}

/// Whether a fact in it is still being asked for, as `contract::Fact` writes it.
fn is_asking(page: &Value) -> bool {
    match page {
        Value::Object(fields) => {
            fields.get("k").is_some_and(|kind| kind == "asking") || fields.values().any(is_asking)
        }
        Value::Array(items) => items.iter().any(is_asking),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use contract::{Fact, Int64};

    use super::*;

    #[test]
    fn a_fact_that_is_asked_for_is_seen_wherever_it_stands() {
        let row = |size: Fact<Int64>| serde_json::json!({ "rows": [{ "name": "k", "size": size }] });
        assert!(is_asking(&row(Fact::Asking)));
        assert!(!is_asking(&row(Fact::Known { v: Int64(1), s: 0 })));
        assert!(!is_asking(&row(Fact::Missing { why: 0 })));
        assert!(!is_asking(&serde_json::json!({ "kind": "asking", "name": "asking" })));
    }
}
