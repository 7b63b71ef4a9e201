//! Rules as people type them: what they fit, where that leads, and what is said of those that can't be read.

use crate::{Address, Rewrites};

fn address(text: &str) -> Address {
    Address::parse(text).unwrap()
}

/// What one rule makes of an address of this broker.
fn found(from: &str, to: &str, of: &str, broker: Option<i32>) -> Option<String> {
    let rules = Rewrites::parse([(from, to)]).unwrap();
    rules.of(&address(of), broker).map(|found| found.to.to_string())
}

#[test]
fn a_rule_fits_an_id_or_an_address_and_keeps_what_it_does_not_say() {
    for (from, to, of, broker, there) in [
        ("3", "localhost:19093", "kafka-3:9092", Some(3), Some("localhost:19093")),
        ("3", "localhost:19093", "kafka-3:9092", Some(33), None),
        // An address that was typed: nobody knows yet whose it is.
        ("3", "localhost:19093", "kafka-3:9092", None, None),
        ("0", ":1", "kafka:9092", Some(0), Some("kafka:1")),
        ("kafka-3:9092", "localhost:19093", "kafka-3:9092", None, Some("localhost:19093")),
        ("kafka-3:9092", "localhost:19093", "kafka-3:9093", Some(3), None),
        ("kafka-3", "localhost", "kafka-3:9094", Some(3), Some("localhost:9094")),
        ("kafka-3:*", "localhost", "kafka-3:9094", Some(3), Some("localhost:9094")),
        ("kafka-3", ":19093", "kafka-3:9094", Some(3), Some("kafka-3:19093")),
        ("KAFKA-3.Internal", "localhost", "kafka-3.internal:9092", None, Some("localhost:9092")),
        ("kafka-3.internal", "localhost", "Kafka-3.INTERNAL:9092", None, Some("localhost:9092")),
        ("kafka-3.internal", "localhost", "kafka-3.internal.:9092", None, Some("localhost:9092")),
        ("kafka-3.internal.", "localhost", "kafka-3.internal:9092", None, Some("localhost:9092")),
        ("kafka-3", "localhost", "kafka-33:9092", None, None),
        ("kafka-3", "localhost", "my-kafka-3:9092", None, None),
        ("*", "localhost", "anything:9092", None, Some("localhost:9092")),
        ("*:9092", ":19092", "anything:9092", None, Some("anything:19092")),
        ("*:9092", ":19092", "anything:9093", None, None),
        ("kafka-*", "localhost", "kafka-:9092", None, Some("localhost:9092")),
        ("kafka-*.internal", "localhost", "kafka-12.eu.internal:1", None, Some("localhost:1")),
        ("kafka-*.internal", "localhost", "kafka-12.internal.eu:1", None, None),
        ("*.kafka.*", "localhost", "b-0.kafka.svc:1", None, Some("localhost:1")),
        ("a*a", "localhost", "a:1", None, None),
        ("a*b*b", "localhost", "axb:1", None, None),
        ("a*b*b", "localhost", "axbyb:1", None, Some("localhost:1")),
        ("10.0.0.*", "localhost", "10.0.0.7:9092", None, Some("localhost:9092")),
        ("10.0.0.7:9092", "[::1]:19092", "10.0.0.7:9092", None, Some("[::1]:19092")),
        ("[fd00::7]:9092", "[::1]", "[fd00:0:0::7]:9092", None, Some("[::1]:9092")),
        ("[fd00:0::7]", "localhost", "[fd00::7]:9092", None, Some("localhost:9092")),
        ("[fd00:*]:9092", "localhost", "[fd00::7]:9092", None, Some("localhost:9092")),
        ("  kafka-3  ", "  localhost  ", "kafka-3:9092", None, Some("localhost:9092")),
    ] {
        let of_whom = format!("{from} → {to} of {of} ({broker:?})");
        assert_eq!(found(from, to, of, broker).as_deref(), there, "{of_whom}");
    }
}

#[test]
fn the_first_rule_that_fits_wins_and_says_its_number() {
    let rules = Rewrites::parse([
        ("3", "localhost:19093"),
        ("kafka-*.internal", "localhost"),
        ("kafka-4.internal", "nobody"),
        ("*", "bastion"),
    ])
    .unwrap();
    for (of, broker, rule, to) in [
        ("kafka-3.internal:9092", Some(3), 1, "localhost:19093"),
        ("kafka-3.internal:9092", None, 2, "localhost:9092"),
        ("kafka-4.internal:9092", Some(4), 2, "localhost:9092"),
        ("other:9092", Some(5), 4, "bastion:9092"),
    ] {
        let found = rules.of(&address(of), broker).unwrap();
        assert_eq!((found.rule, found.to.to_string().as_str()), (rule, to), "{of}");
    }
    assert_eq!(Rewrites::default().of(&address("kafka:9092"), Some(1)), None);
}

#[test]
fn what_a_rule_leads_to_is_not_rewritten_again() {
    let rules = Rewrites::parse([("a", "b"), ("b", "c")]).unwrap();
    assert_eq!(rules.of(&address("a:1"), None).unwrap().to.to_string(), "b:1");
}

#[test]
fn a_rule_that_can_not_be_read_says_which_and_what_to_type() {
    for (from, to, says) in [
        ("", "localhost", "type a broker's id (3) or its address (kafka-3.internal:9092)"),
        (
            "kafka",
            "",
            "type host:port (localhost:19093), a host alone to keep the port, or :port to keep the host",
        ),
        ("99999999999", "localhost", "larger than any broker's id"),
        (":9092", "localhost", "*:9092 is that port of every host"),
        ("::1", "localhost", "put an IPv6 address in brackets"),
        ("kafka:x", "localhost", "the port “x” is not a number"),
        ("kafka:0", "localhost", "no port has the number 0"),
        ("kafka:", "localhost", "the port after the colon is missing"),
        ("kafka one", "localhost", "the character “ ” can't stand in a host name"),
        ("ssl://kafka:9092", "localhost", "leave out “ssl://”"),
        ("[fd00:*x]", "localhost", "the character “x” can't stand in an IPv6 address"),
        ("[fd00", "localhost", "the bracket is not closed"),
        ("kafka", "19093", "write :19093 for that port of the same host, or host:19093"),
        ("kafka", "localhost:*", "a * can't stand in the address where a broker is found"),
        ("kafka", ":", "the port after the colon is missing"),
        ("kafka", ":99999", "no port has the number 99999"),
        ("kafka", "::1", "put an IPv6 address in brackets"),
        ("kafka", "localhost:", "the port after the colon is missing"),
        ("kafka", "http://localhost:1", "leave out “http://”"),
        ("kafka", "local host", "the character “ ” can't stand in a host name"),
        ("kafka", "300.1.1.1", "is not an IPv4 address"),
    ] {
        let why = Rewrites::parse([("fine", "fine"), (from, to)]).unwrap_err().to_string();
        assert!(why.starts_with("Rule 2: ") && why.contains(says), "{from} → {to}: {why}");
    }
}
