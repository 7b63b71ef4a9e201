//! Numbers as they are read: whole ones in groups of three, percentages and skews with their sign. A wrong group or a lost
//! sign would be a wrong figure, so nothing here goes through a float that did not start as one.

/// "1,204,551"
#[must_use]
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if number < 0 {
        text.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count: "1,204".
#[must_use]
pub fn count(number: u32) -> String {
    grouped(i64::from(number))
}

/// "58 %"; below one but not zero "<1 %", so that a little is not nothing.
#[must_use]
pub fn percent(value: f64) -> String {
    if !value.is_finite() {
        return "—".to_owned();
    }
    if value > 0.0 && value < 1.0 { "<1 %".to_owned() } else { format!("{} %", value.round()) }
}

/// How far from an even share: "+23 %", "−4 %", "0 %".
#[must_use]
pub fn skew(value: f64) -> String {
    if !value.is_finite() {
        return "—".to_owned();
    }
    let rounded = value.round();
    if rounded > 0.0 {
        format!("+{rounded} %")
    } else if rounded < 0.0 {
        format!("−{} %", rounded.abs())
    } else {
        "0 %".to_owned()
    }
}

/// "4 brokers", "1 broker".
#[must_use]
pub fn of(number: u32, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::{grouped, of, percent, skew};

    #[test]
    fn groups_stand_from_the_right() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_204_551, "1,204,551"),
            (-12_345, "-12,345"),
            (-123, "-123"),
        ];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn the_ends_of_the_range_are_whole() {
        assert_eq!(grouped(i64::MAX), "9,223,372,036,854,775,807");
        assert_eq!(grouped(i64::MIN), "-9,223,372,036,854,775,808");
    }

    #[test]
    fn a_little_is_not_nothing() {
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(0.2), "<1 %");
        assert_eq!(percent(58.4), "58 %");
        assert_eq!(percent(f64::NAN), "—");
    }

    #[test]
    fn a_skew_keeps_its_sign_and_zero_has_none() {
        assert_eq!([skew(23.2), skew(-4.0), skew(0.3), skew(-0.3)], ["+23 %", "−4 %", "0 %", "0 %"]);
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(of(1, "broker", "brokers"), "1 broker");
        assert_eq!(of(0, "broker", "brokers"), "0 brokers");
    }
}
