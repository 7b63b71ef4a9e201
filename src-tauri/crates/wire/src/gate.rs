//! Placeholder for the read-only gate; the wire helper replaces it whole.
use crate::ApiKey;
/// Whether a request with this key could change the cluster; an unknown key could.
pub fn could_write(_key: ApiKey) -> bool { true }
