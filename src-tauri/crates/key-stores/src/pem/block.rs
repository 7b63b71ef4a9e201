//! Finds the blocks of a PEM text, one after the other, and decodes their base64. A block that begins and does not end is where a
//! copy went wrong; it is named by its number and label.

use base64::{
    Engine,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use zeroize::Zeroizing;

use crate::{Format, problem::Problem};

pub(super) const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const DASHES: &str = "-----";

/// Padding is often lost with the last line's end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Labels of blocks whose contents are looked at.
pub(super) fn is_read(label: &str) -> bool {
    matches!(
        label,
        "CERTIFICATE"
            | "X509 CERTIFICATE"
            | "TRUSTED CERTIFICATE"
            | "PRIVATE KEY"
            | "ENCRYPTED PRIVATE KEY"
            | "RSA PRIVATE KEY"
            | "EC PRIVATE KEY"
            | "ANY PRIVATE KEY"
    )
}

pub(super) struct Block<'a> {
    pub(super) label: &'a str,
    pub(super) body: &'a str,
    number: usize,
    /// The line of the text that BEGIN stands in, and its byte.
    line: usize,
    at: usize,
}

impl Block<'_> {
    pub(super) fn place(&self) -> String {
        format!("block {} ({}, line {})", self.number, self.label, self.line)
    }

    fn damaged(&self, what: &str) -> Problem {
        Problem::Damaged { format: Format::Pem, place: format!("{}: {what}", self.place()), at: self.at }
    }

    /// `body`, or what of it is left without headers, as bytes.
    pub(super) fn decode(&self, body: &str) -> Result<Zeroizing<Vec<u8>>, Problem> {
        let mut clean = Zeroizing::new(Vec::with_capacity(body.len()));
        let mut bytes = body.bytes().peekable();
        while let Some(byte) = bytes.next() {
            match byte {
                // A line's end spelled out, or the sign of a line that goes on.
                b'\\' => {
                    bytes.next_if(|next| matches!(next, b'n' | b'r'));
                }
                byte if byte.is_ascii_whitespace() => {}
                byte => clean.push(byte),
            }
        }
        if clean.is_empty() {
            return Err(self.damaged("there is nothing between its BEGIN and END"));
        }
        let decoded = BASE64.decode(clean.as_slice()).map_err(|error| {
            self.damaged(match error {
                base64::DecodeError::InvalidByte(..) => "a character that is not base64",
                _ => "the base64 is incomplete",
            })
        })?;
        Ok(Zeroizing::new(decoded))
    }
}

pub(super) struct Blocks<'a> {
    rest: &'a str,
    number: usize,
    line: usize,
    at: usize,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, number: 0, line: 1, at: 0 }
    }

    /// Goes on behind `end`, keeping count of lines.
    fn skip(&mut self, end: usize) {
        if let Some((passed, rest)) = self.rest.split_at_checked(end) {
            self.line += passed.bytes().filter(|byte| *byte == b'\n').count();
            self.at += end;
            self.rest = rest;
        }
    }

    pub(super) fn next(&mut self) -> Result<Option<Block<'a>>, Problem> {
        let Some(begin) = self.rest.find(BEGIN) else { return Ok(None) };
        self.skip(begin);
        self.number += 1;
        let (line, at) = (self.line, self.at);
        let after = self.rest.get(BEGIN.len()..).unwrap_or_default();
        let Some((label, body)) = after.split_once(DASHES).filter(|(label, _)| label.len() < 64) else {
            let place = format!("the BEGIN of block {} (line {line})", self.number);
            return Err(Problem::Truncated { format: Format::Pem, place, at: at + self.rest.len() });
        };
        let label_is = |label| Block { label, body: "", number: self.number, line, at };
        // The next BEGIN without an END before it: the end of this block was lost, not the end of the file.
        let (Some(length), next) = (body.find(END), body.find(BEGIN)) else {
            let place = format!("{}: its END line is missing", label_is(label).place());
            return Err(Problem::Truncated { format: Format::Pem, place, at: at + self.rest.len() });
        };
        if next.is_some_and(|next| next < length) {
            return Err(label_is(label).damaged("its END line is missing"));
        }
        let (body, tail) = body.split_at_checked(length).unwrap_or((body, ""));
        if tail
            .get(END.len()..)
            .and_then(|end| end.strip_prefix(label))
            .is_none_or(|end| !end.starts_with('-'))
        {
            return Err(label_is(label).damaged("its END line does not match its BEGIN line"));
        }
        let block = Block { label, body, number: self.number, line, at };
        self.skip(BEGIN.len() + label.len() + DASHES.len() + length + END.len());
        Ok(Some(block))
    }
}
