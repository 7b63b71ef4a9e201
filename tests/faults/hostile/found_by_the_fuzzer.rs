//! What the fuzzer found, kept as files and read again in each run; and the talks that its search begins with.
//!
//! `cargo xtask fuzz` puts its findings into `tests/faults/hostile/found`; a file stays there once it has shown something.

use std::{fs, path::Path};

use hostile_replies::{check, found, talk};

/// What lies in this folder; there need not be anything.
fn findings(of: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/hostile/found").join(of);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
}

#[test]
fn each_reply_that_the_fuzzer_found_keeps_the_promises() {
    let found = findings("replies");
    assert!(!found.is_empty(), "the nine bytes of case 40 lie there");
    for bytes in found {
        let (subject, version, body) = found::read(&bytes).unwrap();
        check(subject, version, body);
    }
}

#[test]
fn each_talk_ends_soon_and_in_small_memory() {
    let talks = talk::seeds();
    assert!(50 < talks.len());
    for talk in talks.iter().chain(&findings("frames")) {
        talk::check(talk);
        // Cut anywhere it ends, too.
        (1..talk.len().min(40)).for_each(|length| talk::check(&talk[..length]));
    }
}
