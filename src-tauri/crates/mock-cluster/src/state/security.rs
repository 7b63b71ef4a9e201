//! Client quotas and SCRAM users: what an operator looks up about clients.

use std::collections::BTreeMap;

use super::State;

/// Limits of one entity: (`user` | `client-id` | `ip`, name or `None` for the default).
#[derive(Debug, Clone, PartialEq)]
pub struct ClientQuota {
    pub entity: Vec<(String, Option<String>)>,
    pub values: BTreeMap<String, f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mechanism {
    Sha256,
    Sha512,
}

impl Mechanism {
    pub(crate) fn code(self) -> i8 {
        match self {
            Self::Sha256 => 1,
            Self::Sha512 => 2,
        }
    }
}

impl State {
    pub fn add_client_quota(&mut self, quota: ClientQuota) {
        self.client_quotas.push(quota);
    }

    pub fn add_scram_user(&mut self, name: &str, mechanism: Mechanism, iterations: i32) {
        self.scram_users.entry(name.to_owned()).or_default().push((mechanism, iterations));
    }
}
