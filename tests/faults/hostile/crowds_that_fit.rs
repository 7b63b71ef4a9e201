//! Large replies that keep every promise of their bytes: each array filled to half a megabyte, by itself.
//!
//! A count that fits is no lie, and is still what a hostile peer would choose: the memory per byte is the worst where the
//! elements are the smallest, and whatever compares each element with each other takes hours where all are different.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use allocation_counter::measure;
use hostile_replies::{SUBJECTS, Verdict, check, cost, made};
use meta::ApiKey;

use super::of_each_version;

const BYTES: usize = 512 << 10;
/// Comparing each of 50,000 elements with each other takes longer in a debug build; once through takes a second.
const FAR: Duration = Duration::from_secs(20);

/// The array full of such elements, for each array of each reply.
fn of_each_array(smallest: bool, bytes: usize) -> usize {
    let tried = AtomicUsize::new(0);
    of_each_version(|subject, version| {
        // The newest has all fields.
        if version < subject.versions.1 {
            return;
        }
        for nth in 0.. {
            let Some(made) = made::crowded(subject.shape(), version, nth, bytes, smallest) else { break };
            let began = Instant::now();
            cost(subject, version, &made.body);
            let took = began.elapsed();
            assert!(took < FAR, "{} v{version} array {nth} took {took:?}", subject.key);
            tried.fetch_add(1, Ordering::Relaxed);
        }
    });
    tried.into_inner()
}

#[test]
fn no_array_costs_more_than_its_bytes_allow() {
    assert!(50 < of_each_array(true, BYTES / 4));
}

#[test]
fn nothing_compares_each_element_with_each_other() {
    assert!(50 < of_each_array(false, BYTES));
}

/// 250 bytes of memory for each byte is no bound for a hundred megabytes, so that there is a most of elements, too.
#[test]
fn more_elements_than_any_broker_has_are_refused() {
    let listed = SUBJECTS.iter().find(|subject| subject.key == ApiKey::ListTransactions).unwrap();
    let count = (1 << 22) + 1;
    let mut body = vec![0; 6];
    // An array of that many empty strings, one byte each.
    made::uvarint(count + 1, &mut body);
    body.resize(body.len() + usize::try_from(count).unwrap(), 1);
    body.extend([1, 0]);
    let took = measure(|| assert_eq!(check(listed, 1, &body), Verdict::Refused));
    // The body is there once more, to be handed over.
    assert!(took.bytes_max <= body.len() as u64 + 8192, "{} bytes", took.bytes_max);
}
