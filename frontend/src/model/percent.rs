//! Percent-encoding for addresses of the page: topic names, directories and searches may hold any character, and the address
//! must give back exactly what went in.

pub use contract::encode;

/// The text again. A lone % stays as it is; bytes that are no UTF-8 become the replacement sign.
#[must_use]
pub fn decode(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte == b'%'
            && let [high, low, after @ ..] = tail
            && let (Some(high), Some(low)) = (value(*high), value(*low))
        {
            out.push(high << 4 | low);
            rest = after;
        } else {
            out.push(byte);
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn what_goes_in_comes_out() {
        for text in
            ["", "orders", "/var/lib/kafka/data-0", "a b&c=d?e#f%g/h", "C:\\kafka", "Größe·データ", "%2F"]
        {
            assert_eq!(decode(&encode(text)), text);
        }
    }

    #[test]
    fn the_encoded_form_has_no_separator_of_an_address() {
        let encoded = encode("a/b?c=d&e#f");
        assert!(!encoded.contains(['/', '?', '=', '&', '#']), "{encoded}");
    }

    #[test]
    fn a_broken_escape_stays_as_it_is() {
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%zz%4"), "%zz%4");
        assert_eq!(decode("%ff"), "\u{fffd}");
    }
}
