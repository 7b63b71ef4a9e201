//! What the reader must refuse, and that it reads what the codec writes.

use super::Reader;

#[test]
fn numbers_come_in_order_and_the_end_is_the_end() {
    let body = [1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4];
    let mut reader = Reader::new(&body);
    assert_eq!(reader.i8("a").unwrap(), 1);
    assert_eq!(reader.i16("b").unwrap(), 2);
    assert_eq!(reader.i32("c").unwrap(), 3);
    assert_eq!(reader.i64("d").unwrap(), 4);
    reader.finish().unwrap();
    let why = reader.i16("leader_epoch").unwrap_err().0;
    assert_eq!(why, "leader_epoch at byte 15 of 15: 2 bytes expected, 0 left");
}

#[test]
fn bytes_left_over_are_a_failure() {
    let mut reader = Reader::new(&[0, 0, 7]);
    reader.i16("code").unwrap();
    assert_eq!(reader.finish().unwrap_err().0, "end of the body at byte 2 of 3: 1 bytes left over");
}

#[test]
fn a_varint_of_32_bits_ends_after_five_bytes() {
    assert_eq!(Reader::new(&[0x7f]).uvarint("n").unwrap(), 127);
    assert_eq!(Reader::new(&[0x80, 0x01]).uvarint("n").unwrap(), 128);
    assert_eq!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f]).uvarint("n").unwrap(), u32::MAX);
    Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x1f]).uvarint("n").unwrap_err();
    Reader::new(&[0x80, 0x80, 0x80, 0x80, 0x80, 0x01]).uvarint("n").unwrap_err();
    Reader::new(&[0x80]).uvarint("n").unwrap_err();
    Reader::new(&[]).uvarint("n").unwrap_err();
}

#[test]
fn a_varint_of_64_bits_ends_after_ten_bytes() {
    let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    assert_eq!(Reader::new(&most).uvarlong("n").unwrap(), u64::MAX);
    assert_eq!(Reader::new(&most).varlong("n").unwrap(), i64::MIN);
    let above = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02];
    Reader::new(&above).uvarlong("n").unwrap_err();
}

#[test]
fn zigzag_goes_to_both_sides_of_zero() {
    for (bytes, value) in [([0_u8], 0), ([1], -1), ([2], 1), ([3], -2)] {
        assert_eq!(Reader::new(&bytes).varint("n").unwrap(), value);
    }
    assert_eq!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f]).varint("n").unwrap(), i32::MIN);
}

#[test]
fn strings_in_both_writings() {
    assert_eq!(Reader::new(b"\x00\x02ab").string(false, "s").unwrap(), "ab");
    assert_eq!(Reader::new(b"\x03ab").string(true, "s").unwrap(), "ab");
    assert_eq!(Reader::new(b"\xff\xff").nullable_string(false, "s").unwrap(), None);
    assert_eq!(Reader::new(b"\x00").nullable_string(true, "s").unwrap(), None);
    assert_eq!(Reader::new(b"\x01").nullable_string(true, "s").unwrap(), Some(""));
}

#[test]
fn a_string_that_lies_is_named() {
    let far = Reader::new(b"\x7f\xffab").string(false, "topic").unwrap_err().0;
    assert_eq!(far, "topic at byte 2 of 4: 32767 bytes expected, 2 left");
    let far = Reader::new(b"\xff\xff\xff\xff\x0fab").string(true, "topic").unwrap_err().0;
    assert_eq!(far, "topic at byte 5 of 7: 4294967294 bytes expected, 2 left");
    let negative = Reader::new(b"\xff\xfe").nullable_string(false, "topic").unwrap_err().0;
    assert_eq!(negative, "topic at byte 2 of 2: the length -2 before this is negative");
    let null = Reader::new(b"\xff\xff").string(false, "topic").unwrap_err().0;
    assert!(null.contains("null"), "{null}");
    let bad = Reader::new(b"\x00\x01\xff").string(false, "topic").unwrap_err().0;
    assert!(bad.contains("UTF-8"), "{bad}");
}

#[test]
fn bytes_in_both_writings() {
    assert_eq!(Reader::new(b"\x00\x00\x00\x01z").bytes(false, "b").unwrap(), b"z");
    assert_eq!(Reader::new(b"\x02z").bytes(true, "b").unwrap(), b"z");
    assert_eq!(Reader::new(b"\xff\xff\xff\xff").nullable_bytes(false, "b").unwrap(), None);
    Reader::new(b"\xff\xff\xff\xff").bytes(false, "b").unwrap_err();
    Reader::new(b"\x7f\xff\xff\xffz").bytes(false, "b").unwrap_err();
}

#[test]
fn a_count_that_cannot_fit_is_refused_before_its_elements() {
    let why = Reader::new(b"\x7f\xff\xff\xff1234").count(false, 4, "partitions").unwrap_err().0;
    assert_eq!(why, "partitions at byte 4 of 8: 2147483647 elements claimed, 4 bytes left");
    assert_eq!(Reader::new(b"\x00\x00\x00\x021234").count(false, 2, "partitions").unwrap(), 2);
    Reader::new(b"\x00\x00\x00\x021234").count(false, 3, "partitions").unwrap_err();
    Reader::new(b"\xff\xff\xff\xff\x0f1234").count(true, 0, "partitions").unwrap_err();
    assert_eq!(Reader::new(b"\x00").nullable_count(true, 1, "partitions").unwrap(), None);
    Reader::new(b"\x00").count(true, 1, "partitions").unwrap_err();
}

#[test]
fn a_list_of_numbers_is_read_in_place() {
    let body = b"\x03\x00\x00\x00\x07\xff\xff\xff\xff\x09";
    let mut reader = Reader::new(body);
    let list = reader.i32s(true, "replicas").unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(list.clone().collect::<Vec<_>>(), [7, -1]);
    assert_eq!(list.raw(), [[0, 0, 0, 7], [0xff; 4]]);
    assert_eq!(reader.rest(), [9]);
    Reader::new(b"\x03\x00\x00\x00\x07\x00").i32s(true, "replicas").unwrap_err();
    assert!(Reader::new(b"\x00").nullable_i32s(true, "replicas").unwrap().is_none());
}

#[test]
fn an_all_zero_uuid_is_none() {
    assert_eq!(Reader::new(&[0; 16]).uuid("id").unwrap(), None);
    assert_eq!(Reader::new(&[1; 16]).uuid("id").unwrap(), Some(uuid::Uuid::from_bytes([1; 16])));
    Reader::new(&[1; 15]).uuid("id").unwrap_err();
}

#[test]
fn unknown_tagged_fields_are_passed_over() {
    let body = b"\x02\x00\x03abc\x05\x01z\x09";
    let mut reader = Reader::new(body);
    reader.skip_tags(true).unwrap();
    assert_eq!(reader.rest(), [9]);
    let mut reader = Reader::new(body);
    reader.skip_tags(false).unwrap();
    assert_eq!(reader.offset(), 0);
    assert!(Reader::new(b"\x00").skip_tags(true).is_ok());
    Reader::new(b"").skip_tags(true).unwrap_err();
}

#[test]
fn a_tagged_field_cannot_be_read_past_its_size() {
    let body = b"\x01\x07\x02\x00\x05\x00\x00\x00\x00";
    let mut found = None;
    let mut reader = Reader::new(body);
    reader
        .tags(true, |tag, field| {
            found = Some((tag, field.offset(), field.i16("value")?));
            field.i8("more").unwrap_err();
            Ok(())
        })
        .unwrap();
    assert_eq!(found, Some((7, 3, 5)));
    assert_eq!(reader.left(), 4);
    let why = Reader::new(b"\x01\x00\x7fab").skip_tags(true).unwrap_err().0;
    assert_eq!(why, "tagged field at byte 3 of 5: 127 bytes expected, 2 left");
    Reader::new(b"\xff\xff\xff\xff\x0f\x00").skip_tags(true).unwrap_err();
}
