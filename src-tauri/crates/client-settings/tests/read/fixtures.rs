//! Each format has its folder of fixtures: a text as users have it, and beside it the table of what has to become of it.
//!
//! `tests/fixtures/<format>/<file name>.txt` is the text; without `.txt` it is the name that is given as a hint. Every
//! secret in a fixture begins with `hunter2`, so that one word can be looked for.

use std::path::{Path, PathBuf};

use client_settings::read;

use super::rendered::rendered;

/// What every secret of every fixture begins with.
const SECRET: &str = "hunter2";

pub(crate) struct Fixture {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    pub(crate) text: String,
}

pub(crate) fn fixtures() -> Vec<Fixture> {
    let mut found = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for format in std::fs::read_dir(folder).unwrap() {
        for file in std::fs::read_dir(format.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|end| end == "txt") {
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                found.push(Fixture { text: std::fs::read_to_string(&path).unwrap(), path, name });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() >= 40, "only {} fixtures were found", found.len());
    found
}

#[test]
fn each_fixture_becomes_what_its_table_says() {
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        let found = rendered(&read(&fixture.text, Some(&fixture.name)));
        let table = fixture.path.with_extension("expected");
        // To write the tables anew after a change of words; read them before they are committed.
        if std::env::var_os("WRITE_EXPECTED").is_some() {
            std::fs::write(&table, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&table).unwrap_or_default();
        if let Some((found, expected)) = found
            .lines()
            .zip(expected.lines().chain(std::iter::repeat("")))
            .find(|(found, expected)| found != expected)
        {
            wrong.push(format!("{}:\n    expected {expected}\n    found    {found}", fixture.path.display()));
        } else if found.lines().count() != expected.lines().count() {
            wrong.push(format!("{}: the table is longer", fixture.path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_format_is_known_without_the_files_name() {
    for fixture in fixtures() {
        let named = rendered(&read(&fixture.text, Some(&fixture.name)));
        let pasted = rendered(&read(&fixture.text, None));
        assert_eq!(named, pasted, "{}", fixture.path.display());
    }
}

#[test]
fn every_line_of_every_fixture_has_one_verdict() {
    for fixture in fixtures() {
        let import = read(&fixture.text, Some(&fixture.name)).unwrap();
        let text = fixture.text.trim_start_matches('\u{FEFF}');
        assert_eq!(import.lines.len(), text.lines().count(), "{}", fixture.path.display());
        for (number, line) in import.lines.iter().enumerate() {
            assert_eq!(line.number as usize, number + 1, "{}", fixture.path.display());
            assert!(line.cluster.is_none_or(|cluster| cluster < import.clusters.len()));
        }
    }
}

#[test]
fn no_secret_of_any_fixture_is_in_what_can_be_printed() {
    let mut seen = 0;
    for fixture in fixtures() {
        for name in [Some(fixture.name.as_str()), None] {
            let import = read(&fixture.text, name).unwrap();
            let printed = format!("{import:?}");
            assert!(!printed.contains(SECRET), "{}: {printed:#}", fixture.path.display());
            for line in &import.lines {
                assert!(!line.text.contains(SECRET), "{}: {}", fixture.path.display(), line.text);
                assert!(!format!("{:?}", line.verdict).contains(SECRET), "{}", fixture.path.display());
            }
        }
        seen += usize::from(fixture.text.contains(SECRET));
    }
    assert!(seen >= 30, "only {seen} fixtures have secrets at all");
}

#[test]
fn no_secret_is_shown_when_a_file_is_called_something_that_it_is_not() {
    for fixture in fixtures() {
        for name in ["a.yml", "a.properties", ".env", "a.ini"] {
            let printed = format!("{:?}", read(&fixture.text, Some(name)));
            let at = printed.find(SECRET).map(|at| printed.get(at.saturating_sub(150)..at + 40));
            assert!(at.is_none(), "{} as {name}: {at:?}", fixture.path.display());
        }
    }
}
