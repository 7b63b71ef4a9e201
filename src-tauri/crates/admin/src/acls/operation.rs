//! Operations: their names, what each brings with it, and which there are for a kind of resource. From Kafka's
//! `AclOperation`, `AclEntry.supportedOperations` and the authorizer's `IMPLIES_DESCRIBE`: without them an ACL for writing would
//! not show that its principal may also look.

use super::Resource;

/// What an ACL allows or denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    All,
    Read,
    Write,
    Create,
    Delete,
    Alter,
    Describe,
    ClusterAction,
    DescribeConfigs,
    AlterConfigs,
    IdempotentWrite,
    CreateTokens,
    DescribeTokens,
    TwoPhaseCommit,
    /// The protocol's number, when this build has no name for it.
    Other(i8),
}

use Operation::{
    All, Alter, AlterConfigs, ClusterAction, Create, CreateTokens, Delete, Describe, DescribeConfigs,
    DescribeTokens, IdempotentWrite, Other, Read, TwoPhaseCommit, Write,
};

impl Operation {
    pub(super) const fn from_number(number: i8) -> Operation {
        match number {
            2 => All,
            3 => Read,
            4 => Write,
            5 => Create,
            6 => Delete,
            7 => Alter,
            8 => Describe,
            9 => ClusterAction,
            10 => DescribeConfigs,
            11 => AlterConfigs,
            12 => IdempotentWrite,
            13 => CreateTokens,
            14 => DescribeTokens,
            15 => TwoPhaseCommit,
            other => Other(other),
        }
    }

    /// As `kafka-acls.sh --operation` takes it.
    #[must_use]
    pub fn name(self) -> String {
        let name = match self {
            All => "All",
            Read => "Read",
            Write => "Write",
            Create => "Create",
            Delete => "Delete",
            Alter => "Alter",
            Describe => "Describe",
            ClusterAction => "ClusterAction",
            DescribeConfigs => "DescribeConfigs",
            AlterConfigs => "AlterConfigs",
            IdempotentWrite => "IdempotentWrite",
            CreateTokens => "CreateTokens",
            DescribeTokens => "DescribeTokens",
            TwoPhaseCommit => "TwoPhaseCommit",
            Other(number) => return format!("operation {number}"),
        };
        name.to_owned()
    }

    /// What an allowance of this one brings with it. A denial brings nothing.
    #[must_use]
    pub const fn brings(self) -> Option<Operation> {
        match self {
            Read | Write | Delete | Alter => Some(Describe),
            AlterConfigs => Some(DescribeConfigs),
            _ => None,
        }
    }

    /// Every operation that there is for a kind of resource; none for a kind that has no name here.
    #[must_use]
    pub const fn of(resource: Resource) -> &'static [Operation] {
        match resource {
            Resource::Topic => &[Read, Write, Create, Delete, Alter, Describe, DescribeConfigs, AlterConfigs],
            Resource::Group => &[Read, Delete, Describe, DescribeConfigs, AlterConfigs],
            Resource::Cluster => {
                &[Create, Alter, Describe, ClusterAction, DescribeConfigs, AlterConfigs, IdempotentWrite]
            }
            Resource::TransactionalId => &[Write, Describe, TwoPhaseCommit],
            Resource::DelegationToken => &[Describe],
            Resource::User => &[CreateTokens, DescribeTokens],
            Resource::Other(_) => &[],
        }
    }
}
