//! What is committed names no machine's folders and no registry's hosts, and the documents' links lead somewhere.

use crate::tree::{files, root, verdict};

#[test]
fn nothing_committed_names_a_machine_or_a_registry_host() {
    // Put together here, so that this file does not find itself.
    let words: Vec<String> = [
        ("/wo", "rk/"),
        ("/ro", "ot/"),
        ("crates", ".io"),
        ("docs", ".rs/"),
        ("repo1.", "maven"),
        ("repo.maven", ".apache"),
        ("registry.", "npmjs"),
        ("pypi", ".org"),
        ("deb.", "debian"),
    ]
    .iter()
    .map(|(a, b)| format!("{a}{b}"))
    .collect();
    let files: Vec<_> = files().into_iter().filter(|file| !file.path.ends_with("Cargo.lock")).collect();
    let offenders: Vec<_> = files
        .iter()
        .flat_map(|file| {
            file.text
                .lines()
                .enumerate()
                .filter(|(_, line)| words.iter().any(|word| line.contains(word.as_str())))
                .map(|(n, line)| format!("{}:{}: {}", file.path, n + 1, line.trim()))
        })
        .collect();
    verdict("files without a machine's name", files.len(), &offenders);
}

#[test]
fn every_link_of_the_documents_leads_to_a_file() {
    let mut seen = 0;
    let mut offenders = Vec::new();
    for file in files().iter().filter(|file| file.path.ends_with(".md")) {
        let folder = root().join(&file.path).parent().unwrap().to_owned();
        for link in file.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.starts_with('#') {
                continue;
            }
            seen += 1;
            let path = link.split('#').next().unwrap_or_default();
            if !folder.join(path).exists() {
                offenders.push(format!("{} leads to {link}, which is not there", file.path));
            }
        }
    }
    verdict("links in documents", seen, &offenders);
}
