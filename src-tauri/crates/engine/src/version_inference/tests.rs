//! Inference of releases from what they offer.

use admin::{ApiKey, Versions};

use super::{infer, metadata_version, releases::RELEASES};

fn offering(ranges: &[(i16, i16)]) -> Versions {
    let ranges = ranges.iter().map(|(key, highest)| (ApiKey::from_code(*key), 0, *highest)).collect();
    Versions { ranges, features: Some(vec![("metadata.version".into(), 7, 25)]) }
}

fn version(ranges: &[(i16, i16)]) -> Option<String> {
    infer(&offering(ranges)).map(|inferred| inferred.version)
}

#[test]
fn the_newest_mark_decides() {
    assert_eq!(version(&[(3, 13), (1, 17), (60, 2)]).as_deref(), Some("4.0"));
    assert_eq!(version(&[(35, 5), (2, 11)]).as_deref(), Some("4.3"));
    assert_eq!(version(&[(3, 11), (60, 0), (6, 7)]).as_deref(), Some("2.8"));
}

#[test]
fn a_broker_that_offers_a_request_that_nobody_knows_may_be_newer_than_this_program() {
    assert_eq!(version(&[(94, 0)]).as_deref(), Some("4.4"));
    assert_eq!(version(&[(94, 0), (3000, 0)]).as_deref(), Some("4.4 or newer"));
}

#[test]
fn how_it_was_told_names_the_request() {
    let inferred = infer(&offering(&[(60, 2)])).unwrap();
    assert_eq!(inferred.how, "inferred: offers DescribeCluster v2, which came with 4.0");
}

#[test]
fn a_broker_without_any_mark_has_no_version() {
    assert_eq!(version(&[(3, 5)]), None);
}

#[test]
fn releases_stand_in_order_and_no_mark_stands_twice() {
    let number = |name: &str| -> (u32, u32) {
        let (major, minor) = name.split_once('.').unwrap();
        (major.parse().unwrap(), minor.parse().unwrap())
    };
    assert!(RELEASES.windows(2).all(|pair| number(pair[0].name) < number(pair[1].name)));
    let marks: Vec<_> = RELEASES.iter().flat_map(|release| release.marks).collect();
    let once: std::collections::BTreeSet<_> = marks.iter().collect();
    assert_eq!(marks.len(), once.len());
}

#[test]
fn a_level_is_named_and_an_unknown_one_keeps_its_number() {
    assert_eq!(metadata_version(&offering(&[])).as_deref(), Some("4.0-IV3"));
    let newer = Versions { features: Some(vec![("metadata.version".into(), 7, 99)]), ..Versions::default() };
    assert_eq!(metadata_version(&newer).as_deref(), Some("level 99"));
    assert_eq!(metadata_version(&Versions::default()), None);
}
