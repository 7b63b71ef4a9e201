//! Putting ten thousand names in order, eight letters at a time.
//!
//! Names of topics have long common beginnings ("team-07.orders.events.v1."), which a sort that compares two names at a
//! time reads again for each pair. Here each eight letters are made a number once, and only names that are alike so far
//! are looked at again, eight letters further on.

/// Runs of names that are shorter than this are compared as they are.
const SHORT: usize = 12;

/// A name, and where its topic is.
type Named<'a> = (&'a str, u32);

pub(super) fn by_name(names: &mut [Named<'_>]) {
    // Some brokers send them in order.
    if names.is_sorted() {
        return;
    }
    let mut words = vec![(0, ("", 0)); names.len()];
    // Runs that are alike in their first letters, with the number of those; a list and no recursion, as a hostile reply
    // has names of thirty thousand letters.
    let mut alike = vec![(0..names.len(), 0)];
    while let Some((run, letters)) = alike.pop() {
        let (Some(names), Some(words)) = (names.get_mut(run.clone()), words.get_mut(run.clone())) else {
            continue;
        };
        // Names of which none goes on differ by nothing, or by letters that are zero.
        if names.len() < SHORT || names.iter().all(|name| name.0.len() <= letters) {
            names.sort_unstable();
            continue;
        }
        for (word, name) in words.iter_mut().zip(names.iter()) {
            *word = (next_letters(name.0, letters), *name);
        }
        words.sort_unstable_by_key(|word| word.0);
        let mut start = 0;
        for same in words.chunk_by(|one, next| one.0 == next.0) {
            let end = start + same.len();
            if same.len() > 1 {
                alike.push((run.start + start..run.start + end, letters + 8));
            }
            start = end;
        }
        for (name, word) in names.iter_mut().zip(words.iter()) {
            *name = word.1;
        }
    }
}

/// Eight letters as a number, in their order; zeros after the end of the name.
fn next_letters(name: &str, letters: usize) -> u64 {
    let rest = name.as_bytes().get(letters..).unwrap_or_default();
    match rest.first_chunk::<8>() {
        Some(eight) => u64::from_be_bytes(*eight),
        None => {
            let word = rest.iter().fold(0, |word, letter| word << 8 | u64::from(*letter));
            // `rest` is shorter than eight, and may be empty.
            word.checked_shl(8 * (8 - u32::try_from(rest.len()).unwrap_or(0))).unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::by_name;

    #[test]
    fn names_come_out_as_any_sort_puts_them() {
        let mut random = 7_u64;
        let mut next = |most: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % most
        };
        for count in [0, 1, 5, 100, 3_000] {
            let names: Vec<String> = (0..count)
                .map(|n| match next(5) {
                    0 => format!("team-{:02}.orders.events.v1.{n:06}", next(7)),
                    1 => "a".repeat(usize::try_from(next(40)).unwrap()),
                    2 => "a\0\0\0\0\0\0\0\0".repeat(usize::try_from(next(4)).unwrap()),
                    3 => format!("\u{1F980}{}", next(300)),
                    _ => format!("{}", next(100)),
                })
                .collect();
            let mut ours: Vec<(&str, u32)> = names.iter().map(String::as_str).zip(0..).collect();
            let mut theirs = ours.clone();
            by_name(&mut ours);
            theirs.sort();
            let (ours, theirs): (Vec<&str>, Vec<&str>) =
                (ours.iter().map(|name| name.0).collect(), theirs.iter().map(|name| name.0).collect());
            assert_eq!(ours, theirs);
        }
    }
}
