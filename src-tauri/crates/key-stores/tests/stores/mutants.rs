//! Damaged files by the ten thousand: no panic, no hang, no memory beyond a bound, and a sentence each time. The seed is
//! fixed, so that a failure can be repeated.

use allocation_counter::measure;
use key_stores::{Limits, Passwords, Problem, describe, identity, read, read_within, recognise, trust};
use rand::{Rng, SeedableRng, rngs::StdRng};

use crate::made::{KEY, STORE, file};

/// One of each format and scheme, as small as they come.
const SEEDS: [&str; 18] = [
    "root.pem",
    "root.der",
    "ec.key",
    "ec.sec1.der",
    "rsa.pkcs1.der",
    "ec.aes256.der",
    "ec.scrypt.key",
    "ec.pbe-sha1-3des.key",
    "ec.traditional-aes256.key",
    "legacy-pbe-md5-des.key",
    "legacy-rc2-40.p12",
    "quick.p12",
    "no-mac.p12",
    "nothing-locked.p12",
    "java-legacy-trust.p12",
    "trust.jks",
    "client-own-key-password.jks",
    "client.jceks",
];

const PASSWORDS: Passwords<'static> = Passwords { store: Some(STORE), key: Some(KEY) };

/// Far below the defaults, so that a count that a mutation made large costs no minutes; what it holds is the same.
const LIMITS: Limits = Limits { bytes: 10 << 20, rounds: 3000, memory: 1 << 20 };

/// Whatever it is, it is answered; returns whether it was read.
fn survives(bytes: &[u8]) -> bool {
    let mut read_well = false;
    let spent = measure(|| {
        recognise(bytes);
        match read_within(bytes, &PASSWORDS, LIMITS) {
            Ok(contents) => {
                read_well = true;
                for certificate in &contents.certificates {
                    let _ = describe(&certificate.der);
                }
                for der in contents.keys.iter().flat_map(|entry| &entry.chain) {
                    let _ = describe(der);
                }
            }
            Err(problem) => assert!(!problem.sentence().is_empty() && !problem.advice().is_empty()),
        }
    });
    // Twice scrypt's memory, and thirty-two times the file for copies in base64, BER and chains.
    let bound = 2 * LIMITS.memory + 32 * bytes.len() as u64 + (64 << 10);
    assert!(spent.bytes_max <= bound, "{} bytes of memory for a file of {}", spent.bytes_max, bytes.len());
    read_well
}

#[test]
fn a_file_cut_at_any_byte_is_answered_and_never_taken_for_whole() {
    let mut mutants = 0;
    for name in SEEDS {
        let whole = file(name);
        for end in 0..whole.len() {
            let read_well = survives(&whole[..end]);
            mutants += 1;
            // Text may lose what stands behind the last END.
            let pem = whole.starts_with(b"-----");
            assert!(
                !read_well || pem && end + 16 > whole.len(),
                "{name} was read from its first {end} bytes"
            );
        }
    }
    println!("{mutants} cut files");
    assert!(mutants > 10_000, "{mutants}");
}

#[test]
fn a_length_replaced_by_an_extreme_is_answered() {
    let mut mutants = 0;
    for name in SEEDS {
        let whole = file(name);
        for at in (0..whole.len().saturating_sub(4)).step_by(3) {
            for extreme in
                [[0xff; 4], [0x7f, 0xff, 0xff, 0xff], [0; 4], [0x84, 0xff, 0xff, 0xff], [0x80, 0, 0, 0]]
            {
                let mut mutant = whole.to_vec();
                mutant[at..at + 4].copy_from_slice(&extreme);
                survives(&mutant);
                mutants += 1;
            }
        }
    }
    println!("{mutants} files with an extreme length");
    assert!(mutants > 10_000, "{mutants}");
}

#[test]
fn bytes_changed_taken_out_or_doubled_at_random_are_answered() {
    let mut random = StdRng::seed_from_u64(0x6b65_7973);
    let mut mutants = 0;
    for name in SEEDS {
        for _ in 0..900 {
            let mut mutant = file(name).to_vec();
            for _ in 0..random.random_range(1..6) {
                let at = random.random_range(0..mutant.len());
                let to = (at + random.random_range(0..40)).min(mutant.len());
                match random.random_range(0..5) {
                    0 => mutant[at] = random.random(),
                    1 => mutant[at] ^= 1 << random.random_range(0..8),
                    2 => drop(mutant.drain(at..to)),
                    3 => {
                        let piece = mutant[at..to].to_vec();
                        mutant.splice(at..at, piece);
                    }
                    _ => mutant[at..to].fill(random.random()),
                }
                if mutant.is_empty() {
                    mutant.push(random.random());
                }
            }
            survives(&mutant);
            mutants += 1;
        }
    }
    println!("{mutants} files changed at random");
    assert!(mutants > 10_000, "{mutants}");
}

/// `cargo xtask fuzz` puts into `tests/found` what broke a promise; there need not be anything.
#[test]
fn what_the_fuzzer_found_is_answered() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/found");
    for file in std::fs::read_dir(folder).into_iter().flatten() {
        survives(&std::fs::read(file.unwrap().path()).unwrap());
    }
}

/// In DER, so that what changes is the certificate and not its armour.
#[test]
fn a_changed_certificate_is_described_or_refused() {
    let mut random = StdRng::seed_from_u64(7);
    for name in ["ec.pem", "rsa.pem", "ed.pem", "root.pem"] {
        let der = read(file(name), &Passwords::default()).unwrap().certificates.remove(0).der;
        for at in 0..der.len() {
            for _ in 0..3 {
                let mut mutant = der.clone();
                mutant[at] = random.random();
                let _ = describe(&mutant);
            }
            let _ = describe(&der[..at]);
        }
    }
}

#[test]
fn a_changed_store_is_not_taken_for_checked() {
    for name in ["trust.jks", "quick.p12", "legacy-rc2-40.p12"] {
        let whole = file(name);
        // From behind the header, whose bytes decide what kind of file it is.
        for at in (64..whole.len() - 64).step_by(7) {
            let mut mutant = whole.to_vec();
            mutant[at] ^= 0x10;
            match read_within(&mutant, &PASSWORDS, LIMITS) {
                Ok(contents) => panic!("{name} with byte {at} changed is {:?}", contents.integrity),
                Err(Problem::WrongPassword { .. } | Problem::Damaged { .. } | Problem::Truncated { .. }) => {}
                Err(other) => println!("{name}, byte {at}: {other}"),
            }
        }
    }
}

#[test]
fn the_doors_for_a_purpose_answer_damaged_files_too() {
    let mut random = StdRng::seed_from_u64(11);
    for name in SEEDS {
        for _ in 0..40 {
            let mut mutant = file(name).to_vec();
            let at = random.random_range(0..mutant.len());
            mutant[at] = random.random();
            mutant.truncate(random.random_range(1..=mutant.len()));
            let _ = (trust(&mutant, &PASSWORDS), identity(&mutant, &PASSWORDS));
        }
    }
}
