//! How long to wait and under which name, as set. What is too short to ever succeed or too long to be meant is brought to the nearest
//! that makes sense, and said when it is saved.

use std::time::Duration;

use admin::ClusterConfig;
use contract::Profile;

/// Shorter than this nothing is ever answered across a continent.
const SHORTEST: u32 = 100;
const LONGEST: u32 = 30 * 60 * 1_000;
/// The protocol's strings end there.
const CLIENT_ID_MOST: usize = 32_767;

pub(super) fn set(profile: &Profile, config: &mut ClusterConfig) {
    if !profile.client_id.is_empty() {
        config.client_id = profile.client_id.clone();
    }
    let timeouts = &profile.timeouts;
    for (typed, place) in [
        (timeouts.connect, &mut config.setup_timeout),
        (timeouts.attempt, &mut config.attempt_timeout),
        (timeouts.read, &mut config.read_timeout),
        (timeouts.write, &mut config.write_timeout),
    ] {
        if let Some(millis) = typed {
            *place = Duration::from_millis(u64::from(millis.clamp(SHORTEST, LONGEST)));
        }
    }
}

pub(super) fn problems(profile: &Profile) -> Vec<String> {
    let mut problems = Vec::new();
    if profile.client_id.len() > CLIENT_ID_MOST {
        problems.push("The client id is longer than the protocol can carry.".to_owned());
    }
    let timeouts = &profile.timeouts;
    for (typed, what) in [
        (timeouts.connect, "connecting"),
        (timeouts.attempt, "one attempt"),
        (timeouts.read, "a request that reads"),
        (timeouts.write, "a request that changes something"),
    ] {
        let used = typed.map(|millis| (millis, millis.clamp(SHORTEST, LONGEST)));
        if let Some((typed, used)) = used.filter(|(typed, used)| typed != used) {
            problems.push(format!("The time for {what} is set to {typed} ms; {used} ms are used."));
        }
    }
    problems
}
