//! Filtering, order and size of pages.

use contract::{Freshness, TableQuery};

use super::{Arranged, Head, Row, SortKey, arrange, grouped, holds, json_len, page};
use crate::provenance::Index;

struct Named(&'static str, Option<i64>);

impl Row for Named {
    fn matches(&self, needle: &str) -> bool {
        holds(self.0, needle)
    }
    fn in_chip(&self, chip: &str) -> bool {
        chip == "known" && self.1.is_some()
    }
    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        match column {
            "name" => Some(SortKey::Text(self.0)),
            "size" => Some(SortKey::number(self.1)),
            _ => None,
        }
    }
}

const ROWS: [Named; 4] =
    [Named("Orders", Some(3)), Named("audit", None), Named("orders.dlq", Some(9)), Named("x", Some(3))];

fn query(search: &str, chip: &str, sort: &str, descending: bool) -> TableQuery {
    TableQuery {
        search: search.to_owned(),
        chip: chip.to_owned(),
        sort: sort.to_owned(),
        descending,
        offset: 0,
        limit: 10,
    }
}

#[test]
fn a_search_finds_a_part_of_a_name_in_any_case() {
    assert_eq!(arrange(&ROWS, &query(" ORDERS ", "", "", false)).places, [0, 2]);
    assert!(holds("Überweisung", "über"));
    assert!(!holds("ab", "abc"));
}

#[test]
fn what_is_not_known_comes_last_in_both_directions() {
    assert_eq!(arrange(&ROWS, &query("", "", "size", false)).places, [0, 3, 2, 1]);
    let down = arrange(&ROWS, &query("", "", "size", true));
    assert_eq!(down.places, [2, 0, 3, 1]);
    assert_eq!(down.sorted_by_known, Some(3));
}

#[test]
fn a_chip_that_does_not_exist_shows_nothing_and_a_column_that_does_not_exist_changes_nothing() {
    assert!(arrange(&ROWS, &query("", "nonsense", "", false)).places.is_empty());
    assert_eq!(arrange(&ROWS, &query("", "", "nonsense", false)).places, [0, 1, 2, 3]);
    assert_eq!(arrange(&ROWS, &query("", "known", "", false)).places, [0, 2, 3]);
}

#[test]
fn a_page_of_large_rows_is_cut_before_64_kib() {
    let arranged = Arranged { places: (0..400).collect(), total: 400, sorted_by_known: None };
    let head = Head { chips: vec![], totals: vec![], freshness: Freshness::default() };
    let asked = TableQuery { limit: 400, ..TableQuery::default() };
    let page = page(&arranged, &asked, head, Index::new(), |_, _| Some("x".repeat(1_000)));
    assert!(page.rows.len() > 50 && page.rows.len() < 65, "{}", page.rows.len());
    assert!(json_len(&page) < 64 * 1024);
    assert_eq!(page.shown, 400);
}

#[test]
fn a_single_row_larger_than_a_page_still_comes() {
    let arranged = Arranged { places: vec![0], total: 1, sorted_by_known: None };
    let head = Head { chips: vec![], totals: vec![], freshness: Freshness::default() };
    let page = page(&arranged, &TableQuery::default(), head, Index::new(), |_, _| Some("x".repeat(70_000)));
    assert_eq!(page.rows.len(), 1);
}

#[test]
fn an_offset_past_the_end_gives_an_empty_page_that_says_how_many_there_are() {
    let arranged = Arranged { places: vec![0, 1], total: 2, sorted_by_known: None };
    let head = Head { chips: vec![], totals: vec![], freshness: Freshness::default() };
    let asked = TableQuery { offset: 9, ..TableQuery::default() };
    let page = page(&arranged, &asked, head, Index::new(), |_, place| Some(place));
    assert_eq!((page.rows.len(), page.shown, page.offset), (0, 2, 2));
}

#[test]
fn numbers_are_grouped_by_thousands() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(1_204_551), "1,204,551");
    assert_eq!(grouped(-1000), "\u{2212}1,000");
    assert_eq!(grouped(i64::MIN), "\u{2212}9,223,372,036,854,775,808");
}

#[test]
fn what_a_row_that_did_not_fit_pointed_to_is_not_sent() {
    let rows: Vec<Named> = (0..40).map(|n| Named("x", Some(n))).collect();
    let arranged = arrange(&rows, &query("", "", "", false));
    let head = Head { chips: Vec::new(), totals: Vec::new(), freshness: Freshness::default() };
    let wide = TableQuery { limit: 40, ..TableQuery::default() };
    let page = page(&arranged, &wide, head, Index::new(), |index, place| {
        let message = format!("{place} {}", "x".repeat(9_000));
        Some(index.reason(contract::ApiError::plain(
            contract::ErrorKind::Broker,
            message,
            contract::Int64(0),
        )))
    });
    assert!(page.rows.len() > 1 && page.rows.len() < 40);
    assert_eq!(page.provenance.reasons.len(), page.rows.len());
    assert!(json_len(&page) <= super::PAGE_BYTES + 1_024, "{}", json_len(&page));
}
