//! Texts that mean harm, or are merely broken: whatever comes, an answer comes, with one verdict for each line.

use client_settings::{MOST_BYTES, MOST_LINES, read};
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::fixtures::fixtures;

const MUTANTS: usize = 20_000;

/// What grammars are sensitive to.
const BITS: &[&str] = &[
    "\"",
    "'",
    "\\",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "=",
    ":",
    ";",
    "#",
    "!",
    "{",
    "}",
    "[",
    "]",
    "{{",
    "}}",
    "${",
    "<",
    ">",
    "*a",
    "&a ",
    "<<: *a",
    "---\n",
    "- ",
    "|\n",
    ">-\n",
    "\\u12",
    "\\ud83d",
    "\u{FEFF}",
    "\u{1F600}",
    "é",
    " ",
    "required",
    "\0",
    "%",
    "@",
    "-X ",
    "services:",
    "-----BEGIN PRIVATE KEY-----",
    "password=",
    "? ",
    "!tag ",
    "0",
    ",",
    "$$",
    "kcat ",
    "[x]\n",
];

/// Lines as the crate counts them, counted another way.
fn lines(text: &str) -> usize {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let unified = text.replace("\r\n", "\n").replace('\r', "\n");
    unified.lines().count()
}

fn check(text: &str, name: Option<&str>) {
    if let Ok(import) = read(text, name) {
        assert_eq!(import.lines.len(), lines(text), "{text:?}");
        for (number, line) in import.lines.iter().enumerate() {
            assert_eq!(line.number as usize, number + 1);
            assert!(line.cluster.is_none_or(|cluster| cluster < import.clusters.len()), "{text:?}");
        }
    }
}

fn mutated(random: &mut StdRng, text: &str, other: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..=bytes.len());
        let to = (at + random.random_range(0..40)).min(bytes.len());
        match random.random_range(0..7) {
            0 if at < bytes.len() => bytes[at] = random.random(),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let part = bytes[at..to].to_vec();
                bytes.splice(at..at, part);
            }
            3 => {
                let from = random.random_range(0..=other.len());
                let part = other.as_bytes()[from..(from + 60).min(other.len())].to_vec();
                bytes.splice(at..at, part);
            }
            4 => bytes.truncate(at),
            _ => {
                let bit = BITS[random.random_range(0..BITS.len())];
                bytes.splice(at..at, bit.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn no_mutant_of_any_fixture_is_without_an_answer() {
    let fixtures = fixtures();
    let mut random = StdRng::seed_from_u64(0x00C0_FFEE);
    for number in 0..MUTANTS {
        let fixture = &fixtures[number % fixtures.len()];
        let other = &fixtures[random.random_range(0..fixtures.len())];
        let text = mutated(&mut random, &fixture.text, &other.text);
        check(&text, (number % 3 == 0).then_some(fixture.name.as_str()));
    }
}

/// `cargo xtask fuzz` puts into `tests/found` what broke a promise; there need not be anything.
#[test]
fn what_the_fuzzer_found_is_answered() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/found");
    for file in std::fs::read_dir(folder).into_iter().flatten() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        check(&String::from_utf8_lossy(&bytes), None);
    }
}

/// As much of it as a text may have.
fn long(part: &str) -> String {
    part.repeat(MOST_BYTES / part.len() - 1)
}

#[test]
fn a_line_of_a_megabyte_costs_no_more_than_its_length() {
    for part in [
        "a",
        "\\",
        "=",
        "a.",
        "<",
        "${",
        "\"",
        "' ",
        "{{",
        "a:1,",
        "-X a=b ",
        "\\u0041",
        "$A",
        "a: ",
        "://a:b@",
        "password ",
    ] {
        for head in [
            "bootstrap.servers=",
            "sasl.jaas.config=M required x=\"",
            "kcat -b ",
            "KAFKA_X=\"",
            "a: \"",
            "{\"a\": ",
            "# ",
        ] {
            let text = format!("{head}{}", long(part).get(..100_000).unwrap_or_default());
            check(&text, None);
        }
    }
    check(&format!("security.protocol={}", long("x").get(..MOST_BYTES - 100).unwrap()), None);
}

#[test]
fn as_many_lines_as_allowed_are_read_and_one_more_is_not() {
    for line in [
        "a.password=secret\n",
        "bootstrap.serverz=x\n",
        "A_B=\"x\n",
        "spring.kafka.consumer.x=y\n",
        "\n",
        "#---\n",
        "a: b\n",
        "- x\n",
    ] {
        check(&line.repeat(MOST_LINES), None);
        assert!(read(&line.repeat(MOST_LINES + 1), None).is_err());
    }
    assert!(read(&"a".repeat(MOST_BYTES + 1), None).is_err());
}

#[test]
fn yaml_that_is_nested_too_deeply_is_refused() {
    for text in ["[".repeat(100_000), "- ".repeat(100_000), "{a: ".repeat(100_000), "? ".repeat(100_000)] {
        assert!(read(&format!("a: 1\nb:\n  - {text}"), Some("a.yml")).is_err());
    }
    let steps: String = (0..500).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    let error = read(&steps, Some("a.yml")).unwrap_err();
    assert!(error.line.is_some_and(|line| line < 100), "{error}");
}

#[test]
fn aliases_that_grow_to_billions_are_refused() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let inner = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{inner}]\n"));
    }
    assert!(read(&bomb, Some("a.yml")).unwrap_err().reason.contains("aliases"));
    let mut merged = String::from("a0: &a0 {k: v}\n");
    for level in 1..40 {
        merged.push_str(&format!("a{level}: &a{level}\n  <<: [*a{0}, *a{0}]\n", level - 1));
    }
    assert!(read(&merged, Some("a.yml")).is_err());
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), vec!["*a"; 10_000].join(", "));
    assert!(read(&long, Some("a.yml")).is_err());
}

#[test]
fn what_is_no_configuration_is_said_to_be_none() {
    for (text, word) in [
        ("", "nothing"),
        (" \n\t\n", "nothing"),
        ("a=b\0c", "binary"),
        ("-----BEGIN CERTIFICATE-----\nMIIB\n", "certificate"),
        ("<!DOCTYPE html><html>", "page"),
    ] {
        let error = read(text, None).unwrap_err();
        assert!(error.reason.contains(word), "{error}");
    }
}

#[test]
fn yaml_that_breaks_off_names_its_line() {
    let error = read("spring:\n  kafka:\n    bootstrap-servers: [a:1\n  x: y\n", Some("application.yml"))
        .unwrap_err();
    assert!(error.line.is_some(), "{error}");
}
