//! The walk and the decoders under the fuzzer: one reply for each input, held against the promises that the suite holds.
//!
//! With `SEEDS` set it only writes whole replies of every request and version into that folder, from which the search
//! begins: by chance alone no body of two hundred bytes would ever come about.

#![no_main]

use std::{env, fs, path::Path};

use hostile_replies::{SUBJECTS, check, found, made};
use libfuzzer_sys::fuzz_target;
use rand::{SeedableRng as _, rngs::StdRng};

fuzz_target!(
    init: if let Some(folder) = env::var_os("SEEDS") {
        seed(Path::new(&folder));
        std::process::exit(0);
    },
    |bytes: &[u8]| {
        if let Some((subject, version, body)) = found::read(bytes) {
            check(subject, version, body);
        }
    }
);

fn seed(folder: &Path) {
    for (which, subject) in SUBJECTS.iter().enumerate() {
        for version in subject.versions.0..=subject.versions.1 {
            let mut rng = StdRng::seed_from_u64(0);
            let full = made::full(subject.shape(), version).body;
            let bodies = [full, made::random(&mut rng, subject.shape(), version).body];
            for (nth, body) in bodies.iter().enumerate() {
                let name = format!("{}-{version}-{nth}", subject.key);
                fs::write(folder.join(name), found::written(which, version, body))
                    .expect("the folder takes files");
            }
        }
    }
}
