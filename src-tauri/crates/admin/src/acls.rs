//! ACLs as owned types, with the field's own names for the protocol's numbers. What they amount to together is `rights`: a list
//! of lines alone doesn't say who may write to a topic.
//!
//! A number that has no name here is kept as it came: an ACL that is left out because it is new would be a right that nobody sees.

mod operation;
mod rights;

use std::{sync::Arc, time::Duration};

use meta::{
    Cluster, Error, Key,
    message::describe_acls::{self, DescribeAcls},
};

use crate::told::{Told, one};

pub use operation::Operation;
pub use rights::{Decision, Effect, Question, decide, effect};

/// Stands for every resource of its kind, as a name, and for every address, as a host.
pub(crate) const ANY_NAME: &str = "*";
/// Everybody, whatever the type of their principal.
pub const EVERYBODY: &str = "User:*";

/// What an ACL is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    Topic,
    Group,
    Cluster,
    TransactionalId,
    DelegationToken,
    User,
    /// The protocol's number, when this build has no name for it.
    Other(i8),
}

impl Resource {
    const fn from_number(number: i8) -> Resource {
        match number {
            2 => Resource::Topic,
            3 => Resource::Group,
            4 => Resource::Cluster,
            5 => Resource::TransactionalId,
            6 => Resource::DelegationToken,
            7 => Resource::User,
            other => Resource::Other(other),
        }
    }

    /// As Kafka's documentation has it.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Resource::Topic => "Topic".to_owned(),
            Resource::Group => "Group".to_owned(),
            Resource::Cluster => "Cluster".to_owned(),
            Resource::TransactionalId => "TransactionalId".to_owned(),
            Resource::DelegationToken => "DelegationToken".to_owned(),
            Resource::User => "User".to_owned(),
            Resource::Other(number) => format!("resource type {number}"),
        }
    }
}

/// How an ACL's name is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pattern {
    Literal,
    Prefixed,
    Other(i8),
}

impl Pattern {
    const fn from_number(number: i8) -> Pattern {
        match number {
            3 => Pattern::Literal,
            4 => Pattern::Prefixed,
            other => Pattern::Other(other),
        }
    }

    #[must_use]
    pub fn name(self) -> String {
        match self {
            Pattern::Literal => "literal".to_owned(),
            Pattern::Prefixed => "prefixed".to_owned(),
            Pattern::Other(number) => format!("pattern type {number}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Permission {
    Deny,
    Allow,
    Other(i8),
}

impl Permission {
    const fn from_number(number: i8) -> Permission {
        match number {
            2 => Permission::Deny,
            3 => Permission::Allow,
            other => Permission::Other(other),
        }
    }

    #[must_use]
    pub fn name(self) -> String {
        match self {
            Permission::Deny => "Deny".to_owned(),
            Permission::Allow => "Allow".to_owned(),
            Permission::Other(number) => format!("permission {number}"),
        }
    }
}

/// One line of who may do what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acl {
    pub resource: Resource,
    pub name: Arc<str>,
    pub pattern: Pattern,
    /// Verbatim: "User:orders".
    pub principal: String,
    pub host: String,
    pub operation: Operation,
    pub permission: Permission,
}

/// Asks for all ACLs. Any broker tells them.
///
/// # Errors
/// Without an authorizer the broker says `SECURITY_DISABLED`, and who may not ask gets `CLUSTER_AUTHORIZATION_FAILED`.
pub async fn describe_acls(cluster: &Cluster, limit: Duration) -> Result<Told<Vec<Acl>>, Error> {
    let told = one(cluster, DescribeAcls::default(), Key::None, limit).await?;
    Ok(told.map(|reply| reply.resources.into_iter().flat_map(of_resource).collect()))
}

fn of_resource(resource: describe_acls::Resource) -> impl Iterator<Item = Acl> {
    let name: Arc<str> = resource.name.into();
    let (kind, pattern) =
        (Resource::from_number(resource.resource_type), Pattern::from_number(resource.pattern_type));
    resource.acls.into_iter().map(move |acl| Acl {
        resource: kind,
        name: Arc::clone(&name),
        pattern,
        principal: acl.principal,
        host: acl.host,
        operation: Operation::from_number(acl.operation),
        permission: Permission::from_number(acl.permission),
    })
}
