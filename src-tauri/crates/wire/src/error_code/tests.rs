//! The table's own order, and each question's whole answer: a letter set or lost by accident fails by name.

use super::{ErrorCode, table::ROWS};

fn those(question: impl Fn(ErrorCode) -> bool) -> Vec<i16> {
    (i16::MIN..=i16::MAX).map(ErrorCode).filter(|code| question(*code)).map(|code| code.0).collect()
}

#[test]
fn the_table_runs_from_minus_1_to_136_without_a_gap() {
    let codes: Vec<i16> = ErrorCode::all().map(|code| code.0).collect();
    assert_eq!(codes, (-1..=136).collect::<Vec<i16>>());
    for row in ROWS {
        assert_eq!(ErrorCode(row.code).name(), row.name);
    }
}

#[test]
fn names_are_unique_and_sentences_are_sentences() {
    let mut names: Vec<_> = ROWS.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ROWS.len());
    for row in ROWS {
        assert!(row.sentence.starts_with(char::is_uppercase), "{}", row.name);
        assert!(!row.sentence.ends_with('.'), "{} ends where a code follows", row.name);
        assert!(row.sentence.chars().all(|c| c.is_ascii() && !c.is_ascii_control()), "{}", row.name);
    }
}

#[test]
fn names_are_those_of_the_codec() {
    for row in ROWS {
        let theirs = kafka_protocol::ResponseError::try_from_code(row.code);
        if let Some(theirs) = theirs {
            let flat = |text: &str| text.replace('_', "").to_lowercase();
            let theirs = format!("{theirs:?}");
            if !theirs.starts_with("Unknown(") {
                assert_eq!(flat(row.name), flat(&theirs), "code {}", row.code);
            }
        }
    }
}

#[test]
fn an_unknown_number_keeps_itself_and_asks_for_nothing() {
    for code in [30_000, -7, 137, i16::MIN, i16::MAX] {
        let unknown = ErrorCode(code);
        assert!(!unknown.known() && !unknown.is_none());
        assert_eq!(unknown.to_string(), format!("UNKNOWN_CODE {code}"));
        assert!(!unknown.retriable() && !unknown.refused_before_effect() && !unknown.outcome_unknown());
    }
    assert_eq!(ErrorCode(41).to_string(), "NOT_CONTROLLER 41");
}

#[test]
fn only_zero_is_no_error() {
    assert_eq!(those(ErrorCode::is_none), [0]);
}

#[test]
fn these_may_succeed_on_another_try() {
    assert_eq!(
        those(ErrorCode::retriable),
        [
            2, 3, 5, 6, 7, 8, 9, 13, 14, 15, 16, 19, 20, 41, 51, 56, 70, 71, 72, 74, 75, 78, 80, 83, 88, 89,
            100, 103, 106, 122, 123, 133
        ]
    );
}

#[test]
fn these_need_a_refresh_of_the_cluster() {
    assert_eq!(those(ErrorCode::needs_metadata), [3, 5, 6, 8, 9, 13, 41, 56, 72, 74, 80, 83, 100, 103, 106]);
    assert_eq!(those(ErrorCode::hints_metadata), [11, 75, 108]);
}

#[test]
fn these_need_a_new_look_up_of_the_coordinator() {
    assert_eq!(those(ErrorCode::needs_coordinator), [15, 16]);
}

#[test]
fn these_were_refused_before_any_effect() {
    assert_eq!(
        those(ErrorCode::refused_before_effect),
        [5, 6, 8, 14, 16, 19, 41, 51, 55, 70, 71, 74, 75, 78, 88, 89, 122, 123, 133]
    );
}

/// 15 among them: a coordinator says it too when its own log was not replicated in time (GroupCoordinatorService and
/// TransactionStateManager turn REQUEST_TIMED_OUT and NOT_ENOUGH_REPLICAS into it), and the change may yet be made.
#[test]
fn these_leave_a_writes_outcome_unknown() {
    assert_eq!(those(ErrorCode::outcome_unknown), [-1, 7, 13, 15, 20, 56, 96]);
}

#[test]
fn no_code_is_both_refused_and_unknown() {
    assert!(those(|code| code.refused_before_effect() && code.outcome_unknown()).is_empty());
}

#[test]
fn these_are_about_rights() {
    assert_eq!(those(ErrorCode::authorization), [29, 30, 31, 53, 65]);
    assert_eq!(those(ErrorCode::authentication), [33, 34, 58]);
    assert!(those(|code| (code.authorization() || code.authentication()) && code.retriable()).is_empty());
}

#[test]
fn these_wait_for_the_same_broker_and_look_nothing_up() {
    assert_eq!(those(ErrorCode::wait), [14, 51, 78, 88, 89]);
    assert!(those(|code| code.wait() && (code.needs_metadata() || code.needs_coordinator())).is_empty());
    assert!(those(|code| code.wait() && !(code.retriable() && code.refused_before_effect())).is_empty());
}

#[test]
fn these_are_left_to_the_person() {
    assert_eq!(those(ErrorCode::later), [27, 60, 111, 113]);
    assert!(those(|code| code.later() && code.retriable()).is_empty());
}

#[test]
fn these_are_asked_once_more_and_then_believed() {
    assert_eq!(those(ErrorCode::once), [3, 100, 103]);
    assert_eq!(those(ErrorCode::rebootstrap), [129]);
}

#[test]
fn an_election_that_was_not_needed_is_success_and_never_retried() {
    assert_eq!(those(ErrorCode::already_so), [46, 84, 85]);
    assert!(!ErrorCode::ELECTION_NOT_NEEDED.retriable());
}
