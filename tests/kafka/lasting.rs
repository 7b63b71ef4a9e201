//! How long callers go on while their connections are signed in to again: `BROKERSCOPE_REAUTH_SECONDS`. Unset, a minute on the newest
//! release and the shortest that shows anything elsewhere, since each release would cost the suite a minute more; tokens, of which there
//! are four kinds, a few renewals each. Set, each of these lasts so long. What came of it is printed, for docs/SOAK.md:
//!
//! ```text
//! BROKERSCOPE_REAUTH_SECONDS=300 cargo test -p suite --test kafka -- every_listener_with_tls tokens_of --nocapture
//! ```

use std::{collections::BTreeMap, time::Duration};

use meta::Event;
use real_kafka::Version;
use support::ground::Record;

/// What was asked for.
pub(crate) fn asked() -> Option<Duration> {
    let text = std::env::var("BROKERSCOPE_REAUTH_SECONDS").ok()?;
    let seconds = text.parse().unwrap_or_else(|_| panic!("BROKERSCOPE_REAUTH_SECONDS is no number: {text}"));
    Some(Duration::from_secs(seconds))
}

/// The same, or what is usual on this release.
pub(crate) fn on(version: Version) -> Duration {
    asked().unwrap_or(match version {
        Version::V4_4 => Duration::from_secs(60),
        Version::V3_9 | Version::V2_8 => Duration::from_secs(12),
    })
}

/// Renewals of each connection, by its address.
pub(crate) fn renewals(record: &Record) -> BTreeMap<String, u32> {
    let mut each = BTreeMap::new();
    for event in record.events() {
        if let Event::SignedIn { address, renewals, .. } = event {
            let most = each.entry(address).or_default();
            *most = renewals.max(*most);
        }
    }
    each
}

/// No connection was lost; what was counted is told.
pub(crate) fn hold(what: &str, record: &Record, answered: usize) {
    let lost: Vec<_> =
        record.events().into_iter().filter(|event| matches!(event, Event::Disconnected { .. })).collect();
    assert!(lost.is_empty(), "{what}: {lost:?}");
    let renewed: u32 = renewals(record).values().sum();
    println!("{what}: signed in again {renewed} times, {answered} requests, none failed, no connection lost");
}
