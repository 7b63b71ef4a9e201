//! How a YAML scalar stands in the text: what its quotes and escapes stand for, character by character, and which parts are
//! a template's. The parser gives the decoded text only; this gives the places, and `Value` holds one against the other.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

/// The characters of a scalar with their bytes. `raw` is what was written, from byte `start`.
pub(crate) fn units(raw: &str, style: ScalarStyle, start: usize) -> Vec<(char, Range<usize>)> {
    let quote = match style {
        ScalarStyle::SingleQuoted => Some('\''),
        ScalarStyle::DoubleQuoted => Some('"'),
        _ => None,
    };
    let inner = quote.and_then(|quote| raw.strip_prefix(quote)?.strip_suffix(quote));
    let (body, start) = inner.map_or((raw, start), |inner| (inner, start + 1));
    let mut units = Vec::with_capacity(body.len());
    let mut chars = body.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let mut end = at + c.len_utf8();
        let mut shown = Some(c);
        match (c, quote) {
            // Two of them are one.
            ('\'', Some('\'')) if chars.next_if(|(_, next)| *next == '\'').is_some() => end += 1,
            ('\\', Some('"')) => {
                if let Some((at, escaped)) = chars.next() {
                    end = at + escaped.len_utf8();
                    let digits = match escaped {
                        'x' => 2,
                        'u' => 4,
                        'U' => 8,
                        _ => 0,
                    };
                    shown = match escaped {
                        '\n' | '\r' => None,
                        'n' | 't' | 'r' | 'f' | 'N' | '_' | 'L' | 'P' => Some(' '),
                        '0' => Some('\0'),
                        'a' => Some('\x07'),
                        'b' => Some('\x08'),
                        'e' => Some('\x1b'),
                        'v' => Some('\x0b'),
                        other => Some(other),
                    };
                    if digits > 0 {
                        let mut code = 0_u32;
                        for _ in 0..digits {
                            if let Some((at, digit)) = chars.next_if(|(_, c)| c.is_ascii_hexdigit()) {
                                code = code.wrapping_mul(16) + digit.to_digit(16).unwrap_or_default();
                                end = at + 1;
                            }
                        }
                        shown = char::from_u32(code);
                    }
                }
            }
            _ => {}
        }
        if let Some(c) = shown {
            units.push((c, start + at..start + end));
        }
    }
    units
}

/// The text with what stands in `{{ }}` made harmless, byte for byte: a Helm chart or an Ansible template is no YAML before
/// it is filled in, and what there is beside the holes can be read all the same.
pub(crate) fn without_templates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let body = line.trim();
        if body.starts_with("{{") && body.ends_with("}}") && body.matches("{{").count() == 1 {
            // An instruction on a line of its own.
            let lead = line.len() - line.trim_start().len();
            out.push_str(line.get(..lead).unwrap_or_default());
            out.push('#');
            out.extend(std::iter::repeat_n('x', body.len() - 1));
            out.push_str(line.get(lead + body.len()..).unwrap_or_default());
            continue;
        }
        let mut rest = line;
        while let Some((before, hole)) = rest.split_once("{{") {
            let Some((inside, after)) = hole.split_once("}}") else { break };
            out.push_str(before);
            // As many characters as were there: places are counted in characters too.
            out.push_str("xx");
            out.extend(inside.chars().map(|c| if c.is_ascii() { 'x' } else { c }));
            out.push_str("xx");
            rest = after;
        }
        out.push_str(rest);
    }
    out
}

/// The name in the first `{{ }}`.
pub(crate) fn template(raw: &str) -> Option<String> {
    let (_, hole) = raw.split_once("{{")?;
    let (inside, _) = hole.split_once("}}")?;
    Some(inside.trim().chars().take(60).collect())
}
