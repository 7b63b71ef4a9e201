//! Other clients' configurations: read, shown line by line, and kept as connections with the secrets that stood in them.

use contract::{ApiError, Concealed, ErrorKind, Imported, Keep, Profile, SavedProfile};

use crate::Engine;

/// What was read last, until it is kept or replaced.
#[derive(Default)]
pub(crate) struct Imports;

impl Engine {
    pub(crate) async fn read_import(
        &self,
        _text: Concealed,
        _file_name: Option<&str>,
    ) -> Result<Imported, ApiError> {
        Err(ApiError::plain(ErrorKind::Unsupported, "This version can't read settings yet.", self.now()))
    }

    pub(crate) async fn keep_cluster(
        &self,
        _handle: &str,
        _cluster: u32,
        _profile: Profile,
        _keep: Keep,
    ) -> Result<SavedProfile, ApiError> {
        Err(ApiError::plain(
            ErrorKind::NotFound,
            "What was read is not there any more. Read it again.",
            self.now(),
        ))
    }
}
