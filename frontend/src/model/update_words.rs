//! What a look at a folder of packages came to, in words. Nothing found is never told as nothing newer.

use contract::{Found, Listed, Package, SumState};

use super::{
    bytes::fitting,
    cell::Tone,
    time::{age, took_ms},
};

/// What a look told, and how it is to be taken.
#[must_use]
pub fn found(found: &Found) -> (String, Tone) {
    let one = |count: u32, one: &str, many: &str| {
        if count == 1 { format!("1 {one}") } else { format!("{} {many}", super::number::count(count)) }
    };
    match found {
        Found::Missing => ("There is no such folder, or its share is not mounted.".to_owned(), Tone::Amber),
        Found::NotAFolder => ("This is no folder.".to_owned(), Tone::Amber),
        Found::Unreadable { why } => (format!("The folder can't be read: {why}."), Tone::Red),
        Found::Mute { seconds } => {
            (format!("The folder gave no answer within {seconds} s: its share may be gone."), Tone::Red)
        }
        Found::Stopped => ("The look was stopped.".to_owned(), Tone::Dim),
        Found::Empty => {
            ("The folder is empty: whether there is a newer version is not known.".to_owned(), Tone::Amber)
        }
        Found::NotOurs { files } => {
            (format!("No package of Brokerscope among {}.", one(*files, "file", "files")), Tone::Amber)
        }
        Found::OtherMachines { packages } => (
            format!(
                "{} of Brokerscope, and none that could take the place of this one.",
                one(*packages, "package", "packages")
            ),
            Tone::Amber,
        ),
        Found::Newer { package, .. } if package.pre_release => {
            (format!("{} is there: newer than this one, and a version to try.", package.version), Tone::Plain)
        }
        Found::Newer { package, .. } => {
            (format!("{} is there: newer than this one.", package.version), Tone::Plain)
        }
        Found::Same { package } => {
            (format!("The newest there is {}: this one.", package.version), Tone::Plain)
        }
        Found::Older { package } => {
            (format!("The newest there is {}: older than this one.", package.version), Tone::Amber)
        }
    }
}

/// Its size and age.
#[must_use]
pub fn measures(package: &Package, now: i64) -> String {
    let (size, unit) = fitting(package.bytes.0);
    let modified =
        package.modified.map(|at| format!(", written {} ago", age(now - at.0))).unwrap_or_default();
    format!("{size} {unit}{modified}")
}

/// What SHA256SUMS says of it.
#[must_use]
pub fn listed(sum: &Listed) -> (String, Tone) {
    match sum {
        Listed::NoFile => {
            ("There is no SHA256SUMS beside it, so it can't be checked here.".to_owned(), Tone::Amber)
        }
        Listed::Unreadable { why } => (format!("SHA256SUMS beside it can't be read: {why}."), Tone::Amber),
        Listed::Unlisted => ("SHA256SUMS beside it does not list it.".to_owned(), Tone::Amber),
        Listed::Contradictory => {
            ("SHA256SUMS beside it lists it several times, with different sums.".to_owned(), Tone::Red)
        }
        Listed::Listed { .. } => ("SHA256SUMS beside it lists it.".to_owned(), Tone::Plain),
    }
}

/// How a check stands.
#[must_use]
pub fn check(state: &SumState) -> (String, Tone) {
    match state {
        SumState::Reading { done, of } => {
            let (done, of) = (fitting(done.0), fitting(of.0));
            (format!("Reading it: {} {} of {} {}.", done.0, done.1, of.0, of.1), Tone::Dim)
        }
        SumState::Holds => (
            "Its sum is the one that is listed. Whether the list is ours, its signature tells.".to_owned(),
            Tone::Plain,
        ),
        SumState::Differs { .. } => (
            "Its sum is another than the one that is listed: it arrived in part, or was changed. Don't install it.".to_owned(),
            Tone::Red,
        ),
        SumState::Failed { why } => (format!("It can't be read: {why}."), Tone::Red),
        SumState::Mute { seconds } => (format!("Nothing came for {seconds} s: the share may be gone."), Tone::Red),
        SumState::Stopped => ("The check was stopped.".to_owned(), Tone::Dim),
    }
}

/// When it was looked at, and how long that took.
#[must_use]
pub fn when(at: i64, took: u32, now: i64) -> String {
    format!("Looked {} ago, in {}.", age(now - at), took_ms(took))
}

#[cfg(test)]
mod tests {
    use contract::Found;

    use super::found;

    #[test]
    fn only_a_package_that_is_there_is_said_to_be_this_one() {
        for nothing in [
            Found::Missing,
            Found::NotAFolder,
            Found::Unreadable { why: "denied".to_owned() },
            Found::Mute { seconds: 15 },
            Found::Stopped,
            Found::Empty,
            Found::NotOurs { files: 1 },
            Found::OtherMachines { packages: 2 },
        ] {
            let (words, _) = found(&nothing);
            assert!(!words.contains("newest") && !words.contains("up to date"), "{words}");
        }
    }
}
