//! What the fuzzer found, kept as files and read again in each run.
//!
//! `cargo xtask fuzz` puts its findings into `tests/faults/hostile/found`; a file stays there once it has shown something.

use std::{fs, path::Path};

use hostile_replies::{check, found};

#[test]
fn each_reply_that_the_fuzzer_found_keeps_the_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/hostile/found/replies");
    let mut read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        if let Some((subject, version, body)) = found::read(&bytes) {
            check(subject, version, body);
            read += 1;
        }
    }
    assert!(0 < read);
}
