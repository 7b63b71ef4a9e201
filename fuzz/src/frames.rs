//! The frames of a connection under the fuzzer: bytes of a peer, in pieces, before or after it has said who it is.

#![no_main]

use std::{env, fs, path::Path};

use hostile_replies::talk;
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: if let Some(folder) = env::var_os("SEEDS") {
        for (nth, bytes) in talk::seeds().iter().enumerate() {
            fs::write(Path::new(&folder).join(format!("talk-{nth}")), bytes).expect("the folder takes files");
        }
        std::process::exit(0);
    },
    |bytes: &[u8]| talk::check(bytes)
);
