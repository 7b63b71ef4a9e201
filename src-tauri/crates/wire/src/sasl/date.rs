//! A moment as a date of UTC: in words for people, and as AWS writes it in what it has signed.

use std::time::{Duration, SystemTime};

/// Year, month, day, hour, minute, second.
struct Date {
    year: u64,
    month: u64,
    day: u64,
    hour: u64,
    minute: u64,
    second: u64,
}

impl Date {
    /// The calendar goes round in 400 years of 146,097 days; years are counted from March, so that the leap day comes last.
    fn of(time: SystemTime) -> Date {
        let seconds = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
        let days = seconds / 86_400 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        Date {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            hour: seconds / 3_600 % 24,
            minute: seconds / 60 % 60,
            second: seconds % 60,
        }
    }
}

/// "20130524" and "20130524T000000Z".
pub(super) fn stamps(time: SystemTime) -> (String, String) {
    let Date { year, month, day, hour, minute, second } = Date::of(time);
    let date = format!("{year:04}{month:02}{day:02}");
    let stamp = format!("{date}T{hour:02}{minute:02}{second:02}Z");
    (date, stamp)
}

/// "ended at 2026-11-30 13:08 UTC, 5 min ago", when that is so.
pub(super) fn ended(end: SystemTime, now: SystemTime) -> Option<String> {
    let ago = now.duration_since(end).ok()?;
    let Date { year, month, day, hour, minute, .. } = Date::of(end);
    let seconds = ago.as_secs();
    let ago = match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        7_200..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} days", seconds / 86_400),
    };
    Some(format!("ended at {year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC, {ago} ago"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        // From `date -u -d @… +%Y%m%dT%H%M%SZ`.
        for (seconds, stamp) in [
            (0, "19700101T000000Z"),
            (951_782_399, "20000228T235959Z"),
            (951_782_400, "20000229T000000Z"),
            (951_868_800, "20000301T000000Z"),
            (1_369_353_600, "20130524T000000Z"),
            (4_107_542_400, "21000301T000000Z"),
            (1_798_761_599, "20261231T235959Z"),
        ] {
            assert_eq!(stamps(at(seconds)).1, stamp);
        }
    }

    #[test]
    fn how_long_ago_is_said_in_a_fitting_measure() {
        for (ago, words) in [(0, "0 s"), (119, "119 s"), (120, "2 min"), (7_200, "2 h"), (172_800, "2 days")]
        {
            let told = ended(at(1_600_000_000), at(1_600_000_000 + ago)).unwrap();
            assert_eq!(told, format!("ended at 2020-09-13 12:26 UTC, {words} ago"));
        }
        assert_eq!(ended(at(2), at(1)), None);
    }
}
