//! Time limits as typed: a number of seconds or milliseconds. What can't be read is said and changes nothing: a limit that was
//! guessed would show up as a failure much later.

/// "10 s", "500 ms", "1.5", "2 min"; a bare number means seconds. Empty: as the program thinks best.
///
/// # Errors
/// What is wrong, in a sentence.
pub fn read(text: &str) -> Result<Option<u32>, &'static str> {
    let text = text.trim().to_ascii_lowercase();
    if text.is_empty() {
        return Ok(None);
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = match unit.trim() {
        "" | "s" | "sec" | "seconds" | "second" => 1_000.0,
        "ms" => 1.0,
        "m" | "min" | "minutes" | "minute" => 60_000.0,
        _ => return Err("Give a number of seconds, like 10 s or 500 ms."),
    };
    let number: f64 =
        number.replace(',', ".").parse().map_err(|_| "Give a number of seconds, like 10 s or 500 ms.")?;
    let ms = (number * factor).round();
    if ms < 1.0 {
        return Err("Nothing can be answered in no time.");
    }
    if ms > f64::from(u32::MAX) {
        return Err("That is longer than a month.");
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held between 1 and u32::MAX above"
    )]
    let ms = ms as u32;
    Ok(Some(ms))
}

/// As it is typed: "10 s", "500 ms".
#[must_use]
pub fn shown(ms: Option<u32>) -> String {
    match ms {
        None => String::new(),
        Some(ms) if ms % 1_000 == 0 => format!("{} s", ms / 1_000),
        Some(ms) => format!("{ms} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::{read, shown};

    #[test]
    fn seconds_and_milliseconds_are_told_apart() {
        for (text, ms) in
            [("10", 10_000), ("10 s", 10_000), ("500ms", 500), ("1,5", 1_500), ("2 min", 120_000)]
        {
            assert_eq!(read(text), Ok(Some(ms)), "{text}");
        }
        assert_eq!(read("  "), Ok(None));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["soon", "10 parsecs", "-3", "0", "1e9", "999999999", "1.2.3"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_limit_comes_back_from_how_it_is_shown() {
        for ms in [None, Some(1), Some(500), Some(1_500), Some(10_000), Some(u32::MAX)] {
            assert_eq!(read(&shown(ms)), Ok(ms));
        }
    }
}
