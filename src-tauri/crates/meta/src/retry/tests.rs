//! The retry rules as claims.

use std::time::Duration;

use wire::{Error, ErrorCode, What};

use super::{Again, Aimed, Learn, Pause, Tries, Verdict, of_code, verdict};

const FIRST: Tries = Tries { failed: 1, slow: 0, confirmed: false };

fn learn(verdict: Verdict) -> Option<Learn> {
    match verdict {
        Verdict::Again(Again { learn, .. }) => Some(learn),
        Verdict::Settled | Verdict::Unknown => None,
    }
}

fn lost() -> Error {
    Error::new(What::Disconnected { sent: true, why: "reset".to_owned() })
}

#[test]
fn what_the_broker_refused_before_any_effect_goes_again_even_when_it_writes() {
    for write in [false, true] {
        assert_eq!(learn(of_code(ErrorCode::NOT_LEADER_OR_FOLLOWER, write, &FIRST)), Some(Learn::Metadata));
        assert_eq!(learn(of_code(ErrorCode::NOT_CONTROLLER, write, &FIRST)), Some(Learn::Metadata));
        assert_eq!(learn(of_code(ErrorCode::NOT_COORDINATOR, write, &FIRST)), Some(Learn::Coordinator));
    }
}

#[test]
fn a_retriable_code_drives_reads_only() {
    assert_eq!(learn(of_code(ErrorCode::KAFKA_STORAGE_ERROR, false, &FIRST)), Some(Learn::Metadata));
    assert_eq!(of_code(ErrorCode::KAFKA_STORAGE_ERROR, true, &FIRST), Verdict::Unknown);
    assert_eq!(of_code(ErrorCode::REQUEST_TIMED_OUT, true, &FIRST), Verdict::Unknown);
    assert_eq!(of_code(ErrorCode::UNKNOWN_SERVER_ERROR, true, &FIRST), Verdict::Unknown);
    assert_eq!(of_code(ErrorCode::UNKNOWN_SERVER_ERROR, false, &FIRST), Verdict::Settled);
}

#[test]
fn a_loading_coordinator_is_waited_for_and_not_looked_up_again() {
    let Verdict::Again(again) = of_code(ErrorCode::COORDINATOR_LOAD_IN_PROGRESS, true, &FIRST) else {
        panic!("not tried again");
    };
    assert_eq!((again.learn, again.pause), (Learn::Nothing, Pause::Always));
}

#[test]
fn a_resource_that_does_not_exist_is_asked_for_once_more_and_then_it_is_the_answer() {
    let code = ErrorCode::UNKNOWN_TOPIC_OR_PARTITION;
    assert_eq!(learn(of_code(code, false, &FIRST)), Some(Learn::Metadata));
    assert_eq!(of_code(code, false, &Tries { failed: 2, slow: 0, confirmed: true }), Verdict::Settled);
}

#[test]
fn a_lost_write_is_never_sent_twice_and_a_lost_read_is() {
    for aimed in [Aimed::Anywhere, Aimed::Looked, Aimed::Named, Aimed::Each] {
        assert_eq!(verdict(&lost(), true, aimed, &FIRST), Verdict::Unknown);
        assert_eq!(learn(verdict(&lost(), false, aimed, &FIRST)), Some(Learn::Metadata));
    }
}

#[test]
fn a_write_of_which_no_byte_left_goes_again() {
    let unsent = Error::new(What::Disconnected { sent: false, why: "idle".to_owned() });
    assert_eq!(
        learn(verdict(&unsent, true, Aimed::Looked, &FIRST)),
        Some(Learn::Nothing),
        "a new socket does"
    );
    let second = Tries { failed: 2, ..FIRST };
    assert_eq!(learn(verdict(&unsent, true, Aimed::Looked, &second)), Some(Learn::Metadata));
}

#[test]
fn silence_of_one_broker_among_all_is_its_answer_at_once() {
    let silent = Error::new(What::Timeout { sent: true, after: Duration::from_secs(10) });
    let tries = Tries { failed: 1, slow: 1, confirmed: false };
    assert_eq!(verdict(&silent, false, Aimed::Each, &tries), Verdict::Settled);
    assert_ne!(verdict(&silent, false, Aimed::Looked, &tries), Verdict::Settled);
}

#[test]
fn no_failure_is_retried_without_end_except_a_wait() {
    let many = Tries { failed: 100, slow: 0, confirmed: true };
    for code in ErrorCode::all().filter(|code| !code.wait()) {
        assert_eq!(learn(of_code(code, false, &many)), None, "{code}");
        assert_eq!(learn(of_code(code, true, &many)), None, "{code}");
    }
    for aimed in [Aimed::Anywhere, Aimed::Looked, Aimed::Named, Aimed::Each] {
        assert_eq!(learn(verdict(&lost(), false, aimed, &many)), None);
        assert_eq!(learn(verdict(&Error::new(What::Connect(String::new())), true, aimed, &many)), None);
    }
}

#[test]
fn what_a_broker_decided_is_the_answer() {
    for code in
        [ErrorCode::TOPIC_ALREADY_EXISTS, ErrorCode::ELECTION_NOT_NEEDED, ErrorCode(30_000), ErrorCode(-7)]
    {
        assert_eq!(of_code(code, false, &FIRST), Verdict::Settled);
        assert_eq!(of_code(code, true, &FIRST), Verdict::Settled);
    }
    let denied = Error::from_code(ErrorCode::CLUSTER_AUTHORIZATION_FAILED, None);
    assert_eq!(verdict(&denied, false, Aimed::Anywhere, &FIRST), Verdict::Settled);
}
