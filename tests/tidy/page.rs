//! The page loads nothing from outside and holds no inline script or style.

use crate::tree::{files, verdict};

#[test]
fn the_page_loads_nothing_from_outside() {
    let files: Vec<_> = files()
        .into_iter()
        .filter(|file| file.path.starts_with("frontend/"))
        .filter(|file| [".html", ".css", ".js", ".rs"].iter().any(|end| file.path.ends_with(end)))
        .collect();
    let mut offenders = Vec::new();
    for file in &files {
        for (n, line) in file.text.lines().enumerate() {
            let code = line.trim_start();
            if code.starts_with("//") || code.starts_with("/*") || code.starts_with('*') {
                continue;
            }
            let outside = code.replace("http://www.w3.org/", "");
            if outside.contains("http://") || outside.contains("https://") {
                offenders.push(format!("{}:{}: {code}", file.path, n + 1));
            }
        }
    }
    verdict("files of the page", files.len(), &offenders);
}

#[test]
fn the_page_has_no_inline_script_or_style() {
    let pages: Vec<_> = files().into_iter().filter(|file| file.path == "frontend/index.html").collect();
    let mut offenders = Vec::new();
    for page in &pages {
        if page.text.contains("<style") || page.text.contains(" style=") {
            offenders.push(format!("{}: inline style", page.path));
        }
        for script in page.text.split("<script").skip(1) {
            let tag = script.split('>').next().unwrap_or_default();
            let body = script.split('>').nth(1).unwrap_or_default();
            if !tag.contains("src=") || !body.trim_start().starts_with("</script") {
                offenders.push(format!("{}: inline script", page.path));
            }
        }
    }
    verdict("index.html", pages.len(), &offenders);
}
