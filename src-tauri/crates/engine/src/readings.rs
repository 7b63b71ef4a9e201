//! How a raw value reads: 604800000 with "ms" in its name is 7 d, 1073741824 with "bytes" is 1 GiB, -1 is often "no limit".
//!
//! A reading stands beside the raw value and never replaces it, and where it would not say more than the raw value does,
//! there is none.

/// The reading of a config's value, by what its name says of the unit.
pub(crate) fn reading(name: &str, value: &str) -> Option<String> {
    let number: i64 = value.parse().ok()?;
    match unit(name)? {
        Unit::Unlimited if number == -1 => Some("\u{221e}".to_owned()),
        Unit::Unlimited => None,
        Unit::Time { .. } | Unit::Bytes { .. } if number == i64::MAX => Some("\u{221e}".to_owned()),
        Unit::Time { limit: true, .. } | Unit::Bytes { limit: true } if number == -1 => {
            Some("\u{221e}".to_owned())
        }
        Unit::Time { milliseconds, .. } => duration(number.checked_mul(milliseconds)?),
        Unit::Bytes { .. } => size(number),
    }
}

enum Unit {
    /// `limit`: -1 means that there is none.
    Time {
        milliseconds: i64,
        limit: bool,
    },
    Bytes {
        limit: bool,
    },
    /// Only -1 has a reading.
    Unlimited,
}

/// Configs in bytes whose names do not end in "bytes".
const BYTES: &[&str] = &["max.message.size", "replication.quota.window.bytes", "log.segment.size"];

fn unit(name: &str) -> Option<Unit> {
    let limit = name.contains("retention") || name.contains("quota");
    if name.ends_with(".ms") || name.ends_with("_ms") {
        Some(Unit::Time { milliseconds: 1, limit })
    } else if name.ends_with(".seconds") {
        Some(Unit::Time { milliseconds: 1_000, limit })
    } else if name.ends_with(".minutes") {
        Some(Unit::Time { milliseconds: 60_000, limit })
    } else if name.ends_with(".hours") {
        Some(Unit::Time { milliseconds: 3_600_000, limit })
    } else if name.ends_with("bytes") || name.ends_with("buffer.size") || BYTES.contains(&name) {
        Some(Unit::Bytes { limit })
    } else if limit {
        Some(Unit::Unlimited)
    } else {
        None
    }
}

/// "7 d", "1 h 30 min"; `None` below two seconds, where milliseconds read well enough.
pub(crate) fn duration(milliseconds: i64) -> Option<String> {
    const STEPS: [(i64, &str); 4] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s")];
    if milliseconds < 2_000 {
        return None;
    }
    let mut rest = milliseconds;
    let mut text = String::new();
    for (step, name) in STEPS {
        let whole = rest / step;
        if whole > 0 {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&format!("{whole} {name}"));
            rest %= step;
        }
    }
    // A reading that is not exact would be a second, wrong value.
    (rest == 0).then_some(text)
}

/// "1 GiB"; `None` below 1 KiB. Not exact ones carry one decimal and "≈".
pub(crate) fn size(bytes: i64) -> Option<String> {
    let (unit, name) = binary_unit(bytes)?;
    if bytes % unit == 0 {
        return Some(format!("{} {name}", bytes / unit));
    }
    Some(format!("\u{2248} {:.1} {name}", as_units(bytes, unit)))
}

/// "4,143.3 GiB" of a status line; small ones in smaller units, down to bytes.
pub(crate) fn total_size(bytes: i64) -> String {
    match binary_unit(bytes) {
        None => format!("{bytes} B"),
        Some((unit, name)) => {
            let tenths = i64::try_from(i128::from(bytes) * 10 / i128::from(unit)).unwrap_or(i64::MAX);
            format!("{}.{} {name}", crate::tables::grouped(tenths / 10), (tenths % 10).abs())
        }
    }
}

fn binary_unit(bytes: i64) -> Option<(i64, &'static str)> {
    const UNITS: [(i64, &str); 4] = [(1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    UNITS.into_iter().find(|(unit, _)| bytes >= *unit)
}

// Shown with one decimal: what a double loses above 2^53 is far below it.
fn as_units(bytes: i64, unit: i64) -> f64 {
    bytes as f64 / unit as f64
}

#[cfg(test)]
mod tests {
    use super::{duration, reading, size, total_size};

    fn read(name: &str, value: &str) -> Option<String> {
        reading(name, value)
    }

    #[test]
    fn times_read_in_days_hours_and_minutes() {
        assert_eq!(read("retention.ms", "604800000").as_deref(), Some("7 d"));
        assert_eq!(read("log.retention.hours", "168").as_deref(), Some("7 d"));
        assert_eq!(read("connections.max.idle.ms", "5400000").as_deref(), Some("1 h 30 min"));
        assert_eq!(duration(1_500), None);
    }

    #[test]
    fn a_time_that_has_no_exact_reading_has_none() {
        assert_eq!(duration(60_001), None);
    }

    #[test]
    fn minus_one_is_no_limit_only_where_it_means_that() {
        assert_eq!(read("retention.ms", "-1").as_deref(), Some("\u{221e}"));
        assert_eq!(read("retention.bytes", "-1").as_deref(), Some("\u{221e}"));
        assert_eq!(read("delete.retention.ms", "86400000").as_deref(), Some("1 d"));
        assert_eq!(read("linger.ms", "-1"), None);
        assert_eq!(read("flush.ms", "9223372036854775807").as_deref(), Some("\u{221e}"));
    }

    #[test]
    fn sizes_read_in_binary_units() {
        assert_eq!(read("segment.bytes", "1073741824").as_deref(), Some("1 GiB"));
        assert_eq!(read("max.message.bytes", "1048588").as_deref(), Some("\u{2248} 1.0 MiB"));
        assert_eq!(size(1023), None);
    }

    #[test]
    fn what_is_no_number_or_has_no_unit_has_no_reading() {
        assert_eq!(read("cleanup.policy", "delete"), None);
        assert_eq!(read("num.partitions", "6"), None);
        assert_eq!(read("log.retention.hours", "9223372036854775806"), None, "no overflow");
    }

    #[test]
    fn totals_have_one_decimal_and_a_unit() {
        assert_eq!(total_size(0), "0 B");
        assert_eq!(total_size(4_448_834_561_638), "4.0 TiB");
        assert_eq!(total_size(999 << 30), "999.0 GiB");
        assert_eq!(total_size(1536), "1.5 KiB");
    }
}
