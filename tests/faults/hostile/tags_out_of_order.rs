//! Tagged fields: repeated and out of order they are refused, unknown ones of any size are passed over.
//!
//! The protocol has each tag once, in rising order (KIP-482). A reader that takes the last of two lets the sender say two
//! things at once, and one that keeps unknown ones lets them grow in memory.

use std::sync::atomic::{AtomicUsize, Ordering};

use hostile_replies::{Verdict, check, damage, made};

use super::of_each_version;

#[test]
fn repeated_tags_are_refused_wherever_they_stand() {
    let tried = AtomicUsize::new(0);
    of_each_version(|subject, version| {
        let made = made::full(subject.shape(), version);
        for section in &made.sections {
            for body in damage::repeated_tags(&made, section) {
                let said = check(subject, version, &body);
                assert_eq!(said, Verdict::Refused, "{} v{version} {section:?}: {body:02x?}", subject.key);
                tried.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    assert!(500 < tried.into_inner());
}

#[test]
fn the_tags_of_a_newer_broker_are_passed_over_wherever_they_stand() {
    of_each_version(|subject, version| {
        let made = made::full(subject.shape(), version);
        for section in made.outer_sections() {
            for body in damage::newer_tags(&made, section) {
                let said = check(subject, version, &body);
                assert_eq!(said, Verdict::Read, "{} v{version} {section:?}: {body:02x?}", subject.key);
            }
        }
    });
}
