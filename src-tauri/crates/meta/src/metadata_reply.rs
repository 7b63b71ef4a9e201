//! Placeholder of the reader of Metadata replies.

use wire::{ErrorCode, Malformed};

/// A Metadata reply, read and checked, not yet part of a snapshot.
#[derive(Debug)]
pub struct MetadataReply {
    error: ErrorCode,
}

impl MetadataReply {
    pub(crate) fn read(_version: i16, _body: &[u8]) -> Result<MetadataReply, Malformed> {
        Err(Malformed("not yet".to_owned()))
    }

    #[must_use]
    pub fn error(&self) -> ErrorCode {
        self.error
    }
}
