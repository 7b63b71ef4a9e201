//! The retry rules as claims.

use std::time::Duration;

use wire::{Error, ErrorCode, What};

use super::{Again, Aimed, Learn, Pause, Tries, Verdict, verdict};

const FIRST: Tries = Tries { failed: 1, slow: 0, dropped: 0, blind: 0, confirmed: false };

const AIMS: [Aimed; 5] = [Aimed::Anywhere, Aimed::Looked, Aimed::Elected, Aimed::Named, Aimed::Each];

fn of_code(code: ErrorCode, write: bool, tries: &Tries) -> Verdict {
    super::of_code(code, write, Aimed::Looked, tries)
}

fn learn(verdict: Verdict) -> Option<Learn> {
    match verdict {
        Verdict::Again(Again { learn, .. }) => Some(learn),
        Verdict::Settled | Verdict::Unknown => None,
    }
}

fn silent() -> Error {
    Error::new(What::Timeout { sent: true, after: Duration::from_secs(10) })
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
    assert_eq!(of_code(code, false, &Tries { failed: 2, confirmed: true, ..FIRST }), Verdict::Settled);
}

#[test]
fn a_lost_write_is_never_sent_twice_and_a_lost_read_is() {
    for aimed in AIMS {
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
    let tries = Tries { slow: 1, ..FIRST };
    assert_eq!(verdict(&silent(), false, Aimed::Each, &tries), Verdict::Settled);
    assert_ne!(verdict(&silent(), false, Aimed::Looked, &tries), Verdict::Settled);
}

#[test]
fn a_read_that_may_be_answered_elsewhere_uses_all_of_its_time() {
    for aimed in [Aimed::Anywhere, Aimed::Looked, Aimed::Elected] {
        let tries = Tries { failed: 9, slow: 9, ..FIRST };
        assert_ne!(learn(verdict(&silent(), false, aimed, &tries)), None, "{aimed:?}");
        assert_eq!(verdict(&silent(), true, aimed, &tries), Verdict::Unknown, "{aimed:?}");
    }
    let unreached = Error::new(What::Connect("no answer".to_owned()));
    for aimed in [Aimed::Looked, Aimed::Elected] {
        let tries = Tries { failed: 9, slow: 9, ..FIRST };
        assert_ne!(learn(verdict(&unreached, false, aimed, &tries)), None, "{aimed:?}");
    }
}

#[test]
fn a_reply_to_a_write_that_can_not_be_read_leaves_its_outcome_unknown() {
    let unread = Error::new(What::Decode("a lie".to_owned()));
    for aimed in AIMS {
        assert_eq!(verdict(&unread, true, aimed, &FIRST), Verdict::Unknown);
        assert_eq!(verdict(&unread, false, aimed, &FIRST), Verdict::Settled);
    }
}

/// Far more failures than any limit.
const MANY: Tries = Tries { failed: 1000, slow: 0, dropped: 0, blind: 0, confirmed: true };

#[test]
fn an_election_is_waited_out_however_many_times_it_says_not_here() {
    for write in [false, true] {
        for code in [ErrorCode::NOT_LEADER_OR_FOLLOWER, ErrorCode::NOT_CONTROLLER, ErrorCode::NOT_COORDINATOR]
        {
            assert_ne!(learn(of_code(code, write, &MANY)), None, "{code}");
        }
        let refused = Error::new(What::Connect("refused".to_owned()));
        for aimed in [Aimed::Looked, Aimed::Elected] {
            assert_eq!(learn(verdict(&refused, write, aimed, &MANY)), Some(Learn::Metadata));
        }
        let nobody = Error::new(What::NoTarget("no controller".to_owned()));
        assert_eq!(learn(verdict(&nobody, write, Aimed::Elected, &MANY)), Some(Learn::Metadata));
    }
}

#[test]
fn what_no_election_cures_is_told_early() {
    let refused = Error::new(What::Connect("refused".to_owned()));
    let nobody = Error::new(What::NoTarget("not in the list".to_owned()));
    for write in [false, true] {
        for aimed in [Aimed::Anywhere, Aimed::Named, Aimed::Each] {
            assert_eq!(learn(verdict(&refused, write, aimed, &MANY)), None, "{aimed:?}");
        }
        for aimed in [Aimed::Anywhere, Aimed::Looked, Aimed::Named, Aimed::Each] {
            assert_eq!(learn(verdict(&nobody, write, aimed, &MANY)), None, "{aimed:?}");
        }
        // Nobody in the whole cluster answers.
        for aimed in AIMS {
            let blind = Tries { blind: 1000, ..MANY };
            assert_eq!(learn(verdict(&refused, write, aimed, &blind)), None, "{aimed:?}");
        }
    }
    for aimed in AIMS {
        assert_eq!(learn(verdict(&lost(), false, aimed, &Tries { dropped: 4, ..MANY })), None, "{aimed:?}");
    }
    for aimed in [Aimed::Named, Aimed::Each] {
        assert_eq!(learn(verdict(&silent(), false, aimed, &Tries { slow: 1, ..MANY })), None, "{aimed:?}");
    }
    for code in ErrorCode::all().filter(|code| !code.wait()) {
        for aimed in [Aimed::Named, Aimed::Each] {
            assert_eq!(learn(super::of_code(code, false, aimed, &MANY)), None, "{code} {aimed:?}");
        }
    }
}

#[test]
fn a_change_of_which_nothing_was_sent_waits_longer_for_a_cluster_that_comes_back() {
    let refused = Error::new(What::Connect("refused".to_owned()));
    let some = Tries { blind: 8, ..MANY };
    assert_eq!(verdict(&refused, false, Aimed::Elected, &some), Verdict::Settled);
    assert_ne!(verdict(&refused, true, Aimed::Elected, &some), Verdict::Settled);
}

#[test]
fn no_repetition_of_many_comes_without_a_pause() {
    let errors = [
        lost(),
        Error::new(What::Connect(String::new())),
        Error::new(What::Timeout { sent: false, after: Duration::ZERO }),
        Error::new(What::NoTarget(String::new())),
        Error::new(What::Throttled { left: Duration::from_secs(1) }),
        Error::new(What::Disconnected { sent: false, why: String::new() }),
    ];
    let codes = ErrorCode::all().map(|code| Error::from_code(code, None));
    for error in errors.into_iter().chain(codes) {
        for aimed in AIMS {
            for write in [false, true] {
                if let Verdict::Again(again) = verdict(&error, write, aimed, &MANY) {
                    assert_ne!(again.pause, Pause::None, "{error} {aimed:?}");
                }
            }
        }
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
