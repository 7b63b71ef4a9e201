//! What the table and the walk promise of themselves. Whole and damaged replies of every message are tried on them by the
//! suite (`tests/faults/hostile`), with all that reads them.

use super::*;

#[test]
fn the_table_is_sorted_so_that_each_shape_is_found() {
    for shape in table::SHAPES {
        assert_eq!(shape_of(ApiKey::from_code(shape.key)).map(|found| found.name), Some(shape.name));
    }
    assert!(table::SHAPES.len() > 80);
}

#[test]
fn every_named_request_that_kafka_still_has_has_a_shape() {
    // 4 to 7 left the protocol with 4.0.
    let without: Vec<_> = ApiKey::ALL
        .iter()
        .map(|key| key.code())
        .filter(|code| shape_of(ApiKey::from_code(*code)).is_none())
        .collect();
    assert_eq!(without, [4, 5, 6, 7]);
}

#[test]
fn a_reply_without_a_shape_is_not_read() {
    assert!(walk(ApiKey::Unknown(1000), 0, &[]).unwrap_err().0.contains("no shape"));
    assert!(walk(ApiKey::Metadata, 99, &[]).unwrap_err().0.contains("no version 99"));
}

#[test]
fn a_failure_names_message_field_and_place() {
    let why = walk(ApiKey::ListGroups, 0, &[0, 0, 0, 0, 0, 9]).unwrap_err().0;
    assert!(why.contains("ListGroupsResponse v0") && why.contains("Groups at byte"), "{why}");
}
