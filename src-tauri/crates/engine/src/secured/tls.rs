//! Encryption as set: whom to believe, our own certificate, what is checked.

use admin::ClusterConfig;
use contract::{ApiError, Millis, TlsSettings};

use super::{Given, unfit};

pub(super) fn set(
    tls: &TlsSettings,
    _given: &Given,
    _config: &mut ClusterConfig,
    at: Millis,
) -> Result<(), ApiError> {
    if tls.on {
        return Err(unfit("TLS can't be used by this version yet. Nothing was dialled without it.", at));
    }
    Ok(())
}
