//! Moments and ages. An age is always counted from the moment the broker told it, never from when the page drew it.

/// "4 s", "3 min", "2 h", "5 d"; below a second "0 s". A clock that jumped back gives "0 s", not a minus.
#[must_use]
pub fn age(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    match seconds {
        0..=89 => format!("{seconds} s"),
        90..=5399 => format!("{} min", (seconds + 30) / 60),
        5400..=172_799 => format!("{} h", (seconds + 1800) / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

/// How long something took: "38 ms", "3.0 s", "0.4 ms".
#[must_use]
pub fn took_us(us: i64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "durations are far below 2^53 microseconds")]
    let ms = us as f64 / 1000.0;
    if ms >= 1000.0 {
        format!("{:.1} s", ms / 1000.0)
    } else if ms >= 10.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{ms:.1} ms")
    }
}

/// "38 ms", "3.0 s"
#[must_use]
pub fn took_ms(ms: u32) -> String {
    if ms >= 1000 { format!("{:.1} s", f64::from(ms) / 1000.0) } else { format!("{ms} ms") }
}

/// Time of day, "05:12:40". `west_min`: minutes that the zone is behind UTC, as the browser gives it.
#[must_use]
pub fn clock(ms: i64, west_min: i32) -> String {
    let day = local(ms, west_min).rem_euclid(86_400_000);
    let (h, m, s) = (day / 3_600_000, day / 60_000 % 60, day / 1000 % 60);
    format!("{h:02}:{m:02}:{s:02}")
}

/// As `clock`, with milliseconds, for rows that follow each other closely.
#[must_use]
pub fn clock_ms(ms: i64, west_min: i32) -> String {
    format!("{}.{:03}", clock(ms, west_min), ms.rem_euclid(1000))
}

/// "2026-11-30 05:12:40 UTC", for the hover.
#[must_use]
pub fn utc(ms: i64) -> String {
    let (year, month, day) = civil(ms.div_euclid(86_400_000));
    format!("{year:04}-{month:02}-{day:02} {} UTC", clock(ms, 0))
}

fn local(ms: i64, west_min: i32) -> i64 {
    ms.saturating_sub(i64::from(west_min) * 60_000)
}

/// Year, month and day of a day counted from 1970-01-01, by the usual era arithmetic (a year begins in March inside).
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days.saturating_add(719_468);
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::{age, clock, clock_ms, took_ms, took_us, utc};

    #[test]
    fn ages_take_the_unit_that_fits() {
        let cases = [
            (0, "0 s"),
            (-5000, "0 s"),
            (4_200, "4 s"),
            (89_000, "89 s"),
            (90_000, "2 min"),
            (7_200_000, "2 h"),
            (400_000_000, "4 d"),
        ];
        for (ms, text) in cases {
            assert_eq!(age(ms), text);
        }
    }

    #[test]
    fn a_zone_east_of_utc_is_ahead() {
        let noon = 12 * 3_600_000;
        assert_eq!(clock(noon, -120), "14:00:00");
        assert_eq!(clock(noon, 300), "07:00:00");
        assert_eq!(clock_ms(noon + 7, 0), "12:00:00.007");
    }

    #[test]
    fn leap_days_and_centuries_are_right() {
        assert_eq!(utc(951_782_400_000), "2000-02-29 00:00:00 UTC");
        assert_eq!(utc(1_796_021_560_000), "2026-11-30 06:52:40 UTC");
        assert_eq!(utc(-1000), "1969-12-31 23:59:59 UTC");
    }

    #[test]
    fn a_short_time_keeps_its_digits() {
        assert_eq!(took_us(412), "0.4 ms");
        assert_eq!(took_us(38_200), "38 ms");
        assert_eq!(took_ms(3012), "3.0 s");
    }
}
