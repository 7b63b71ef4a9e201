//! Each way that people type an address, and the sentence for each way that can't be one.

use super::Address;
use crate::What;

fn address(host: &str, port: u16) -> Address {
    Address { host: host.to_owned(), port }
}

fn sentence(text: &str) -> String {
    match Address::parse(text).unwrap_err().what() {
        What::BadInput(sentence) => sentence.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_and_addresses_are_read_with_their_port() {
    assert_eq!(
        Address::parse("broker-1.example.com:19092").unwrap(),
        address("broker-1.example.com", 19_092)
    );
    assert_eq!(Address::parse("10.0.0.7:1").unwrap(), address("10.0.0.7", 1));
    assert_eq!(Address::parse("kafka_1:65535").unwrap(), address("kafka_1", 65_535));
    assert_eq!(Address::parse("  localhost:9093\n").unwrap(), address("localhost", 9093));
    assert_eq!(Address::parse("broker.example.com.:9092").unwrap(), address("broker.example.com.", 9092));
    assert_eq!(Address::parse("bücher.example:9092").unwrap(), address("bücher.example", 9092));
}

#[test]
fn a_missing_port_is_9092() {
    assert_eq!(Address::parse("localhost").unwrap(), address("localhost", 9092));
    assert_eq!(Address::parse("[::1]").unwrap(), address("::1", 9092));
}

#[test]
fn an_ipv6_address_stands_in_brackets_and_is_shown_so() {
    for (text, host) in [
        ("[::1]:9094", "::1"),
        ("[2001:db8::7]:9094", "2001:db8::7"),
        ("[fe80::1%eth0]:9094", "fe80::1%eth0"),
    ] {
        let parsed = Address::parse(text).unwrap();
        assert_eq!(parsed, address(host, 9094));
        assert_eq!(parsed.to_string(), text);
    }
    assert_eq!(address("localhost", 1).to_string(), "localhost:1");
}

#[test]
fn an_ipv6_address_without_brackets_is_told_to_take_them() {
    for text in ["::1", "::1:9092", "2001:db8::7:9092", "a:1:b:2"] {
        let why = sentence(text);
        assert!(why.contains("brackets") && why.contains("[::1]:9092") && why.contains(text), "{why}");
    }
    assert!(sentence("[::1:9092").contains("not closed"));
    assert!(sentence("[::1]9092").contains("colon"));
    assert!(sentence("[localhost]:9092").contains("brackets are for IPv6"));
    assert!(sentence("[::zz]:9092").contains("not an IPv6 address"));
    assert!(sentence("[fe80::1%]:9092").contains("zone"));
}

#[test]
fn a_port_that_is_none_is_named() {
    for port in ["0", "65536", "99999999999999999999"] {
        let why = sentence(&format!("host:{port}"));
        assert!(
            why.contains(&format!("no port has the number {port};")) && why.contains("1 to 65535"),
            "{why}"
        );
    }
    for port in ["-1", "+1", "90x2", "9092/", "９０９２"] {
        let why = sentence(&format!("host:{port}"));
        assert!(why.contains(&format!("“{port}” is not a number")), "{why}");
    }
    assert!(sentence("host:").contains("missing"));
}

#[test]
fn a_web_address_is_told_to_leave_its_scheme() {
    assert_eq!(
        sentence("http://broker1:9092/topics"),
        "“http://broker1:9092/topics”: leave out “http://”; a Kafka address is only host:port, here broker1:9092"
    );
    assert!(sentence("PLAINTEXT://broker1:9092").contains("here broker1:9092"));
    assert!(sentence("http://").contains("here host:9092"));
}

#[test]
fn a_host_that_is_none_is_named() {
    assert!(sentence(":9092").contains("host before the colon is missing"));
    assert!(sentence("9092").contains("9092 is a number and no host"));
    assert!(sentence("1.2.3:9092").contains("not an IPv4 address"));
    assert!(sentence("1.2.3.256").contains("not an IPv4 address"));
    assert!(sentence("me@host:9092").contains("“@”"));
    assert!(sentence("host/kafka").contains("“/”"));
    assert!(sentence("a\u{0}b").contains("can't stand in a host name"));
    assert!(sentence("one two").contains("“ ”"));
    assert!(sentence("a..b").contains("dot"));
    assert!(sentence(&"x".repeat(300)).contains("longer than any host name"));
}

#[test]
fn nothing_typed_is_told_what_to_type() {
    for text in ["", "   ", "\n"] {
        assert!(sentence(text).contains("at least one broker as host:port"));
    }
    for text in ["", " , ,\n;"] {
        let why = Address::parse_list(text).unwrap_err().to_string();
        assert!(why.contains("at least one broker as host:port"), "{why}");
    }
}

#[test]
fn a_list_is_separated_by_commas_spaces_and_new_lines() {
    let list = Address::parse_list(" a:1,b:2 , c:3\nd:4\t[::1]:5;e,\r\n").unwrap();
    let shown: Vec<String> = list.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["a:1", "b:2", "c:3", "d:4", "[::1]:5", "e:9092"]);
}

#[test]
fn an_address_named_twice_counts_once_and_keeps_its_place() {
    let list = Address::parse_list("b:1, a:1, B:1, b:1, b:2, b").unwrap();
    let shown: Vec<String> = list.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["b:1", "a:1", "b:2", "b:9092"]);
}

#[test]
fn one_bad_entry_fails_the_list_by_its_name() {
    let why = Address::parse_list("good:9092, bad:0, worse:x").unwrap_err();
    assert!(why.to_string().contains("“bad:0”"), "{why}");
    assert!(Address::parse_list("host : 9092").unwrap_err().to_string().contains("without spaces"));
}
