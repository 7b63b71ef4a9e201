//! What a cluster keeps of its clients: SCRAM passwords (never the passwords) and quotas.

use serde::{Deserialize, Serialize};

use crate::ApiError;

/// One mechanism of one user, or a user whose part failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScramUserRow {
    pub user: String,
    /// "SCRAM-SHA-512". None beside an error.
    pub mechanism: Option<String>,
    pub iterations: Option<i32>,
    pub error: Option<ApiError>,
}

/// The limits of one entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaRow {
    /// Type ("user", "client-id", "ip") and name of each part; None: all that have no quota of their own.
    pub entity: Vec<(String, Option<String>)>,
    pub limits: Vec<QuotaLimit>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaLimit {
    /// "producer_byte_rate", verbatim.
    pub key: String,
    /// In full, as text.
    pub value: String,
    /// With its unit: "50 MiB/s". None for a key that this build does not know.
    pub reading: Option<String>,
}
