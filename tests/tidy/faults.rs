//! Each reported fault has its case, and each case says which report it comes from: a list that shrinks unseen proves
//! nothing.

use std::collections::BTreeMap;

use crate::tree::{rust_files, verdict};

/// The numbers of the reports that we hold ourselves to; one may have a case on the mock and one on real brokers.
const REPORTS: &[u32] = &[
    1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29, 32, 33, 35, 39, 40,
];

/// Of `Case 12 (…): …` or `Cases 18, 19 (…): …`, the first line of a file in `tests/faults`.
fn numbers(line: &str) -> Option<Vec<u32>> {
    let told = line.strip_prefix("//! Case ").or_else(|| line.strip_prefix("//! Cases "))?;
    let (numbers, rest) = told.split_once(" (")?;
    rest.contains("): ").then(|| numbers.split(", ").map(|number| number.parse().ok()).collect())?
}

#[test]
fn each_reported_fault_has_a_case_that_names_its_report() {
    let mut offenders = Vec::new();
    let mut cases: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for file in rust_files().iter().filter(|file| file.path.starts_with("tests/faults/")) {
        let Some((_, name)) = file.path.rsplit_once("/case_") else { continue };
        let first = file.text.lines().next().unwrap_or_default();
        match numbers(first) {
            Some(numbers) if name.starts_with(&format!("{:02}_", numbers[0])) => {
                for number in numbers {
                    cases.entry(number).or_default().push(file.path.clone());
                }
            }
            Some(numbers) => offenders.push(format!("{} says it is case {numbers:?}", file.path)),
            None => offenders.push(format!("{} does not open with its report: {first}", file.path)),
        }
    }
    offenders.extend(
        REPORTS.iter().filter(|report| !cases.contains_key(report)).map(|report| format!("no case {report}")),
    );
    verdict("reported faults", REPORTS.len(), &offenders);
}

#[test]
fn a_case_is_read_from_its_first_line() {
    assert_eq!(numbers("//! Case 12 (IBM/sarama#3224): one broker down."), Some(vec![12]));
    assert_eq!(numbers("//! Cases 18, 19 (IBM/sarama#1586): one after the other."), Some(vec![18, 19]));
    assert_eq!(numbers("//! Case 12: one broker down."), None);
    assert_eq!(numbers("//! Something else."), None);
}
