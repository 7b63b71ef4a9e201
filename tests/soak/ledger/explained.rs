//! Which errors a caller may see while a broker is down, frozen or on its way back, and why nobody could have done better. An
//! error that is not here, or that comes in calm weather, has no reason and fails the soak.

use std::time::Duration;

use meta::{ApiKey, Error, ErrorCode, Item, What, could_write};

use super::Asked;
use crate::{stage_set::LONELY, weather::Weather};

/// Of a read; the default of `meta::Config`, less what a busy machine takes to tell it.
const BUDGET: Duration = Duration::from_secs(28);
/// Reads that no broker answers without the controller.
const PASSED_ON: [ApiKey; 2] = [ApiKey::ListPartitionReassignments, ApiKey::DescribeQuorum];
const UNKNOWN_TOPIC: [i16; 2] = [3, 100];
const TOPIC_ALREADY_EXISTS: i16 = 36;
const LEADER_NOT_AVAILABLE: i16 = 5;
const PREFERRED_LEADER_NOT_AVAILABLE: i16 = 80;
const ELECTION_NOT_NEEDED: i16 = 84;

pub(crate) fn reason(
    api: ApiKey,
    error: &Error,
    asked: &Asked<'_>,
    weather: &Weather,
) -> Option<&'static str> {
    if weather.calm() {
        return None;
    }
    let broker = asked.of.or(error.broker());
    let away = broker.is_some_and(|id| weather.hurt.contains(&id));
    // What has another place to go to is not excused by the one that it had before.
    let alone = asked.of.is_some() || asked.each;
    let lonely = !asked.items.is_empty() && asked.items.iter().all(is_lonely);
    match error.what() {
        _ if asked.took >= BUDGET => Some("the trouble outlasted the time that the call had"),
        What::OutcomeUnknown(_) if could_write(api) => {
            Some("the broker went away with the write in it; it is not sent again")
        }
        What::Connect(_) | What::Disconnected { .. } | What::Timeout { .. } | What::NoTarget(_)
            if away && alone =>
        {
            Some("asked of the very broker that was away")
        }
        What::Connect(_) | What::Disconnected { .. } | What::Timeout { .. } if away && lonely => {
            Some("its only replica was on the broker that was away")
        }
        // Silent for the whole time that one answer may take, although it was not hurt itself: it waited for the broker that was.
        What::Connect(why) | What::Disconnected { why, .. } if alone && why.contains("unanswered") => {
            Some("the broker answered nobody for as long as one answer may take")
        }
        What::Timeout { sent: true, .. } | What::Disconnected { sent: true, .. }
            if PASSED_ON.contains(&api) =>
        {
            Some("the broker that took it passed it on to the controller, which was away")
        }
        What::Broker(code, _) if code.0 == LEADER_NOT_AVAILABLE && lonely => {
            Some("its only replica was on the broker that was away")
        }
        What::Broker(code, _) if code.0 == LEADER_NOT_AVAILABLE && asked.stranded => {
            Some("nobody led it: its only replica in sync was on the broker that was away")
        }
        // Brokers forward these to the controller and do so again when it goes away: what we sent once was done, and the
        // second copy, which is the broker's, meets that. (The journal shows that we sent it once.)
        What::Broker(code, _) if api == ApiKey::CreateTopics && code.0 == TOPIC_ALREADY_EXISTS => {
            Some("the broker that took it forwarded it twice")
        }
        What::Broker(code, _) if api == ApiKey::DeleteTopics && UNKNOWN_TOPIC.contains(&code.0) => {
            Some("the broker that took it forwarded it twice")
        }
        What::Broker(code, _) if code.0 == PREFERRED_LEADER_NOT_AVAILABLE => {
            Some("the replica that should lead was on the broker that was away")
        }
        _ => None,
    }
}

fn is_lonely(item: &Item) -> bool {
    matches!(item, Item::Partition(topic, _) if &**topic == LONELY)
}

/// Codes that are answers: what was asked for is so already.
pub(crate) fn is_answer(api: ApiKey, code: ErrorCode) -> bool {
    api == ApiKey::ElectLeaders && code.0 == ELECTION_NOT_NEEDED
}
