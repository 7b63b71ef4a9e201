//! The oldest systems that a release runs on, held against what the programs really need. A newer machine that builds raises that unseen: its C
//! library's newer symbols are taken wherever they exist, and the program no longer starts where it did.

use std::{cmp::Ordering, fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use super::{build::PROGRAMS, crates::words};
use crate::workspace::root;

const FLOOR: &str = "packaging/floor.txt";

/// What the programs need at least, by the names of the floor; fails where the floor would have to rise.
pub(crate) fn check(programs: &Path, dependencies: &[String]) -> Result<Vec<String>> {
    let mut needs: Vec<(String, String)> = Vec::new();
    for (program, _) in PROGRAMS {
        let mut ask = Command::new("readelf");
        let text =
            words(ask.env("LC_ALL", "C").args(["--version-info", "--wide"]).arg(programs.join(program)))?;
        needs.extend(symbol_versions(&text).map(|version| ("GLIBC".to_owned(), version)));
    }
    needs.extend(dependencies.iter().filter_map(|text| at_least(text)));
    let floor = fs::read_to_string(root().join(FLOOR)).context(FLOOR)?;
    held(&floor, &needs)
}

fn held(floor: &str, needs: &[(String, String)]) -> Result<Vec<String>> {
    let mut told = Vec::new();
    for line in floor.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split_whitespace();
        let (Some(name), Some(most)) = (columns.next(), columns.next()) else { continue };
        let of_it = needs.iter().filter(|(need, _)| need == name).map(|(_, version)| version);
        let Some(highest) = of_it.max_by(|a, b| order(a, b)) else {
            bail!("{FLOOR} speaks of {name}, which the programs don't need any more");
        };
        if order(highest, most) == Ordering::Greater {
            bail!("the programs need {name} {highest}, and {FLOOR} promises that {most} is enough");
        }
        told.push(format!("{name} {highest} (at most {most}): {}", columns.collect::<Vec<_>>().join(" ")));
    }
    if told.is_empty() {
        bail!("{FLOOR} promises nothing");
    }
    Ok(told)
}

/// `  0x0020:   Name: GLIBC_2.34  Flags: none  Version: 9`. A weak one too: the loader asks for its version all the same.
fn symbol_versions(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let (_, name) = line.split_once("Name: GLIBC_")?;
        Some(name.split_whitespace().next()?.to_owned())
    })
}

/// `libc6 (>= 2.34)`, without the packager's own suffixes.
fn at_least(text: &str) -> Option<(String, String)> {
    let (name, version) = text.split_once(" (>= ")?;
    Some((name.to_owned(), version.trim_end_matches(')').to_owned()))
}

fn order(a: &str, b: &str) -> Ordering {
    let numbers = |text: &str| -> Vec<u32> {
        text.split(['.', '-', '~', '+']).map_while(|part| part.parse().ok()).collect()
    };
    numbers(a).cmp(&numbers(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(name, version)| ((*name).to_owned(), (*version).to_owned())).collect()
    }

    #[test]
    fn a_need_above_the_floor_is_refused_and_one_below_is_told() {
        let floor = "# words\nGLIBC 2.34 Debian 12\n";
        let told = held(floor, &needs(&[("GLIBC", "2.9"), ("GLIBC", "2.34")])).unwrap();
        assert_eq!(told, ["GLIBC 2.34 (at most 2.34): Debian 12"]);
        let refused = held(floor, &needs(&[("GLIBC", "2.9"), ("GLIBC", "2.36")])).unwrap_err().to_string();
        assert!(refused.contains("2.36") && refused.contains("2.34"), "{refused}");
    }

    #[test]
    fn a_floor_without_a_need_is_a_slip() {
        assert!(held("GLIBC 2.34\n", &needs(&[])).is_err());
        assert!(held("# nothing\n", &needs(&[("GLIBC", "2.34")])).is_err());
    }

    #[test]
    fn versions_are_read_from_what_the_tools_say() {
        let text = "  0x0010:   Name: GLIBC_2.2.5  Flags: none  Version: 3\n 000: Name: GCC_3.0  Flags: none";
        assert_eq!(symbol_versions(text).collect::<Vec<_>>(), ["2.2.5"]);
        assert_eq!(at_least("libc6 (>= 2.34)"), Some(("libc6".to_owned(), "2.34".to_owned())));
        assert_eq!(order("2.4.1", "2.34"), Ordering::Less);
    }
}
