//! The settings of other clients under the fuzzer: whatever the text is, it is refused whole or each of its lines has a verdict.
//!
//! With `SEEDS` set it only copies the fixtures of the crate's own tests into that folder.

#![no_main]

use std::{env, fs, path::Path};

use client_settings::read;
use libfuzzer_sys::fuzz_target;

const FIXTURES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/client-settings/tests/fixtures");

fuzz_target!(
    init: if let Some(folder) = env::var_os("SEEDS") {
        seed(Path::new(&folder));
        std::process::exit(0);
    },
    |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(import) = read(&text, None) {
            for (number, line) in import.lines.iter().enumerate() {
                assert_eq!(line.number as usize, number + 1);
                assert!(line.cluster.is_none_or(|cluster| cluster < import.clusters.len()));
            }
        }
    }
);

fn seed(folder: &Path) {
    for format in fs::read_dir(FIXTURES).expect("the fixtures are there").flatten() {
        for file in fs::read_dir(format.path()).expect("a folder for each format").flatten() {
            if file.path().extension().is_some_and(|kind| kind == "txt") {
                fs::copy(file.path(), folder.join(file.file_name())).expect("the folder takes files");
            }
        }
    }
}
