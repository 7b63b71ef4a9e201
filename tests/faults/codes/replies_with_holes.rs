//! A reply that leaves out what was asked for, and tells of what was not: a hole is a failure with a name.
//!
//! Taken as it comes, such a reply shows a part as the whole, and a change that nobody confirmed as one that was made. Over
//! each request whose reply answers for things one by one; one letter of their names is changed on the way.

use meta::{Item, What};
use mock_cluster::{Action, Fault, Release};
use support::ground::within;

use super::{meeting::warm, requests::requests};

/// The name as it is asked for, and as the reply has it.
fn changed(item: &Item) -> Option<(String, String)> {
    let name = match item {
        Item::Partition(name, _)
        | Item::Group(name)
        | Item::Transaction(name)
        | Item::Topic(name)
        | Item::Resource(_, name) => name.to_string(),
        Item::TopicId(_) | Item::Rest => return None,
    };
    let other = format!("x{}", &name[1..]);
    Some((name, other))
}

fn is_about(item: &Item, name: &str) -> bool {
    changed(item).is_some_and(|(own, _)| own == name)
}

#[tokio::test]
async fn what_a_reply_leaves_out_is_named_and_what_it_adds_is_dropped() {
    let mut met = 0;
    for asked in requests(Release::Kafka44).into_iter().filter(|asked| !asked.items.is_empty()) {
        met += 1;
        let (name, other) = changed(&asked.items[0]).unwrap();
        let (mock, cluster) = warm(&asked, Release::Kafka44).await;
        let (from, to) = (name.clone().into_bytes(), other.into_bytes());
        let rename = move |body: bytes::Bytes| {
            let mut told = body.to_vec();
            let at = told.windows(from.len()).position(|window| window == from).unwrap();
            told[at..at + from.len()].copy_from_slice(&to);
            told.into()
        };
        mock.fault(Fault::on(asked.api.code()), Action::rewrite(rename));
        let told = within(asked.send(cluster)).await;
        let context = format!("{}: {told:?}", asked.name);
        let holes: Vec<&Item> = asked.items.iter().filter(|item| is_about(item, &name)).collect();
        let kept: Vec<&Item> = asked.items.iter().filter(|item| !is_about(item, &name)).collect();
        let answered: Vec<&Item> = told.codes.iter().map(|(item, _)| item).collect();
        assert_eq!(answered, kept, "{context}");
        let is_hole = |error: &meta::Error| match error.what() {
            What::OutcomeUnknown(why) => asked.write && why.contains("leaves out"),
            What::Decode(why) => !asked.write && why.contains("leaves out"),
            _ => false,
        };
        match &told.whole {
            Some(error) => assert!(kept.is_empty() && is_hole(error), "{context}"),
            None => {
                let named: Vec<&Item> = told.failed.iter().flat_map(|failed| &failed.items).collect();
                assert_eq!(named, holes, "{context}");
                assert!(told.failed.iter().all(|failed| is_hole(&failed.error)), "{context}");
            }
        }
        assert_eq!(mock.count(asked.api.code()), 1, "{context}: nothing is asked again for a lie");
    }
    assert!(met > 12, "only {met} requests answer for things one by one");
}
