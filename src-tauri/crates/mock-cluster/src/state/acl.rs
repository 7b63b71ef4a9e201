//! ACLs, with the protocol's numbers, and whether there is an authorizer at all. Nothing here is enforced: a fault makes a
//! broker refuse, an ACL is only told.

use super::State;

pub mod resource {
    //! `ResourceType`.
    pub const TOPIC: i8 = 2;
    pub const GROUP: i8 = 3;
    pub const CLUSTER: i8 = 4;
    pub const TRANSACTIONAL_ID: i8 = 5;
    pub const USER: i8 = 7;
}

pub mod pattern {
    //! `PatternType`; the first two are for filters only.
    pub const ANY: i8 = 1;
    pub const MATCH: i8 = 2;
    pub const LITERAL: i8 = 3;
    pub const PREFIXED: i8 = 4;
}

pub mod operation {
    //! `AclOperation`.
    pub const ALL: i8 = 2;
    pub const READ: i8 = 3;
    pub const WRITE: i8 = 4;
    pub const CREATE: i8 = 5;
    pub const DELETE: i8 = 6;
    pub const ALTER: i8 = 7;
    pub const DESCRIBE: i8 = 8;
    pub const CLUSTER_ACTION: i8 = 9;
    pub const DESCRIBE_CONFIGS: i8 = 10;
    pub const ALTER_CONFIGS: i8 = 11;
    pub const IDEMPOTENT_WRITE: i8 = 12;
    pub const CREATE_TOKENS: i8 = 13;
}

pub const DENY: i8 = 2;
pub const ALLOW: i8 = 3;

/// One line of who may do what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acl {
    pub resource: i8,
    pub name: String,
    pub pattern: i8,
    pub principal: String,
    pub host: String,
    pub operation: i8,
    pub permission: i8,
}

impl Acl {
    /// An allowance from any host; the fields are there to be changed.
    pub fn allow(principal: &str, operation: i8, resource: i8, name: &str) -> Self {
        Self {
            resource,
            name: name.to_owned(),
            pattern: pattern::LITERAL,
            principal: principal.to_owned(),
            host: "*".to_owned(),
            operation,
            permission: ALLOW,
        }
    }

    #[must_use]
    pub fn denied(mut self) -> Self {
        self.permission = DENY;
        self
    }

    #[must_use]
    pub fn prefixed(mut self) -> Self {
        self.pattern = pattern::PREFIXED;
        self
    }

    #[must_use]
    pub fn from(mut self, host: &str) -> Self {
        host.clone_into(&mut self.host);
        self
    }
}

impl State {
    /// There is an authorizer with these ACLs, also when there are none; `None`: there is no authorizer.
    pub fn set_acls(&mut self, acls: Option<Vec<Acl>>) {
        self.acls = acls;
    }
}
