//! Addresses must lead back to where they were written, whatever names they carry.

use contract::{BrokerTab, TopicTab};

use super::{Desk, Filter, GroupTab, LogDirBy, Page, Part, Route};

fn every_page() -> Vec<Page> {
    let mut pages = vec![
        Page::Overview,
        Page::Brokers,
        Page::LogDirs,
        Page::Topics,
        Page::Groups,
        Page::Acls,
        Page::ScramUsers,
        Page::Quotas,
        Page::Quorum,
        Page::Reassignments,
        Page::Transactions,
        Page::Versions,
        Page::Requests,
        Page::Journal,
    ];
    for tab in [
        BrokerTab::Overview,
        BrokerTab::LogDirs,
        BrokerTab::Configs,
        BrokerTab::Versions,
        BrokerTab::Connections,
    ] {
        pages.push(Page::Broker { id: 4, tab });
        pages.push(Page::Broker { id: -1, tab });
    }
    for path in ["/var/lib/kafka/data-0", "C:\\kafka logs\\a?b#c", "/"] {
        for by in [LogDirBy::Topics, LogDirBy::Replicas] {
            pages.push(Page::LogDir { broker: 2, path: path.to_owned(), by });
        }
    }
    for name in ["orders", "a.b_c-d", "weird/name?x=1&y#z %", "Ünïcode"] {
        for tab in [GroupTab::Offsets, GroupTab::Members] {
            pages.push(Page::Group { id: name.to_owned(), tab });
        }
        use TopicTab::{Acls, Configs, Groups, Partitions, Producers};
        for tab in [Partitions, Configs, Groups, Acls, Producers] {
            pages.push(Page::Topic { name: name.to_owned(), tab });
        }
    }
    pages
}

#[test]
fn every_route_comes_back_from_its_address() {
    let filter = Filter {
        search: "a&b=c ?#".to_owned(),
        chip: "out_of_sync".to_owned(),
        sort: "size".to_owned(),
        descending: true,
        principal: "User:CN=a,O=b & c".to_owned(),
        topic: "a/b?c".to_owned(),
    };
    assert_eq!(Route::parse(&Route::Connections.href()), Some(Route::Connections));
    for page in every_page() {
        for filter in [Filter::default(), filter.clone()] {
            let route = Route::Cluster { id: "p 1/x".to_owned(), page: page.clone(), filter };
            assert_eq!(Route::parse(&route.href()), Some(route.clone()), "{}", route.href());
        }
    }
}

#[test]
fn every_page_about_connections_comes_back_from_its_address() {
    let mut desks = vec![Desk::Import, Desk::Share, Desk::Doctor { id: "c 1/x".to_owned() }];
    for part in Part::ALL {
        desks.push(Desk::Edit { id: None, part });
        desks.push(Desk::Edit { id: Some("c 1/x".to_owned()), part });
    }
    for desk in desks {
        let route = Route::Desk(desk);
        assert_eq!(Route::parse(&route.href()), Some(route.clone()), "{}", route.href());
        assert_eq!(route.parent(), Some(Route::Connections));
    }
    assert_eq!(Route::parse("#/edit/c1/nowhere"), None);
    assert_eq!(Route::parse("#/doctor"), None);
}

#[test]
fn an_empty_address_is_the_connections_page() {
    for hash in ["", "#", "#/", "/"] {
        assert_eq!(Route::parse(hash), Some(Route::Connections));
    }
}

#[test]
fn a_short_address_takes_the_first_tab() {
    assert_eq!(Route::parse("#/c/demo"), Some(Route::page("demo", Page::Overview)));
    let topic = Page::Topic { name: "orders".to_owned(), tab: TopicTab::Partitions };
    assert_eq!(Route::parse("#/c/demo/topics/orders"), Some(Route::page("demo", topic)));
}

#[test]
fn an_address_that_leads_nowhere_says_so() {
    for hash in ["#/x", "#/c/demo/nowhere", "#/c/demo/brokers/one", "#/c/demo/topics/a/b/c", "#/c"] {
        assert_eq!(Route::parse(hash), None, "{hash}");
    }
}

#[test]
fn a_header_orders_up_then_down_then_not() {
    let up = Filter::default().sorted_by("size");
    assert_eq!((up.sort.as_str(), up.descending), ("size", false));
    let down = up.sorted_by("size");
    assert!(down.descending);
    assert_eq!(down.sorted_by("size"), Filter::default());
    assert_eq!(down.sorted_by("name"), Filter { sort: "name".to_owned(), ..Filter::default() });
}

#[test]
fn a_thing_is_under_its_table() {
    let topic = Page::Topic { name: "orders".to_owned(), tab: TopicTab::Configs };
    assert_eq!(Route::page("demo", topic).parent(), Some(Route::page("demo", Page::Topics)));
    assert_eq!(Route::page("demo", Page::Overview).parent(), None);
}

#[test]
fn a_link_to_a_page_leads_to_that_page_in_another_window() {
    for href in [
        "#/c/a/overview",
        "#/c/a/topics?q=or%26ders&sort=size&desc",
        "#/c/a/topics/a%2Fb%3F/configs",
        "#/c/a/log-dirs/2/%2Fvar%2Flib/replicas",
        "#/c/a/brokers/1/versions",
    ] {
        let route = Route::parse(href).unwrap();
        let page = route.page_path().unwrap();
        assert_eq!(Route::linked("a", &page), Some(route.clone()), "{href}");
        // Another cluster keeps to itself, whatever its id.
        let other = Route::linked("b/../a", &page).unwrap();
        assert_eq!(other.cluster(), Some("b/../a"));
    }
    assert_eq!(Route::Connections.page_path(), None);
    let page = |text: &str| contract::PagePath::new(text).unwrap();
    assert_eq!(
        Route::linked("a", &page("")).and_then(|route| route.cluster().map(str::to_owned)).as_deref(),
        Some("a")
    );
    for nowhere in ["nowhere", "../edit/x", "brokers/x", "topics/a/delete"] {
        assert_eq!(Route::linked("a", &page(nowhere)), None, "{nowhere}");
    }
}
