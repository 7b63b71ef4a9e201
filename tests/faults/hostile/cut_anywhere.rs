//! A reply cut at each byte, and one with a byte too many: read to the end by its shape or refused, never half believed.
//!
//! A connection that ends in the midst of a frame, or a broker that counts wrongly, must not leave the start of a listing
//! that looks whole.

use hostile_replies::{Verdict, check, made};
use rand::{SeedableRng as _, rngs::StdRng};

use super::of_each_version;

#[test]
fn each_cut_of_each_version_is_refused() {
    of_each_version(|subject, version| {
        let small = made::random(&mut StdRng::seed_from_u64(7), subject.shape(), version).body;
        for body in [made::full(subject.shape(), version).body, small] {
            for length in 0..body.len() {
                let said = check(subject, version, &body[..length]);
                assert_eq!(said, Verdict::Refused, "{} v{version} cut at {length}: {body:02x?}", subject.key);
            }
        }
    });
}

#[test]
fn bytes_after_the_end_are_refused() {
    of_each_version(|subject, version| {
        let body = made::full(subject.shape(), version).body;
        for more in [&[0][..], &[0, 0], &[0xff; 5], &body] {
            let longer = [&body, more].concat();
            assert_eq!(check(subject, version, &longer), Verdict::Refused, "{} v{version}", subject.key);
        }
    });
}
