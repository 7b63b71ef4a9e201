//! Case 40 (kafka-protocol 0.18): a count of two thousand million in a nine-byte reply reserved 400 GB and aborted.
//!
//! Here each length, count, tag, size and mark of presence of every reply is replaced by extremes, one at a time: none, one,
//! -1, -2, the largest there are, numbers written longer than they need or than they may, and what is left give or take one.
//! A null is refused where the protocol knows none. What each reading may cost is held by `hostile_replies::check`.

use std::sync::atomic::{AtomicUsize, Ordering};

use hostile_replies::{SUBJECTS, Verdict, check, damage, made};
use rand::{SeedableRng as _, rngs::StdRng};

use super::{of_each_version, tell};

#[test]
fn each_claim_of_each_version_may_lie_in_each_way() {
    let tried = AtomicUsize::new(0);
    of_each_version(|subject, version| {
        let some = made::random(&mut StdRng::seed_from_u64(3), subject.shape(), version);
        for made in [made::full(subject.shape(), version), some] {
            for mark in &made.marks {
                for (claim, null) in damage::extremes(&made, mark) {
                    let body = damage::replaced(&made.body, &mark.place, &claim);
                    let said = check(subject, version, &body);
                    tried.fetch_add(1, Ordering::Relaxed);
                    let place = || format!("{} v{version} {mark:?} {claim:02x?}: {body:02x?}", subject.key);
                    if null && !mark.nullable {
                        assert_eq!(said, Verdict::Refused, "{}", place());
                    }
                }
            }
        }
    });
    let tried = tried.into_inner();
    tell(&format!("hostile bytes: {tried} claims that lie"));
    assert!(100_000 < tried, "only {tried}");
}

#[test]
fn nine_bytes_cannot_reserve_400_gigabytes() {
    of_each_version(|subject, version| {
        for before in 0..16 {
            for count in [&[0x7f, 0xff, 0xff, 0xff][..], &[0xff, 0xff, 0xff, 0xff, 0x0f]] {
                for after in [&[][..], &[0xff], &[0; 4]] {
                    check(subject, version, &[&vec![0; before], count, after].concat());
                }
            }
        }
    });
    let configs = SUBJECTS.iter().find(|subject| subject.key == meta::ApiKey::DescribeConfigs).unwrap();
    let nine = [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f];
    assert_eq!(check(configs, 4, &nine), Verdict::Refused);
}
