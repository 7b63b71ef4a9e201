//! Peers that lie, and bytes that no broker would send.

mod absurd_offers;
mod case_22_plaintext_to_another_protocol;
mod case_23_answers_to_something_else;
mod case_40_claims_that_lie;
mod crowds_that_fit;
mod cut_anywhere;
mod found_by_the_fuzzer;
mod mutated_replies;
mod one_byte_at_a_time;
mod peers;
mod reset_at_each_stage;
mod slow_loris;
mod tags_out_of_order;
mod walk_and_codec_agree;

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use hostile_replies::{SUBJECTS, Subject};

/// Each version of each reply, shared out among as many threads as there are cores.
fn of_each_version(each: impl Fn(&'static Subject, i16) + Sync) {
    let all: Vec<(&Subject, i16)> = SUBJECTS
        .iter()
        .flat_map(|subject| (subject.versions.0..=subject.versions.1).map(move |version| (subject, version)))
        .collect();
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((subject, version)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    each(subject, *version);
                }
            });
        }
    });
}

/// Said past the capture of the test's output, so that the count stands in every log.
fn tell(words: &str) {
    use std::io::Write as _;
    // Without a place to write to there is nobody to be told.
    let _ = writeln!(std::io::stderr(), "{words}");
}
