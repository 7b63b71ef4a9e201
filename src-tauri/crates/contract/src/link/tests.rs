//! What a link may ask and what not. Anybody can write one: what is refused here is what keeps a click from doing more than it says.

use proptest::prelude::*;

use super::{Link, LinkProblem, PagePath, is_link};

fn read(text: &str) -> Result<Link, LinkProblem> {
    text.parse()
}

fn open(profile: &str, page: &str) -> Link {
    Link::Open { profile: profile.to_owned(), page: PagePath::new(page).unwrap() }
}

#[test]
fn a_page_of_a_kept_connection_is_named() {
    let wanted = open("Orders, EU/1", "topics/a%2Fb/configs?q=x%26y&desc");
    let text = "brokerscope://open/Orders%2C%20EU%2F1/topics/a%2Fb/configs?q=x%26y&desc";
    assert_eq!(read(text), Ok(wanted.clone()));
    assert_eq!(wanted.to_string(), text);
    assert_eq!(read("BrokerScope://OPEN/demo"), Ok(open("demo", "")));
    assert_eq!(read("brokerscope://open/demo/"), Ok(open("demo", "")));
}

#[test]
fn a_form_is_filled_in() {
    let link = Link::New { bootstrap: "a:9092, b:9092".to_owned(), name: "Größe".to_owned() };
    assert_eq!(read("brokerscope://new?bootstrap=a:9092,%20b:9092&name=Gr%C3%B6%C3%9Fe"), Ok(link.clone()));
    assert_eq!(read("brokerscope://new/?name=Gr%c3%b6%c3%9fe&bootstrap=a%3A9092%2C%20b%3A9092"), Ok(link));
}

#[test]
fn what_a_link_may_not_ask_is_refused_and_not_left_out() {
    for (text, problem) in [
        ("http://open/demo/topics", LinkProblem::NoLink),
        ("brokerscope:open/demo", LinkProblem::NoLink),
        ("", LinkProblem::NoLink),
        ("brokerscope://", LinkProblem::Deed),
        ("brokerscope://delete/demo", LinkProblem::Deed),
        ("brokerscope://open", LinkProblem::NoProfile),
        ("brokerscope://open//topics", LinkProblem::NoProfile),
        ("brokerscope://open/a%zz/topics", LinkProblem::Escape),
        ("brokerscope://open/%ff/topics", LinkProblem::Escape),
        ("brokerscope://open/a%0Ab/topics", LinkProblem::Name),
        ("brokerscope://open/a%E2%80%AEb/topics", LinkProblem::Name),
        ("brokerscope://open/demo/topics/%", LinkProblem::Escape),
        ("brokerscope://open/demo/topics?a?b", LinkProblem::Page),
        ("brokerscope://open/demo/topics#x", LinkProblem::Spelling),
        ("brokerscope://open/demo/<b>", LinkProblem::Spelling),
        ("brokerscope://open/a b", LinkProblem::Spelling),
        ("brokerscope://new", LinkProblem::NoAddresses),
        ("brokerscope://new?bootstrap=%20", LinkProblem::NoAddresses),
        ("brokerscope://new?bootstrap=a%00:1", LinkProblem::NoAddresses),
        ("brokerscope://new?bootstrap=a:1&read_only=false", LinkProblem::Setting),
        ("brokerscope://new?bootstrap=a:1&name=x&name=y", LinkProblem::Twice),
        ("brokerscope://new?bootstrap=a:1&password", LinkProblem::Setting),
    ] {
        assert_eq!(read(text), Err(problem), "{text}");
    }
    assert_eq!(read(&format!("brokerscope://open/{}", "a".repeat(9_000))), Err(LinkProblem::TooLong));
    assert_eq!(read(&format!("brokerscope://open/{}", "a".repeat(201))), Err(LinkProblem::Name));
}

#[test]
fn only_what_begins_like_a_link_is_taken_for_one() {
    assert!(is_link("brokerscope://open/x") && is_link("BROKERSCOPE:nonsense"));
    assert!(!is_link("topics") && !is_link("--demo") && !is_link("http://brokerscope:1"));
}

#[test]
fn a_page_that_comes_from_elsewhere_is_held_to_the_same() {
    assert!(serde_json::from_str::<PagePath>("\"topics/a#b\"").is_err());
    assert_eq!(serde_json::from_str::<PagePath>("\"topics\"").unwrap().as_str(), "topics");
}

proptest! {
    #[test]
    fn a_link_that_is_written_is_read_as_the_same(
        profile in "[^\\p{C}\\p{Z}]{1,40}",
        pieces in prop::collection::vec("\\PC{0,12}", 0..4),
        bootstrap in "[a-z0-9.:, \\[\\]é]{0,60}[a-z]",
        name in "[^\\p{C}\\p{Z}]{0,40}",
    ) {
        let page: Vec<String> = pieces.iter().map(|piece| super::encode(piece)).collect();
        let links = [
            Link::Open { profile, page: PagePath::new(page.join("/")).unwrap() },
            Link::New { bootstrap, name },
        ];
        for link in links {
            let text = link.to_string();
            prop_assert_eq!(read(&text), Ok(link), "{}", text);
        }
    }

    #[test]
    fn whatever_stands_there_is_read_or_refused_with_a_sentence(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        start in prop::sample::select(vec!["", "brokerscope://", "brokerscope://open/", "brokerscope://new?bootstrap=", "brokerscope://new?"]),
    ) {
        let text = format!("{start}{}", String::from_utf8_lossy(&bytes));
        match read(&text) {
            // What was taken has nothing in it that could not be written again.
            Ok(link) => prop_assert_eq!(read(&link.to_string()), Ok(link)),
            Err(problem) => prop_assert!(problem.to_string().ends_with('.')),
        }
    }

    #[test]
    fn signs_of_links_in_any_order_end_nothing(text in "brokerscope://(open|new|x)?[%/?&=a-f0-9:,.]{0,80}") {
        if let Ok(link) = read(&text) {
            prop_assert_eq!(read(&link.to_string()), Ok(link));
        }
    }
}
