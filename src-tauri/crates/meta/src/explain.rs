//! Placeholder of the account of where a request would go.

use wire::{ApiKey, Error};

use crate::Route;

/// Where a request would go and why, told without sending.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub api: ApiKey,
    pub route: Route,
    pub could_write: bool,
    /// Why it would be refused here: the gate, or a key that does not fit.
    pub refused: Option<Error>,
    pub targets: Vec<Target>,
    pub why: String,
}

/// One broker that would be asked.
#[derive(Clone, Debug)]
pub struct Target {
    pub broker: Option<i32>,
    pub address: String,
    /// "connected, v5", "not connected", "backing off: refused".
    pub state: String,
    pub why: String,
}
