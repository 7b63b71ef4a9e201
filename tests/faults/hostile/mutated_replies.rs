//! Mutated replies: 200,000 and more, of every request and version, end in a value or in a failure that says where.
//!
//! Decoders of other clients panicked, hung or reserved memory by a number that somebody made up. Here each mutated reply
//! is held against the promises of `hostile_replies::check`: memory in proportion to its bytes, a failure with field and
//! offset, and what is taken for good is what the codec reads in it, too.

use std::sync::atomic::{AtomicUsize, Ordering};

use hostile_replies::{SUBJECTS, Verdict, check, damage, made};
use rand::{SeedableRng as _, rngs::StdRng};

use super::{of_each_version, tell};

/// What the issue asks for; the seeds are fixed, so that each run has the same ones.
const WANTED: usize = 200_000;

#[test]
fn two_hundred_thousand_mutated_replies_end_in_a_value_or_a_failure_that_says_where() {
    let versions: usize = SUBJECTS.iter().map(|subject| range(subject.versions)).sum();
    let each = WANTED.div_ceil(versions);
    let (read, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    of_each_version(|subject, version| {
        for seed in 0..each as u64 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut body = made::random(&mut rng, subject.shape(), version).body;
            damage::by_chance(&mut rng, &mut body);
            let count = match check(subject, version, &body) {
                Verdict::Read => &read,
                Verdict::Refused => &refused,
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let (read, refused) = (read.into_inner(), refused.into_inner());
    tell(&format!(
        "hostile bytes: {} mutated replies, {versions} versions of {} requests: {refused} refused, {read} read",
        read + refused,
        SUBJECTS.len(),
    ));
    assert!(WANTED <= read + refused);
    assert!(WANTED / 4 < refused && WANTED / 10 < read, "they no longer hit anything, or hit too hard");
}

#[test]
fn whole_replies_are_read() {
    of_each_version(|subject, version| {
        for seed in 0..40 {
            let body = made::random(&mut StdRng::seed_from_u64(seed), subject.shape(), version).body;
            // A broker that doesn't know the version of ApiVersions answers in another one.
            if !body.starts_with(&[0, 35]) {
                assert_eq!(
                    check(subject, version, &body),
                    Verdict::Read,
                    "{} v{version}: {body:02x?}",
                    subject.key
                );
            }
        }
        let body = made::full(subject.shape(), version).body;
        assert_eq!(check(subject, version, &body), Verdict::Read, "{} v{version}: {body:02x?}", subject.key);
    });
}

#[test]
fn every_request_of_the_program_is_among_them() {
    // Each file of a message has one; Metadata has its asking half there and its reader in the crate above.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/wire/src/message");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let requests = files
        .filter(|path| path.is_file())
        .map(|path| std::fs::read_to_string(path).unwrap().matches("\nimpl Request for ").count())
        .sum::<usize>();
    assert_eq!(SUBJECTS.len(), requests + 1);
}

fn range((low, high): (i16, i16)) -> usize {
    usize::try_from(high - low + 1).unwrap()
}
