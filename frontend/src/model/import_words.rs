//! What was made of each line of another client's configuration, in a word and a tone; and how many of each.

use contract::LineVerdict;

use super::cell::Tone;

/// A verdict's word, its tone, and why.
#[must_use]
pub fn verdict(verdict: &LineVerdict) -> (&'static str, Tone, &str) {
    match verdict {
        LineVerdict::Understood(words) => ("Understood", Tone::Plain, words),
        LineVerdict::NotNeeded(words) => ("Not needed", Tone::Dim, words),
        LineVerdict::NotSupported(words) => ("Not supported", Tone::Amber, words),
        LineVerdict::Unreadable(words) => ("Unreadable", Tone::Red, words),
        LineVerdict::Nothing => ("", Tone::Dim, ""),
    }
}

/// "12 understood, 3 not needed, 1 not supported"; what there is none of is left out.
#[must_use]
pub fn tally<'a>(verdicts: impl Iterator<Item = &'a LineVerdict>) -> String {
    let mut counts = [("understood", 0_u32), ("not needed", 0), ("not supported", 0), ("unreadable", 0)];
    for verdict in verdicts {
        let place = match verdict {
            LineVerdict::Understood(_) => 0,
            LineVerdict::NotNeeded(_) => 1,
            LineVerdict::NotSupported(_) => 2,
            LineVerdict::Unreadable(_) => 3,
            LineVerdict::Nothing => continue,
        };
        if let Some((_, count)) = counts.get_mut(place) {
            *count += 1;
        }
    }
    let told: Vec<String> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| format!("{} {word}", super::number::count(*count)))
        .collect();
    if told.is_empty() { "no settings".to_owned() } else { told.join(", ") }
}

#[cfg(test)]
mod tests {
    use contract::LineVerdict;

    use super::tally;

    #[test]
    fn lines_are_counted_by_verdict_and_comments_are_not() {
        let lines = [
            LineVerdict::Understood(String::new()),
            LineVerdict::Nothing,
            LineVerdict::Understood(String::new()),
            LineVerdict::NotSupported(String::new()),
        ];
        assert_eq!(tally(lines.iter()), "2 understood, 1 not supported");
        assert_eq!(tally([LineVerdict::Nothing].iter()), "no settings");
    }
}
