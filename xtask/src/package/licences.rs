//! The full licence text of each crate, font and drawing that is in what we ship. The licences ask for it; a crate without a text ends the
//! packaging, so that nobody ships one unseen.
//!
//! The texts are the crate's own files, with its own copyright lines. About a tenth of the crates are published without: these get the text of
//! the licence that they declare, from packaging/licences, with the authors that they name.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use super::crates::Crate;
use crate::{step::ask, workspace::root};

/// How the files of licences begin, whatever their case and ending.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// Licences with a text in packaging/licences, the one to be chosen first before.
const STANDARD: [&str; 3] = ["Apache-2.0", "MIT", "BSD-3-Clause"];

/// What is in the page without being a crate: title, licence, the file with its text.
const DRAWN: [(&str, &str, &str); 3] = [
    ("Inter (typeface)", "OFL-1.1", "frontend/assets/fonts/inter-OFL.txt"),
    ("JetBrains Mono (typeface)", "OFL-1.1", "frontend/assets/fonts/jetbrains-mono-OFL.txt"),
    ("Lucide (icons)", "ISC", "frontend/assets/lucide-LICENSE.txt"),
];

/// Compiled into each program, and no crate of a registry.
const STD: (&str, &str) = ("Rust's standard library", "MIT OR Apache-2.0");

/// Writes all texts into one file; how many crates had none of their own.
pub(crate) fn write(crates: &[Crate], file: &Path) -> Result<usize> {
    let mut without = 0;
    // Equal texts stand once, below all that have them.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in crates.iter().filter(|one| !one.ours) {
        let title = format!("{} {} ({})", one.name, one.version, one.licence);
        let mut own = own(one)?;
        if own.is_empty() {
            without += 1;
            own.push(standard(one)?);
        }
        for text in own {
            texts.entry(tidy(&text)).or_default().push(title.clone());
        }
    }
    for (title, licence, text) in DRAWN {
        let text = fs::read_to_string(root().join(text)).with_context(|| text.to_owned())?;
        texts.entry(tidy(&text)).or_default().push(format!("{title} ({licence})"));
    }
    let (title, licence) = STD;
    let compiler = ask("rustc", &["--version"]).unwrap_or_default();
    for (text, holder) in [("MIT", "The Rust Project Contributors"), ("Apache-2.0", "")] {
        let text = chosen(text, holder)?;
        texts.entry(tidy(&text)).or_default().push(format!("{title}, {compiler} ({licence})"));
    }
    let mut all = String::from(
        "Brokerscope is under the Apache License 2.0. It contains the following works of others, each under its own licence.\n",
    );
    let mut ordered: Vec<_> = texts.into_iter().map(|(text, titles)| (titles, text)).collect();
    ordered.sort();
    for (titles, text) in ordered {
        all.push_str(&format!("\n{}\n{}\n\n{text}", "=".repeat(80), titles.join("\n")));
    }
    fs::write(file, all).with_context(|| file.display().to_string())?;
    Ok(without)
}

fn own(one: &Crate) -> Result<Vec<String>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&one.folder).with_context(|| one.folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let path = entry.path();
        if NAMES.iter().any(|start| name.starts_with(start)) && !name.ends_with(".rs") {
            // Some keep them in a folder of that name.
            if path.is_dir() {
                files
                    .extend(fs::read_dir(&path)?.flatten().map(|entry| entry.path()).filter(|p| p.is_file()));
            } else {
                files.push(path);
            }
        }
    }
    if let Some(named) = &one.licence_file {
        files.push(one.folder.join(named));
    }
    files.sort();
    files.dedup();
    let mut texts = Vec::new();
    for file in files {
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if !text.trim().is_empty() {
            texts.push(text);
        }
    }
    Ok(texts)
}

/// The text of the licence that it declares.
fn standard(one: &Crate) -> Result<String> {
    let declared: Vec<_> = one.licence.split([' ', '/', '(', ')']).collect();
    // Of "A AND B" both would be due.
    let found = STANDARD.iter().find(|name| declared.contains(name) && !declared.contains(&"AND"));
    let Some(found) = found else {
        bail!(
            "{} {} comes without a licence text, and packaging/licences has none for {:?}",
            one.name,
            one.version,
            one.licence
        );
    };
    let holder =
        if one.authors.is_empty() { format!("the authors of {}", one.name) } else { one.authors.join(", ") };
    chosen(found, &holder)
}

fn chosen(name: &str, holder: &str) -> Result<String> {
    let file = match name {
        "Apache-2.0" => root().join("LICENSE"),
        other => root().join("packaging/licences").join(format!("{other}.txt")),
    };
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    Ok(text.replace("{{HOLDER}}", holder))
}

/// Line ends and blanks at them don't make another text.
fn tidy(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    format!("{}\n", lines.join("\n").trim_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(licence: &str, folder: &Path) -> Crate {
        Crate {
            name: "some".to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            authors: vec!["A. Author".to_owned()],
            folder: folder.to_owned(),
            licence_file: None,
            ours: false,
        }
    }

    #[test]
    fn a_crate_without_any_text_ends_the_packaging() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("all.txt");
        let unknown = bare("Beerware", folder.path());
        let problem = write(&[unknown], &file).unwrap_err().to_string();
        assert!(problem.contains("some 1.0.0") && problem.contains("Beerware"), "{problem}");
        assert!(write(&[bare("MIT AND Beerware", folder.path())], &file).is_err());
    }

    #[test]
    fn a_crate_has_its_own_text_or_the_one_that_it_declares_with_its_authors() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("all.txt");
        let source = folder.path().join("some");
        fs::create_dir(&source).unwrap();
        assert_eq!(write(&[bare("Zlib OR MIT", &source)], &file).unwrap(), 1);
        assert!(fs::read_to_string(&file).unwrap().contains("Copyright (c) A. Author"));
        fs::write(source.join("LICENSE-MIT"), "its own words\r\n").unwrap();
        assert_eq!(write(&[bare("MIT", &source)], &file).unwrap(), 0);
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text.contains("some 1.0.0 (MIT)\n\nits own words\n") && !text.contains("A. Author"),
            "{text}"
        );
    }
}
