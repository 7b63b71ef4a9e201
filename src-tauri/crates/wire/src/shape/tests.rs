use super::*;

#[test]
fn the_table_is_sorted_so_that_each_shape_is_found() {
    for shape in table::SHAPES {
        assert_eq!(shape_of(ApiKey::from_code(shape.key)).map(|found| found.name), Some(shape.name));
    }
    assert!(table::SHAPES.len() > 80);
}
