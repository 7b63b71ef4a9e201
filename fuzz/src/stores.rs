//! Key and certificate files under the fuzzer: whatever the bytes are, they are read or refused in a sentence, within what one
//! file may cost.
//!
//! With `SEEDS` set it only copies the stores that the crate's own tests keep into that folder, and one in Java's format.

#![no_main]

use std::{env, fs, path::Path};

use key_stores::{Limits, Passwords, describe, read_within, recognise};
use libfuzzer_sys::fuzz_target;

/// Of the fixtures; a store behind a password that nobody has is not looked into.
const PASSWORDS: Passwords<'static> = Passwords { store: Some("store-secret"), key: Some("key-secret") };
/// So that a count which the fuzzer makes large isn't its whole time.
const LIMITS: Limits = Limits { bytes: 10 << 20, rounds: 3000, memory: 1 << 20 };
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/key-stores/tests/fixtures");

fuzz_target!(
    init: if let Some(folder) = env::var_os("SEEDS") {
        seed(Path::new(&folder));
        std::process::exit(0);
    },
    |bytes: &[u8]| {
        recognise(bytes);
        match read_within(bytes, &PASSWORDS, LIMITS) {
            Ok(contents) => {
                let chains = contents.keys.iter().flat_map(|entry| &entry.chain);
                for der in contents.certificates.iter().map(|one| &one.der).chain(chains) {
                    let _ = describe(der);
                }
            }
            Err(problem) => assert!(!problem.sentence().is_empty() && !problem.advice().is_empty()),
        }
    }
);

fn seed(folder: &Path) {
    for file in fs::read_dir(FIXTURES).expect("the fixtures are there").flatten() {
        if file.path().extension().is_some_and(|kind| kind != "md") {
            fs::copy(file.path(), folder.join(file.file_name())).expect("the folder takes files");
        }
    }
    fs::write(folder.join("trusted.jks"), java()).expect("the folder takes files");
}

/// One trusted certificate that isn't one, and a check sum that doesn't hold: what comes before it is read all the same.
fn java() -> Vec<u8> {
    let mut store = vec![0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2];
    store.extend([0, 2, b'c', b'a', 0, 0, 1, 0x90, 0, 0, 0, 0]);
    store.extend([0, 5, b'X', b'.', b'5', b'0', b'9', 0, 0, 0, 4, 0x30, 2, 5, 0]);
    store.extend([0; 20]);
    store
}
