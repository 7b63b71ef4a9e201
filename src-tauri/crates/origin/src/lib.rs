//! Which build this is. A crate of its own at the end of the graph: a new commit compiles this and links the programs, and nothing else
//! is built anew.

use std::sync::LazyLock;

/// Of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Of the source, in full; empty where it isn't known.
pub const COMMIT: &str = env!("ORIGIN_COMMIT");
/// Of the commit, or as the packager says, in UTC: `2026-11-30`; empty where it isn't known.
pub const DAY: &str = env!("ORIGIN_DAY");
/// `rustc 1.95.0 (…)`
pub const COMPILER: &str = env!("ORIGIN_COMPILER");
/// `x86_64-linux`
pub const TARGET: &str = env!("ORIGIN_TARGET");

/// All of it in a few words, for `--version`: `0.1.0 (0123456789ab, 2026-11-30)`.
#[must_use]
pub fn words() -> &'static str {
    static WORDS: LazyLock<String> = LazyLock::new(|| {
        let commit = COMMIT.get(..12).unwrap_or(COMMIT);
        let known: Vec<&str> = [commit, DAY].into_iter().filter(|part| !part.is_empty()).collect();
        if known.is_empty() { VERSION.to_owned() } else { format!("{VERSION} ({})", known.join(", ")) }
    });
    &WORDS
}

#[cfg(test)]
mod tests {
    use super::{COMPILER, DAY, TARGET, VERSION, words};

    #[test]
    fn a_build_knows_what_it_was_made_with() {
        assert!(COMPILER.starts_with("rustc 1."), "{COMPILER}");
        assert!(TARGET.contains('-'));
        assert!(words().starts_with(VERSION));
    }

    #[test]
    fn the_day_is_a_day_or_nothing() {
        let parts: Vec<u32> = DAY.split('-').filter_map(|part| part.parse().ok()).collect();
        match parts.as_slice() {
            [] => assert_eq!(DAY, ""),
            [year, month, day] => {
                assert!(*year >= 2024 && (1..=12).contains(month) && (1..=31).contains(day), "{DAY}")
            }
            other => panic!("{other:?}"),
        }
    }
}
