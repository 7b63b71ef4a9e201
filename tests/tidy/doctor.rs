//! The page of broken set-ups and their tests are one thing: a row without a test proves nothing, and a test without a row is told
//! to nobody.

use std::collections::BTreeSet;

use crate::tree::{root, rust_files, verdict};

/// "at least twenty broken set-ups".
const LEAST: usize = 20;

#[test]
fn each_broken_set_up_of_the_page_has_its_test_and_each_test_its_row() {
    let page = std::fs::read_to_string(root().join("docs/DOCTOR.md")).unwrap();
    let rows: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_suffix("` |")?.rsplit_once("| `"))
        .map(|(_, test)| test)
        .collect();
    let (mut held, mut tests) = (BTreeSet::new(), BTreeSet::new());
    let files = rust_files();
    for file in files
        .iter()
        .filter(|file| file.path.starts_with("tests/doctor/") || file.path == "tests/kafka/doctor.rs")
    {
        tests.extend(between(&file.text, "async fn ", "("));
        held.extend(between(&file.text, "hold(\"", "\""));
        held.extend(between(&file.text, "hold(\n        \"", "\""));
    }
    let mut offenders = Vec::new();
    offenders.extend(
        rows.iter().filter(|row| !held.contains(**row)).map(|row| format!("nothing holds the row {row}")),
    );
    offenders.extend(
        rows.iter().filter(|row| !tests.contains(**row)).map(|row| format!("no test is named {row}")),
    );
    offenders
        .extend(held.iter().filter(|test| !rows.contains(**test)).map(|test| format!("{test} has no row")));
    if rows.len() < LEAST {
        offenders.push(format!("{} set-ups are too few", rows.len()));
    }
    verdict("broken set-ups", rows.len(), &offenders);
}

/// Each text between these two.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| Some(rest.split_once(after)?.0)).collect()
}
