//! Bytes as they are read: GiB in columns whose header says so, a fitting unit elsewhere, and always the exact count for the
//! source card. What is too small for the column's unit names its own, because "0.0 GiB" for a few kilobytes would be a lie.

use super::number::grouped;

const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
const GIB: f64 = 1_073_741_824.0;

/// For a column in GiB: "598.4", "1,209", "12 MiB" where a tenth of a GiB is too coarse, "0" only for none.
#[must_use]
pub fn gib(bytes: i64) -> String {
    let value = as_float(bytes) / GIB;
    if bytes != 0 && value.abs() < 0.1 {
        let (number, unit) = fitting(bytes);
        return format!("{number} {unit}");
    }
    // One decimal for all below a thousand, so that the points stand under each other.
    match bytes {
        0 => "0".to_owned(),
        _ if value.abs() < 999.95 => format!("{value:.1}"),
        _ => grouped(whole(value)),
    }
}

/// A figure and its unit: ("4.05", "TiB").
#[must_use]
pub fn fitting(bytes: i64) -> (String, &'static str) {
    let mut value = as_float(bytes);
    let mut units = UNITS.iter().copied();
    let mut unit = units.next().unwrap_or("B");
    if value.abs() < 1024.0 {
        return (grouped(bytes), unit);
    }
    for next in units {
        if value.abs() < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    let text = match value.abs() {
        large if large >= 100.0 => format!("{value:.0}"),
        middle if middle >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    };
    (text, unit)
}

/// "996,219,912,192 bytes"
#[must_use]
pub fn exact(bytes: i64) -> String {
    format!("{} bytes", grouped(bytes))
}

fn whole(value: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 8.6e9 GiB for 64-bit byte counts")]
    let whole = value.round() as i64;
    whole
}

#[expect(
    clippy::cast_precision_loss,
    reason = "for display in three digits; the exact count is shown beside it"
)]
fn as_float(bytes: i64) -> f64 {
    bytes as f64
}

#[cfg(test)]
mod tests {
    use super::{exact, fitting, gib};

    #[test]
    fn a_column_in_gib_shows_tenths_below_a_thousand_and_none_above() {
        assert_eq!(gib(512 * 1_073_741_824), "512.0");
        assert_eq!(gib(1000 * 1_073_741_824 - 1), "1,000");
        assert_eq!(gib(1024 * 1_073_741_824), "1,024");
        assert_eq!(gib(642_533_000_000), "598.4");
        assert_eq!(gib(1_298_565_000_000), "1,209");
    }

    #[test]
    fn what_is_too_small_for_the_unit_names_its_own() {
        assert_eq!(gib(12_700), "12.4 KiB");
        assert_eq!(gib(1), "1 B");
        assert_eq!(gib(0), "0");
    }

    #[test]
    fn the_unit_fits_the_figure() {
        assert_eq!(fitting(4_453_000_000_000), ("4.05".to_owned(), "TiB"));
        assert_eq!(fitting(1023), ("1,023".to_owned(), "B"));
        assert_eq!(fitting(1024), ("1.00".to_owned(), "KiB"));
        assert_eq!(fitting(i64::MAX), ("8192".to_owned(), "PiB"));
    }

    #[test]
    fn exact_is_every_byte() {
        assert_eq!(exact(996_219_912_192), "996,219,912,192 bytes");
    }
}
