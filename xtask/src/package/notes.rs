//! What stands beside the programs: Debian's copyright and changelog, the manual pages and completions. Each is made from what the repository
//! has already, so that none can tell another story.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};

use super::{filled::filled, portable::gzip, release::Release};
use crate::{manual, workspace::root};

const METAINFO: &str = "packaging/io.github.brokerscope.metainfo.xml";

pub(crate) fn make(release: &Release, made: &Path) -> Result<()> {
    manual::write(made)?;
    for page in fs::read_dir(made.join("man")).context("manual pages")? {
        gzip(&page?.path())?;
    }
    let copyright = read("packaging/debian/copyright")?;
    let fonts = read("frontend/assets/fonts/inter-OFL.txt")?;
    fs::write(made.join("copyright"), filled(&copyright, &[("OFL", &indented(&fonts)?)])?)?;
    let changes = made.join("changelog");
    fs::write(&changes, changelog(release, &read("CHANGELOG.md")?)?)?;
    gzip(&changes)?;
    if !read(METAINFO)?.contains(&format!("<release version=\"{}\"", release.version)) {
        bail!("{METAINFO} has no release {}", release.version);
    }
    Ok(())
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(root().join(file)).with_context(|| file.to_owned())
}

/// A licence as Debian's copyright files hold texts: each line moved in, an empty one as a dot. From where the licence itself begins: the
/// lines above are one font's copyright.
fn indented(text: &str) -> Result<String> {
    let start = text.find("SIL OPEN FONT LICENSE").context("the font's licence has no title")?;
    let text = text.get(start..).unwrap_or_default();
    let lines: Vec<_> = text
        .trim()
        .lines()
        .map(|line| if line.trim().is_empty() { " .".to_owned() } else { format!(" {}", line.trim_end()) })
        .collect();
    Ok(lines.join("\n"))
}

/// The version's part of CHANGELOG.md in Debian's form.
fn changelog(release: &Release, text: &str) -> Result<String> {
    let title = format!("## {}", release.version);
    let part = text
        .split("\n## ")
        .skip(1)
        .find(|part| format!("## {part}").starts_with(&title))
        .with_context(|| format!("CHANGELOG.md has no part {title:?}"))?;
    let mut lines =
        vec![format!("brokerscope ({}) unstable; urgency=medium", release.version), String::new()];
    for point in points(part) {
        lines.extend(wrapped(&point));
    }
    let (by, date) = ("The Brokerscope authors <brokerscope@users.noreply.github.com>", release.date("-R")?);
    lines.extend([String::new(), format!(" -- {by}  {date}")]);
    Ok(lines.join("\n") + "\n")
}

/// The points of a list, each as one line.
fn points(part: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in part.lines() {
        if let Some(point) = line.strip_prefix("- ") {
            all.push(point.to_owned());
        } else if let Some(more) = line.strip_prefix("  ")
            && let Some(last) = all.last_mut()
        {
            last.push(' ');
            last.push_str(more.trim());
        }
    }
    all
}

/// In lines of 79 letters, as Debian wants them.
fn wrapped(point: &str) -> Vec<String> {
    let mut lines = vec![String::from("  *")];
    for word in point.split_whitespace() {
        let full = lines.last().is_some_and(|line| line.chars().count() + 1 + word.chars().count() > 79);
        if full {
            lines.push(String::from("   "));
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changelog_is_the_part_of_this_version() {
        let release = Release { version: "0.2.0", epoch: 0, arch: "x86_64", debian_arch: "amd64" };
        let text = "# Changes\n\n## 0.2.0\n\n### Added\n\n- One\n  and a half.\n\n## 0.1.0\n\n- Old\n";
        let made = changelog(&release, text).unwrap();
        assert_eq!(
            made,
            "brokerscope (0.2.0) unstable; urgency=medium\n\n  * One and a half.\n\n \
             -- The Brokerscope authors <brokerscope@users.noreply.github.com>  Thu, 01 Jan 1970 00:00:00 +0000\n"
        );
        assert!(wrapped(&"word ".repeat(60)).iter().all(|line| line.len() < 80));
        let missing = Release { version: "0.3.0", ..release };
        assert!(changelog(&missing, text).is_err());
    }
}
