//! What is said of a way, state by state and minute by minute.

use contract::{Int64, Passage, PassageState, Reach, Rewrite, SignedIn, Through, TokenEnd, Way};

use super::{Kind, all, first_to_end, goes, reached, session, signed_in, since, state, token};
use crate::model::cell::Tone;

const NOW: i64 = 1_796_021_560_000;
const MINUTE: i64 = 60_000;

fn passage(what: &str, state: PassageState) -> Passage {
    Passage { what: what.to_owned(), state, pid: None, ports: Vec::new(), more: 0 }
}

fn up(what: &str) -> Passage {
    passage(what, PassageState::Up { since: Int64(NOW) })
}

fn ended(what: &str) -> Passage {
    passage(what, PassageState::Ended { since: Int64(NOW), why: "gone".to_owned() })
}

fn sign_in(token: TokenEnd, renewals: u32) -> SignedIn {
    SignedIn {
        broker: Some(1),
        address: "kafka-1:9092".to_owned(),
        user: "app".to_owned(),
        mechanism: "OAUTHBEARER".to_owned(),
        at: Int64(NOW - 3 * MINUTE),
        renewals,
        until: None,
        token,
    }
}

fn way(passages: Vec<Passage>, sign_ins: Vec<SignedIn>) -> Way {
    Way { rules: Vec::new(), passages, sign_ins, more_sign_ins: 0, anonymous: false }
}

#[test]
fn every_way_to_go_is_told_from_what_it_makes() {
    for kind in Kind::ALL {
        assert_eq!(Kind::of(&kind.blank()), kind);
    }
}

#[test]
fn a_way_is_said_in_a_few_words_and_a_straight_one_not_at_all() {
    assert_eq!(reached(&Reach::default()), None);
    let rewrites = vec![Rewrite::default(), Rewrite::default()];
    let through = Through::Ssh { host: "bastion".to_owned() };
    let reach = Reach { rewrites, through };
    assert_eq!(reached(&reach).as_deref(), Some("through ssh bastion, by 2 rules"));
    assert_eq!(goes(&way(vec![up("ssh bastion")], vec![])).as_deref(), Some("through ssh bastion"));
    let two = vec![up("kubectl port-forward pod/kafka-0"), up("kubectl port-forward pod/kafka-1")];
    assert_eq!(goes(&way(two, vec![])).as_deref(), Some("through 2 × kubectl"));
}

#[test]
fn the_state_of_all_is_that_of_the_worst() {
    let one = |state| all(&[passage("ssh bastion", state)]);
    assert_eq!(all(&[]), None);
    assert_eq!(one(PassageState::Idle), Some(("not needed yet".to_owned(), Tone::Dim)));
    assert_eq!(one(PassageState::Starting { since: Int64(0) }), Some(("starting".to_owned(), Tone::Dim)));
    assert_eq!(all(&[up("a")]), Some(("up".to_owned(), Tone::Plain)));
    assert_eq!(all(&[ended("a")]), Some(("ended".to_owned(), Tone::Red)));
    let unanswered = PassageState::Unanswered { since: Int64(0), why: String::new() };
    assert_eq!(one(unanswered), Some(("no answer".to_owned(), Tone::Red)));
    assert_eq!(all(&[up("a"), ended("b")]), Some(("1 of 2 ended".to_owned(), Tone::Amber)));
    assert_eq!(all(&[ended("a"), ended("b")]), Some(("2 of 2 ended".to_owned(), Tone::Red)));
    assert_eq!(state(&ended("a").state), ("Ended", Tone::Red, Some(NOW)));
}

#[test]
fn a_token_that_ends_at_an_unknown_time_is_not_one_without_an_end() {
    assert_eq!(token(TokenEnd::Endless, NOW), None);
    assert!(token(TokenEnd::Unknown, NOW).is_some_and(|(words, _)| words.contains("not known")));
    let at = |ms| token(TokenEnd::At { at: Int64(NOW + ms) }, NOW);
    assert_eq!(at(14 * MINUTE), Some(("token ends in 14 min".to_owned(), Tone::Plain)));
    assert_eq!(at(9_000), Some(("token ends in 9 s".to_owned(), Tone::Amber)));
    assert_eq!(at(-9_000), Some(("token ended 9 s ago".to_owned(), Tone::Red)));
    assert_eq!(session(None, NOW).1, Tone::Dim);
    assert_eq!(session(Some(NOW + MINUTE), NOW).0, "to be renewed within 60 s");
    assert_eq!(session(Some(NOW - 1_000), NOW), ("ran out 1 s ago".to_owned(), Tone::Red));
}

#[test]
fn the_line_names_the_token_that_ends_first() {
    let later = sign_in(TokenEnd::At { at: Int64(NOW + 20 * MINUTE) }, 0);
    let sooner = sign_in(TokenEnd::At { at: Int64(NOW + 14 * MINUTE) }, 2);
    let both = [later, sooner.clone(), sign_in(TokenEnd::Unknown, 0)];
    assert_eq!(first_to_end(&both), Some(&sooner));
    let said = signed_in(&way(vec![], both.to_vec()), NOW);
    assert_eq!(said, Some(("signed in as app · token ends in 14 min".to_owned(), Tone::Plain)));
    assert_eq!(since(&sooner, NOW), "renewed 3 min ago");
    assert_eq!(since(&sign_in(TokenEnd::Endless, 0), NOW), "signed in 3 min ago");
}

#[test]
fn nobody_signed_in_is_said_only_where_somebody_should_be() {
    let nobody = way(vec![], vec![]);
    assert!(signed_in(&nobody, NOW).is_some_and(|(words, _)| words == "signed in nowhere now"));
    assert_eq!(signed_in(&Way { anonymous: true, ..nobody }, NOW), None);
}
